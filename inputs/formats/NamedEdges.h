/** Edges between names, each directed or not, as formats in XML have them. */
#pragma once

#include "inputs/formats/ArcsByName.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NodeIdMap.h"

#include <optional>
#include <string_view>

namespace galois::inputs {

/// Collects nodes and edges. For one thread.
class NamedEdges {
public:
  /// Reads weights as the options say. `text` says in messages where an edge is.
  NamedEdges(const TextScanner& text, const ReadOptions& options)
      : text_(text), options_(options), arcs_(options) {}

  /// Adds a node. @throws InputError, naming the line, for what is no name
  void addNode(std::string_view name) { arcs_.addNode(text_, name); }

  /// Adds an edge: an arc, and its reverse unless it is directed or a loop.
  /// @param weight  the text of its weight; none if it has none
  /// @throws InputError, naming the line, also where some edges have a weight and others have none
  void add(std::string_view from, std::string_view to, bool directed,
           std::optional<std::string_view> weight) {
    const bool hasWeight = weight && !options_.ignoreWeights;
    if (arcs_.size() > 0 && hasWeight != weighted_) {
      text_.failHere("an edge with a weight and one without; all or none may have one");
    }
    weighted_ = hasWeight;
    std::uint64_t number = 0;
    if (hasWeight) {
      number = weightOfText(text_, *weight, options_, NodeName(from), NodeName(to));
    }
    addArc(from, to, number);
    if (!directed && from != to) {
      addArc(to, from, number);
    }
  }

  /// Returns the graph, and empties the builder. @throws InputError, naming the file
  Graph build(const InputFile& file) { return arcs_.build(file); }

private:
  void addArc(std::string_view from, std::string_view to, std::uint64_t weight) {
    if (weighted_) {
      arcs_.add(text_, from, to, weight);
    } else {
      arcs_.add(text_, from, to);
    }
  }

  const TextScanner& text_;
  const ReadOptions& options_;
  ArcsByName arcs_;
  bool weighted_ = false;
};

} // namespace galois::inputs
