/**
 * calibrate-costs measures, with one and two threads of this machine, the costs that the simulated
 * machine charges (docs/virtual.md). It prints a file for --virtual-costs. It leaves out the costs
 * that cannot be measured on one socket or by a user's program, so that these keep their defaults.
 *
 * Every number is the smallest of several rounds, because disturbances only make a measurement
 * larger.
 */
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/NumaMem.h"
#include "galois/substrate/ParkingGate.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace substrate = galois::substrate;
namespace order = galois::substrate::order;

namespace {

using Waits = substrate::detail::RealWaits;

constexpr unsigned kRounds = 7;
constexpr std::uint32_t kNear = 1u << 13; // the number of nodes that are near each other
substrate::Atomic<std::uint64_t>
    kept; // Results are stored here so that the compiler keeps the work.

/// Returns the least time per repetition, of `times` repetitions, in nanoseconds.
template <typename Work>
double best(std::uint64_t times, const Work& work) {
  double least = 1e30;
  for (unsigned round = 0; round < kRounds; ++round) {
    const std::uint64_t began = substrate::nowNs();
    work();
    const std::uint64_t took = substrate::nowNs() - began;
    least = std::min(least, static_cast<double>(took) / static_cast<double>(times));
  }
  return least;
}

/// Cache lines that form one cycle in random order: each holds the index of the next. They lie in
/// large pages, as graphs do.
struct Lines {
  struct alignas(galois::substrate::kCacheLineSize) Line {
    std::uint32_t next;
  };
  substrate::LAptr memory;
  Line* line;
  std::uint32_t count;

  explicit Lines(std::size_t bytes)
      : memory(substrate::largeMallocFloating(bytes)), line(static_cast<Line*>(memory.get())),
        count(static_cast<std::uint32_t>(bytes / sizeof(Line))) {
    std::vector<std::uint32_t> tour(count);
    std::iota(tour.begin(), tour.end(), 0u);
    substrate::Random random(1, 0);
    for (std::uint32_t i = count - 1; i > 0; --i) {
      std::swap(tour[i], tour[random.below(i + 1)]);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      line[tour[i]].next = tour[(i + 1) % count];
    }
  }

