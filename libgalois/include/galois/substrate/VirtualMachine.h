/**
 * The interface of programs to the simulated machine of builds with GALOIS_VIRTUAL.
 *
 * The machine has one clock per core. Every thread of the pool is a fiber on one of its cores, and
 * all fibers run on the operating system's thread that called main(). docs/virtual.md describes the
 * costs and what conclusions they allow.
 */
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace galois::substrate::virt {

/// A description of the machine to simulate.
struct Setup {
  unsigned cores = 0;    ///< number of cores; 0: as in `topology`, or one
  std::string topology;  ///< as hwloc reads it, "pack:4 core:16"; "": sockets of up to 64 cores
  std::string costsFile; ///< files of costs, separated by commas; "": the defaults
  std::string costs;     ///< lines as in such a file, which take precedence
  std::uint64_t seed = 1;
  bool timeline = false; ///< whether to record a timeline()
};

/// Simulates this machine from now on, with new clocks and empty caches. Call it on the main
/// thread, between parallel regions.
/// @throws std::runtime_error with one line that says what is wrong with the setup. The machine
///         then stays as it was
void configure(const Setup& setup);

/// What caches of limited size did not hold.
struct Misses {
  std::uint64_t lines = 0;      ///< that a core had to get from elsewhere
  std::uint64_t fromMemory = 0; ///< those that no cache had

  friend bool operator==(const Misses& a, const Misses& b) noexcept {
    return a.lines == b.lines && a.fromMemory == b.fromMemory;
  }
};

/// A description of the machine for result records.
struct Description {
  unsigned cores;
  std::string topology;                              ///< the complete text that hwloc reads
  std::string costsName;                             ///< name of the file, or "default"
  std::vector<std::pair<std::string, double>> costs; ///< with the names and units of the file
  std::uint64_t events;                              ///< number of accesses to shared memory so far
  bool limitsCaches;                                 ///< whether its caches have a size
  Misses misses;                                     ///< so far, if so
};
Description describe();

/// The single stall that the cost `stall-chance` causes.
struct Stall {
  bool happened = false;
  unsigned core = 0;
  std::uint64_t from = 0, to = 0; ///< virtual time in nanoseconds, as in Clock.h
};
Stall stall();

/// Returns how many allocations the cost `failed-allocation` has made fail since the machine was
/// set up.
std::uint64_t failedAllocations();

/// Returns the number of objects that operator new has allocated and operator delete has not freed.
std::uint64_t livingAllocations();

/// Returns whether the calling thread's next allocation is to fail. Allocation functions call it.
bool allocationFails() noexcept;
/// Records that the calling thread begins or ends the body of a parallel region. The pool calls it.
void inRegion(bool inside) noexcept;

/// Returns what every core did over time, in Chrome's trace format, or "" unless the setup
/// requested it.
std::string timeline();

} // namespace galois::substrate::virt
