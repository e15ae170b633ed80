/** Numbers for nodes that a file names by any 64-bit ids. */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace galois::inputs {

/// Numbers ids 0, 1, 2, ... in the order in which they are added. For one thread. It takes about 50
/// bytes per node.
class IdTable {
public:
  /// Returns the node of this id, which is new if there is none yet, in O(1) time.
  /// @throws InputError when there are more nodes than a graph can have
  std::uint32_t add(std::uint64_t id);

  /// Returns the node of this id, in O(1) time.
  std::optional<std::uint32_t> find(std::uint64_t id) const {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Returns the id of a node.
  std::uint64_t operator[](std::uint32_t node) const { return ids_[node]; }

  /// Returns the number of ids.
  std::uint64_t size() const { return ids_.size(); }

  /// Returns the ids by node and empties the table.
  std::vector<std::uint64_t> take() {
    nodes_ = {};
    return std::exchange(ids_, {});
  }

private:
  std::unordered_map<std::uint64_t, std::uint32_t> nodes_;
  std::vector<std::uint64_t> ids_;
};

} // namespace galois::inputs
