/**
 * Nodes and edges of a text that lists both, in any order, and calls a node by a number or by a
 * text, as GML and JSON do. Nodes are numbered in the order in which they are listed.
 */
#pragma once

#include "inputs/formats/Formats.h"
#include "inputs/formats/IdTable.h"
#include "inputs/formats/NodeLabels.h"
#include "inputs/formats/WeightedEdges.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NameTable.h"
#include "inputs/names/NodeIdMap.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::inputs {

/// Collects nodes and edges. For one thread.
class DeclaredNodes {
public:
  /// Reads weights as the options say. `text` says in messages where an edge is.
  DeclaredNodes(const TextScanner& text, const ReadOptions& options)
      : text_(text), edges_(text, options, MissingWeight::kRefused) {}

  /// Adds a node that is called so, and returns its number. @throws InputError, naming the line, if
  /// there is one, and for a text that is no name
  std::uint32_t addNode(const NodeName& called);

  /// Gives a label to a node, see NodeLabels.h, and one that is used where labels of that kind do
  /// not tell nodes apart. @{
  void label(std::uint32_t node, std::string_view label) { labels_.add(text_, node, label); }
  void otherLabel(std::uint32_t node, std::string_view label) {
    otherLabels_.add(text_, node, label);
  }
  /// @}

  /// Adds an edge. @throws InputError, naming the line
  void addEdge(const NodeName& from, const NodeName& to, std::optional<std::string_view> weight) {
    const std::uint32_t tail = endOf(from);
    edges_.add(tail, endOf(to), false, weight, from, to);
  }

  /// Returns the number of nodes so far.
  std::uint64_t size() const { return nodes_; }

  /// Takes ends of edges that are labels for the nodes that have them. For texts that call nodes by
  /// numbers.
  void findByLabel();

  /// Takes the ends of edges for places in the list of nodes, from 0, if all are numbers below
  /// size() and one of them is what no node is called.
  void findByPlace();

  /// Adds a node for each end of an edge that is a text and no node.
  void addMissing();

  /// Returns the graph, whose nodes have their labels, or else what they are called, as names or
  /// ids. @throws InputError, naming the line of an edge whose end is no node
  Graph build(bool directed);

private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  /// What is called by a number or a text.
  struct Key {
    std::uint32_t node = kNone; ///< the node, if it is one
    std::uint64_t line = 0;     ///< of the first edge that ends there, if there is one
  };

  /// Keys have the numbers 2 * i for the number i of ids_, and 2 * i + 1 for the name i of names_.
  std::uint32_t keyOf(const NodeName& called);
  Key& keyAt(std::uint32_t key) { return (key % 2 == 0 ? byId_ : byName_)[key / 2]; }
  std::uint32_t endOf(const NodeName& called);
  std::uint32_t nodeOf(std::uint32_t key);
  void nameNodes(Graph& graph) const;

  const TextScanner& text_;
  WeightedEdges edges_;
  NodeLabels labels_;
  NodeLabels otherLabels_;
  IdTable ids_;
  NameTable names_;
  NameIndex index_;
  std::vector<Key> byId_;
  std::vector<Key> byName_;
  std::uint32_t nodes_ = 0;
  bool byPlace_ = false; ///< see findByPlace()
};

} // namespace galois::inputs
