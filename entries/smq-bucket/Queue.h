// Stealing bucket queue, as docs/queue.md offers it to threads of one's own.
#pragma once

#include "OurQueue.h"
#include "galois/worklists/StealingBucketQueue.h"

using Queue = entries::OurQueue<galois::worklists::StealingBucketQueue<>,
                                galois::worklists::StealingBucketParams>;
