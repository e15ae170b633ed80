#include "inputs/formats/NodeLabels.h"

#include "inputs/names/NodeIdMap.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace galois::inputs {

void NodeLabels::add(const TextScanner& text, std::uint32_t node, std::string_view label) {
  if (label.empty()) {
    return;
  }
  if (const std::string_view wrong = wrongName(label); !wrong.empty()) {
    text.failHere(fmt::format("the label of a node {}", wrong));
  }
  labels_.add(label);
  nodes_.push_back(node);
}

bool NodeLabels::giveTo(Graph& graph, const TextScanner& text, std::string_view ids) {
  if (labels_.empty()) {
    return false;
  }
  std::string why;
  std::vector<std::uint32_t> order(graph.numNodes()); // the place of each node's label, from 1
  NameTable known;
  NameIndex index;
  for (std::uint32_t i = 0; i < nodes_.size() && why.empty(); ++i) {
    if (order[nodes_[i]] != 0) {
      why = "a node has two labels";
    }
    order[nodes_[i]] = i + 1;
    if (index.add(known, labels_[i], keyOfName(labels_[i])) != i) {
      why = fmt::format("two nodes have the label {}", NodeName(labels_[i]));
    }
  }
  if (why.empty() && nodes_.size() < graph.numNodes()) {
    why = fmt::format("{} of {} nodes have no label", graph.numNodes() - nodes_.size(),
                      graph.numNodes());
  }
  if (!why.empty()) {
    graph.notes.push_back(fmt::format("{}: {}, so nodes are called by {}", text.name(), why, ids));
    return false;
  }
  for (std::uint32_t& place : order) {
    --place;
  }
  graph.ids.clear();
  graph.names = labels_.permuted(order);
  return true;
}

} // namespace galois::inputs
