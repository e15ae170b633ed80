/**
 * This machine without hwloc, for builds with GALOIS_HWLOC=none: the processors that the process
 * may use, on one socket and one NUMA node. Which of them share a core is read from sysfs; where it
 * says nothing, each is a core.
 */
#pragma once

#include <exception>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "Affinity.h"
#include "MachineLayout.h"

namespace galois::substrate::detail {

class Machine {
public:
  Machine() {
    if (own_.empty()) {
      throw std::runtime_error("the system does not say which processors we may use");
    }
    std::vector<Unit> units;
    std::map<unsigned, unsigned> pusSeen; // core -> PUs so far
    for (unsigned pu = 0; pu < Affinity::kMost; ++pu) {
      if (own_.contains(pu)) {
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
    return own_.contains(osContext) && Affinity::only(osContext).apply();
  }

  bool unbind() const { return own_.apply(); }

private:
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

  Affinity own_ = Affinity::ofSelf(); ///< what this process may use
  HWTopoInfo info_{};
  HostInfo host_{};
};

} // namespace galois::substrate::detail
