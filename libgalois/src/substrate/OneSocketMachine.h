/**
 * This machine without hwloc, for builds with GALOIS_HWLOC=none: the processors that the process
 * may use, on one socket and one NUMA node. Which of them share a core is read from sysfs; where it
 * says nothing, each is a core.
 */
#pragma once

#include <sched.h>

#include <cerrno>
#include <exception>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "MachineLayout.h"

namespace galois::substrate::detail {

class Machine {
public:
  Machine() {
    // The kernel refuses sets that are too small for it, and does not say how large they must be.
    while (sched_getaffinity(0, bytes(), set()) != 0) {
      if (errno != EINVAL || words_.size() >= kMostWords) {
        throw std::runtime_error("the system does not say which processors we may use");
      }
      words_.resize(words_.size() * 2);
    }
    std::vector<Unit> units;
    std::map<unsigned, unsigned> pusSeen; // core -> PUs so far
    for (unsigned pu = 0; pu < 8 * bytes(); ++pu) {
      if (CPU_ISSET_S(pu, bytes(), set())) {
        const unsigned core = coreOf(pu);
        units.push_back(Unit{pu, 0, core, pusSeen[core]++, 0, 0});
      }
    }
    info_ = layOut(units);
    host_ = describeHost(info_, "unknown", false);
  }

  const HWTopoInfo& info() const { return info_; }
  const HostInfo& host() const { return host_; }
  bool synthetic() const { return false; }

  bool bind(unsigned osContext) const {
    if (osContext >= 8 * bytes() || !CPU_ISSET_S(osContext, bytes(), set())) {
      return false;
    }
    std::vector<unsigned long> one(words_.size());
    auto* const only = reinterpret_cast<cpu_set_t*>(one.data());
    CPU_SET_S(osContext, bytes(), only);
    return sched_setaffinity(0, bytes(), only) == 0;
  }

  bool unbind() const { return sched_setaffinity(0, bytes(), set()) == 0; }

private:
  static constexpr std::size_t kMostWords = 1 << 14;

  std::size_t bytes() const { return words_.size() * sizeof(unsigned long); }
  cpu_set_t* set() { return reinterpret_cast<cpu_set_t*>(words_.data()); }
  const cpu_set_t* set() const { return reinterpret_cast<const cpu_set_t*>(words_.data()); }

  /// The first PU of the core that this one belongs to.
  static unsigned coreOf(unsigned pu) {
    std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(pu) +
                       "/topology/thread_siblings_list");
    std::string list;
    try {
      if (std::getline(file, list) && !list.empty()) {
        return static_cast<unsigned>(parseCPUList(list).front());
      }
    } catch (const std::exception&) {
      // not of the form that we know
    }
    return pu;
  }

  std::vector<unsigned long> words_ = std::vector<unsigned long>(16);
  HWTopoInfo info_{};
  HostInfo host_{};
};

} // namespace galois::substrate::detail
