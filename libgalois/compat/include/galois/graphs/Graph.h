/** Includes the graphs in memory, graph files, and helpers. */
#pragma once

#include "galois/graphs/FileGraph.h"
#include "galois/graphs/GraphHelpers.h"
#include "galois/graphs/LCGraph.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/graphs/Morph_SepInOut_Graph.h"
