/** Moves values of nodes from the ranks that own the nodes to other ranks. */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/GhostValues.h"
#include "galois/dist/push/NodeParts.h"

namespace dist {

/// Returns parts for which each rank has as many nodes as the others, or one more, in a range.
inline galois::dist::NodeParts evenParts(galois::dist::GlobalNode nodes, galois::dist::Rank ranks) {
  std::vector<galois::dist::GlobalNode> bounds;
  for (galois::dist::Rank rank = 0; rank <= ranks; ++rank) {
    bounds.push_back(nodes / ranks * rank + nodes % ranks * rank / ranks);
  }
  return galois::dist::NodeParts(bounds);
}

/// Returns parts for which rank 0 has all nodes.
inline galois::dist::NodeParts onRank0(galois::dist::GlobalNode nodes, galois::dist::Rank ranks) {
  std::vector<galois::dist::GlobalNode> bounds(std::size_t{ranks} + 1, nodes);
  bounds[0] = 0;
  return galois::dist::NodeParts(bounds);
}

/// Returns the values of the nodes that a rank has by other parts, in the order of nodes. Besides
/// these, a rank needs memory for 2^20 values of its own, and as many from each other rank.
/// Collective.
/// @param own  the values of the nodes that this rank owns in the graph
/// @param to   contiguous parts
template <typename Value, galois::dist::Transport T, typename Weight>
std::vector<Value> redistributed(galois::dist::Endpoint<T>& endpoint,
                                 const galois::dist::PartitionedGraph<Weight>& graph,
                                 std::span<const Value> own, const galois::dist::NodeParts& to) {
  assert(to.contiguous());
  constexpr std::size_t kBlock = std::size_t{1} << 20; // values that a rank sends at once
  const galois::dist::GlobalNode first = to.first(endpoint.rank());
  std::vector<Value> values(to.size(endpoint.rank()));
  const std::uint64_t blocks =
      galois::dist::greatestOfAll(endpoint, std::uint64_t{own.size() / kBlock + 1});
  for (std::uint64_t block = 0; block < blocks; ++block) {
    std::vector<galois::dist::Writer> writers(endpoint.ranks());
    const std::size_t end = std::min(own.size(), (block + 1) * kBlock);
    for (std::size_t node = block * kBlock; node < end; ++node) {
      const galois::dist::GlobalNode global = graph.globalOf(static_cast<std::uint32_t>(node));
      writers[to.owner(global)](global, own[node]);
    }
    galois::dist::exchange(endpoint, writers, [&](const galois::dist::Message& message) {
      galois::dist::Reader reader(message.body);
      for (std::size_t left = message.body.size() / (sizeof(std::uint64_t) + sizeof(Value));
           left > 0; --left) {
        const auto node = reader.get<std::uint64_t>();
        values.at(node - first) = reader.get<Value>();
      }
    });
  }
  return values;
}

} // namespace dist
