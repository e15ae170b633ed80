/**
 * The names of a graph's nodes in a program's flags and answers: their numbers, or the ids that
 * they have in the file from which the graph came.
 */
#ifndef GALOIS_INPUTS_NODEIDMAP_H
#define GALOIS_INPUTS_NODEIDMAP_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace galois::inputs {

/// A map between nodes and ids. It never changes after construction, so any thread may use it.
class NodeIdMap {
public:
  /// Ids are the nodes' numbers.
  NodeIdMap() = default;

  /// The id of node i is ids[i]. If `ids` is empty, ids are the nodes' numbers. Takes O(nodes log
  /// nodes) time unless the ids ascend.
  /// @throws InputError, naming `source`, when two nodes have the same id
  NodeIdMap(std::vector<std::uint64_t> ids, const std::string& source);

  /// Returns whether ids are the nodes' numbers.
  bool isIdentity() const { return ids_.empty(); }

  /// Returns the id of the node.
  std::uint64_t idOf(std::uint64_t node) const { return ids_.empty() ? node : ids_[node]; }

  /// Returns the node with this id, in O(log nodes) time.
  /// @param nodes  number of nodes of the graph
  std::optional<std::uint32_t> nodeOf(std::uint64_t id, std::uint64_t nodes) const;

  /// Returns the ids by node; empty if isIdentity().
  const std::vector<std::uint64_t>& ids() const { return ids_; }

  /// Describes the ids for messages about an unknown one: "the graph's nodes are 0 to 9", or how
  /// many ids there are between the lowest and the highest.
  std::string describe(std::uint64_t nodes) const;

private:
  std::vector<std::uint64_t> ids_;
  std::vector<std::uint32_t>
      byId_; ///< the nodes in ascending order of ids; empty if that is 0, 1, 2 ...
};

} // namespace galois::inputs

#endif
