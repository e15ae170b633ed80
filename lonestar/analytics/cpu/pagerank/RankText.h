/** How the rank of a node looks in the files of answers. */
#pragma once

#include <string>

#include <fmt/format.h>

namespace pagerank {

/// Appends a blank and the shortest text that identifies the number.
inline void appendRank(std::string& text, double rank) {
  text += ' ';
  text += fmt::to_string(rank);
}

} // namespace pagerank
