/**
 * Queries on grid maps with their published answers, as in the MovingAI benchmarks (.scen):
 *
 *     version 1
 *     BUCKET MAP WIDTH HEIGHT STARTX STARTY GOALX GOALY LENGTH
 *
 * Fields are separated by tabs, or by blanks if no name of a map contains one.
 */
#pragma once

#include "inputs/formats/GridMap.h"
#include "inputs/io/InputFile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace galois::inputs {

/// One query: from cell (startX, startY) to cell (goalX, goalY) of a map.
struct GridQuery {
  std::uint64_t line = 0;   ///< its line in the file, from 1
  std::uint32_t bucket = 0; ///< queries of one bucket have about the same length
  std::string map{};        ///< file name of the map, as the file states it
  std::uint32_t width = 0;  ///< width of the map
  std::uint32_t height = 0; ///< height of the map
  std::uint32_t startX = 0; ///< column of the start
  std::uint32_t startY = 0; ///< row of the start
  std::uint32_t goalX = 0;  ///< column of the goal
  std::uint32_t goalY = 0;  ///< row of the goal
  double optimal = 0;       ///< published length of a shortest path; a diagonal step is sqrt(2)
  double rounding = 0; ///< how far the digits that are printed may be away; 0 for a whole number
};

/// Reads all queries of a file, in its order. @throws InputError
std::vector<GridQuery> readGridScenario(InputFile& file);

/// Checks the queries against the map, in O(queries) time.
/// @throws InputError, naming `file` and the line, if a query's map has another size, or if its
///         start or goal is not passable
void checkScenario(const GridMap& map, const std::vector<GridQuery>& queries,
                   const std::string& file);

} // namespace galois::inputs
