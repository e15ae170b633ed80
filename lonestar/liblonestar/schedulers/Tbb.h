/**
 * oneTBB as a scheduler of programs that fork and join, in builds with GALOIS_PEERS.
 *
 * A fork is tbb::parallel_invoke and a loop is tbb::parallel_for with the automatic partitioner,
 * which is what oneTBB's documentation recommends. Its threads are not pinned.
 * schedulers/README.md says what every scheduler has.
 */
#pragma once

#include <cstddef>
#include <utility>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>

namespace lonestar {

/// Runs everything in an arena of oneTBB.
class TbbScheduler {
public:
  /// What callables take as `auto& context`.
  class Context {
  public:
    /// Calls f and g, maybe in parallel. Throws what one of them throws.
    template <typename F, typename G>
    void invoke(F&& f, G&& g) {
      tbb::parallel_invoke([&] { f(*this); }, [&] { g(*this); });
    }

    /// Calls fn(context, begin, end) for pieces of the range, maybe in parallel. A range of more
    /// than leastGrain elements may be split.
    template <typename Index, typename F>
    void parallelFor(Index first, Index last, F&& fn, Index leastGrain = 1) {
      if (first < last) {
        tbb::parallel_for(
            tbb::blocked_range<Index>(first, last, static_cast<std::size_t>(leastGrain)),
            [&](const tbb::blocked_range<Index>& piece) { fn(*this, piece.begin(), piece.end()); });
      }
    }

    /// Does nothing: threads of oneTBB steal without help from their victims.
    void poll() {}

    /// Calls fn().
    template <typename F>
    decltype(auto) leaf(F&& fn) {
      return std::forward<F>(fn)();
    }
  };

  /// Makes an arena of this many threads, which may be more than there are cores, and starts them.
  explicit TbbScheduler(unsigned threads)
      : limit_(tbb::global_control::max_allowed_parallelism, threads),
        arena_(static_cast<int>(threads)) {
    constexpr unsigned kPiecesPerThread = 16;
    run([&](Context& context) {
      context.parallelFor(0u, kPiecesPerThread * threads, [](Context&, unsigned, unsigned) {});
    });
  }

  /// Calls root(context) in the arena.
  template <typename Root>
  void run(Root&& root) {
    arena_.execute([&] {
      Context context;
      std::forward<Root>(root)(context);
    });
  }

private:
  tbb::global_control limit_;
  tbb::task_arena arena_;
};

} // namespace lonestar
