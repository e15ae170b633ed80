/** From processors as the system numbers them to threads as the library numbers them. */
#pragma once

#include <unistd.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "galois/substrate/HWTopo.h"

namespace galois::substrate::detail {

/// One PU before threads are numbered. Sockets, cores and nodes may be numbered with gaps.
struct Unit {
  unsigned osIndex;
  unsigned socket;
  unsigned core;
  unsigned sibling; // which PU of its core this is, from 0
  unsigned node;
  unsigned osNode;
};

/// Numbers threads: the first PU of each core, socket by socket, then the second PUs, and so on.
inline HWTopoInfo layOut(std::vector<Unit> units) {
  std::sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) {
    return std::tie(a.sibling, a.socket, a.core, a.osIndex) <
           std::tie(b.sibling, b.socket, b.core, b.osIndex);
  });
  std::map<unsigned, unsigned> socketIds;
  std::map<unsigned, unsigned> nodeIds;
  std::map<unsigned, unsigned> coreIds;
  for (const Unit& unit : units) {
    socketIds.emplace(unit.socket, 0);
    nodeIds.emplace(unit.node, 0);
    coreIds.emplace(unit.core, 0);
  }
  unsigned next = 0;
  for (auto& [id, compact] : socketIds) {
    compact = next++;
  }
  next = 0;
  for (auto& [id, compact] : nodeIds) {
    compact = next++;
  }

  HWTopoInfo info;
  std::vector<unsigned> leaders(socketIds.size(), ~0u);
  unsigned maxSocket = 0;
  for (unsigned tid = 0; tid < units.size(); ++tid) {
    const Unit& unit = units[tid];
    const unsigned socket = socketIds[unit.socket];
    leaders[socket] = std::min(leaders[socket], tid);
    maxSocket = std::max(maxSocket, socket);
    info.threadTopoInfo.push_back(ThreadTopoInfo{tid, leaders[socket], socket, nodeIds[unit.node],
                                                 maxSocket, unit.osIndex, unit.osNode});
  }
  info.machineTopoInfo = MachineTopoInfo{
      static_cast<unsigned>(units.size()), static_cast<unsigned>(coreIds.size()),
      static_cast<unsigned>(socketIds.size()), static_cast<unsigned>(nodeIds.size())};
  return info;
}

/// What result records say of a machine of this layout.
inline HostInfo describeHost(const HWTopoInfo& info, const char* cpu, bool synthetic) {
  HostInfo host;
  host.cpu = cpu;
  host.sockets = info.machineTopoInfo.maxSockets;
  host.numaNodes = info.machineTopoInfo.maxNumaNodes;
  host.cores = info.machineTopoInfo.maxCores;
  host.threads = info.machineTopoInfo.maxThreads;
  const double pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));
  const double pageBytes = static_cast<double>(sysconf(_SC_PAGESIZE));
  host.memoryGiB = pages * pageBytes / (1024.0 * 1024.0 * 1024.0);
  host.synthetic = synthetic;
#ifdef GALOIS_VIRTUAL
  host.cpu = "virtual";
  host.memoryGiB = 0; // the memory of the simulating machine is irrelevant
#endif
  return host;
}

} // namespace galois::substrate::detail
