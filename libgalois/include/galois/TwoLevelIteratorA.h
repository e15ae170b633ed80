/** Forwards to TwoLevelIterator.h, under the second header name that Galois has for it. */
#ifndef GALOIS_TWOLEVELITERATORA_H
#define GALOIS_TWOLEVELITERATORA_H

#include "galois/TwoLevelIterator.h"

#endif
