/**
 * Rows of a table in text, as spreadsheets and data frames write them: the separator of the fields,
 * the fields, and the names in a header that show which fields hold an edge.
 */
#pragma once

#include "inputs/io/TextScanner.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Returns the separator of this line: ';' if there is one outside quotes, else ',', else a tab,
/// else ' ', which stands for any run of blanks and tabs.
char separatorOf(std::string_view line);

/// Divides a line into its fields, without blanks and quotes around them. A field in single or
/// double quotes may contain separators, and its quote where that is doubled. A field that starts with '{' extends to the end of the
/// line.
/// @param fields  receives the fields, which refer to `line`
/// @throws InputError, naming the line, for a quote without an end and for text directly after a
///         quoted field
void splitRow(const TextScanner& where, std::string_view line, char separator,
              std::vector<std::string_view>& fields);

/// Does the same, but returns false instead of throwing.
bool divideRow(std::string_view line, char separator, std::vector<std::string_view>& fields);

/// The columns of a table, counted from 0.
struct EdgeColumns {
  size_t tail = 0;                ///< where the arc begins
  size_t head = 1;                ///< where it ends
  std::optional<size_t> weight{}; ///< its weight
  std::optional<size_t> type{};   ///< contains Directed or Undirected, as Gephi writes it
  size_t count = 0;               ///< number of fields in each row
};

/// Returns whether a field that holds an end of an edge is a name. Numbers are none, and neither is
/// what consists of digits, signs and separators alone, which is a mistake more often than a name.
bool isNodeName(std::string_view word);

/// Returns whether lines can be edges between names. The first has two to four fields. Either the
/// second has as many, and a name at one of its ends, or the first has a name and needs no second: it
/// is the only one, or has a number as its weight.
bool hasNamedEnds(std::string_view line, std::string_view next);

/// Returns whether this line can be the header of a table whose first row is `next`: both have
/// several fields, and no field of the header is a number. Besides, the header has usual names of
/// both ends, or `next` has numbers. `next` may be empty if there is no row.
bool isEdgeHeader(std::string_view line, std::string_view next);

/// Reads a header. Names of columns are known in the usual spellings ("source", "From", "node1";
/// "target", "dst"; "weight", "length"), in upper or lower case. If no end of an edge is named, two
/// or three columns are tail, head and weight, unless their names are those of a table of nodes
/// ("id", "label", "lat"). Columns without a name are left out.
/// @param needWeights  false if the caller does not use weights
/// @throws InputError, naming the line, when it is unclear which columns hold the ends or whether
///         one holds weights, and for a table of nodes
EdgeColumns readEdgeHeader(const TextScanner& where, std::string_view line, char separator,
                           bool needWeights);

} // namespace galois::inputs
