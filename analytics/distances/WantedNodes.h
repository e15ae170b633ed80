/** The targets of a table as a set, one bit per node. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace distances {

using Node = std::uint32_t;

/// A set of nodes.
class WantedNodes {
public:
  /// Makes the set of the nodes of a list, which may repeat and which must outlive this.
  /// @throws std::bad_alloc
  WantedNodes(std::size_t nodes, std::span<const Node> list)
      : list_(list), words_(list.empty() ? 0 : nodes / kBits + 1) {
    for (const Node node : list) {
      count_ += has(node) ? 0 : 1;
      words_[node / kBits] |= std::uint64_t{1} << node % kBits;
    }
  }

  /// Returns whether all nodes are wanted, as without a list.
  bool all() const { return list_.empty(); }
  /// Returns whether a node is in the list, which there must be.
  bool has(Node node) const { return (words_[node / kBits] >> node % kBits & 1) != 0; }
  /// Returns how many different nodes are in the list.
  std::size_t count() const { return count_; }
  /// Returns the list.
  std::span<const Node> list() const { return list_; }

private:
  static constexpr std::size_t kBits = 64;

  std::span<const Node> list_;
  std::vector<std::uint64_t> words_;
  std::size_t count_ = 0;
};

} // namespace distances
