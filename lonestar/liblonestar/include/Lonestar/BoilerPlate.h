/** Declares LonestarStart under the path that programs for Galois 6 include. */
#ifndef GALOIS_LONESTAR_INCLUDE_BOILERPLATE_H
#define GALOIS_LONESTAR_INCLUDE_BOILERPLATE_H

#include "galois/Galois.h"
#include "liblonestar/BoilerPlate.h"

#endif
