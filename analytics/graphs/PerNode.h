/** The check that an argument has one entry per node. */
#pragma once

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "galois/analytics/Errors.h"

namespace lonestar {

/// Checks the size of an array that holds an answer.
/// @param name  what the entries are, such as "distances"
/// @throws galois::analytics::InvalidOption  when `entries` differs from `nodes`
inline void checkOnePerNode(const char* name, std::size_t entries, std::size_t nodes) {
  if (entries != nodes) {
    throw galois::analytics::InvalidOption(
        name, std::to_string(entries),
        fmt::format("the graph has {} nodes, and each needs one", nodes));
  }
}

} // namespace lonestar
