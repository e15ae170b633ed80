/**
 * The schedulers of this project for programs that fork and join: one executor under four protocols.
 *
 * schedulers/README.md says what every scheduler has.
 */
#pragma once

#include <utility>
#include <vector>

#include "galois/Threads.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/forkjoin/Executor_ForkJoin.h"
#include "galois/runtime/forkjoin/ForkJoinReceiver.h"
#include "galois/runtime/forkjoin/ForkJoinSender.h"
#include "galois/runtime/forkjoin/ForkJoinShared.h"

namespace lonestar {

/// Runs everything on the threads of the pool. @tparam Protocol  how tasks move between them
template <typename Protocol>
class GaloisScheduler {
public:
  /// What callables take as `auto& context`.
  using Context = galois::runtime::TaskWorker<Protocol>;

  /// Uses this many threads, which may be more than there are cores.
  explicit GaloisScheduler(unsigned threads, const galois::runtime::ForkJoinSettings& settings = {})
      : executor_(settings) {
    galois::setActiveThreads(threads, galois::kOversubscribe);
  }

  /// Calls root(context), and returns when all that it forked is done. Throws what it throws.
  template <typename Root>
  void run(Root&& root) {
    executor_.run(std::forward<Root>(root));
  }

  /// Returns what the threads did in the latest run.
  std::vector<galois::runtime::LoopReport::Counter> counters() const {
    return galois::runtime::reportedCounters(executor_.countersPerWorker());
  }

private:
  galois::runtime::ForkJoinExecutor<Protocol> executor_;
};

/// The schedulers by their names on the command line. @{
using ReceiverScheduler = GaloisScheduler<galois::runtime::Receiver>;
using SenderScheduler = GaloisScheduler<galois::runtime::Sender>;
using ChaseLevScheduler = GaloisScheduler<galois::runtime::ChaseLev>;
using SplitScheduler = GaloisScheduler<galois::runtime::Split>; /// @}

} // namespace lonestar
