#ifndef GALOIS_INPUTS_NODEIDMAP_H
#define GALOIS_INPUTS_NODEIDMAP_H

// What a program calls the nodes of its graph: by their numbers, or by the ids that they have in
// the file the graph came from.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace galois::inputs {

/// A value that never changes after it is made; any number of threads may ask it.
class NodeIdMap {
public:
  /// Nodes are called by their numbers.
  NodeIdMap() = default;

  /// Node i is called ids[i]; no ids: by its number. Throws InputError, naming `source`, when two
  /// nodes have one id. O(nodes log nodes) unless the ids ascend.
  NodeIdMap(std::vector<uint64_t> ids, const std::string& source);

  /// True if nodes are called by their numbers.
  bool isIdentity() const { return ids_.empty(); }

  /// What the node is called.
  uint64_t idOf(uint64_t node) const { return ids_.empty() ? node : ids_[node]; }

  /// The node of this id among the `nodes` of the graph. O(log nodes).
  std::optional<uint32_t> nodeOf(uint64_t id, uint64_t nodes) const;

  /// The ids by node; empty if isIdentity().
  const std::vector<uint64_t>& ids() const { return ids_; }

  /// What nodes there are, in words: "the graph's nodes are 0 to 9", or how many ids there are
  /// between the lowest and the highest. For messages about one that is not there.
  std::string describe(uint64_t nodes) const;

private:
  std::vector<uint64_t> ids_;
  std::vector<uint32_t> byId_; ///< the nodes in ascending order of ids; empty if that is theirs
};

} // namespace galois::inputs

#endif
