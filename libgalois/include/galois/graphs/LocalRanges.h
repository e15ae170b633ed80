/** Which nodes of a graph belong to which thread: what local_begin() and local_end() of graphs
 * give. */
#ifndef GALOIS_GRAPHS_LOCALRANGES_H
#define GALOIS_GRAPHS_LOCALRANGES_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/graphs/GraphHelpers.h"
#include "galois/gstl.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::graphs::internal {

/// Blocks of equal length, whatever is in them.
template <bool Weighted>
class LocalRanges {
public:
  using iterator = boost::counting_iterator<std::uint32_t>;

  /// First node of the calling thread's share of nodes [0, numNodes).
  iterator begin(std::uint32_t numNodes) const { return iterator(share(numNodes).first); }
  /// One past its last node.
  iterator end(std::uint32_t numNodes) const { return iterator(share(numNodes).second); }

private:
  static auto share(std::uint32_t numNodes) {
    return galois::block_range(std::uint32_t{0}, numNodes, substrate::ThreadPool::getTID(),
                               substrate::getActiveThreads());
  }
};

/// Shares of equal weight once assign() was called, and for as many threads as were active then;
/// for other numbers of threads, blocks of equal length. assign() wants the object alone, the rest
/// may be called by any thread.
template <>
class LocalRanges<true> {
public:
  using iterator = boost::counting_iterator<std::uint32_t>;

  /// Splits the nodes of a graph over the active threads by weight.
  template <typename Graph>
  void assign(const Graph& graph, std::size_t nodeWeight, std::size_t edgeWeight) {
    const unsigned threads = substrate::getActiveThreads();
    bounds_.assign(1, 0);
    for (unsigned t = 0; t < threads; ++t)
      bounds_.push_back(*graph.divideByNode(nodeWeight, edgeWeight, t, threads).first.second);
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

#endif
