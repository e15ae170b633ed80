/**
 * Which columns of a table in text hold an edge. The names in its header show it, or a person says
 * it, or the fields of the first rows do.
 */
#pragma once

#include "inputs/formats/DelimitedRow.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/ColumnNames.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace galois::inputs {

/// The columns of a table, counted from 0.
struct EdgeColumns {
  size_t tail = 0;                ///< where the arc begins
  size_t head = 1;                ///< where it ends
  std::optional<size_t> weight{}; ///< its weight
  std::optional<size_t> type{};   ///< contains Directed or Undirected, as Gephi writes it
  size_t count = 0;               ///< number of fields in each row
  /// The header says that the two ends are of different kinds, so no id may be at both.
  bool parted = false;

  /// Returns the number of fields that a row needs at least.
  size_t needed() const;
};

/// Returns whether this line is the header of a table of nodes in words: its first column is called
/// "id", "label", "node" or the like, and no column is called an end of an edge. Between blanks,
/// all of its words must be such names.
bool isNodeHeader(std::string_view line);

/// Returns whether a field that holds an end of an edge is a name. Numbers are none, and neither is
/// what consists of digits, signs and separators alone, which is a mistake more often than a name.
bool isNodeName(std::string_view word);

/// Returns whether lines can be edges between names. The first has two to four fields. Either the
/// second has as many, and a name at one of its ends, or the first has a name and needs no second:
/// it is the only one, or has a number as its weight.
bool hasNamedEnds(std::string_view line, std::string_view next);

/// Returns whether this line can be the header of a table whose first row is `next`: both have
/// several fields, and no field of the header is a number. Besides, the header has usual names of
/// both ends, or `next` has numbers: one, or where blanks separate, all but two of at least three
/// fields. `next` may be empty if there is no row.
bool isEdgeHeader(std::string_view line, std::string_view next);

/// Returns whether a field of this line is one of the columns that a person named, and none of them
/// is a number.
bool hasNamedColumns(std::string_view line, const ColumnNames& asked);

/// Reads a header. Names of columns are known in the usual spellings ("source", "From", "node1";
/// "target", "dst"; "weight", "length"), in upper or lower case, and in the forms of Neo4j
/// (":START_ID(City)", "km:int") and Neptune ("~from", "km:Double"). Of columns with a type, those of
/// numbers alone can be weights. If no end of an edge is named, two or three columns are tail, head
/// and weight, unless their names are those of a table of nodes ("id", "label", "lat"). Columns
/// without a name are left out.
/// @param needWeights  false if the caller does not use weights
/// @param asked  the columns that a person named
/// @throws InputError, naming the line, when it is unclear which columns hold the ends or whether
///         one holds weights, for a table of nodes, and for a column that is not there
EdgeColumns readEdgeHeader(const TextScanner& where, std::string_view line, char separator,
                           bool needWeights, const ColumnNames& asked = {});

/// Returns the columns that a person gave by their numbers, for a table without a header. Edges
/// begin in the first column and end in the second one unless they say otherwise.
/// @throws InputError, naming the line, for names, and where one column would have two meanings
EdgeColumns numberedColumns(const TextScanner& where, const ColumnNames& asked);

} // namespace galois::inputs
