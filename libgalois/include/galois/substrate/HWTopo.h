/**
 * The topology of the machine: which processors this process may use, and how near they are to each
 * other.
 *
 * The first call reads the topology from hwloc, restricted to the process' cpuset (taskset,
 * cgroups). HWLOC_SYNTHETIC and HWLOC_XMLFILE make hwloc describe another machine. Threads then get
 * positions on that machine and run unpinned on this one (isSynthetic()).
 *
 * Terms: a PU (processing unit) is a hardware thread, to which the operating system assigns
 * threads. A socket is an hwloc package. PUs outside all packages form one additional socket.
 */
#pragma once

#include <string>
#include <vector>

namespace galois::substrate {

/// The position of one logical thread.
struct ThreadTopoInfo {
  unsigned tid;                 ///< logical thread id, from 0
  unsigned socketLeader;        ///< smallest thread id on the same socket
  unsigned socket;              ///< socket, numbered from 0 without gaps
  unsigned numaNode;            ///< NUMA node, numbered from 0 without gaps
  unsigned cumulativeMaxSocket; ///< largest socket number of threads 0..tid
  unsigned osContext;           ///< the operating system's number of the PU
  unsigned osNumaNode;          ///< the operating system's number of the NUMA node
};

/// Totals over the processors that this process may use.
struct MachineTopoInfo {
  unsigned maxThreads;   ///< number of PUs
  unsigned maxCores;     ///< number of cores with at least one PU
  unsigned maxSockets;   ///< number of sockets with at least one PU
  unsigned maxNumaNodes; ///< number of NUMA nodes with at least one PU
};

/// The topology.
struct HWTopoInfo {
  MachineTopoInfo machineTopoInfo; ///< totals

  /// One entry per PU, in the order in which threads use them: first one PU of every core, socket
  /// by socket, then the second PU of every core, and so on.
  std::vector<ThreadTopoInfo> threadTopoInfo;
};

/// A description of the machine for result records.
struct HostInfo {
  std::string cpu;    ///< processor model, "unknown" or "synthetic"
  unsigned sockets;   ///< as MachineTopoInfo::maxSockets
  unsigned numaNodes; ///< as MachineTopoInfo::maxNumaNodes
  unsigned cores;     ///< as MachineTopoInfo::maxCores
  unsigned threads;   ///< as MachineTopoInfo::maxThreads
  double memoryGiB;   ///< installed memory in units of 2^30 bytes
  bool synthetic;     ///< whether hwloc describes another machine
};

/// Returns the topology, which has at least one PU. The first call loads it and later calls never
/// load it again, so pinning the caller later does not shrink it. Thread-safe.
/// @throws std::runtime_error if hwloc cannot describe the machine, for instance because
///         HWLOC_SYNTHETIC is malformed
const HWTopoInfo& getHWTopo();

/// Returns whether the topology is not that of this machine. Threads are then never bound.
bool isSynthetic();

/// Returns the description of the machine for result records. Thread-safe.
const HostInfo& getHostInfo();

/// Returns the numbers in a Linux list such as "0-3,8", in the order in which they are written. An
/// empty list has no numbers. Blanks may stand around numbers, commas and dashes.
/// @throws std::invalid_argument if the text is not such a list, as "3-", "a" and "5-2"
std::vector<int> parseCPUList(const std::string& list);

/// Binds the calling thread to the PU with this ThreadTopoInfo::osContext. Returns false and
/// changes nothing if the system refuses, if this process may not use the PU, or if the topology is
/// synthetic.
bool bindThreadSelf(unsigned osContext);

#ifdef GALOIS_VIRTUAL
/// Replaces the topology by that of a simulated machine, which this text describes to hwloc
/// ("pack:4 [numa] core:16 pu:1"). References from getHWTopo() stay valid, but may show the
/// previous machine.
/// @throws std::runtime_error if hwloc cannot read the text
void setVirtualTopology(const std::string& synthetic);

/// Returns the number of PUs that the text describes.
/// @throws std::runtime_error if hwloc cannot read the text
unsigned virtualCoresOf(const std::string& synthetic);
#endif

/// Lets the calling thread run on every PU that this process may use. Returns false if the system
/// refuses.
bool unbindThreadSelf();

} // namespace galois::substrate
