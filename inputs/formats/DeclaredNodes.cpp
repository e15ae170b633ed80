#include "inputs/formats/DeclaredNodes.h"

#include "inputs/Error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace galois::inputs {

std::uint32_t DeclaredNodes::keyOf(const NodeName& called) {
  struct Find {
    DeclaredNodes& all;
    std::uint32_t operator()(std::uint64_t id) const {
      return 2 * grown(all.ids_.add(id), all.byId_);
    }
    std::uint32_t operator()(std::string_view name) const {
      const NameKey key = keyOfName(name);
      if (const std::string_view wrong = wrongName(name); !wrong.empty()) {
        all.text_.failHere(fmt::format("the id of a node {}", wrong));
      }
      return 2 * grown(all.index_.add(all.names_, name, key), all.byName_) + 1;
    }
    static std::uint32_t grown(std::uint32_t number, std::vector<Key>& keys) {
      constexpr std::uint32_t kMost = UINT32_MAX / 2;
      if (number >= kMost) {
        fail("more than {} different ids; a graph in this format cannot have more nodes", kMost);
      }
      keys.resize(std::max<std::size_t>(keys.size(), number + std::size_t{1}));
      return number;
    }
  };
  return called.visit(Find{*this});
}

std::uint32_t DeclaredNodes::addNode(const NodeName& called) {
  Key& key = keyAt(keyOf(called));
  if (key.node != kNone) {
    text_.failHere(fmt::format("a second node with the id {}; each has one of its own", called));
  }
  key.node = nodes_++;
  return key.node;
}

std::uint32_t DeclaredNodes::endOf(const NodeName& called) {
  const std::uint32_t number = keyOf(called);
  Key& key = keyAt(number);
  key.line = key.line == 0 ? text_.lineNumber() : key.line;
  return number;
}

void DeclaredNodes::findByLabel() {
  labels_.forEach([&](std::uint32_t node, std::string_view label) {
    if (const auto name = index_.find(names_, label)) {
      Key& key = byName_[*name];
      key.node = key.node == kNone ? node : key.node;
    }
  });
}

void DeclaredNodes::findByPlace() {
  const auto isEnd = [](const Key& key) { return key.line != 0; };
  bool unknown = false;
  bool small = std::none_of(byName_.begin(), byName_.end(), isEnd);
  for (std::uint32_t i = 0; i < byId_.size(); ++i) {
    unknown = unknown || (isEnd(byId_[i]) && byId_[i].node == kNone);
    small = small && (!isEnd(byId_[i]) || ids_[i] < nodes_);
  }
  byPlace_ = unknown && small;
}

void DeclaredNodes::addMissing() {
  for (Key& key : byName_) {
    key.node = key.node == kNone ? nodes_++ : key.node;
  }
}

std::uint32_t DeclaredNodes::nodeOf(std::uint32_t key) {
  if (byPlace_) {
    return static_cast<std::uint32_t>(ids_[key / 2]);
  }
  const Key& at = keyAt(key);
  if (at.node == kNone) {
    fail("{}:{}: an edge ends at {}, and there is no node with this id", text_.name(), at.line,
         key % 2 == 0 ? NodeName(ids_[key / 2]) : NodeName(names_[key / 2]));
  }
  return at.node;
}

Graph DeclaredNodes::build(bool directed) {
  edges_.mapEnds([this](std::uint32_t key) { return nodeOf(key); });
  Graph graph = edges_.build(nodes_, directed ? EdgeKind::kArc : EdgeKind::kEdge);
  if (labels_.giveTo(graph, text_, "their ids") || otherLabels_.giveTo(graph, text_, "their ids")) {
    graph.notes.clear(); // about the labels that are not used
  } else {
    graph.notes.resize(std::min<std::size_t>(graph.notes.size(), 1));
    nameNodes(graph);
  }
  return graph;
}

/// Makes what nodes are called the names of the graph's nodes, or their ids if all are numbers.
void DeclaredNodes::nameNodes(Graph& graph) const {
  std::vector<std::uint32_t> order(nodes_);
  NameTable all;
  for (std::uint32_t i = 0; i < byName_.size(); ++i) {
    if (byName_[i].node != kNone) {
      order[byName_[i].node] = static_cast<std::uint32_t>(all.size());
      all.add(names_[i]);
    }
  }
  if (all.empty()) {
    bool asNumbered = true;
    std::vector<std::uint64_t> ids(nodes_);
    for (std::uint32_t i = 0; i < byId_.size(); ++i) {
      if (byId_[i].node != kNone) {
        ids[byId_[i].node] = ids_[i];
        asNumbered = asNumbered && ids_[i] == byId_[i].node;
      }
    }
    graph.ids = asNumbered ? std::vector<std::uint64_t>() : std::move(ids);
    return;
  }
  for (std::uint32_t i = 0; i < byId_.size(); ++i) {
    if (byId_[i].node != kNone) {
      const std::string text = fmt::to_string(ids_[i]);
      const auto same = index_.find(names_, text);
      if (same && byName_[*same].node != kNone) {
        fail("{}: one node has the id {}, and another one the id \"{}\"; write ids either as "
             "numbers or as texts",
             text_.name(), text, text);
      }
      order[byId_[i].node] = static_cast<std::uint32_t>(all.size());
      all.add(text);
    }
  }
  graph.names = all.permuted(order);
}

} // namespace galois::inputs
