#ifndef GALOIS_INPUTS_FORMATS_COORDINATES_H
#define GALOIS_INPUTS_FORMATS_COORDINATES_H

// DIMACS coordinate text, as in the ninth DIMACS challenge:
//   c comment
//   p aux sp co NODES
//   v ID X Y                ids from 1, each node once; 32-bit integers

#include "inputs/Graph.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/OutputFile.h"

#include <vector>

namespace galois::inputs {

/// Reads the coordinates of all nodes, in the order of their ids. Throws InputError.
std::vector<Coordinate> readCoordinates(InputFile& file);

/// The coordinates of nodes that have these ids: those in the file's order if there are as many as
/// nodes, or if there are no ids; else those at the ids, if the file has all of them. Otherwise
/// returns `coords` as they are, which are too many or too few.
std::vector<Coordinate> coordinatesOfNodes(std::vector<Coordinate> coords,
                                           const std::vector<uint64_t>& ids);

/// Writes coordinates in the same form. Throws InputError.
void writeCoordinates(const std::vector<Coordinate>& coords, OutputFile& file);

} // namespace galois::inputs

#endif
