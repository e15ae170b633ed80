// for_each_ordered: the result of a sequential run in the order of the comparison, on any number of
// threads.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Cancellation.h"
#include "support/LoopTime.h"
#include "support/RoundLog.h"
#include "support/ThreadCounts.h"

namespace {

using galois::MethodFlag;
using galois::test::Cell;
using galois::test::sameOnAllThreadCounts;
using galois::test::take;

std::uint64_t random(std::uint64_t& state) { // SplitMix64
  std::uint64_t x = state += 0x9e3779b97f4a7c15U;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27) * 0x94d049bb133111ebU;
  return x ^ x >> 31;
}

// Kruskal's algorithm: the neighbourhood of an edge is the roots of its ends, which change when
// earlier edges are taken.
TEST(Ordered, KruskalsTree) {
  constexpr unsigned kNodes = 400, kEdges = 2500;
  struct Edge {
    unsigned weight, from, to;
  };
  std::vector<Edge> edges;
  std::uint64_t state = 1;
  for (unsigned i = 0; i < kEdges; ++i) {
    edges.push_back({static_cast<unsigned>(random(state) % 300),
                     static_cast<unsigned>(random(state) % kNodes),
                     static_cast<unsigned>(random(state) % kNodes)});
  }
  const auto lighter = [](const Edge& a, const Edge& b) { return a.weight < b.weight; };
  struct Forest {
    std::vector<Cell> nodes = std::vector<Cell>(kNodes);
    Forest() {
      for (unsigned i = 0; i < kNodes; ++i) {
        nodes[i].value = i;
      }
    }
    unsigned root(unsigned node) const {
      while (nodes[node].value != node) {
        node = static_cast<unsigned>(nodes[node].value);
      }
      return node;
    }
  };
  const auto join = [](Forest& forest, std::vector<std::uint8_t>& taken, const Edge& edge,
                       std::size_t index) {
    const unsigned a = forest.root(edge.from), b = forest.root(edge.to);
    if (a != b) {
      forest.nodes[std::max(a, b)].value = std::min(a, b);
      taken[index] = 1;
    }
  };

  std::vector<std::size_t> order(kEdges); // sequentially, equal weights in the order of the range
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) { return lighter(edges[a], edges[b]); };
  std::stable_sort(order.begin(), order.end(), before);
  std::vector<std::uint8_t> expected(kEdges);
  Forest sequential;
  for (const std::size_t edge : order) {
    join(sequential, expected, edges[edge], edge);
  }

  std::vector<std::size_t> range(kEdges);
  std::iota(range.begin(), range.end(), std::size_t{0});
  const auto tree = sameOnAllThreadCounts([&] {
    Forest forest;
    std::vector<std::uint8_t> taken(kEdges);
    galois::for_each_ordered(
        range.begin(), range.end(), before,
        [&](std::size_t edge, auto&) {
          take(forest.nodes[forest.root(edges[edge].from)]);
          take(forest.nodes[forest.root(edges[edge].to)]);
        },
        [&](std::size_t edge, auto&) { join(forest, taken, edges[edge], edge); }, "kruskal");
    return taken;
  });
  EXPECT_EQ(tree, expected);
  EXPECT_GT(std::count(tree.begin(), tree.end(), 1), static_cast<long>(kNodes) - 20);
}

// A simulation: events at stations that pass jobs on. What an event does depends on all events that
// came to its station before.
struct Event {
  std::uint64_t time;
  unsigned station;
  std::uint64_t job;
  bool operator<(const Event& other) const {
    return std::tie(time, station, job) < std::tie(other.time, other.station, other.job);
  }
};

/// Stations in layers: events of a layer are followed by events of the next one.
struct Network {
  static constexpr unsigned kWidth = 4, kLayers = 4;
  struct Station : Cell {
    std::vector<Event> seen;
    unsigned expected = 0; ///< events at this station that wait
  };
  std::vector<Station> stations = std::vector<Station>(kWidth * kLayers);

