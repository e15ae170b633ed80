#include "galois/substrate/HWTopo.h"

#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>
#include <string_view>
#include <tuple>

namespace galois::substrate {
namespace {

/// One PU as hwloc describes it, before threads are numbered.
struct Unit {
  unsigned osIndex;
  unsigned socket;  // hwloc's logical index; outside all packages: one more than the last
  unsigned core;    // hwloc's logical index; without core objects: unique per PU
  unsigned sibling; // which PU of its core this is, from 0
  unsigned node;    // hwloc's logical index of the NUMA node, 0 without NUMA objects
  unsigned osNode;
};

/// The data that is loaded once: hwloc's topology, which binding uses, and our description made
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
    layOut(findUnits());
    describeHost();
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

  void layOut(std::vector<Unit> units) {
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

    std::vector<unsigned> leaders(socketIds.size(), ~0u);
    unsigned maxSocket = 0;
    for (unsigned tid = 0; tid < units.size(); ++tid) {
      const Unit& unit = units[tid];
      const unsigned socket = socketIds[unit.socket];
      leaders[socket] = std::min(leaders[socket], tid);
      maxSocket = std::max(maxSocket, socket);
      info_.threads.push_back(ThreadTopoInfo{tid, leaders[socket], socket, nodeIds[unit.node],
                                             maxSocket, unit.osIndex, unit.osNode});
    }
    info_.machine = MachineTopoInfo{
        static_cast<unsigned>(units.size()), static_cast<unsigned>(coreIds.size()),
        static_cast<unsigned>(socketIds.size()), static_cast<unsigned>(nodeIds.size())};
  }

  void describeHost() {
    const hwloc_obj_t package = hwloc_get_obj_by_type(topology_, HWLOC_OBJ_PACKAGE, 0);
    const char* model = nullptr;
    for (hwloc_obj_t from : {package, hwloc_get_root_obj(topology_)}) {
      if (from != nullptr && model == nullptr) {
        model = hwloc_obj_get_info_by_name(from, "CPUModel");
      }
    }
    host_.cpu = model != nullptr ? model : (synthetic_ ? "synthetic" : "unknown");
    host_.sockets = info_.machine.maxSockets;
    host_.numaNodes = info_.machine.maxNumaNodes;
    host_.cores = info_.machine.maxCores;
    host_.threads = info_.machine.maxThreads;
    const double pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));
    const double pageBytes = static_cast<double>(sysconf(_SC_PAGESIZE));
    host_.memoryGiB = pages * pageBytes / (1024.0 * 1024.0 * 1024.0);
    host_.synthetic = synthetic_;
#ifdef GALOIS_VIRTUAL
    host_.cpu = "virtual";
    host_.memoryGiB = 0; // the memory of the simulating machine is irrelevant
#endif
  }

  hwloc_topology_t topology_ = nullptr;
  HWTopoInfo info_{};
  HostInfo host_{};
  bool synthetic_ = false;
};

#ifdef GALOIS_VIRTUAL
// Set before main() starts, and by setVirtualTopology().
const Machine* simulated = nullptr;
const Machine& machine() { return *simulated; }

/// Returns the machine that the text describes. Results are cached, because tests of many seeds
/// request the same few machines again and again.
const Machine& described(const std::string& synthetic) {
  static auto& known = *new std::map<std::string, const Machine*>();
  const Machine*& one = known[synthetic];
  if (one == nullptr) {
    one = new Machine(synthetic.c_str());
  }
  return *one;
}
#else
const Machine& machine() {
  static const Machine* const instance = new Machine();
  return *instance;
}
#endif

int parseNumber(std::string_view text, const std::string& list) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) {
    throw std::invalid_argument("bad processor list '" + list + "': expected, e.g., 0-3,8");
  }
  return value;
}

} // namespace

#ifdef GALOIS_VIRTUAL
void setVirtualTopology(const std::string& synthetic) { simulated = &described(synthetic); }
unsigned virtualCoresOf(const std::string& synthetic) {
  return described(synthetic).info().machine.maxThreads;
}
#endif

const HWTopoInfo& getHWTopo() { return machine().info(); }
bool isSynthetic() { return machine().synthetic(); }
const HostInfo& getHostInfo() { return machine().host(); }
bool bindThreadSelf(unsigned osContext) { return machine().bind(osContext); }
bool unbindThreadSelf() { return machine().unbind(); }

std::vector<int> parseCPUList(const std::string& list) {
  std::vector<int> numbers;
  std::string_view rest = list;
  while (!rest.empty() && (rest.back() == '\n' || rest.back() == ' ')) {
    rest.remove_suffix(1);
  }
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const std::size_t dash = part.find('-');
    const int first = parseNumber(part.substr(0, dash), list);
    const int last =
        dash == std::string_view::npos ? first : parseNumber(part.substr(dash + 1), list);
    if (last < first) {
      throw std::invalid_argument("bad processor list '" + list + "': a range runs backwards");
    }
    for (int n = first; n <= last; ++n) {
      numbers.push_back(n);
    }
    if (comma == std::string_view::npos) {
      break;
    }
    rest.remove_prefix(comma + 1);
    if (rest.empty()) {
      parseNumber(rest, list); // a trailing comma: report the list
    }
  }
  return numbers;
}

} // namespace galois::substrate
