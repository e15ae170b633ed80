/** Whether the calling thread of the system is the one that all virtual cores live on. */
#ifndef GALOIS_VIRTUAL_ONMACHINE_H
#define GALOIS_VIRTUAL_ONMACHINE_H

namespace galois::substrate::virt {

class Machine;

/// Set once main has begun; constant-initialised, so that it can be asked at any time.
inline thread_local bool onMachine = false;
inline Machine* machine = nullptr;

} // namespace galois::substrate::virt

#endif
