/** Reads symmetric travelling salesman problems in the format of TSPLIB (Reinelt 1991). */
#pragma once

#include <string>

#include "tsp/Tours.h"

namespace lonestar::search {

/// Returns the distances between the cities of a file: of the types EXPLICIT, EUC_2D, CEIL_2D,
/// MAN_2D, MAX_2D, ATT and GEO.
/// @throws galois::inputs::InputError in one line
Distances readTsplib(const std::string& path);

} // namespace lonestar::search
