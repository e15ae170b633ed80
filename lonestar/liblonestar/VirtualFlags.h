/**
 * The simulated machine of builds with GALOIS_VIRTUAL (docs/virtual.md): its flags, and what the
 * result record says of it. In other builds there are no such flags.
 */
#ifndef GALOIS_LONESTAR_VIRTUALFLAGS_H
#define GALOIS_LONESTAR_VIRTUALFLAGS_H

namespace lonestar {

/// Whether this build simulates its machine, so that times are virtual and nothing else is timed.
#ifdef GALOIS_VIRTUAL
inline constexpr bool kVirtual = true;
#else
inline constexpr bool kVirtual = false;
#endif

/// Sets up the machine that the flags describe, for `threads` threads. After the command line and
/// the seed, before any parallel loop. Throws UsageError.
void setUpVirtualMachine(unsigned threads);

} // namespace lonestar

#endif
