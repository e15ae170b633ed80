/**
 * Distances from a source by label correction: the items of the queue are nodes, by the distance at
 * which they were reached. The answer does not depend on the order, but the number of tasks does. A
 * task is wasted if its node was reached at a smaller distance meanwhile.
 */
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "Access.h"
#include "Adapter.h"
#include "Team.h"
#include "galois/worklists/parts/common/TaskCounts.h"

namespace entries {

/// A question of an adapter (Adapter.h).
/// @tparam Hops  whether all edges have length 1
template <typename Queue, bool Hops>
class Search {
public:
  explicit Search(peers::Graph&& graph) : graph_(std::move(graph)) {}

  /// Returns the distances from the source.
  std::vector<std::uint64_t> operator()(const peers::Task& task) {
    std::vector<std::uint64_t> distances(graph_.size(), peers::kFar);
    const auto queue = makeQueue<Queue>(task.threads, peers::settings());
    std::vector<galois::worklists::TaskCounts<>> counts(task.threads);
    std::vector<std::uint64_t> tasks(task.threads);
    distances[task.source] = 0;
    {
      counts[0].add();
      Access<Queue> first(*queue);
      first.push({0, task.source});
    }
    onThreads(task.threads, [&](unsigned thread) {
      Access<Queue> access(*queue);
      tasks[thread] = work(access, counts, thread, distances);
    });
    tasks_ = 0;
    for (const std::uint64_t each : tasks) {
      tasks_ += each;
    }
    return distances;
  }

  /// Returns how many tasks the last answer took.
  std::uint64_t tasks() const { return tasks_; }

private:
  using Distance = std::atomic_ref<std::uint64_t>;

  std::uint64_t work(Access<Queue>& access, std::vector<galois::worklists::TaskCounts<>>& counts,
                     unsigned thread, std::vector<std::uint64_t>& distances) const {
    const auto of = [&](unsigned other) -> const auto& { return counts[other]; };
    std::uint64_t tasks = 0;
    for (Item item{};;) {
      if (access.tryPop(item)) {
        ++tasks;
        relax(item, access, counts[thread], distances);
        counts[thread].finish();
      } else if (galois::worklists::TaskCounts<>::allDone(static_cast<unsigned>(counts.size()),
                                                          of)) {
        return tasks;
      } else {
        std::this_thread::yield();
      }
    }
  }

  void relax(Item item, Access<Queue>& access, galois::worklists::TaskCounts<>& counts,
             std::vector<std::uint64_t>& distances) const {
    const std::size_t node = item.value;
    if (Distance(distances.at(node)).load(std::memory_order_relaxed) != item.priority) {
      return;
    }
    for (std::uint64_t at = graph_.offsets[node]; at < graph_.offsets[node + 1]; ++at) {
      const std::uint64_t far = item.priority + (Hops ? 1 : graph_.weights[at]);
      Distance old(distances[graph_.targets[at]]);
      std::uint64_t seen = old.load(std::memory_order_relaxed);
      while (far < seen) {
        if (old.compare_exchange_weak(seen, far, std::memory_order_relaxed)) {
          counts.add();
          access.push({far, graph_.targets[at]});
          break;
        }
      }
    }
  }

  peers::Graph graph_;
  std::uint64_t tasks_ = 0;
};

} // namespace entries
