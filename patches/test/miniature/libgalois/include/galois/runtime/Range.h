/** Ranges of loops. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include "galois/Threads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {
namespace runtime {

template <typename Iter>
class StandardRange {
public:
  using iterator = Iter;
  using local_iterator = Iter;
  using value_type = typename std::iterator_traits<Iter>::value_type;

  StandardRange(Iter b, Iter e) : begin_(b), end_(e) {}
  Iter begin() const { return begin_; }
  Iter end() const { return end_; }
  std::pair<Iter, Iter> local_pair() const {
    const auto size = static_cast<std::size_t>(std::distance(begin_, end_));
    const std::size_t block = (size + getActiveThreads() - 1) / getActiveThreads();
    const std::size_t tid = substrate::ThreadPool::getTID();
    return {at(std::min(size, tid * block)), at(std::min(size, (tid + 1) * block))};
  }
  Iter local_begin() const { return local_pair().first; }
  Iter local_end() const { return local_pair().second; }

private:
  Iter at(std::size_t position) const {
    return std::next(begin_, static_cast<std::ptrdiff_t>(position));
  }
  Iter begin_, end_;
};

} // namespace runtime

template <typename C>
auto iterate(C& container) {
  return [&container](std::tuple<>) {
    return runtime::StandardRange<decltype(container.begin())>(container.begin(), container.end());
  };
}

} // namespace galois