  /// Loads each line after the load before it has completed.
  double chase(std::uint64_t steps) const {
    std::uint32_t at = 0;
    return best(steps, [&] {
      for (std::uint64_t i = 0; i < steps; ++i) {
        at = line[at].next;
      }
      kept.store(at, order::relaxed);
    });
  }
};

double ofUpdate() {
  alignas(galois::substrate::kCacheLineSize) std::atomic<std::uint64_t> word{0};
  constexpr std::uint64_t kTimes = 1000000;
  return best(kTimes, [&] {
    for (std::uint64_t i = 0; i < kTimes; ++i) {
      word.fetch_add(1, order::acq_rel);
    }
  });
}

double ofStore() {
  alignas(galois::substrate::kCacheLineSize) std::array<std::atomic<std::uint64_t>, 8> words{};
  constexpr std::uint64_t kTimes = 1000000;
  return best(kTimes, [&] {
    for (std::uint64_t i = 0; i < kTimes; ++i) {
      words[i % 8].store(i, order::release);
    }
  });
}

/// Returns half the round-trip time of a cache line between two threads, which is one transfer.
double ofTransfer() {
  struct alignas(galois::substrate::kCacheLineSize) Word {
    std::atomic<std::uint32_t> value{0};
  };
  Word ping, pong;
  constexpr std::uint32_t kTrips = 50000;
  const auto await = [](const std::atomic<std::uint32_t>& word, std::uint32_t wanted) {
    // If the spinning takes long, the other thread has lost its core.
    for (unsigned spins = 0; word.load(order::acquire) != wanted; ++spins) {
      if (spins > 100000) {
        Waits::yield();
      }
    }
  };
  double least = 1e30;
  for (unsigned round = 0; round < kRounds; ++round) {
    ping.value = pong.value = 0;
    galois::on_each([&](unsigned tid, unsigned) {
      const std::uint64_t began = substrate::nowNs();
      for (std::uint32_t trip = 1; trip <= kTrips; ++trip) {
        if (tid == 0) {
          ping.value.store(trip, order::release);
          await(pong.value, trip);
        } else {
          await(ping.value, trip);
          pong.value.store(trip, order::release);
        }
      }
      if (tid == 0) {
        const auto took = static_cast<double>(substrate::nowNs() - began);
        least = std::min(least, took / (2 * kTrips));
      }
    });
  }
  return least;
}

/// Returns the time that waking a blocked thread costs the caller, and the time from then until the
/// woken thread runs.
std::pair<double, double> ofWaking() {
  using Park = substrate::Parking<substrate::RealAtomics>;
  std::vector<double> wake,
      wakeUp; // These hold medians: the least may come from a thread that was still awake.
  std::atomic<int> word{0};
  std::atomic<std::uint64_t> called{0};
  for (unsigned round = 0; round < 200; ++round) {
    word = 0;
    galois::on_each([&](unsigned tid, unsigned) {
      if (tid == 1) {
        while (word.load(order::acquire) == 0) {
          Park::block(word, 0);
        }
        const std::uint64_t now = substrate::nowNs();
        wakeUp.push_back(static_cast<double>(now - called.load(order::relaxed)));
        return;
      }
      Waits::sleep(300); // By then the other thread is surely asleep.
      const std::uint64_t began = substrate::nowNs();
      called.store(began, order::relaxed);
      word.store(1, order::release);
      Park::wake(word);
      wake.push_back(static_cast<double>(substrate::nowNs() - began));
    });
  }
  const auto middle = [](std::vector<double>& of) {
    std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
    return of[of.size() / 2];
  };
  return {middle(wake), middle(wakeUp)};
}

/// A sweep that does to each node of a graph what the operator of sssp does: it tests whether the
/// task is stale, and which neighbours it improves. Tasks and neighbours are near each other, as
/// they are in a frontier on a road network.
/// @param nodes  a multiple of kNear
double sweep(std::uint32_t nodes, std::uint32_t degree) {
  struct Edge {
    std::uint32_t target, weight;
  };
  substrate::Random random(2, degree);
  std::vector<std::uint32_t> distance(nodes), tasks(nodes), first(nodes + 1);
  std::vector<Edge> edges(std::size_t{nodes} * degree);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    distance[i] = 1000 + static_cast<std::uint32_t>(random.below(1000));
    tasks[i] = i;
    first[i] = i * degree;
  }
  first[nodes] = nodes * degree;
  const auto near = [&](std::uint32_t node) {
    return node / kNear * kNear + static_cast<std::uint32_t>(random.below(kNear));
  };
  for (std::size_t e = 0; e < edges.size(); ++e) {
    edges[e] = {near(static_cast<std::uint32_t>(e / degree)),
                static_cast<std::uint32_t>(random.below(1000))};
  }
  for (std::uint32_t i = 0; i < nodes; ++i) {
    std::swap(tasks[i], tasks[near(i)]);
  }
  const auto load = [](std::uint32_t& word) {
    return galois::substrate::AtomicRef<std::uint32_t>(word).load(order::relaxed);
  };
  constexpr unsigned kSweeps = 3;
  return best(std::uint64_t{nodes} * kSweeps, [&] {
    std::uint64_t improved = 0;
    for (unsigned again = 0; again < kSweeps; ++again) {
      for (const std::uint32_t node : tasks) {
        const std::uint32_t here = load(distance[node]);
        if (here > 1950) {
          continue; // One task in twenty is stale.
        }
        for (std::uint32_t e = first[node]; e < first[node + 1]; ++e) {
          const std::uint32_t there = here + edges[e].weight;
          if (there < load(distance[edges[e].target])) {
            improved += there; // One in six improves.
          }
        }
      }
    }
    kept.store(improved, order::relaxed);
  });
}

