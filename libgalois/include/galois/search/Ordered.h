/**
 * The coordination Ordered: the nodes of one depth are tasks, which begin in a fixed order
 * [YPP, 5.1.3]. The calling thread first collects them. Then each thread takes the earliest task of
 * its order that no thread has begun. The first thread's order is that of a sequential search.
 *
 * [YPP] Xie, "Performance-driven work stealing for parallel tree search" (2023).
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "galois/search/Coordinations.h"
#include "galois/search/Explorer.h"
#include "galois/search/OrderedClaims.h"
#include "galois/search/Team.h"

namespace galois::search {

namespace internal {

/// Collects the nodes of one depth, with the number of times that the path to each left the first
/// child of a node.
template <typename Explorer>
struct CollectHooks : NoHooks {
  CollectHooks(Explorer& from, unsigned wanted) : explorer(from), depth(wanted) {}
  bool keeps(unsigned d) const { return d == depth; }
  template <typename Top, typename Node>
  void keep(Top& parent, Node& node) {
    std::uint32_t left = 0;
    for (Top* level = &explorer.bottom();; level = level->above) {
      left += level->left + 1 < level->generator().numChildren() ? 1 : 0;
      if (level == &parent) {
        break;
      }
    }
    tasks.push_back({node, depth});
    discrepancies.push_back(left);
  }
  Explorer& explorer;
  const unsigned depth;
  std::vector<Task<typename Explorer::Node>> tasks;
  std::vector<std::uint32_t> discrepancies;
};

/// The tasks of Ordered.
template <typename Node>
struct OrderedSet {
  std::vector<Task<Node>> tasks;   ///< in the order of a sequential search
  std::vector<std::size_t> others; ///< their numbers in the order of all threads but the first
};

/// Collects the tasks below the root, which was visited. There are none if the search was stopped.
template <typename Explorer>
OrderedSet<typename Explorer::Node> collectTasks(const Ordered& coordination, Explorer& explorer,
                                                 Task<typename Explorer::Node>&& root) {
  CollectHooks<Explorer> all(explorer, coordination.spawnDepth);
  if (coordination.spawnDepth <= root.depth) {
    all.tasks.push_back(std::move(root));
    all.discrepancies.push_back(0);
  } else if (!explorer.explore(std::move(root), all)) {
    return {};
  }
  explorer.countSpawned(all.tasks.size());
  std::vector<std::size_t> others(all.tasks.size());
  std::iota(others.begin(), others.end(), std::size_t{0});
  if (coordination.order == TaskOrder::kDiscrepancy) {
    std::stable_sort(others.begin(), others.end(), [&](std::size_t a, std::size_t b) {
      return all.discrepancies[a] < all.discrepancies[b];
    });
  }
  return {std::move(all.tasks), std::move(others)};
}

} // namespace internal

/// Searches below the root, which was visited, in tasks that begin in a fixed order.
template <typename Explorer>
void runTeam(const Ordered& coordination, Team<Explorer>& team,
             Task<typename Explorer::Node>&& root) {
  auto all = internal::collectTasks(coordination, *team.front(), std::move(root));
  OrderedClaims<> claims(all.tasks.size());
  internal::onEachThread(team, [&](unsigned thread) {
    Explorer& explorer = *team[thread];
    const auto taskAt = [&](std::size_t place) { return thread == 0 ? place : all.others[place]; };
    NoHooks hooks;
    std::size_t place = 0, task = 0;
    while (!explorer.stop().poll() && (task = claims.next(place, taskAt)) != claims.kNone) {
      explorer.explore(std::move(all.tasks[task]), hooks);
    }
  });
}

} // namespace galois::search
