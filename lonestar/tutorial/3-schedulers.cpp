/**
 * The order of tasks decides how much work there is. This program finds the cheapest way from one
 * corner of a grid to every cell under several worklists and counts the tasks of each.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "Tutorial.h"
#include "galois/AtomicHelpers.h"
#include "galois/Galois.h"
#include "galois/worklists/MultiQueue.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/StealingMultiQueue.h"

namespace {

constexpr unsigned kSide = 300;
constexpr unsigned kFar = ~0u;

/// "This cell can be reached at this cost."
struct Task {
  unsigned cell;
  unsigned cost;
};

/// Tells a worklist how urgent a task is: smaller is more urgent. OBIM serves priorities in groups,
/// here of 32; the shift is the exponent.
struct Priority {
  unsigned operator()(const Task& task) const { return task.cost >> 5; }
};

/// What it costs to enter a cell: 1 to 100, scattered.
unsigned costOf(unsigned cell) { return (cell * 2654435761u >> 16) % 100 + 1; }

/// Calls visit(neighbour) for the cells beside a cell.
template <typename Visit>
void forNeighbours(unsigned cell, Visit visit) {
  const unsigned x = cell % kSide;
  if (x > 0) {
    visit(cell - 1);
  }
  if (x + 1 < kSide) {
    visit(cell + 1);
  }
  if (cell >= kSide) {
    visit(cell - kSide);
  }
  if (cell + kSide < kSide * kSide) {
    visit(cell + kSide);
  }
}

/// The check: Dijkstra's algorithm on one thread.
std::vector<unsigned> searchSerially() {
  std::vector<unsigned> costs(kSide * kSide, kFar);
  using Entry = std::pair<unsigned, unsigned>; // cost, cell
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (queue.emplace(0, 0); !queue.empty();) {
    const auto [cost, cell] = queue.top();
    queue.pop();
    if (cost < costs[cell]) {
      costs[cell] = cost;
      forNeighbours(cell, [&, from = cost](unsigned to) { queue.emplace(from + costOf(to), to); });
    }
  }
  return costs;
}

/// Searches under one worklist. The operator is the same for all: only the template argument of
/// galois::wl differs. Returns whether the answer is right.
template <typename Worklist>
bool search(const char* name, const std::vector<unsigned>& expected) {
  std::vector<galois::Atomic<unsigned>> costs(kSide * kSide);
  galois::do_all(galois::iterate(costs), [](auto& cost) { cost = kFar; });
  costs[0] = 0;
  galois::GAccumulator<std::uint64_t> tasks; // program 4 explains it
  galois::for_each(
      galois::iterate({Task{0, 0}}),
      [&](const Task& task, auto& context) {
        tasks += 1;
        if (costs[task.cell] < task.cost) {
          return; // stale: this work was for nothing
        }
        forNeighbours(task.cell, [&](unsigned to) {
          const unsigned cost = task.cost + costOf(to);
          if (cost < galois::atomicMin(costs[to], cost)) {
            context.push(Task{to, cost});
          }
        });
      },
      galois::wl<Worklist>(), galois::disable_conflict_detection());
  std::printf("%-20s %8llu tasks\n", name, static_cast<unsigned long long>(tasks.reduce()));
  return std::equal(expected.begin(), expected.end(), costs.begin());
}

} // namespace

int main(int argc, char** argv) {
  const unsigned threads = tutorial::threadsOf(argc, argv, "tutorial-3-schedulers",
                                               "one operator under several worklists");
  galois::SharedMemSys runtime;
  galois::setActiveThreads(threads, galois::kOversubscribe);

  using namespace galois::worklists;
  const std::vector<unsigned> expected = searchSerially();
  bool right = search<PerSocketChunkFIFO<64>>("chunks, no priority", expected);
  right &= search<OrderedByIntegerMetric<Priority, PerSocketChunkFIFO<64>>>("OBIM", expected);
  right &= search<StealingMultiQueue<Priority>>("Stealing Multi-Queue", expected);
  right &= search<MultiQueue<Priority>>("Multi-Queue", expected);
  std::printf("%-20s %8u cells\n", "for comparison", kSide * kSide);
  return tutorial::finish(right);
}
