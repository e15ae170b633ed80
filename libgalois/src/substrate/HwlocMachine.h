/** This machine, or another one that hwloc was told to describe, as hwloc sees it. */
#pragma once

#include <hwloc.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "MachineLayout.h"

namespace galois::substrate::detail {

/// from it.
class Machine {
public:
  /// @param simulated  text that describes a machine, or nullptr for the real machine
  explicit Machine(const char* simulated = nullptr) {
    if (hwloc_topology_init(&topology_) != 0) {
      throw std::runtime_error("hwloc does not start");
    }
    if (simulated != nullptr && hwloc_topology_set_synthetic(topology_, simulated) != 0) {
      hwloc_topology_destroy(topology_);
      throw std::runtime_error(std::string("virtual topology '") + simulated +
                               "' is none that hwloc knows; expected, e.g., pack:4 core:16");
    }
    if (hwloc_topology_load(topology_) != 0) {
      hwloc_topology_destroy(topology_);
      throw std::runtime_error("hwloc cannot describe this machine "
                               "(check HWLOC_SYNTHETIC and HWLOC_XMLFILE if set)");
    }
    synthetic_ = hwloc_topology_is_thissystem(topology_) == 0;
    if (!synthetic_) {
      restrictToCpuset();
    }
    info_ = layOut(findUnits());
    host_ = describeHost(info_, model(), synthetic_);
  }
  // Exists until the process ends, because worker threads use it to bind themselves.
  ~Machine() = delete;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const HWTopoInfo& info() const { return info_; }
  const HostInfo& host() const { return host_; }
  bool synthetic() const { return synthetic_; }

  bool bind(unsigned osContext) const {
    hwloc_const_bitmap_t all = hwloc_topology_get_topology_cpuset(topology_);
    if (synthetic_ || hwloc_bitmap_isset(all, osContext) == 0) {
      return false;
    }
    hwloc_bitmap_t one = hwloc_bitmap_alloc();
    if (one == nullptr) {
      return false;
    }
    hwloc_bitmap_only(one, osContext);
    const bool bound = hwloc_set_cpubind(topology_, one, HWLOC_CPUBIND_THREAD) == 0;
    hwloc_bitmap_free(one);
    return bound;
  }

  bool unbind() const {
    if (synthetic_) {
      return true; // never bound
    }
    return hwloc_set_cpubind(topology_, hwloc_topology_get_topology_cpuset(topology_),
                             HWLOC_CPUBIND_THREAD) == 0;
  }

private:
  // hwloc takes cgroup cpusets into account, but not the affinity mask of the process (taskset).
  void restrictToCpuset() {
    hwloc_bitmap_t mine = hwloc_bitmap_alloc();
    if (mine == nullptr) {
      return;
    }
    if (hwloc_get_cpubind(topology_, mine, HWLOC_CPUBIND_THREAD) == 0 &&
        hwloc_bitmap_intersects(mine, hwloc_topology_get_topology_cpuset(topology_)) != 0) {
      // If this fails, the topology is not restricted, and no better information is available.
      hwloc_topology_restrict(topology_, mine, 0);
    }
    hwloc_bitmap_free(mine);
  }

  std::vector<Unit> findUnits() const {
    std::vector<Unit> units;
    const auto packages =
        static_cast<unsigned>(std::max(0, hwloc_get_nbobjs_by_type(topology_, HWLOC_OBJ_PACKAGE)));
    const auto cores =
        static_cast<unsigned>(std::max(0, hwloc_get_nbobjs_by_type(topology_, HWLOC_OBJ_CORE)));
    std::map<unsigned, unsigned> pusSeen; // number of PUs so far, by core
    for (hwloc_obj_t pu = nullptr;
         (pu = hwloc_get_next_obj_by_type(topology_, HWLOC_OBJ_PU, pu)) != nullptr;) {
      const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topology_, HWLOC_OBJ_PACKAGE, pu);
      const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology_, HWLOC_OBJ_CORE, pu);
      const hwloc_obj_t node = nodeOf(pu);
      // Outside all packages, the socket is one past the last; without core objects, each PU is a core.
      Unit unit{};
      unit.osIndex = pu->os_index;
      unit.socket = package != nullptr ? package->logical_index : packages;
      unit.core = core != nullptr ? core->logical_index : cores + pu->logical_index;
      unit.sibling = pusSeen[unit.core]++;
      unit.node = node != nullptr ? node->logical_index : 0;
      unit.osNode = node != nullptr ? node->os_index : 0;
      units.push_back(unit);
    }
    if (units.empty()) {
      throw std::runtime_error("hwloc finds no processor that we may use");
    }
    return units;
  }

  // In hwloc, NUMA nodes are not ancestors of processors, so the node of a PU is found by its
  // cpuset. The first match counts; further nodes with the same PUs are other kinds of memory.
  hwloc_obj_t nodeOf(hwloc_obj_t pu) const {
    for (hwloc_obj_t node = nullptr;
         (node = hwloc_get_next_obj_by_type(topology_, HWLOC_OBJ_NUMANODE, node)) != nullptr;) {
      if (node->cpuset != nullptr && hwloc_bitmap_isset(node->cpuset, pu->os_index) != 0) {
        return node;
      }
    }
    return nullptr;
  }

  const char* model() const {
    const hwloc_obj_t package = hwloc_get_obj_by_type(topology_, HWLOC_OBJ_PACKAGE, 0);
    const char* model = nullptr;
    for (hwloc_obj_t from : {package, hwloc_get_root_obj(topology_)}) {
      if (from != nullptr && model == nullptr) {
        model = hwloc_obj_get_info_by_name(from, "CPUModel");
      }
    }
    if (model != nullptr) {
      return model;
    }
    return synthetic_ ? "synthetic" : "unknown";
  }

  hwloc_topology_t topology_ = nullptr;
  HWTopoInfo info_{};
  HostInfo host_{};
  bool synthetic_ = false;
};

} // namespace galois::substrate::detail
