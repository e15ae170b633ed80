/** The chunked worklists under the path of Galois' header for those of single threads. */
#pragma once

#include "galois/worklists/Chunk.h"
