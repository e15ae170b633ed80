// Multi-Queue, as docs/queue.md offers it to threads of one's own.
#pragma once

#include "OurQueue.h"
#include "galois/worklists/MultiQueue.h"

using Queue =
    entries::OurQueue<galois::worklists::MultiQueue<>, galois::worklists::MultiQueue<>::Params>;
