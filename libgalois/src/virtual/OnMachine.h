/** Whether the calling thread of the operating system is the one that runs all virtual cores. */
#pragma once

namespace galois::substrate::virt {

class Machine;

/// Set when main() begins. Constant-initialised, so that it can be read at any time.
inline thread_local bool onMachine = false;
inline Machine* machine = nullptr;

} // namespace galois::substrate::virt
