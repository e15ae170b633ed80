/**
 * Synthetic road networks. They are connected, planar except that roads are drawn straight, and
 * have coordinates. Lengths spread over orders of magnitude. Degrees are those of the USA road
 * network (DIMACS USA-road: about 20 % dead ends, 23 % degree 2, 45 % T-junctions, 11 % crossings;
 * 2.44 arcs per node).
 *
 * Junctions form a jittered lattice. A random part of its roads is kept, with further roads that
 * make the network connected. Roads then get nodes along them, at most of which a dead end turns
 * off. Nodes are numbered by squares of the map ("counties"), so that near nodes tend to have near
 * ids. RoadGeometry.h distorts the lattice into towns and countryside.
 *
 * Left out: one-way streets, motorways that pass over others, curved roads as many short pieces.
 */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>

namespace galois::inputs {

/// Returns a road network with exactly `nodes` nodes and one arc in each direction per road. It has
/// coordinates (longitude and latitude in 10^-6 degrees) and lengths in decimetres, each at least
/// the great-circle distance of its ends. The result depends only on nodes and seed. Takes nearly
/// O(nodes) time, and about 55 bytes per node meanwhile.
/// @throws InputError when the graph does not fit in memory
Graph generateRoad(std::uint64_t nodes, std::uint64_t seed, bool progress = false);

} // namespace galois::inputs
