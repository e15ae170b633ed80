#include "analytics/bfs/SynchronousBfs.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "analytics/bfs/MeetingCost.h"
#include "galois/analytics/Graph.h"

namespace {

using bfs::MeetingCost;
using Node = std::uint32_t;

/// A graph with edges from each node to these.
struct Made {
  explicit Made(const std::vector<std::vector<Node>>& rows) {
    for (const auto& row : rows) {
      targets.insert(targets.end(), row.begin(), row.end());
      offsets.push_back(targets.size());
    }
  }

  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> targets;
};

/// A grid, whose levels have up to `width` nodes, behind which lies a fan: one level of many nodes.
std::vector<std::vector<Node>> gridAndFan(Node width, Node length, Node fan) {
  std::vector<std::vector<Node>> rows(std::size_t{width} * length + fan);
  for (Node node = 0; node < width * length; ++node) {
    if (node % width + 1 < width) {
      rows[node].push_back(node + 1);
    }
    if (node + width < width * length) {
      rows[node].push_back(node + width);
    }
  }
  for (Node leaf = 0; leaf < fan; ++leaf) {
    rows[width * length - 1].push_back(width * length + leaf);
  }
  return rows;
}

/// The levels by their definition, from node 0.
std::vector<std::uint32_t> levelsOf(const std::vector<std::vector<Node>>& rows) {
  std::vector<std::uint32_t> levels(rows.size(), std::numeric_limits<std::uint32_t>::max());
  std::vector<Node> queue{0};
  levels[0] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const Node target : rows[queue[at]]) {
      if (levels[target] == std::numeric_limits<std::uint32_t>::max()) {
        levels[target] = levels[queue[at]] + 1;
        queue.push_back(target);
      }
    }
  }
  return levels;
}

} // namespace

TEST(MeetingCost, ALongWaitIsAvoidedForAsLongAsItLasted) {
  MeetingCost meetings(128);
  EXPECT_EQ(meetings.worth(0), 128u);
  meetings.waited(49'999); // as any level
  EXPECT_EQ(meetings.worth(0), 128u);
  meetings.waited(6'400'000);
  EXPECT_EQ(meetings.worth(0), 100'000u);
  EXPECT_EQ(meetings.worth(6'399'999), 100'000u);
  EXPECT_EQ(meetings.worth(6'400'000), 128u);
  meetings.waited(64'000); // the least number of nodes counts also after a wait
  EXPECT_EQ(meetings.worth(0), 1000u);
  meetings.waited(0);
  EXPECT_EQ(meetings.worth(0), 128u);
  MeetingCost large(5000);
  large.waited(64'000);
  EXPECT_EQ(large.worth(0), 5000u);
}

// Beside other programs each of the 500 barriers of a small road network took milliseconds.
TEST(SynchronousBfs, LevelsAreRightHoweverLongThreadsWait) {
  galois::SharedMemSys system;
  for (const auto& rows :
       {gridAndFan(300, 200, 30000), gridAndFan(2, 500, 1), gridAndFan(1, 1, 9)}) {
    const Made made(rows);
    const auto graph = galois::analytics::Graph<void>::borrow(
        std::span<const std::uint64_t>(made.offsets), std::span<const Node>(made.targets));
    const std::vector<std::uint32_t> expected = levelsOf(rows);
    for (const unsigned threads : {1u, 2u, 5u}) {
      galois::setActiveThreads(threads, galois::kOversubscribe);
      // Waits that forbid levels of 300 nodes, levels of any size for a while, and all later ones.
      for (const std::uint64_t wait : {std::uint64_t{0}, std::uint64_t{50'000},
                                       std::uint64_t{3'000'000}, std::uint64_t{1} << 62}) {
        for (const unsigned alpha : {0u, 15u}) {
          bfs::SynchronousBfs search(graph.rows(), graph.transpose(), {.alpha = alpha}, wait);
          for (unsigned run = 0; run < 3; ++run) {
            std::vector<std::uint32_t> levels(rows.size(),
                                              std::numeric_limits<std::uint32_t>::max());
            const bfs::SynchronousCounts counts = search.run(std::vector<Node>{0}, levels.data());
            EXPECT_EQ(levels, expected) << threads << " threads, " << wait << " ns";
            EXPECT_EQ(counts.reached, rows.size());
            EXPECT_EQ(counts.topDownLevels + counts.bottomUpLevels,
                      *std::max_element(expected.begin(), expected.end()) + 1);
          }
        }
      }
    }
  }
}
