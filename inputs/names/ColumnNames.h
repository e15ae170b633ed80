/**
 * What a person calls the parts of an edge in a file: columns of a table, or attributes of
 * edges in GraphML and the like. Readers find the usual names themselves.
 */
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace galois::inputs {

/// The value of ColumnNames::weight that leaves weights out.
inline constexpr std::string_view kNoWeightColumn = "none";

/// Names of columns, as the flags --source-column, --target-column and --weight-column have them. A
/// name that is not in the file in this case is looked for in any case, and a number that is no
/// name counts columns from 1. What is not given is found by its usual names.
struct ColumnNames {
  std::optional<std::string> source{}; ///< where an edge begins; of tables
  std::optional<std::string> target{}; ///< where it ends; of tables
  std::optional<std::string> weight{}; ///< its weight, or kNoWeightColumn

  /// Returns whether one is given.
  bool any() const { return source || target || weight; }
};

} // namespace galois::inputs
