/** on_each: one call on each active thread. */
#pragma once

#include "galois/Timer.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// Calls fn(thread id, number of threads) on every active thread. All threads share `fn`.
/// `options` is a tuple of loop options.
template <typename FunctionTy, typename Options>
void on_each_gen(FunctionTy&& fn, const Options& options) {
  const char* name = loopName(options);
  CondStatTimer<kLoopStats<Options>> timer(name);
  FirstException failure;
  timer.start(); // its destructor stops it
  const unsigned threads = substrate::getActiveThreads();
  runOnActiveThreads(name, failure,
                     [&fn, threads] { fn(substrate::ThreadPool::getTID(), threads); });
}

} // namespace galois::runtime
