/** The substrate's share of starting and ending a program. */
#ifndef GALOIS_SUBSTRATE_SHAREDMEM_H
#define GALOIS_SUBSTRATE_SHAREDMEM_H

namespace galois::substrate {

/**
 * Sets up the machine while it lives: topology, thread pool, system barrier. All of these also
 * come to life by themselves at first use; this makes it happen at a known place, on the main
 * thread, and with errors where main() can catch them (std::runtime_error from the topology). At
 * the end idle threads are sent to sleep. Make it first in main(), at most one at a time.
 */
class SharedMem {
public:
  SharedMem();
  ~SharedMem();
  SharedMem(const SharedMem&) = delete;
  SharedMem& operator=(const SharedMem&) = delete;
};

} // namespace galois::substrate

#endif
