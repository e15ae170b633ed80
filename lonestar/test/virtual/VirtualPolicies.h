/**
 * A loop in which tasks push tasks, under each policy, on any simulated machine. It records how
 * often each task was delivered, and whether the end of the loop was announced too early.
 * Instantiated in one file per policy.
 */
#pragma once

#include <array>
#include <cstdint>

#include "Delivered.h"
#include "galois/Galois.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/Termination.h"

namespace virtual_policies {

struct Item {
  std::uint32_t id;
  std::uint32_t priority;
};

struct PriorityOf {
  std::uint32_t operator()(const Item& item) const { return item.priority; }
};

/// The number of tasks at the beginning of the loop.
inline constexpr std::uint32_t kInitial = 16;

inline Item itemOf(std::uint32_t id) {
  // The priority rises with the generation and is random within it, as distances are.
  const std::uint64_t mixed = galois::substrate::Random(7, id)();
  return {id, id / 4 + static_cast<std::uint32_t>(mixed >> 56)};
}

/// Calls `push` with the tasks that task `id` pushes, of `tasks` tasks in total.
template <typename Push>
void forChildren(std::uint32_t id, std::uint32_t tasks, const Push& push) {
  for (std::uint32_t child = kInitial + 2 * id; child < kInitial + 2 * id + 2; ++child) {
    if (child < tasks) {
      push(itemOf(child));
    }
  }
}

// Fibers run one at a time, so plain memory is enough for the counts.
template <typename Policy>
void deliverInto(Delivered& out, const lonestar::WorklistSettings& settings) {
  const auto tasks = static_cast<std::uint32_t>(out.times.size());
  std::array<Item, kInitial> first;
  for (std::uint32_t id = 0; id < kInitial; ++id) {
    first[id] = itemOf(id);
  }
  // This is the detector of the loop below. There is only one, and it is already set up for that
  // many threads.
  const galois::substrate::TerminationDetection& termination =
      galois::substrate::getSystemTermination(galois::substrate::getActiveThreads());
  Policy::visit(PriorityOf(), settings, [&](const auto& worklist) {
    galois::for_each(
        galois::iterate(first.begin(), first.end()),
        [&](const Item& item, auto& ctx) {
          ++out.times[item.id];
          forChildren(item.id, tasks, [&ctx](const Item& child) { ctx.push(child); });
          out.afterEnd += termination.globalTermination();
        },
        worklist, galois::loopname("Deliver"), galois::disable_conflict_detection());
  });
}

template <typename Policy>
Delivered deliver(std::uint32_t tasks, const lonestar::WorklistSettings& settings) {
  Delivered out(tasks);
  deliverInto<Policy>(out, settings);
  return out;
}

} // namespace virtual_policies

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template virtual_policies::Delivered virtual_policies::deliver<lonestar::worklists::Policy>(     \
      std::uint32_t, const lonestar::WorklistSettings&);
