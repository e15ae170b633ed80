/** readGraph(), which the miniature has beside its graph. */
#ifndef MINIATURE_GRAPHS_READGRAPH_H
#define MINIATURE_GRAPHS_READGRAPH_H
#include "galois/graphs/LC_CSR_Graph.h"
#endif
