/**
 * Galois' scopes for profilers. A program that marks its interesting part with them runs unchanged
 * where no profiler is: each calls the function and reports its time.
 */
#pragma once

#include <iostream>

#include "galois/SharedMemSys.h"
#include "galois/Timer.h"

namespace galois::runtime {

namespace internal {
template <typename F>
void profiled(const F& func, const char* region) {
  StatTimer timer("Time", region);
  timer.start();
  func();
  timer.stop();
}
} // namespace internal

/// Calls `func` once and reports its running time in milliseconds as statistic "Time" of `region`.
/// Profilers that attach from outside, such as `perf`, see the call as part of the program. An
/// exception of `func` reaches the caller. Call it outside parallel loops.
/// @param region  null: no region
/// @{
template <typename F>
void profileVtune(const F& func, const char* region = nullptr) {
  internal::profiled(func, region);
}
template <typename F>
void profilePapi(const F& func, const char* region = nullptr) {
  internal::profiled(func, region);
}
template <typename F>
void profileCpuTime(const F& func, const char* region = nullptr) {
  internal::profiled(func, region);
}
/// @}

} // namespace galois::runtime
