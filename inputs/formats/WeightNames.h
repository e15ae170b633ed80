/** The names by which files call the weights of edges, words in any case, and lists of names. */
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Returns a text with 'a' to 'z' in place of 'A' to 'Z'.
std::string lowerCase(std::string_view text);

/// Returns a name reduced to lower-case letters and digits, for comparisons.
std::string foldedName(std::string_view name);

/// Returns whether a name, as foldedName() returns it, is a usual one of weights: "weight",
/// "length", "cost" and others.
bool isWeightName(std::string_view folded);

/// Returns whether a name, as foldedName() returns it, is one of data that identifies an edge or
/// describes it in words: "id", "label" and others.
bool isLabelName(std::string_view folded);

/// Returns whether the text is a number, without blanks around it.
bool isNumberText(std::string_view text);

/// Returns the place of the name that is meant: the same one, or else the only one that is the same
/// without regard to case and signs.
std::optional<std::size_t> placeOfName(std::string_view meant,
                                       const std::vector<std::string_view>& names);

/// Returns the name, or what placeOfName() finds it by if a shell would read it as several words.
std::string nameInFlag(std::string_view name);

/// Returns the first ten names as a list: "a", "b" and "c". Control characters are replaced.
std::string listedNames(const std::vector<std::string_view>& names);

} // namespace galois::inputs
