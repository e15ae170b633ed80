/**
 * The data of edges in formats of XML, in GML, in JSON and in the dictionaries of NetworkX, each under a name, and
 * which of them is the weight: the one that ReadOptions::columns names, else the one that is called
 * "weight", else the only one with a usual name of weights (WeightNames.h) that holds numbers.
 */
#pragma once

#include "inputs/formats/Formats.h"
#include "inputs/io/TextScanner.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::inputs {

/// Finds the weight of each edge. For one thread.
class EdgeAttributes {
public:
  /// `text` says in messages where an edge is.
  EdgeAttributes(const TextScanner& text, const ReadOptions& options)
      : text_(text), options_(options) {}

  /// Declares an attribute of edges.
  /// @param id  how data refers to it
  /// @param name  what people call it; its id where that is empty
  /// @param type  the type of its values as GraphML and GEXF call it, or ""
  void declare(std::string_view id, std::string_view name, std::string_view type);
  /// Sets the value of edges that have none, for the attribute declared last.
  void setDefault(std::string_view value);

  /// Begins an edge.
  void beginEdge();
  /// Adds a value to the edge. An attribute that is not declared is called by its id.
  /// @param inTime  the value holds for some time only
  void add(std::string_view id, std::string_view value, bool inTime = false);
  /// Returns the weight of the edge, whose values have all been added; none if it has no weight.
  /// The first edge decides which attribute that is, and if none is, the next one that has data
  /// under a new name.
  /// @throws InputError when several could be, and when the one that a person named is not there
  std::optional<std::string_view> weight();

  /// Returns the name of the attribute that is the weight, or "".
  std::string_view name() const;
  /// Returns whether an edge has several weights, or one for some time only.
  bool changesInTime() const { return inTime_; }

  /// Returns a note for people if the graph has no weights, but edges have numbers under names that
  /// are not known; else "".
  std::string note() const;

private:
  struct Attribute {
    std::string name;
    bool number = false;  ///< declared as one
    bool boolean = false; ///< declared as one
    std::optional<std::string> usual{};
    bool sawNumber = false;
  };
  struct Value {
    std::size_t attribute;
    std::string text;
    bool inTime; ///< it holds for some time only
  };

  std::size_t placeOf(std::string_view id);
  void take(std::size_t place, std::string_view text, bool inTime);
  void choose();
  void chooseByName(const std::vector<std::string_view>& names);
  bool mayBeWeight(std::size_t place) const;

  const TextScanner& text_;
  const ReadOptions& options_;
  std::vector<Attribute> attributes_;
  std::map<std::string, std::size_t, std::less<>> byId_;
  bool chosen_ = false;
  std::optional<std::size_t> weight_; ///< the attribute that is the weight
  std::vector<Value> first_;          ///< the values of the first edge
  std::optional<std::string> value_;  ///< the weight of the edge
  bool weighted_ = false;             ///< an edge had a weight
  bool inTime_ = false;               ///< see changesInTime()
};

} // namespace galois::inputs
