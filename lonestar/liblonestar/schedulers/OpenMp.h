/**
 * The tasks of OpenMP as a scheduler of programs that fork and join, in builds with GALOIS_PEERS.
 *
 * A fork makes a task of the second branch, calls the first and waits. A loop is a taskloop of
 * several pieces per thread. The threads are not pinned, unless OMP_PROC_BIND says so.
 * schedulers/README.md says what every scheduler has.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

#include <omp.h>

namespace lonestar {

/// Runs everything in one parallel region of OpenMP.
class OpenMpScheduler {
public:
  /// What callables take as `auto& context`.
  class Context {
  public:
    /// Calls f and g, maybe in parallel. Throws what f throws, otherwise what g throws.
    template <typename F, typename G>
    void invoke(F&& f, G&& g) {
      // No exception may leave a task.
      std::exception_ptr ofF, ofG;
#pragma omp task untied default(none) shared(g, ofG)
      {
        try {
          g(*this);
        } catch (...) {
          ofG = std::current_exception();
        }
      }
      try {
        f(*this);
      } catch (...) {
        ofF = std::current_exception();
      }
#pragma omp taskwait
      if (ofF || ofG) {
        std::rethrow_exception(ofF ? ofF : ofG);
      }
    }

    /// Calls fn(context, begin, end) for pieces of the range, maybe in parallel. A piece has at
    /// least leastGrain elements, unless the range is shorter. Throws what one of the calls throws.
    template <typename Index, typename F>
    void parallelFor(Index first, Index last, F&& fn, Index leastGrain = 1) {
      if (!(first < last)) {
        return;
      }
      const auto size = static_cast<std::size_t>(last - first);
      const std::size_t most = kPiecesPerThread * static_cast<std::size_t>(omp_get_num_threads());
      const std::size_t pieces =
          std::clamp<std::size_t>(size / static_cast<std::size_t>(leastGrain), 1, most);
      FirstException thrown;
#pragma omp taskloop grainsize(1) default(none) shared(fn, thrown) firstprivate(first, size, pieces)
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        // Rounding down leaves less than one element per piece, so no product overflows.
        const std::size_t whole = size / pieces, rest = size % pieces;
        const std::size_t begin = piece * whole + std::min(piece, rest);
        const std::size_t end = begin + whole + (piece < rest ? 1 : 0);
        try {
          fn(*this, static_cast<Index>(first + static_cast<Index>(begin)),
             static_cast<Index>(first + static_cast<Index>(end)));
        } catch (...) {
          thrown.keep();
        }
      }
      thrown.rethrow();
    }

    /// Does nothing: threads of OpenMP steal without help from their victims.
    void poll() {}

    /// Calls fn().
    template <typename F>
    decltype(auto) leaf(F&& fn) {
      return std::forward<F>(fn)();
    }
  };

  /// Prepares regions of this many threads, which may be more than there are cores, and starts them.
  explicit OpenMpScheduler(unsigned threads) : threads_(static_cast<int>(threads)) {
    omp_set_dynamic(0);
#pragma omp parallel num_threads(threads_)
    {}
  }

  /// Calls root(context) in a region.
  template <typename Root>
  void run(Root&& root) {
    FirstException thrown;
#pragma omp parallel num_threads(threads_) default(none) shared(root, thrown)
#pragma omp single
    {
      try {
        Context context;
        root(context);
      } catch (...) {
        thrown.keep();
      }
    }
    thrown.rethrow();
  }

private:
  static constexpr std::size_t kPiecesPerThread = 8;

  /// The exception that was thrown first, of several threads.
  class FirstException {
  public:
    void keep() {
#pragma omp critical(galois_first_exception)
      if (!exception_) {
        exception_ = std::current_exception();
      }
    }
    /// Call it after all threads that may call keep() have been awaited.
    void rethrow() const {
      if (exception_) {
        std::rethrow_exception(exception_);
      }
    }

  private:
    std::exception_ptr exception_;
  };

  int threads_;
};

} // namespace lonestar
