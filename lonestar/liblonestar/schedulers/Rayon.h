/**
 * Rayon, the library of the Rust language, as a scheduler of programs that fork and join, in builds
 * with GALOIS_PEERS that find it.
 *
 * A fork is rayon::join, and a loop is a parallel iterator over pieces, which Rayon divides when a
 * thread steals. rayon/src/lib.rs is the Rust side. Each task is called through a pointer, where Rust
 * programs could have it inlined: that is two calls per fork. Its threads are not pinned.
 * schedulers/README.md says what every scheduler has.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "galois/substrate/Atomics.h"

extern "C" {
struct galois_rayon_pool;
galois_rayon_pool* galois_rayon_start(std::size_t threads);
void galois_rayon_end(galois_rayon_pool* pool);
void galois_rayon_run(const galois_rayon_pool* pool, void (*call)(void*), void* data);
void galois_rayon_join(void (*f)(void*), void* fData, void (*g)(void*), void* gData);
void galois_rayon_for(std::uint64_t length, std::uint64_t least,
                      void (*call)(void*, std::uint64_t, std::uint64_t), void* data);
}

namespace lonestar {

/// Runs everything on a pool of Rayon.
class RayonScheduler {
public:
  /// What callables take as `auto& context`.
  class Context {
  public:
    /// Calls f and g, maybe in parallel. Throws what f throws, or else what g throws.
    template <typename F, typename G>
    void invoke(F&& f, G&& g) {
      Task one(*this, f);
      Task two(*this, g);
      galois_rayon_join(&decltype(one)::call, &one, &decltype(two)::call, &two);
      one.rethrow();
      two.rethrow();
    }

    /// Calls fn(context, begin, end) for pieces of the range, maybe in parallel. A range of less
    /// than twice `leastGrain` elements is not split. Throws what one of the pieces throws.
    template <typename Index, typename F>
    void parallelFor(Index first, Index last, F&& fn, Index leastGrain = 1) {
      if (first < last) {
        Loop<Index, std::remove_reference_t<F>> loop(*this, first, fn);
        galois_rayon_for(static_cast<std::uint64_t>(last - first),
                         static_cast<std::uint64_t>(leastGrain), &decltype(loop)::call, &loop);
        loop.rethrow();
      }
    }

    /// Does nothing: threads of Rayon steal without help from their victims.
    void poll() {}

    /// Calls fn().
    template <typename F>
    decltype(auto) leaf(F&& fn) {
      return std::forward<F>(fn)();
    }
  };

  /// Starts this many threads, which may be more than there are cores.
  explicit RayonScheduler(unsigned threads)
      : pool_(galois_rayon_start(threads), &galois_rayon_end) {
    if (!pool_) {
      throw std::runtime_error("Rayon cannot start its threads");
    }
  }

  /// Calls root(context) on a thread of the pool.
  template <typename Root>
  void run(Root&& root) {
    Context context;
    Task task(context, root);
    galois_rayon_run(pool_.get(), &decltype(task)::call, &task);
    task.rethrow();
  }

private:
  /// A call of fn(context) that keeps what it throws.
  template <typename F>
  class Task {
  public:
    Task(Context& context, F& fn) noexcept : context_(context), fn_(fn) {}
    static void call(void* data) noexcept {
      auto& self = *static_cast<Task*>(data);
      try {
        self.fn_(self.context_);
      } catch (...) {
        self.thrown_ = std::current_exception();
      }
    }
    void rethrow() {
      if (thrown_) {
        std::rethrow_exception(std::move(thrown_));
      }
    }

  private:
    Context& context_;
    F& fn_;
    std::exception_ptr thrown_;
  };

  /// Calls of fn(context, begin, end) for pieces of a range.
  template <typename Index, typename F>
  class Loop {
  public:
    Loop(Context& context, Index first, F& fn) noexcept
        : context_(context), first_(first), fn_(fn) {}
    static void call(void* data, std::uint64_t begin, std::uint64_t end) noexcept {
      auto& self = *static_cast<Loop*>(data);
      try {
        self.fn_(self.context_, static_cast<Index>(self.first_ + static_cast<Index>(begin)),
                 static_cast<Index>(self.first_ + static_cast<Index>(end)));
      } catch (...) {
        // relaxed: the end of the loop orders it. The first to fail keeps its exception.
        if (!self.failed_.exchange(true, galois::substrate::order::relaxed)) {
          self.thrown_ = std::current_exception();
        }
      }
    }
    void rethrow() {
      if (thrown_) {
        std::rethrow_exception(std::move(thrown_));
      }
    }

  private:
    Context& context_;
    const Index first_;
    F& fn_;
    galois::substrate::Atomic<bool> failed_{false};
    std::exception_ptr thrown_;
  };

  std::unique_ptr<galois_rayon_pool, void (*)(galois_rayon_pool*)> pool_;
};

} // namespace lonestar
