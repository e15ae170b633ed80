/**
 * The flags of the simulated machine in builds with GALOIS_VIRTUAL (docs/virtual.md). Other builds
 * do not have these flags.
 */
#ifndef GALOIS_LONESTAR_VIRTUALFLAGS_H
#define GALOIS_LONESTAR_VIRTUALFLAGS_H

namespace lonestar {

/// Whether this build simulates its machine, so that all times are virtual.
#ifdef GALOIS_VIRTUAL
inline constexpr bool kVirtual = true;
#else
inline constexpr bool kVirtual = false;
#endif

/// Sets up the machine that the flags describe, for `threads` threads. Call it when the command
/// line is parsed and the seed is set, before any parallel loop. @throws UsageError
void setUpVirtualMachine(unsigned threads);

} // namespace lonestar

#endif
