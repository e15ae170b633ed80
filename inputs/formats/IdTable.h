#ifndef GALOIS_INPUTS_FORMATS_IDTABLE_H
#define GALOIS_INPUTS_FORMATS_IDTABLE_H

// Numbers for nodes that a file calls by any 64-bit ids.

#include "inputs/Graph.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace galois::inputs {

/// Numbers ids 0, 1, 2, ... in the order in which they are added. For one thread. Some 50 bytes a
/// node until it goes.
class IdTable {
public:
  /// The node of this id, a new one if there is none yet. O(1). Throws InputError when there are
  /// more than a graph can have.
  uint32_t add(uint64_t id);

  /// The node of this id. O(1).
  std::optional<uint32_t> find(uint64_t id) const {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? std::nullopt : std::optional(found->second);
  }

  uint64_t size() const { return ids_.size(); }

  /// The ids by node. Empties the table.
  std::vector<uint64_t> take() {
    nodes_ = {};
    return std::exchange(ids_, {});
  }

private:
  std::unordered_map<uint64_t, uint32_t> nodes_;
  std::vector<uint64_t> ids_;
};

} // namespace galois::inputs

#endif