  static std::vector<Event> jobs(std::uint64_t sparse) {
    std::vector<Event> events;
    std::uint64_t state = 5;
    for (std::uint64_t job = 0; job < 50; ++job) {
      events.push_back({random(state) % (20 * sparse), static_cast<unsigned>(job % kWidth), job});
    }
    return events;
  }
  template <typename Push>
  void happen(const Event& event, const Push& push) {
    Station& station = stations[event.station];
    station.seen.push_back(event);
    station.value = station.value * 31 + event.job + event.time;
    --station.expected;
    const unsigned layer = event.station / kWidth;
    if (layer + 1 < kLayers) {
      for (unsigned next = 0; next < 1 + event.job % 2; ++next) {
        const Event later{
            event.time + 1 + station.value % 9, // depends on what came before
            (layer + 1) * kWidth + static_cast<unsigned>(station.value + next) % kWidth, event.job};
        ++stations[later.station].expected;
        push(later);
      }
    }
  }
  /// Whether no event waits in an earlier layer, so that none can come to this station any more.
  bool stable(const Event& event) const {
    return std::all_of(stations.begin(), stations.begin() + (event.station / kWidth) * kWidth,
                       [](const Station& s) { return s.expected == 0; });
  }
  void start(const std::vector<Event>& events) {
    for (const Event& event : events) {
      ++stations[event.station].expected;
    }
  }
  std::vector<std::uint64_t> result() const {
    std::vector<std::uint64_t> values;
    for (const Station& station : stations) {
      values.push_back(station.value);
      values.push_back(station.expected);
      for (const Event& event : station.seen) {
        values.insert(values.end(), {event.time, event.job});
      }
    }
    return values;
  }
};

template <typename Stable>
void simulate(std::uint64_t sparse, const Stable& stableIn) {
  const std::vector<Event> jobs = Network::jobs(sparse);
  Network sequential;
  sequential.start(jobs);
  std::priority_queue<Event, std::vector<Event>,
                      decltype([](const Event& a, const Event& b) { return b < a; })>
      queue(jobs.begin(), jobs.end());
  while (!queue.empty()) {
    const Event event = queue.top();
    queue.pop();
    sequential.happen(event, [&](const Event& later) { queue.push(later); });
  }
  EXPECT_TRUE(sameOnAllThreadCounts([&] {
                Network network;
                network.start(jobs);
                galois::for_each_ordered(
                    jobs.begin(), jobs.end(), std::less<>(),
                    [&](const Event& event, auto&) {
                      take(network.stations[event.station]);
                      const unsigned next = (event.station / Network::kWidth + 1) * Network::kWidth;
                      for (unsigned i = next; i < std::min<std::size_t>(next + Network::kWidth,
                                                                        network.stations.size());
                           ++i) {
                        take(network.stations[i]);
                      }
                    },
                    [&](const Event& event, auto& context) {
                      network.happen(event, [&](const Event& later) { context.push(later); });
                    },
                    stableIn(network), "simulation");
                return network.result();
              }) == sequential.result());
}

TEST(Ordered, SimulationWithStabilityTest) {
  for (const std::uint64_t sparse : {1U, 5U}) {
    simulate(sparse, [](const Network& network) {
      return [&network](const Event& event) { return network.stable(event); };
    });
    simulate(sparse, [](const Network&) { return [](const Event&, auto&) { return false; }; });
  }
}

// Items that push into their own neighbourhood need no test. The window is smaller than the number
// of items, and what is pushed is earlier than most of them.
TEST(Ordered, ChainsInTheirOwnNeighbourhood) {
  constexpr unsigned kCells = 50, kItems = 3000;
  using Item = std::pair<unsigned, unsigned>; // time, cell
  std::vector<Item> items;
  std::uint64_t state = 9;
  for (unsigned i = 0; i < kItems; ++i) {
    items.push_back({static_cast<unsigned>(random(state) % 1000), i % kCells});
  }
  const auto earlier = [](const Item& a, const Item& b) { return a.first < b.first; };
  const auto order = sameOnAllThreadCounts([&] {
    std::vector<std::vector<unsigned>> times(kCells);
    std::vector<Cell> cells(kCells);
    galois::for_each_ordered(
        items.begin(), items.end(), earlier, [&](const Item& item) { take(cells[item.second]); },
        [&](Item& item, galois::UserContext<Item>& context) {
          take(cells[item.second]); // again, as graph methods do
          times[item.second].push_back(item.first);
          if (item.first % 3 == 0) {
            context.push(item.first + 4, item.second);
            context.push_back(item.first + 2, item.second);
            context.insert(Item{item.first + 1, item.second});
            item.first = 0; // a copy of its own
          }
        });
    return times;
  });
  std::size_t ran = 0;
  for (const auto& times : order) {
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
    ran += times.size();
  }
  EXPECT_GT(ran, std::size_t{kItems});
}

