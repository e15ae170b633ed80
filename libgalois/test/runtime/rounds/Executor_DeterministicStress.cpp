// Random tasks in loops that run in rounds, with many more threads than cores: tasks read and write
// random objects, push, abort themselves, and some loops end early. The result must be that of one
// thread, and of for_each_ordered that of a sequential run. Wrong marks show as another result, and
// under ThreadSanitizer as a race on the plain objects.
#include <algorithm>
#include <cstdint>
#include <queue>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Clock.h"
#include "galois/worklists/Deterministic.h"
#include "support/Child.h"
#include "support/RoundLog.h"

namespace {

using galois::MethodFlag;
using galois::test::Cell;
using galois::test::take;

// Four are both forms of the operator on few and on many cells.
constexpr std::uint32_t kSeeds = galois::test::kSanitized ? 4 : 8;

struct Task {
  std::uint32_t seed;
  std::uint32_t depth;
  unsigned aborts = 0; ///< how often it has aborted itself
};

/// What a task does follows from its seed.
struct Uses {
  explicit Uses(std::uint32_t seed, std::size_t cells) {
    std::minstd_rand random(seed + 1);
    for (std::size_t i = random() % 4; i-- > 0;) {
      reads.push_back(random() % cells);
    }
    for (std::size_t i = random() % 3; i-- > 0;) {
      writes.push_back(random() % cells);
    }
    aborts = random() % 16 == 0;
    breaks = random() % 8000 == 0;
    pushes = random() % 3;
  }
  std::vector<std::size_t> reads, writes;
  bool aborts, breaks;
  unsigned pushes;
};

template <typename... Options>
std::vector<std::uint64_t> runRandom(unsigned threads, std::uint32_t seed, std::size_t cellCount,
                                     bool twoPasses, const Options&... options) {
  galois::setActiveThreads(threads);
  std::vector<Cell> cells(cellCount);
  std::vector<Task> tasks;
  for (std::uint32_t i = 0; i < 400; ++i) {
    tasks.push_back({seed * 1000 + i, 0, 0});
  }
  galois::for_each(
      galois::iterate(tasks),
      [&](Task& task, auto& context) {
        const Uses uses(task.seed, cells.size());
        std::uint64_t sum = task.seed;
        for (const std::size_t cell : uses.reads) {
          take(cells[cell], MethodFlag::READ);
          sum = sum * 31 + cells[cell].value;
        }
        for (const std::size_t cell : uses.writes) {
          take(cells[cell]);
        }
        if (uses.aborts && task.aborts < sum % 3) {
          ++task.aborts;
          context.abort();
        }
        if (twoPasses && context.isFirstPass()) {
          return;
        }
        context.cautiousPoint();
        for (const std::size_t cell : uses.writes) {
          cells[cell].value = cells[cell].value * 17 + sum;
        }
        if (task.seed % 512 == 0) { // so that small rounds are worth all threads
          const std::uint64_t end = galois::substrate::nowNs() + 150'000;
          while (galois::substrate::nowNs() < end) {
          }
        }
        if (uses.breaks) {
          context.breakLoop();
        }
        for (unsigned i = 0; i < uses.pushes && task.depth < 5; ++i) {
          context.push(Task{task.seed * 5 + i + 7, task.depth + 1, 0});
        }
      },
      galois::wl<galois::worklists::Deterministic<>>(), galois::parallel_break(), options...);
  std::vector<std::uint64_t> result;
  result.reserve(cells.size());
  for (const Cell& cell : cells) {
    result.push_back(cell.value);
  }
  return result;
}

TEST(DeterministicStress, RandomTasksGiveTheResultOfOneThread) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::size_t cells = seed % 3 == 0 ? 10 : 300;
    const auto same = [&](const auto&... options) {
      const auto expected = runRandom(1, seed, cells, seed % 2 == 0, options...);
      for (const unsigned threads : {2U, 16U}) {
        EXPECT_EQ(runRandom(threads, seed, cells, seed % 2 == 0, options...), expected) << seed;
      }
    };
    same();
    same(galois::intent_to_read());
    same(galois::local_state<int>());
    same(galois::intent_to_read(), galois::fixed_neighborhood());
  }
  galois::setActiveThreads(1);
}

/// An item for for_each_ordered. What it pushes stays in its own neighbourhood.
struct Item {
  std::uint64_t time;
  std::uint32_t seed;
  bool operator<(const Item& other) const {
    return std::tie(time, seed) < std::tie(other.time, other.seed);
  }
};

template <typename Push>
void happen(std::vector<Cell>& cells, const Item& item, const Push& push) {
  const std::size_t a = item.seed % cells.size(), b = item.seed * 7 % cells.size();
  cells[a].value = cells[a].value * 13 + cells[b].value + item.time;
  cells[b].value = cells[b].value * 11 + item.time;
  if (cells[a].value % 3 == 0 && item.time < 3000) {
    push(Item{item.time + 1 + cells[b].value % 40,
              item.seed + static_cast<std::uint32_t>(cells.size())}); // the same cells
  }
}

TEST(OrderedStress, RandomItemsGiveTheResultOfASequentialRun) {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    std::mt19937 random(seed);
    std::vector<Item> items;
    for (unsigned i = 0; i < 800; ++i) {
      items.push_back({random() % 2500, static_cast<std::uint32_t>(random() % 100000)});
    }
    const std::size_t count = seed % 2 == 0 ? 20 : 400;
    std::vector<Cell> expected(count);
    const auto later = [](const Item& a, const Item& b) { return b < a; };
    std::priority_queue<Item, std::vector<Item>, decltype(later)> queue(later, items);
    while (!queue.empty()) {
      const Item item = queue.top();
      queue.pop();
      happen(expected, item, [&](const Item& next) { queue.push(next); });
    }
    for (const unsigned threads : {1U, 2U, 16U}) {
      galois::setActiveThreads(threads);
      std::vector<Cell> cells(count);
      galois::for_each_ordered(
          items.begin(), items.end(), [](const Item& a, const Item& b) { return a < b; },
          [&](const Item& item, auto&) {
            take(cells[item.seed % count]);
            take(cells[item.seed * 7 % count]);
          },
          [&](const Item& item, auto& context) {
            happen(cells, item, [&](const Item& next) { context.push(next); });
          });
      EXPECT_TRUE(std::equal(cells.begin(), cells.end(), expected.begin(),
                             [](const Cell& a, const Cell& b) { return a.value == b.value; }))
          << seed << " on " << threads << " threads";
    }
  }
  galois::setActiveThreads(1);
}

} // namespace
