/**
 * Selects the heuristic of a run from the command line, the nodes' coordinates and the edges'
 * weights.
 */
#ifndef GALOIS_LONESTAR_ASTAR_HEURISTICCHOICE_H
#define GALOIS_LONESTAR_ASTAR_HEURISTICCHOICE_H

#include <optional>
#include <string>

#include "AstarProblem.h"
#include "CoordinateInput.h"
#include "Places.h"

namespace astar {

/// The choice that the command line makes.
struct HeuristicWish {
  std::optional<Metric> metric; ///< none: whichever fits
  std::optional<double> scale;  ///< none: the largest that no edge contradicts
};

/// A heuristic that never overestimates, for any target.
struct ChosenHeuristic {
  Places places;
  double scale = 0;
  std::string description; ///< one line for people
};

/// Returns the metric whose separations agree best with the edges' weights, in O(edges) time. It is
/// octile on grid maps. It is great circles if all coordinates can be degrees and agree with the
/// weights better than straight lines do, by cosine similarity. Otherwise it is Euclidean, or None
/// without coordinates.
Metric naturalMetric(const Graph& graph, const CoordinateInput& input);

/// Returns the heuristic for a graph, in O(edges) time. `input` must outlive it.
/// @throws AppError when the wish cannot be met: without coordinates, with coordinates of another
///         kind, or when the scale makes the heuristic overestimate; the message then names an edge
///         that shows it
ChosenHeuristic chooseHeuristic(const Graph& graph, const CoordinateInput& input,
                                const HeuristicWish& wish);

} // namespace astar

#endif
