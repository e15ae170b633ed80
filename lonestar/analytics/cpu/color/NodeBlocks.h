/** All nodes of a graph, in blocks that take about as long: nodes and ends of edges count alike. */
#ifndef GALOIS_LONESTAR_COLOR_NODEBLOCKS_H
#define GALOIS_LONESTAR_COLOR_NODEBLOCKS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <boost/range/irange.hpp>

#include "ColorProblem.h"

namespace color {

class NodeBlocks {
public:
  /// @param count  at least 1
  NodeBlocks(const Graph& graph, std::size_t count)
      : graph_(graph), count_(count), effort_(effortBefore(graph.size())) {}

  std::size_t size() const { return count_; }

  /// The first node of a block; of block size(): the number of nodes. O(log nodes).
  Node begin(std::size_t block) const {
    if (block == count_) {
      return static_cast<Node>(graph_.size());
    }
    const auto nodes = boost::irange(std::size_t{0}, graph_.size());
    const auto first = std::ranges::partition_point(
        nodes, [&](std::size_t n) { return effortBefore(n) < effort_ * block / count_; });
    return static_cast<Node>(first - nodes.begin());
  }

private:
  std::uint64_t effortBefore(std::size_t n) const { return graph_.offset(n) + n; }

  const Graph& graph_;
  std::size_t count_;
  std::uint64_t effort_; ///< of all blocks
};

} // namespace color

#endif
