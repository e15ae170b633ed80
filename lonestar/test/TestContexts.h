/** Contexts for unit tests of programs that fork and join, beside those of the schedulers. */
#pragma once

#include <cstdint>

namespace lonestar::test {

/// Runs the second branch before the first, as if another thread had taken it at once, and loops
/// backwards in pieces of the least size. Counts what it is asked for.
class BackwardContext {
public:
  std::uint64_t forks = 0, polls = 0;

  template <typename F, typename G>
  void invoke(F&& f, G&& g) {
    ++forks;
    g(*this);
    f(*this);
  }

  template <typename Index, typename F>
  void parallelFor(Index first, Index last, F&& fn, Index leastGrain = 1) {
    while (first < last) {
      const Index begin = last - first <= leastGrain ? first : last - leastGrain;
      fn(*this, begin, last);
      last = begin;
    }
  }

  void poll() { ++polls; }
};

/// Alternates: the second branch of every other fork runs first.
class AlternatingContext : public BackwardContext {
public:
  template <typename F, typename G>
  void invoke(F&& f, G&& g) {
    if (++forks % 2 == 0) {
      g(*this);
      f(*this);
    } else {
      f(*this);
      g(*this);
    }
  }
};

} // namespace lonestar::test
