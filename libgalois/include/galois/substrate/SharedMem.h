/** Sets up the substrate at the start of a program. */
#pragma once

namespace galois::substrate {

/**
 * Initialises the topology, the thread pool and the system barrier in its constructor. Otherwise
 * they would be initialised at their first use. With this object it happens at a known place, on
 * the main thread, where main() can catch errors (std::runtime_error from the topology). The
 * destructor lets idle threads sleep, and lets the calling thread run where it could before regions
 * pinned it. Create it first in main(); at most one may exist at a time.
 */
class SharedMem {
public:
  SharedMem();
  ~SharedMem();
  SharedMem(const SharedMem&) = delete;
  SharedMem& operator=(const SharedMem&) = delete;
};

} // namespace galois::substrate