/// Returns the time of a push and a pop of a heap that holds `size` items.
double ofHeap(std::uint32_t size) {
  struct Less {
    bool operator()(std::uint64_t a, std::uint64_t b) const { return a < b; }
  };
  galois::worklists::DAryHeap<std::uint64_t, Less, 4> heap;
  substrate::Random random(3, size);
  for (std::uint32_t i = 0; i < size; ++i) {
    heap.push(random.below(1u << 20));
  }
  constexpr std::uint64_t kTimes = 200000;
  return best(kTimes, [&] {
    for (std::uint64_t i = 0; i < kTimes; ++i) {
      const std::uint64_t taken = heap.pop();
      heap.push(taken + random.below(1u << 21)); // These are the successors of the task.
    }
  });
}

void line(const char* name, double value, const char* unit, const std::string& what) {
  fmt::print("{:13} {:7.4g} {:8} # {}\n", name, value, unit, what);
}

} // namespace

int main() {
  const galois::SharedMemSys system;
  const unsigned threads = galois::setActiveThreads(2, galois::kOversubscribe);
  fmt::print("# Measured by calibrate-costs on this machine with {}; other costs keep their "
             "defaults.\n",
             threads == 2 ? "one and two threads" : "one thread");

  const double hit = Lines(16u << 10).chase(1000000);
  line("hit", hit, "ns", "load after load from the first-level cache");
  line("update", std::max(ofUpdate() - hit, 0.0), "ns",
       "fetch_add on a line in the core's own cache");
  line("store", ofStore(), "ns", "store to a line in the core's own cache");
  if (threads == 2) {
    const double transfer = ofTransfer();
    line("near", transfer, "ns", "half a round trip of a line between two threads");
    line("far", 2 * transfer, "ns", "not measured: twice near");
  }
  line("memory", Lines(std::size_t{256} << 20).chase(1000000), "ns",
       "load after load from 256 MiB");

  const double sparse = sweep(kNear, 3), dense = sweep(kNear, 19);
  const double edge = (dense - sparse) / 16;
  line("edge", edge, "ns", "nodes of 19 edges compared with nodes of 3, in cache");
  line("task", std::max(sweep(128 * kNear, 3) - 3 * edge, 0.0), "ns",
       "nodes of 3 edges, beyond the cache");

  // A pop and a push in a heap with four more levels. A pop moves one step down per level, and a
  // push moves half a level up on average.
  const double small = ofHeap(64), big = ofHeap(64 << 8);
  const double level = (big - small) / 4;
  const double rest = std::max(small - 3 * level, 0.0);
  line("level", level, "ns", "heaps of 16384 items compared with heaps of 64");
  line("push", rest / 2, "ns", "half the cost of a push and a pop without levels");
  line("pop", rest / 2, "ns", "the other half");

  line("pause",
       best(100000,
            [] {
              for (int i = 0; i < 1000; ++i) {
                Waits::pause(100);
              }
            }),
       "ns", "pause instruction");
  line("yield",
       best(10000,
            [] {
              for (int i = 0; i < 10000; ++i) {
                Waits::yield();
              }
            }),
       "ns", "sched_yield without another runnable thread");
  line("sleep",
       best(20,
            [] {
              for (int i = 0; i < 20; ++i) {
                Waits::sleep(100);
              }
            }) /
               1000 -
           100,
       "us", "how much longer than 100 us such a sleep takes");
  if (threads == 2) {
    const auto [wake, wakeUp] = ofWaking();
    line("park", wake / 1000, "us", "not measured: the same as wake");
    line("wake", wake / 1000, "us", "call that wakes a blocked thread");
    line("wake-up", std::max(wakeUp - wake, 0.0) / 1000, "us",
         "from that call to the first step of the thread");
  }
  if (std::fflush(stdout) != 0) {
    std::perror("calibrate-costs: cannot write standard output");
    return 1;
  }
  return 0;
}
