/**
 * A loop in which tasks push tasks, under each policy, on whatever machine is simulated: how often
 * each task was delivered. Instantiated in a file of its own for each policy.
 */
#ifndef GALOIS_LONESTAR_TEST_VIRTUALPOLICIES_H
#define GALOIS_LONESTAR_TEST_VIRTUALPOLICIES_H

#include <array>
#include <cstdint>
#include <vector>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"
#include "liblonestar/WorklistInfo.h"

namespace virtual_policies {

struct Item {
  std::uint32_t id;
  std::uint32_t priority;
};

struct PriorityOf {
  std::uint32_t operator()(const Item& item) const { return item.priority; }
};

/// Tasks that are there from the beginning.
inline constexpr std::uint32_t kInitial = 16;

inline Item itemOf(std::uint32_t id) {
  // Rises with the generation, and is mixed within it, as distances are.
  const std::uint64_t mixed = galois::substrate::Random(7, id)();
  return {id, id / 4 + static_cast<std::uint32_t>(mixed >> 56)};
}

/// Calls `push` with the tasks that task `id` makes, of `tasks` in all.
template <typename Push>
void forChildren(std::uint32_t id, std::uint32_t tasks, const Push& push) {
  for (std::uint32_t child = kInitial + 2 * id; child < kInitial + 2 * id + 2; ++child) {
    if (child < tasks) {
      push(itemOf(child));
    }
  }
}

/// Counts in `times` how often each of the tasks 0..times.size()-1 is delivered. Task i pushes two
/// that no other pushes.
template <typename Policy>
void deliverInto(std::vector<std::uint32_t>& times, const lonestar::WorklistSettings& settings) {
  const auto tasks = static_cast<std::uint32_t>(times.size());
  std::array<Item, kInitial> first;
  for (std::uint32_t id = 0; id < kInitial; ++id) {
    first[id] = itemOf(id);
  }
  Policy::visit(PriorityOf(), settings, [&](const auto& worklist) {
    galois::for_each(
        galois::iterate(first.begin(), first.end()),
        [&](const Item& item, auto& ctx) {
          ++times[item.id];
          forChildren(item.id, tasks, [&ctx](const Item& child) { ctx.push(child); });
        },
        worklist, galois::loopname("Deliver"), galois::disable_conflict_detection());
  });
}

/// Times that each of the tasks 0..tasks-1 was delivered.
template <typename Policy>
std::vector<std::uint32_t> deliver(std::uint32_t tasks,
                                   const lonestar::WorklistSettings& settings) {
  std::vector<std::uint32_t> times(tasks);
  deliverInto<Policy>(times, settings);
  return times;
}

} // namespace virtual_policies

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template std::vector<std::uint32_t> virtual_policies::deliver<lonestar::worklists::Policy>(      \
      std::uint32_t, const lonestar::WorklistSettings&);

#endif
