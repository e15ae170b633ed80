/**
 * Labels that a text gives to nodes besides the ids by which edges refer to them, as GML, Pajek and
 * JSON have them. They become the names of nodes if they can.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NameTable.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Collects labels. For one thread.
class NodeLabels {
public:
  /// Gives a label to a node. An empty one is left out.
  /// @throws InputError, naming the line, for what cannot be a name
  void add(const TextScanner& text, std::uint32_t node, std::string_view label);

  /// Calls use(node, label) for each label, in the order of add().
  template <typename Use>
  void forEach(const Use& use) const {
    for (std::uint64_t i = 0; i < labels_.size(); ++i) {
      use(nodes_[i], labels_[i]);
    }
  }

  /// Makes the labels the names of the graph's nodes, in place of its ids, if each node has one
  /// and no two are the same. Else the graph gets a note, unless there are no labels.
  /// @param ids  what the note says that nodes are called by
  /// @return whether nodes are called by their labels
  bool giveTo(Graph& graph, const TextScanner& text, std::string_view ids);

private:
  NameTable labels_;                 ///< in the order of add()
  std::vector<std::uint32_t> nodes_; ///< the nodes that have them
};

} // namespace galois::inputs
