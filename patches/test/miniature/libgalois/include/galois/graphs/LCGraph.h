/** Graphs that do not change. */
#ifndef MINIATURE_GRAPHS_LCGRAPH_H
#define MINIATURE_GRAPHS_LCGRAPH_H
#include "galois/graphs/LC_CSR_Graph.h"
#endif
