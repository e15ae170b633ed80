/** What each source of this folder adds to the module, and what the algorithms' sources share. */
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"

namespace galois::python {

namespace nb = nanobind;

void bindAstar(nb::module_& module);       ///< adds the class Astar
void bindBetweenness(nb::module_& module); ///< adds betweenness() and verify_betweenness()
void bindBfs(nb::module_& module);         ///< adds bfs() and verify_bfs()
void bindCdlp(nb::module_& module);        ///< adds cdlp() and verify_cdlp()
void bindColor(nb::module_& module);       ///< adds color() and verify_color()
void bindComponents(nb::module_& module);  ///< adds components() and verify_components()
void bindDistances(nb::module_& module);   ///< adds distances(), sparse_distances() and nearest()
void bindKcore(nb::module_& module);       ///< adds kcore() and verify_kcore()
void bindGreedyMatching(nb::module_& module); ///< adds greedy_matching() and its check
void bindMessages(nb::module_& module);       ///< adds take_messages()
void bindMis(nb::module_& module);            ///< adds mis() and verify_mis()
void bindMst(nb::module_& module);            ///< adds mst() and verify_mst()
void bindPagerank(nb::module_& module);       ///< adds pagerank() and verify_pagerank()
void bindPaths(nb::module_& module);      ///< adds shortest_path_tree(), path_to() and path_edges()
void bindReading(nb::module_& module);    ///< adds read() and read_coordinates()
void bindSchedulers(nb::module_& module); ///< adds the class Scheduler and scheduler_names()
void bindSssp(nb::module_& module);       ///< adds sssp() and verify_sssp()
void bindTriangles(nb::module_& module);  ///< adds triangles() and verify_triangles()

/// Returns the value with this name.
/// @param option   what is chosen, for the message
/// @param choices  pairs of names and values
/// @throws analytics::InvalidOption  when there is none of that name
template <typename Choices>
auto chosen(const char* option, const std::string& name, const Choices& choices) {
  std::string names;
  for (const auto& [known, value] : choices) {
    if (known == name) {
      return value;
    }
    names += (names.empty() ? "" : ", ") + std::string(known);
  }
  throw analytics::InvalidOption(option, name, "must be one of " + names);
}

/// Returns the algorithm with this name for Python. The message has the default first, and the others
/// in the order of the plan.
/// @throws analytics::InvalidOption  when there is none of that name
template <typename Plan>
typename Plan::Algorithm chosenAlgorithm(const std::string& name,
                                         analytics::AlgorithmList<Plan> list) {
  std::vector<std::pair<std::string_view, typename Plan::Algorithm>> choices;
  for (const analytics::AlgorithmInfo<Plan>& info : list) {
    choices.emplace_back(info.nameInPython(), info.algorithm);
  }
  std::ranges::sort(choices, {}, [](const auto& choice) {
    return std::pair(choice.second != Plan{}.algorithm, choice.second);
  });
  return chosen("algorithm", name, choices);
}

} // namespace galois::python
