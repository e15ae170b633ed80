/** Declares the parallel loops, for headers that only name them. */
#pragma once

namespace galois {

template <typename RangeFunc, typename FunctionTy, typename... Args>
void for_each(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args);

template <typename RangeFunc, typename FunctionTy, typename... Args>
void do_all(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args);

template <typename FunctionTy, typename... Args>
void on_each(FunctionTy&& fn, const Args&... args);

} // namespace galois
