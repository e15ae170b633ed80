#ifndef GALOIS_INPUTS_FORMATS_DELIMITEDROW_H
#define GALOIS_INPUTS_FORMATS_DELIMITEDROW_H

// Rows of a table in text, as spreadsheets and data frames write them: which character separates
// the fields, what the fields are, and which of them hold an edge, by the names in a header.

#include "inputs/io/TextScanner.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// What separates the fields of this line: ';' if there is one outside quotes, else ',', else a
/// tab, else ' ', which stands for any run of blanks and tabs.
char separatorOf(std::string_view line);

/// Splits a line into its fields, without blanks and quotes around them. A field in quotes, single
/// or double, may have separators in it; a field that starts with '{' extends to the end of the
/// line. Throws InputError, naming the line, for a quote that does not end and for text behind one
/// that does. `fields` is cleared first; it refers to `line`.
void splitRow(const TextScanner& where, std::string_view line, char separator,
              std::vector<std::string_view>& fields);

/// Which fields of a row hold what; counted from 0.
struct EdgeColumns {
  size_t tail = 0;
  size_t head = 1;
  std::optional<size_t> weight{};
  std::optional<size_t> type{}; ///< says Directed or Undirected, as Gephi writes it
  size_t count = 0;             ///< fields of each row
};

/// True if this line can be the header of a table whose first row is `next`: both have several
/// fields, none in the header is a number, and `next` has numbers.
bool isEdgeHeader(std::string_view line, std::string_view next);

/// What a header says. Names of columns are known in the usual spellings ("source", "From",
/// "node1"; "target", "dst"; "weight", "length"), upper or lower case. When no name of an end is
/// known, a header of two or three columns is taken for tail, head and weight. Throws InputError,
/// naming the line, when it remains open which columns hold the ends or whether one holds weights;
/// `needWeights` is false for a caller who does not look at them.
EdgeColumns readEdgeHeader(const TextScanner& where, std::string_view line, char separator,
                           bool needWeights);

} // namespace galois::inputs

#endif
