/**
 * The flags of the simulated machine in builds with GALOIS_VIRTUAL (docs/virtual.md). Other builds
 * do not have these flags.
 */
#pragma once

namespace lonestar {

/// True in builds that simulate the machine, where all times are virtual.
#ifdef GALOIS_VIRTUAL
inline constexpr bool kVirtual = true;
#else
inline constexpr bool kVirtual = false;
#endif

/// Sets up the machine that the flags describe, for `threads` threads. Call it after the command
/// line is parsed and the seed is set, and before any parallel loop. Does nothing in other builds.
/// @throws UsageError  for flags that do not describe a machine
void setUpVirtualMachine(unsigned threads);

} // namespace lonestar
