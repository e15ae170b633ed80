/** Declares LonestarStart under the path that programs for Galois 6 include. */
#pragma once

#include "galois/Galois.h"
#include "liblonestar/BoilerPlate.h"