TEST(Ordered, WrongPushesAndExceptionsReachTheCaller) {
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  Cell cells[10];
  const auto run = [&](const auto& operate) {
    galois::for_each_ordered(
        items.begin(), items.end(), std::less<>(), [&](int i, auto&) { take(cells[i % 10]); },
        operate);
  };
  const auto seen = sameOnAllThreadCounts([&] {
    std::vector<std::string> errors;
    for (const int kind : {0, 1, 2}) {
      for (Cell& cell : cells) {
        cell.value = 0;
      }
      try {
        run([&](int i, auto& context) {
          ++cells[i % 10].value;
          if (kind == 0 && i == 24) {
            context.push(23);
          }
          if (kind == 1 && i % 10 >= 5 && i >= 30) {
            throw std::runtime_error(std::to_string(i));
          }
          if (kind == 2 && i == 50) {
            take(cells[1]); // not in its neighbourhood
          }
        });
        ADD_FAILURE() << "no exception";
      } catch (const std::exception& error) {
        errors.emplace_back(error.what());
      }
    }
    EXPECT_EQ(galois::runtime::getThreadContext(), nullptr);
    run([](int, auto&) {}); // no mark is left
    return errors;
  });
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_NE(seen[0].find("earlier"), std::string::npos);
  EXPECT_EQ(seen[1], "35");
  EXPECT_NE(seen[2].find("neighbourhood"), std::string::npos);
  EXPECT_THROW(galois::for_each_ordered(
                   items.begin(), items.end(), std::less<>(),
                   [](int i, auto&) {
                     if (i == 7) {
                       throw std::out_of_range("neighbourhood");
                     }
                   },
                   [](int, auto&) {}),
               std::out_of_range);
}

TEST(Ordered, AbortedItemsKeepTheirPlace) {
  std::vector<int> items(60);
  std::iota(items.begin(), items.end(), 0);
  const auto seen = sameOnAllThreadCounts([&] {
    Cell cell;
    std::vector<int> order;
    int aborts = 0;
    galois::for_each_ordered(
        items.begin(), items.end(), std::greater<>(), [&](int, auto&) { take(cell); },
        [&](int i, auto& context) {
          if (i % 5 == 0 && aborts++ % 3 != 2) {
            context.push(i - 1);
            context.abort();
          }
          order.push_back(i);
        });
    EXPECT_EQ(aborts, 36);
    return order;
  });
  EXPECT_EQ(seen.size(), items.size());
  EXPECT_TRUE(std::is_sorted(seen.rbegin(), seen.rend()));
  const std::vector<int> none;
  galois::for_each_ordered(
      none.begin(), none.end(), std::less<>(), [](int, auto&) {}, [](int, auto&) { FAIL(); });
}

/// What a loop named "loop" reports.
template <typename Loop>
std::string statisticsOf(const Loop& loop) {
  galois::runtime::StatManager statistics;
  galois::runtime::StatManager::setCurrent(&statistics);
  loop();
  galois::runtime::StatManager::setCurrent(nullptr);
  return statistics.format(false);
}
void expectRows(const std::string& rows, const std::vector<std::string>& expected) {
  for (const std::string& row : expected) {
    EXPECT_NE(rows.find("STAT, loop, " + row + "\n"), std::string::npos) << rows;
  }
}

// The first round takes 256 items, and the next one twice as many if all of them ran.
TEST(Ordered, IndependentItemsNeedFewRounds) {
  std::vector<int> items(1000);
  std::iota(items.begin(), items.end(), 0);
  std::vector<Cell> cells(items.size());
  const auto mark = [&](int i, auto&) { take(cells[i]); };
  const auto nothing = [](int, auto&) {};
  for (const unsigned threads : {1U, 3U}) {
    galois::setActiveThreads(threads);
    const std::vector<std::string> expected{"Iterations, TSUM, 1000", "Commits, TSUM, 1000",
                                            "Conflicts, TSUM, 0", "Rounds, SINGLE, 3"};
    expectRows(statisticsOf([&] {
                 galois::for_each_ordered(items.begin(), items.end(), std::less<>(), mark, nothing,
                                          "loop");
               }),
               expected);
    expectRows(statisticsOf([&] {
                 galois::for_each_ordered(
                     items.begin(), items.end(), std::less<>(), mark, nothing,
                     [](int) { return true; }, "loop");
               }),
               expected);
  }
  galois::setActiveThreads(1);
}

TEST(Ordered, ReportsWaitsAndPushes) {
  const std::vector<int> items{0, 1, 2};
  Cell cell;
  bool aborted = false;
  // Round 1: item 0 aborts, the others wait. Then one item per round, and 4 is pushed by 1.
  expectRows(statisticsOf([&] {
               galois::for_each_ordered(
                   items.begin(), items.end(), std::less<>(), [&](int, auto&) { take(cell); },
                   [&](int i, auto& context) {
                     if (i == 0 && !std::exchange(aborted, true)) {
                       context.abort();
                     }
                     if (i == 1) {
                       context.push(4);
                     }
                   },
                   "loop");
             }),
             {"Commits, TSUM, 4", "Conflicts, TSUM, 7", "Iterations, TSUM, 11", "Pushes, TSUM, 1",
              "Rounds, SINGLE, 5"});
}

