/**
 * Minnow with an engine beside each core [Zhang, Ma, Thomson and Chiou, ASPLOS 2018; HD-CPS, section
 * V-A2], on the simulated machine. Only builds for it have this policy, and this header is empty in
 * others: see docs/worklists/hd-cps-hardware.md.
 *
 * All threads are workers. While a worker runs the tasks of a chunk, its engine searches the shared
 * bags for the most urgent chunk, reads it, and leaves it in the worker's inbox (Minnow.h). The
 * engine also carries out the prefetches that the loop names for tasks that will run soon, so that
 * their data are arriving when the tasks begin.
 *
 * Choices where the papers leave one:
 *  - The engine begins a search when the worker takes tasks and the engine is idle. It holds one
 *    chunk ahead.
 *  - A worker that needs the chunk before the engine is done waits for it. A worker without any
 *    other task takes the chunks of other engines.
 *  - To take a task from the engine takes one access to a hardware queue.
 *  - The worker itself sorts new tasks into bags, as in software.
 *  - Rows of the graph never change and cost nothing but instructions on the simulated machine, so
 *    only the data that tasks write are prefetched.
 */
#pragma once

#ifdef GALOIS_VIRTUAL

#include <cstddef>
#include <cstdint>

#include "galois/substrate/VirtualDevice.h"
#include "galois/worklists/Minnow.h"
#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/SharedParameters.h"

namespace galois::worklists {

namespace parameters {
/// A field of MinnowHardwareParams.
inline constexpr Parameter kMinnowLines = Parameter::number(
    "minnow-lines", {0, 64}, "cache lines that the engine of a core prefetches at once; 0: none");
} // namespace parameters

/// Run-time parameters of Minnow with engines. There are no helpers.
struct MinnowHardwareParams : MinnowParams {
  static constexpr std::uint32_t kMostLines = parameters::kMinnowLines.high; ///< at once
  std::uint32_t lines = 16; ///< lines that an engine prefetches at once, 0 to kMostLines

  /// Calls `visit(parameter, field)` for each but those of helpers, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kChunk, self.chunkSize);
    visit(parameters::kMinnowLines, self.lines);
  }
};

/// The engines, for Minnow.
class MinnowEngines {
public:
  static constexpr bool kExist = true;              ///< each core has an engine
  static constexpr std::size_t kAhead = 1;          ///< chunks that an engine holds
  using Params = MinnowHardwareParams;              ///< run-time parameters
  using Scope = substrate::virt::SharedEngineScope; ///< within it, the calling core's engine works

  /// Lets the engines of all cores prefetch, until the destructor.
  explicit MinnowEngines(const Params& params) {
    substrate::virt::setEnginePrefetches(params.lines);
  }
  ~MinnowEngines() { substrate::virt::setEnginePrefetches(0); }
  MinnowEngines(const MinnowEngines&) = delete;
  MinnowEngines& operator=(const MinnowEngines&) = delete;

  /// Returns whether the calling core's engine is idle.
  static bool idle() noexcept { return substrate::virt::engineIsIdle(); }
  /// Waits for the calling core's engine. @return how long, in picoseconds
  static std::uint64_t await() noexcept { return substrate::virt::waitForEngine(); }
  /// Takes the time in which the core gets `tasks` tasks from its engine.
  static void deliver(std::size_t tasks) noexcept {
    for (std::size_t i = 0; i < tasks; ++i) {
      substrate::virt::deviceStep(substrate::virt::DeviceWork::kQueueAccess);
    }
  }
};

} // namespace galois::worklists

#endif
