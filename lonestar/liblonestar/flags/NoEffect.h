/** The words of warnings about flags without effect. */
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lonestar {

/// Returns words such as "--delta, -t have no effect with --algo=dijkstra".
/// @param flags  at least one
inline std::string noEffect(const std::vector<std::string>& flags, std::string_view with) {
  return fmt::format("{} {} no effect with {}", fmt::join(flags, ", "),
                     flags.size() == 1 ? "has" : "have", with);
}

} // namespace lonestar
