#ifndef GALOIS_INPUTS_GENERATE_ROAD_H
#define GALOIS_INPUTS_GENERATE_ROAD_H

// Road-like networks: connected, planar but for how roads are drawn, with coordinates, lengths
// spread over orders of magnitude, and the degrees of the USA road network (DIMACS USA-road: some
// 20 % dead ends, 23 % degree 2, 45 % T-junctions, 11 % crossings; 2.44 arcs a node).
//
// Junctions are a jittered lattice of which a random part of the roads is kept, plus what it takes
// to be connected. Roads then get nodes along them, most of which are where a dead end turns off.
// Nodes are numbered by squares of the map ("counties"), so that near nodes tend to have near ids.
// RoadGeometry.h bends the lattice into towns and countryside.
//
// Left out: one-way streets, motorways that pass over others, curved roads as many short pieces.

#include "inputs/Graph.h"

#include <cstdint>

namespace galois::inputs {

/// A road network with exactly `nodes` nodes, an arc each way for every road, coordinates
/// (longitude and latitude in 10^-6 degrees) and lengths in decimetres, each at least the
/// great-circle distance of its ends. The same for the same nodes and seed, everywhere. O(nodes)
/// time, nearly; some 55 bytes a node while it is made. Throws InputError when it does not fit.
Graph generateRoad(uint64_t nodes, uint64_t seed, bool progress = false);

} // namespace galois::inputs

#endif
