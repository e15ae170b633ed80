/** The header that includes the others. */
#ifndef MINIATURE_GALOIS_H
#define MINIATURE_GALOIS_H

#include "galois/Loops.h"
#include "galois/MethodFlags.h"
#include "galois/SharedMemSys.h"
#include "galois/config.h"

#endif
