/** The lines of a table in .csv and .tsv: source, target, distance. */
#pragma once

#include <iterator>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "analytics/sssp/PathLength.h"
#include "galois/analytics/Graph.h"
#include "inputs/names/NodeIdMap.h"

namespace tables {

/// Makes the lines of one row after the other.
class TableText {
public:
  using Node = galois::analytics::Node; ///< a node

  /// @param names      what nodes are called; must outlive this
  /// @param separator  between two fields
  TableText(const galois::inputs::NodeIdMap& names, char separator)
      : names_(names), separator_(separator) {}

  /// Returns the first line.
  std::string header() const { return fmt::format("source{0}target{0}distance\n", separator_); }

  /// Begins the row of a source.
  void begin(Node source) { source_ = names_.nameOf(source).text() + separator_; }

  /// Appends the line of a pair, "inf" for one without a path.
  template <typename Distance>
  void append(std::string& text, Node target, Distance distance) const {
    text += source_;
    names_.nameOf(target).visit([&](auto called) {
      if constexpr (std::is_integral_v<decltype(called)>) {
        text += fmt::format_int(called).c_str();
      } else {
        text += galois::inputs::NodeName(called).text();
      }
    });
    text += separator_;
    if (distance == sssp::kInfinity<Distance>) {
      text += "inf";
    } else {
      fmt::format_to(std::back_inserter(text), "{}", distance);
    }
    text += '\n';
  }

private:
  const galois::inputs::NodeIdMap& names_;
  const char separator_;
  std::string source_; ///< and the separator
};

} // namespace tables
