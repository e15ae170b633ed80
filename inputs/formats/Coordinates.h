/**
 * DIMACS coordinate text, as in the ninth DIMACS challenge:
 *
 *     c comment
 *     p aux sp co NODES
 *     v ID X Y                ids from 1, each node once; 32-bit integers
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/OutputFile.h"

#include <vector>

namespace galois::inputs {

/// Reads the coordinates of all nodes, in the order of their ids. @throws InputError
std::vector<Coordinate> readCoordinates(InputFile& file);

/// Returns the coordinates of nodes that have these ids. If there are no ids, or as many
/// coordinates as nodes, they are taken in the file's order. Otherwise they are those at the ids,
/// if the file has all of them. Otherwise `coords` is returned unchanged, so that its size differs
/// from the number of nodes.
std::vector<Coordinate> coordinatesOfNodes(std::vector<Coordinate> coords,
                                           const std::vector<std::uint64_t>& ids);

/// Writes coordinates in the same form. @throws InputError
void writeCoordinates(const std::vector<Coordinate>& coords, OutputFile& file);

} // namespace galois::inputs
