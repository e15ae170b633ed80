/** readGraph(), which the miniature has beside its graph. */
#pragma once
#include "galois/graphs/LC_CSR_Graph.h"
