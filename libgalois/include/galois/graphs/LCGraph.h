/** The graphs whose topology is fixed once they are built, and how to read them. */
#ifndef GALOIS_GRAPHS_LCGRAPH_H
#define GALOIS_GRAPHS_LCGRAPH_H

#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/graphs/ReadGraph.h"

#endif
