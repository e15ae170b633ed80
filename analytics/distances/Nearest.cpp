#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "NearestSource.h"

namespace galois::analytics {

template <typename D>
std::vector<Node> pathTo(const SparseDistances<D>& table, std::size_t row, Node target) {
  if (row >= table.rows()) {
    throw InvalidOption("row", std::to_string(row),
                        fmt::format("the table has {} rows", table.rows()));
  }
  const std::size_t first = table.offsets[row], last = table.offsets[row + 1];
  if (table.predecessors.size() < last) {
    throw InvalidOption("predecessors", "0", "a table with predecessors is needed");
  }
  const Node* const begin = table.nodes.data() + first;
  const Node* const end = table.nodes.data() + last;
  std::vector<Node> path;
  for (Node node = target;;) {
    const Node* const entry = std::lower_bound(begin, end, node);
    if (entry == end || *entry != node) {
      if (path.empty()) {
        return path;
      }
      break;
    }
    path.push_back(node);
    const Node before = table.predecessors[first + static_cast<std::size_t>(entry - begin)];
    if (before == node) {
      std::reverse(path.begin(), path.end());
      return path;
    }
    if (path.size() > last - first) {
      break;
    }
    node = before;
  }
  throw InvalidOption("predecessors", std::to_string(target),
                      "the predecessors of the target must lead to the source of the row");
}

#define GALOIS_ANALYTICS_NEAREST(W, D)                                                             \
  template Execution nearest(const Graph<W>&, std::span<const Node>, std::span<D>,                 \
                             std::span<std::uint32_t>, const RunOptions&);
GALOIS_ANALYTICS_NEAREST(std::uint32_t, std::uint32_t)
GALOIS_ANALYTICS_NEAREST(std::uint32_t, std::uint64_t)
GALOIS_ANALYTICS_NEAREST(std::uint64_t, std::uint64_t)
GALOIS_ANALYTICS_NEAREST(double, double)
#undef GALOIS_ANALYTICS_NEAREST
template std::vector<Node> pathTo(const SparseDistances<std::uint32_t>&, std::size_t, Node);
template std::vector<Node> pathTo(const SparseDistances<std::uint64_t>&, std::size_t, Node);
template std::vector<Node> pathTo(const SparseDistances<double>&, std::size_t, Node);

} // namespace galois::analytics
