/**
 * Counts tasks, so that threads that do not run one loop together can find out that all are done.
 *
 * Each thread counts the tasks that it has added and those that it has finished. All are done if the
 * sums are equal, although they are not read at one time:
 *
 * Invariant: a thread counts a task as added before any thread can take it, and as finished after it
 * has counted what the task has added. A queue hands a task over by a release and an acquire. So a
 * thread that sees a task counted as finished (2) sees that it, and each of its children, is counted as
 * added. allDone() reads what is finished first. Let F be the tasks that it has seen finished, and P
 * those that it has seen added: P contains F, the children of F, and each task that was added before
 * the call in the happens-before order. If |F| = |P| then F = P, so all of these and all of their
 * descendants are finished. If a task that was to be added is taken back, because there was no memory,
 * the sum of what is added was too large for a while, which does no harm.
 */
#pragma once

#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// The counts of one thread, over an atomics policy (substrate/Atomics.h).
template <typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) TaskCounts {
public:
  /// Counts a task as added, or takes that back. Only the thread may call these, and those that follow
  /// it in the happens-before order. @{
  void add() noexcept { write(added_, 1); }
  void takeBack() noexcept { write(added_, ~std::uint64_t{0}); } /// @}
  /// Counts a task as finished. As for add().
  void finish() noexcept { write(finished_, 1); }

  /// Returns whether all tasks that were added before the call are finished, and all that these have
  /// added. Thread-safe.
  /// @param threads  number of threads that count
  /// @param of       returns the counts of thread t: `const TaskCounts& of(unsigned t)`
  template <typename Of>
  static bool allDone(unsigned threads, const Of& of) noexcept {
    std::uint64_t open = 0;
    for (unsigned t = 0; t < threads; ++t) {
      open -= read(of(t).finished_);
    }
    for (unsigned t = 0; t < threads; ++t) {
      open += read(of(t).added_);
    }
    return open == 0;
  }

private:
  using Count = typename Atomics::template Atomic<std::uint64_t>;

  static void write(Count& count, std::uint64_t more) noexcept {
    // (1) release: synchronizes with the acquire (2). The read is relaxed: one thread writes at a time.
    count.store(count.load(substrate::order::relaxed) + more, substrate::order::release);
  }
  static std::uint64_t read(const Count& count) noexcept {
    // (2) acquire: synchronizes with the release (1), so what the task has done is seen, too.
    return count.load(substrate::order::acquire);
  }

  Count added_{0};
  Count finished_{0};
};

} // namespace galois::worklists
