/**
 * Rows of a table in text, as spreadsheets and data frames write them: the separator of the fields,
 * and the fields. EdgeColumns.h says which of them hold an edge.
 */
#pragma once

#include "inputs/io/TextScanner.h"

#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// A field of a row. It refers to the line.
struct Field : std::string_view {
  char quote = 0; ///< the quotes around it, which are no part of it, or 0
};

/// Returns the separator of this line: ';' if there is one outside quotes, else ',', else a tab,
/// else ' ', which stands for any run of blanks and tabs. A comma in a number that is the third
/// field between blanks is a decimal comma.
char separatorOf(std::string_view line);

/// Divides a line into its fields. Blanks around a field are left out, but those in its quotes are
/// part of it. A field in double quotes may contain separators, and quotes that are doubled. So may
/// one in single quotes where blanks separate. Elsewhere an apostrophe is a letter unless another
/// one before the next separator ends the field. A field that starts with '{' extends to the end of
/// the line.
/// @param fields  receives the fields, which refer to `line`
/// @throws InputError, naming the line, for a quote without an end and for text directly after a
///         quoted field
void splitRow(const TextScanner& where, std::string_view line, char separator,
              std::vector<Field>& fields);

/// Does the same, but returns false instead of throwing.
bool divideRow(std::string_view line, char separator, std::vector<Field>& fields);

/// Returns the field with one quote in place of two. @param room  holds it if there are any
std::string_view withoutDoubledQuotes(const Field& field, std::string& room);

} // namespace galois::inputs
