/** Graphs that do not change. */
#pragma once
#include "galois/graphs/LC_CSR_Graph.h"
