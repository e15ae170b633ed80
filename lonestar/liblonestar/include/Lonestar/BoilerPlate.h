/** Galois 6's spelling of where LonestarStart is declared. */
#ifndef GALOIS_LONESTAR_INCLUDE_BOILERPLATE_H
#define GALOIS_LONESTAR_INCLUDE_BOILERPLATE_H

#include "liblonestar/BoilerPlate.h"

#endif
