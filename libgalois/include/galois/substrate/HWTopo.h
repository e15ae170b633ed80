/**
 * The machine: which processors this process may use, and which of them are near each other.
 *
 * The answer comes from hwloc, restricted to the process' cpuset (taskset, cgroups), once, at the
 * first call. HWLOC_SYNTHETIC or HWLOC_XMLFILE make hwloc describe another machine: then threads
 * are laid out as on that machine and run unpinned on this one (isSynthetic()).
 *
 * Words: a PU is what the operating system schedules on (a hardware thread). A socket is an hwloc
 * package; PUs outside every package count as one further socket.
 */
#ifndef GALOIS_SUBSTRATE_HWTOPO_H
#define GALOIS_SUBSTRATE_HWTOPO_H

#include <string>
#include <vector>

namespace galois::substrate {

/// Where one logical thread lives.
struct ThreadTopoInfo {
  unsigned tid;                 ///< logical thread id, from 0
  unsigned socketLeader;        ///< smallest thread id on the same socket
  unsigned socket;              ///< socket, numbered from 0 without gaps
  unsigned numaNode;            ///< NUMA node, numbered from 0 without gaps
  unsigned cumulativeMaxSocket; ///< largest socket of threads 0..tid
  unsigned osContext;           ///< the operating system's number of the PU
  unsigned osNumaNode;          ///< the operating system's number of the NUMA node
};

/// Totals over what this process may use.
struct MachineTopoInfo {
  unsigned maxThreads;   ///< PUs
  unsigned maxCores;     ///< cores with at least one PU
  unsigned maxSockets;   ///< sockets with at least one PU
  unsigned maxNumaNodes; ///< NUMA nodes with at least one PU
};

/// The whole answer. `threads` has one entry a PU, in the order in which threads take them: first
/// one PU of every core, socket by socket, then the second PUs of the cores, and so on.
struct HWTopoInfo {
  MachineTopoInfo machine;
  std::vector<ThreadTopoInfo> threads;
};

/// A description of the machine for result records.
struct HostInfo {
  std::string cpu;    ///< processor model, "unknown" or "synthetic" where there is none
  unsigned sockets;   ///< as MachineTopoInfo::maxSockets
  unsigned numaNodes; ///< as MachineTopoInfo::maxNumaNodes
  unsigned cores;     ///< as MachineTopoInfo::maxCores
  unsigned threads;   ///< as MachineTopoInfo::maxThreads
  double memoryGiB;   ///< installed memory, 2^30 bytes
  bool synthetic;     ///< hwloc was told to describe another machine
};

/// The topology; there is always at least one PU. Loaded at the first call and never again, so
/// that pinning the caller later does not shrink it. Thread-safe. Throws std::runtime_error if
/// hwloc cannot describe the machine at all (for instance HWLOC_SYNTHETIC is malformed).
const HWTopoInfo& getHWTopo();

/// True when the topology is not that of this machine; binding is then left alone.
bool isSynthetic();

/// The host as result records describe it. Thread-safe.
const HostInfo& getHostInfo();

/// The numbers in a Linux list such as "0-3,8": ascending as written. Throws
/// std::invalid_argument on anything else ("3-", "a", "5-2"). An empty list gives no numbers.
std::vector<int> parseCPUList(const std::string& list);

/// Binds the calling thread to one PU, named by ThreadTopoInfo::osContext. False, and no change,
/// if the system refuses, the PU is not ours, or the topology is synthetic.
bool bindThreadSelf(unsigned osContext);

#ifdef GALOIS_VIRTUAL
/// Makes the topology that of a simulated machine, which hwloc describes by this text ("pack:4
/// [numa] core:16 pu:1"). References from getHWTopo() stay valid; what they show may be of the
/// machine before. Throws std::runtime_error if the text is no such description.
void setVirtualTopology(const std::string& synthetic);

/// Number of PUs that the text describes. Throws as setVirtualTopology.
unsigned virtualCoresOf(const std::string& synthetic);
#endif

/// Lets the calling thread run on every PU that this process may use. False if the system refuses.
bool unbindThreadSelf();

} // namespace galois::substrate

#endif
