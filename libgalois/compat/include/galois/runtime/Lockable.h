/** Galois' header of this name: the abstract locks, which are in Context.h. */
#pragma once

#include "galois/runtime/Context.h"
