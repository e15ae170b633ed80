/** Which heuristic a run has: from what the user wants, where nodes are, and what edges weigh. */
#ifndef GALOIS_LONESTAR_ASTAR_HEURISTICCHOICE_H
#define GALOIS_LONESTAR_ASTAR_HEURISTICCHOICE_H

#include <optional>
#include <string>

#include "AstarProblem.h"
#include "CoordinateInput.h"
#include "Places.h"

namespace astar {

/// What the command line says.
struct HeuristicWish {
  std::optional<Metric> metric; ///< none: what fits
  std::optional<double> scale;  ///< none: the largest that no edge contradicts
};

/// A heuristic that never overestimates, for any target.
struct ChosenHeuristic {
  Places places;
  double scale = 0;
  std::string description; ///< for people, one line
};

/// How separations agree best with what edges weigh: octile on grid maps; great circles if all
/// coordinates can be degrees and agree with the weights better than straight lines do, by cosine
/// similarity; else Euclidean. None without coordinates. O(edges).
Metric naturalMetric(const Graph& graph, const CoordinateInput& input);

/// The heuristic for a graph. `input` must outlive it. Throws AppError when the wish cannot be:
/// without coordinates or with the wrong ones, and when a scale makes it overestimate, then with
/// the edge that says so. O(edges).
ChosenHeuristic chooseHeuristic(const Graph& graph, const CoordinateInput& input,
                                const HeuristicWish& wish);

} // namespace astar

#endif
