/**
 * HD-CPS:HW [HD-CPS, section III-D]: hdcps with a hardware receive queue and a hardware priority
 * queue per core. Only builds for the simulated machine have it, and this header is empty in others:
 * see docs/worklists/hd-cps-hardware.md.
 *
 * A task or the metadata of a bag is sent as one message of the mesh. The sender has a flag for
 * each receiver; if it is set, another receiver is drawn. After kMostDraws such draws, the sender
 * keeps what it wanted to send. With a size of 0 the hardware queue is absent, and the queue in
 * memory takes its place, exactly as in hdcps. Bags are always pulled if there is a receive queue
 * in hardware, because an entry has no room for tasks.
 */
#pragma once

#ifdef GALOIS_VIRTUAL

#include <cstdint>

#include "galois/worklists/Hdcps.h"
#include "galois/worklists/parts/hardware/PriorityPort.h"
#include "galois/worklists/parts/hardware/ReceivePort.h"

namespace galois::worklists {

namespace parameters {
/// Fields of HardwareQueueParams.
/// @{
inline constexpr Parameter kHwHrq = Parameter::number(
    "hw-hrq", {0, 1u << 16},
    "entries of the hardware receive queue per core; 0: a receive queue in memory");
inline constexpr Parameter kHwHpq =
    Parameter::number("hw-hpq", {0, 1u << 16},
                      "entries of the hardware priority queue per core; 0: a heap in memory");
/// @}
} // namespace parameters

/// Sizes of the hardware queues. The defaults are the paper's.
struct HardwareQueueParams {
  std::uint32_t receiveEntries = 32;  ///< of the receive queue per core; 0: none
  std::uint32_t priorityEntries = 48; ///< of the priority queue per core; 0: none
};

/// Run-time parameters of HD-CPS:HW.
struct HdcpsHardwareParams : HdcpsParams {
  HardwareQueueParams hardware; ///< of the hardware queues

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    HdcpsParams::visitParameters(self, visit);
    visit(parameters::kHwHrq, self.hardware.receiveEntries);
    visit(parameters::kHwHpq, self.hardware.priorityEntries);
  }
};

/// hdcps-hw, and with priorityEntries = 0 hdcps-hrq: HdcpsFull with hardware queues.
struct HdcpsHardware : HdcpsFull {
  static constexpr bool kHardware = true; ///< whether there are hardware queues
  using Params = HdcpsHardwareParams;     ///< run-time parameters

  /// The queues of a thread, see internal::HdcpsQueues.
  template <typename T, typename Indexer, typename Index>
  struct Queues;
};

/// The queues of a thread.
template <typename T, typename Indexer, typename Index>
struct HdcpsHardware::Queues {
  /// Draws of a receiver until the sender keeps what it wanted to send.
  static constexpr unsigned kMostDraws = 8;

  using Tasks = PriorityPort<T, Indexer, Index, kBags>; ///< the priority queue of a thread
  using TaskBag = typename Tasks::TaskBag;              ///< the metadata of a bag
  using Entry = typename Tasks::Entry;                  ///< what hardware queues hold

  /// The receive queue of a thread.
  struct Port {
    /// Makes an empty queue.
    explicit Port(const HdcpsHardwareParams& params) : port(params.hardware.receiveEntries) {}
    ReceivePort<Entry> port; ///< the queue
  };

  /// Returns the priority queue of a thread. @throws std::bad_alloc
  static Tasks makeTasks(const IndexLess<Indexer>& less, BagPool<T, Index>& bags,
                         const HdcpsHardwareParams& params) {
    return Tasks(less, bags, params.hardware.priorityEntries);
  }

  /// Returns the entry of a task.
  static Entry entryOf(const T& task) { return {false, task, TaskBag{}}; }
  /// Returns the entry of a bag.
  static Entry entryOf(const TaskBag& bag) { return {true, T(), bag}; }

  /// Adds an entry to a priority queue. @throws std::bad_alloc
  static void push(Tasks& tasks, const Entry& entry) {
    if (entry.isBag) {
      tasks.push(entry.bag);
    } else {
      tasks.push(entry.task);
    }
  }

  /// Calls `sink(thread, name, value)` for each counter of the hardware queues that exist.
  template <typename PortOf, typename TasksOf, typename Sink>
  static void reportCounters(unsigned threads, PortOf&& portOf, TasksOf&& tasksOf, Sink& sink) {
    ReceivePortCounters in;
    PriorityPortCounters queue;
    for (unsigned t = 0; t < threads; ++t) {
      in.services += portOf(t).counters().services;
      in.found += portOf(t).counters().found;
      queue.accesses += tasksOf(t).counters().accesses;
      queue.length += tasksOf(t).counters().length;
    }
    for (unsigned t = 0; t < threads; ++t) {
      if (portOf(t).exists()) {
        const ReceivePortCounters& own = portOf(t).counters();
        sink(t, "hrq_spills", own.spills);
        sink(t, "hrq_flags_met", own.flagsMet);
        // All threads report the same averages, so that their average is that over all accesses.
        sink(t, "hrq_found", meanOf(in.found, in.services));
      }
      if (tasksOf(t).exists()) {
        const PriorityPortCounters& own = tasksOf(t).counters();
        sink(t, "hpq_spills", own.spills);
        sink(t, "hpq_heap_pops", own.heapPops);
        sink(t, "hpq_stalls", own.stalls);
        sink(t, "hpq_stall_ns", own.stallTime / 1000);
        sink(t, "hpq_length", meanOf(queue.length, queue.accesses));
      }
    }
  }

private:
  static Average meanOf(std::uint64_t sum, std::uint64_t count) {
    return Average{count ? static_cast<double>(sum) / static_cast<double>(count) : 0};
  }
};

} // namespace galois::worklists

#endif