TEST(Ordered, ReportsItsTime) {
  const galois::test::LoopTime time;
  const std::vector<int> items{0};
  galois::for_each_ordered(
      items.begin(), items.end(), std::less<>(), [](int, auto&) {},
      [&](int, auto&) { time.work(); }, "loop");
  time.expectStatistic("loop");
}

// The neighbourhood function is the first pass of an item. What it pushes is dropped.
TEST(Ordered, NeighbourhoodsAreTheFirstPass) {
  const std::vector<int> items{0, 1, 2, 3};
  const auto seen = sameOnAllThreadCounts([&] {
    Cell cell;
    std::vector<int> order;
    std::atomic<bool> aborted{false};
    galois::for_each_ordered(
        items.begin(), items.end(), std::less<>(),
        [&](int i, auto& context) {
          EXPECT_TRUE(context.isFirstPass());
          take(cell);
          context.push(10);
          if (i == 0 && !aborted.exchange(true)) {
            context.abort();
          }
          if (i == 2) {
            context.cautiousPoint();
            ADD_FAILURE() << "beyond the cautious point";
          }
        },
        [&](int i, auto& context) {
          EXPECT_FALSE(context.isFirstPass());
          context.cautiousPoint();
          order.push_back(i);
        },
        [](int) { return true; });
    return order;
  });
  EXPECT_EQ(seen, items);
}

// Equal items run in the order of those that have pushed them, whichever thread ran these.
TEST(Ordered, EqualPushesFollowTheirItems) {
  galois::setActiveThreads(2);
  std::vector<int> items(20); // so few that threads claim them one by one
  std::iota(items.begin(), items.end(), 0);
  std::vector<Cell> cells(items.size() + 1);
  std::array<std::atomic<bool>, 3> begun{};
  std::vector<int> order;
  const auto await = [&](int item) {
    for (galois::substrate::Backoff backoff; !begun[item];) {
      backoff();
    }
  };
  galois::for_each_ordered(
      items.begin(), items.end(), [](int a, int b) { return a < 100 && b >= 100; },
      [&](int i, auto&) { take(cells[std::min<std::size_t>(i, items.size())]); },
      [&](int i, auto& context) {
        if (i >= 100) {
          order.push_back(i);
          return;
        }
        if (i < 3) {
          begun[i] = true;
        }
        if (i < 2) {
          await(i + 1); // so that one thread runs items 0 and 2, and the other one item 1
        }
        context.push(100 + i);
      });
  EXPECT_EQ(order.size(), items.size());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  galois::setActiveThreads(1);
}

// The comparison is also called between two rounds.
TEST(Ordered, ExceptionsOfTheComparisonReachTheCaller) {
  std::vector<int> items(1000);
  std::iota(items.begin(), items.end(), 0);
  for (const unsigned threads : {1U, 3U}) {
    galois::setActiveThreads(threads);
    std::atomic<bool> armed{false};
    EXPECT_THROW(galois::for_each_ordered(
                     items.begin(), items.end(),
                     [&](int a, int b) {
                       if (armed) {
                         throw std::out_of_range("comparison");
                       }
                       return a < b;
                     },
                     [](int, auto&) {}, [&](int i, auto&) { armed = armed || i == 10; }),
                 std::out_of_range);
  }
  galois::setActiveThreads(1);
}

TEST(Ordered, EndsWhenCancelled) {
  using galois::substrate::Cancellation;
  std::vector<int> items(1000);
  std::iota(items.begin(), items.end(), 0);
  std::atomic<unsigned> ran{0};
  EXPECT_THROW(galois::for_each_ordered(
                   items.begin(), items.end(), std::less<>(), [](int, auto&) {},
                   [&](int, auto&) {
                     ++ran;
                     Cancellation::request();
                   }),
               galois::substrate::Cancelled);
  Cancellation::reset();
  EXPECT_LT(ran, items.size()); // the first round only
}

TEST(Ordered, NamesTheLoopThatCannotStart) {
  const std::vector<int> items{1, 2, 3};
  const auto errorOf = [&](const char* name) {
    std::string message;
    galois::on_each([&](unsigned, unsigned) {
      std::thread([&] {
        try {
          galois::for_each_ordered(
              items.begin(), items.end(), std::less<>(), [](int, auto&) {}, [](int, auto&) {},
              name);
        } catch (const std::logic_error& error) {
          message = error.what();
        }
      }).join();
    });
    return message;
  };
  EXPECT_NE(errorOf("mine").find("loop mine was"), std::string::npos);
  EXPECT_NE(errorOf(nullptr).find("loop ANON_LOOP was"), std::string::npos);
}

} // namespace
