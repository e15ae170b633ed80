/**
 * What is known about each algorithm that a plan can select: its names, a sentence, and what it
 * needs. The programs' flag --algo, Python, and records take these from one table per problem, such
 * as ssspAlgorithms(), whose rows also have the functions that run the algorithms.
 */
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>

namespace galois::analytics {

/// What an algorithm takes besides a graph.
struct AlgorithmNeeds {
  bool worklist = false;  ///< runs tasks in the order of RunOptions::scheduler
  bool oneThread = false; ///< runs on one thread, regardless of RunOptions::threads
  bool inEdges = false;   ///< follows edges backwards, whatever its options are
  /// The options that only some algorithms of the problem use, by the names of the programs' flags,
  /// such as "edge-tile".
  std::array<std::string_view, 4> options{};

  /// Returns whether the algorithm uses an option of this name.
  constexpr bool uses(std::string_view option) const {
    return std::find(options.begin(), options.end(), option) != options.end();
  }
};

/// An algorithm of a problem.
/// @tparam Plan  the plan that selects it, such as SsspPlan
template <typename Plan>
struct AlgorithmInfo {
  typename Plan::Algorithm algorithm; ///< what selects it in a plan
  const char* name;                   ///< for the flag --algo and Execution::algorithm
  const char* summary;                ///< what it does, for lists such as --help
  AlgorithmNeeds needs{};             ///< what it takes
  const char* pythonName = nullptr;   ///< for Python; null if it is the same

  /// Returns the name for Python.
  constexpr const char* nameInPython() const { return pythonName != nullptr ? pythonName : name; }
};

/// The algorithms of a problem, in the order in which lists show them.
/// @tparam Plan  the plan that selects them
template <typename Plan>
using AlgorithmList = std::span<const AlgorithmInfo<Plan>>;

/// Returns the entry of an algorithm, which the list must have.
/// @param rows       a list, or another range of what derives from AlgorithmInfo
/// @param algorithm  an enumerator of the plan
template <typename Rows, typename Algorithm>
constexpr const auto& algorithmOf(const Rows& rows, Algorithm algorithm) {
  return *std::find_if(std::begin(rows), std::end(rows),
                       [&](const auto& row) { return row.algorithm == algorithm; });
}

} // namespace galois::analytics
