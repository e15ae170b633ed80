/**
 * The serial scheduler: a fork is two calls in turn, and a loop is one call. Programs run under it
 * for the time that speed-ups refer to.
 *
 * schedulers/README.md says what every scheduler has.
 */
#pragma once

#include <cstdint>
#include <utility>

#include "galois/substrate/Charge.h"

namespace lonestar {

/// Runs everything on the calling thread.
class SerialScheduler {
public:
  /// What callables take as `auto& context`.
  class Context {
  public:
    /// Calls f, then g.
    template <typename F, typename G>
    void invoke(F&& f, G&& g) {
      std::forward<F>(f)(*this);
      std::forward<G>(g)(*this);
    }

    /// Calls fn(context, first, last) unless the range is empty.
    template <typename Index, typename F>
    void parallelFor(Index first, Index last, F&& fn, Index /*leastGrain*/ = 1) {
      if (first < last) {
        galois::substrate::charge(galois::substrate::Work::kIteration,
                                  static_cast<std::uint64_t>(last - first));
        fn(*this, first, last);
      }
    }

    /// Does nothing.
    void poll() {}

    /// Calls fn().
    template <typename F>
    decltype(auto) leaf(F&& fn) {
      return std::forward<F>(fn)();
    }
  };

  /// @param threads  has no effect
  explicit SerialScheduler(unsigned /*threads*/) {}

  /// Calls root(context).
  template <typename Root>
  void run(Root&& root) {
    Context context;
    std::forward<Root>(root)(context);
  }
};

} // namespace lonestar
