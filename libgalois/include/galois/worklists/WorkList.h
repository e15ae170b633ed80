/** All worklists that programs written for Galois name, in one header. */
#pragma once

#include "galois/worklists/AdaptiveObim.h"
#include "galois/worklists/BulkSynchronous.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Deterministic.h"
#include "galois/worklists/ExternalReference.h"
#include "galois/worklists/LocalQueue.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/OrderedList.h"
#include "galois/worklists/OwnerComputes.h"
#include "galois/worklists/ParaMeter.h"
#include "galois/worklists/Simple.h"
#include "galois/worklists/StableIterator.h"
