/** The two-level iterator under the name of its second Galois header. */
#ifndef GALOIS_TWOLEVELITERATORA_H
#define GALOIS_TWOLEVELITERATORA_H

#include "galois/TwoLevelIterator.h"

#endif
