/**
 * The simulated machine of builds with GALOIS_VIRTUAL: what a program may set, and ask.
 *
 * The machine has a clock a core. Every thread of the pool is a fiber on one of its cores, and all
 * of them run on the one thread of the system that called main(). What costs how much, and what
 * that may be taken for, is in docs/virtual.md.
 */
#ifndef GALOIS_SUBSTRATE_VIRTUALMACHINE_H
#define GALOIS_SUBSTRATE_VIRTUALMACHINE_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace galois::substrate::virt {

/// What machine is simulated.
struct Setup {
  unsigned cores = 0;    ///< 0: as the topology says, or one
  std::string topology;  ///< of hwloc's synthetic kind, "pack:4 core:16"; "": sockets of up to 64
  std::string costsFile; ///< "": the defaults
  std::string costs;     ///< lines as in such a file, which overrule it
  std::uint64_t seed = 1;
  bool timeline = false; ///< keeps what timeline() tells
};

/// Simulates another machine from now on; clocks and caches start afresh. On the main thread,
/// between parallel regions.
/// @throws std::runtime_error  with one line that says what is wrong with the setup; the machine
///                             then stays as it was
void configure(const Setup& setup);

/// The machine, for result records.
struct Description {
  unsigned cores;
  std::string topology;                              ///< complete, as hwloc reads it
  std::string costsName;                             ///< of the file; "default"
  std::vector<std::pair<std::string, double>> costs; ///< by the names and in the units of the file
  std::uint64_t events;                              ///< accesses to shared memory so far
};
Description describe();

/// The one stall that the costs' `stall-chance` asks for.
struct Stall {
  bool happened = false;
  unsigned core = 0;
  std::uint64_t from = 0, to = 0; ///< in ns, as Clock.h counts them
};
Stall stall();

/// Allocations that the costs' `failed-allocation` has made fail since the machine was set up.
std::uint64_t failedAllocations();

/// Objects that operator new has made and operator delete has not taken back.
std::uint64_t livingAllocations();

/// Whether the calling thread's next allocation is to fail; what allocates asks.
bool allocationFails() noexcept;
/// The calling thread begins or ends the body of a parallel region; the pool says so.
void inRegion(bool inside) noexcept;

/// What every core did when, in Chrome's trace format; "" unless the setup asked for it.
std::string timeline();

} // namespace galois::substrate::virt

#endif
