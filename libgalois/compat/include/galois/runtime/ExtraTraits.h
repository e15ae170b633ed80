/** The options of loops under the path that programs for Galois 6 include. */
#ifndef GALOIS_RUNTIME_EXTRATRAITS_H
#define GALOIS_RUNTIME_EXTRATRAITS_H

#include "galois/Traits.h"

#endif
