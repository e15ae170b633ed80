/** The chunked worklists under the path of Galois' header for those of single threads. */
#ifndef GALOIS_WORKLISTS_PERTHREADCHUNK_H
#define GALOIS_WORKLISTS_PERTHREADCHUNK_H

#include "galois/worklists/Chunk.h"

#endif
