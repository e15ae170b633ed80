/**
 * The nodes of a graph that belong to each thread: the ranges from local_begin() to local_end().
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/graphs/GraphHelpers.h"
#include "galois/gstl.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::graphs::internal {

/// Divides the nodes into blocks of equal length.
template <bool Weighted>
class LocalRanges {
public:
  using iterator = boost::counting_iterator<std::uint32_t>;

  /// Returns the first node of the calling thread's share of nodes [0, numNodes).
  iterator begin(std::uint32_t numNodes) const { return iterator(share(numNodes).first); }
  /// Returns the position after the last node of this share.
  iterator end(std::uint32_t numNodes) const { return iterator(share(numNodes).second); }

private:
  static auto share(std::uint32_t numNodes) {
    return galois::block_range(std::uint32_t{0}, numNodes, substrate::ThreadPool::getTID(),
                               substrate::getActiveThreads());
  }
};

/// Divides the nodes into shares of equal weight if assign() was called for the current number of
/// active threads, and into blocks of equal length otherwise. assign() needs exclusive access; any
/// thread may call the other functions at any time.
template <>
class LocalRanges<true> {
public:
  using iterator = boost::counting_iterator<std::uint32_t>;

  /// Splits the nodes of a graph between the active threads by weight.
  template <typename Graph>
  void assign(const Graph& graph, std::size_t nodeWeight, std::size_t edgeWeight) {
    const unsigned threads = substrate::getActiveThreads();
    std::vector<std::uint32_t> bounds(1, 0);
    for (unsigned t = 0; t < threads; ++t) {
      bounds.push_back(*graph.divideByNode(nodeWeight, edgeWeight, t, threads).first.second);
    }
    bounds_ = std::move(bounds); // complete, or as it was if there was no memory
  }

  iterator begin(std::uint32_t numNodes) const {
    return fits() ? iterator(bounds_[substrate::ThreadPool::getTID()]) : blocks_.begin(numNodes);
  }
  iterator end(std::uint32_t numNodes) const {
    return fits() ? iterator(bounds_[substrate::ThreadPool::getTID() + 1]) : blocks_.end(numNodes);
  }

private:
  bool fits() const {
    return bounds_.size() == std::size_t{substrate::getActiveThreads()} + 1 &&
           substrate::ThreadPool::getTID() < substrate::getActiveThreads();
  }

  std::vector<std::uint32_t> bounds_;
  LocalRanges<false> blocks_;
};

} // namespace galois::graphs::internal
