/** What each source of this folder adds to the module, and what the algorithms' sources share. */
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <nanobind/nanobind.h>

#include "galois/analytics/Errors.h"

namespace galois::python {

namespace nb = nanobind;

void bindAstar(nb::module_& module);      ///< adds the class Astar
void bindBfs(nb::module_& module);        ///< adds bfs() and verify_bfs()
void bindColor(nb::module_& module);      ///< adds color() and verify_color()
void bindMessages(nb::module_& module);   ///< adds take_messages()
void bindMst(nb::module_& module);        ///< adds mst() and verify_mst()
void bindPagerank(nb::module_& module);   ///< adds pagerank() and verify_pagerank()
void bindPaths(nb::module_& module);      ///< adds shortest_path_tree() and path_to()
void bindReading(nb::module_& module);    ///< adds read() and read_coordinates()
void bindSchedulers(nb::module_& module); ///< adds the class Scheduler and scheduler_names()
void bindSssp(nb::module_& module);       ///< adds sssp() and verify_sssp()

/// Returns the value with this name.
/// @param option  what is chosen, for the message
/// @throws analytics::InvalidOption  when there is none of that name
template <typename T, std::size_t N>
T chosen(const char* option, const std::string& name,
         const std::array<std::pair<std::string_view, T>, N>& choices) {
  std::string names;
  for (const auto& [known, value] : choices) {
    if (known == name) {
      return value;
    }
    names += (names.empty() ? "" : ", ") + std::string(known);
  }
  throw analytics::InvalidOption(option, name, "must be one of " + names);
}

} // namespace galois::python
