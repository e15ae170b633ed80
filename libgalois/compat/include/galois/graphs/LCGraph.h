/** Includes the graphs whose topology is fixed once they are built, and readGraph. */
#pragma once

#include "galois/graphs/LC_Adaptor_Graph.h"
#include "galois/graphs/LC_CSR_CSC_Graph.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/graphs/LC_CSR_Hypergraph.h"
#include "galois/graphs/LC_InOut_Graph.h"
#include "galois/graphs/LC_InlineEdge_Graph.h"
#include "galois/graphs/LC_Linear_Graph.h"
#include "galois/graphs/LC_Morph_Graph.h"
#include "galois/graphs/ReadGraph.h"
