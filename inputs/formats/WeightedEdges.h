/**
 * Edges between the numbers that a reader gives to nodes, with weights as text, for formats that
 * may say after the edges whether these are directed, or leave weights out.
 */
#pragma once

#include "inputs/EdgeListBuilder.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NodeIdMap.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace galois::inputs {

/// What an edge without a weight means if another one has a weight.
enum class MissingWeight {
  kRefused, ///< it is an error
  kOne,     ///< its weight is 1
};

/// Collects edges. For one thread.
class WeightedEdges {
public:
  /// Reads weights as the options say. `text` says in messages where an edge is.
  WeightedEdges(const TextScanner& text, const ReadOptions& options, MissingWeight missing)
      : text_(text), options_(options), missing_(missing),
        builder_(EdgeKind::kArc, textWeights(options)), one_(weightOfOne(text, options)) {}

  /// Adds an arc, and its reverse if `twoWay`, unless it is a loop.
  /// @param weight  the text of its weight; none if it has none
  /// @param fromName  what the file calls the ends, for messages @param toName  the same
  /// @throws InputError, naming the line
  void add(std::uint32_t from, std::uint32_t to, bool twoWay,
           std::optional<std::string_view> weight, const NodeName& fromName,
           const NodeName& toName) {
    const bool hasWeight = weight && !options_.ignoreWeights;
    if (missing_ == MissingWeight::kRefused && builder_.size() > 0 && hasWeight != weighted_) {
      text_.failHere("an edge with a weight and one without; all or none may have one");
    }
    weighted_ = weighted_ || hasWeight;
    const std::uint64_t number =
        hasWeight ? weightOfText(text_, *weight, options_, fromName, toName) : one_;
    addArc(from, to, number);
    if (twoWay && from != to) {
      addArc(to, from, number);
    }
  }

  /// Replaces both ends of all edges by number(end), as EdgeListBuilder::mapEnds() does.
  template <typename Number>
  void mapEnds(Number&& number) {
    builder_.mapEnds(number);
  }

  /// Returns the number of arcs so far.
  std::uint64_t size() const { return builder_.size(); }

  /// Returns the graph, and empties the builder.
  /// @param kind  what each call of add() stands for
  /// @throws InputError, naming the file
  Graph build(std::uint64_t nodes, EdgeKind kind = EdgeKind::kArc) {
    builder_.setKind(kind);
    Graph graph = builder_.build(nodes, text_.name().c_str());
    if (!weighted_) {
      graph.weights.clear();
    }
    return graph;
  }

private:
  static std::uint64_t weightOfOne(const TextScanner& text, ReadOptions options) {
    options.stopAtWeight = false; // it is no weight of the file
    return weightOfText(text, "1", options, NodeName(0), NodeName(0));
  }

  void addArc(std::uint32_t from, std::uint32_t to, std::uint64_t weight) {
    if (options_.ignoreWeights) {
      builder_.add(from, to);
    } else {
      builder_.add(from, to, weight);
    }
  }

  const TextScanner& text_;
  const ReadOptions& options_;
  const MissingWeight missing_;
  EdgeListBuilder builder_;
  const std::uint64_t one_;
  bool weighted_ = false;
};

} // namespace galois::inputs
