// Stealing Multi-Queue, as docs/queue.md offers it to threads of one's own.
#pragma once

#include "OurQueue.h"
#include "galois/worklists/StealingMultiQueue.h"

using Queue = entries::OurQueue<galois::worklists::StealingMultiQueue<>,
                                galois::worklists::StealingMultiQueue<>::Params>;
