// Threads deal tasks to idle threads, one by one or in batches, and idle threads wait, leave and
// wait again, until all tasks have been run. Every task reaches one thread, with its data.
#include "galois/worklists/parts/stealing/WorkDealing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>

#include <gtest/gtest.h>

#include "galois/worklists/parts/stealing/PrivateDeque.h"
#include "galois/worklists/parts/stealing/VictimDraw.h"
#include "support/Deliveries.h"
#include "support/Stress.h"

namespace galois::test {
namespace {

using worklists::PrivateDeque;
using worklists::VictimDraw;

constexpr std::size_t kBatch = 8;

struct Task {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// What a cell holds: up to kBatch tasks.
struct Parcel {
  std::size_t count = 0;
  Task tasks[kBatch];
};
using Cells = worklists::WorkDealing<Parcel*>;

struct Worker {
  Worker(Cells& all, unsigned id, unsigned count, Deliveries& to)
      : cells(all), self(id), threads(count), seen(to), random(substrate::getSeed(), id) {}

  void drain() {
    Task task;
    while (deque.pop(task)) {
      while (task.last - task.first > 1) {
        const std::uint32_t middle = task.first + (task.last - task.first) / 2;
        deque.push({middle, task.last});
        task.last = middle;
        deal();
      }
      seen.record(task.first, task.last == task.first + 1);
      deal();
      if (random.below(8) == 0) {
        linger();
      }
    }
  }

  void deal() {
    const std::uint32_t to = draw.draw(self, threads, random);
    if (to == VictimDraw::kNobody || deque.empty() || !cells.waiting(to)) {
      return;
    }
    const void* const wants = cells.wants(to);
    if (random.below(2) == 0) {
      auto* parcel = new Parcel;
      parcel->count = 1;
      parcel->tasks[0] = deque.oldest();
      if (cells.give(to, parcel, wants)) {
        Task given;
        EXPECT_TRUE(deque.takeOldest(given));
        ++parcels;
      } else {
        delete parcel;
      }
      return;
    }
    const bool fails = random.below(8) == 0;
    parcels += cells.giveBatch(
        to,
        [&]() -> Parcel* {
          if (fails) {
            return nullptr;
          }
          auto* parcel = new Parcel;
          parcel->count = deque.takeOldest(std::min(kBatch, (deque.size() + 1) / 2), parcel->tasks);
          return parcel;
        },
        wants);
  }

  /// Lets others run, because this thread could run all tasks before they even wait.
  void linger() {
    const std::uint64_t before = parcels;
    for (int i = 0; i < 8 && parcels == before; ++i) {
      std::this_thread::yield();
      deal();
    }
  }

  void wait() {
    cells.wait(self, random.below(2) == 0 ? nullptr : &seen);
    Parcel* parcel = nullptr;
    bool came = false;
    for (std::uint32_t patience = random.below(100); patience > 0 && !came; --patience) {
      came = cells.look(self, parcel);
      std::this_thread::yield();
    }
    if (came || !cells.leave(self, parcel)) {
      for (std::size_t i = 0; i < parcel->count; ++i) {
        deque.push(parcel->tasks[i]);
      }
      delete parcel;
    }
  }

  Cells& cells;
  unsigned self;
  unsigned threads;
  Deliveries& seen;
  substrate::Random random;
  VictimDraw draw;
  PrivateDeque<Task> deque{2};
  std::uint64_t parcels = 0; ///< given
};

TEST(WorkDealingStress, EveryTaskIsRunOnce) {
  const auto leaves = 60000u * stressScale();
  for (const unsigned threads : {1u, 2u, 4u, kStressThreads}) {
    Cells cells(threads);
    Deliveries seen(leaves);
    runThreads(threads, [&](unsigned self) {
      Worker worker(cells, self, threads, seen);
      if (self == 0) {
        worker.deque.push({0, leaves});
        while (threads > 1 && worker.parcels == 0) { // at least one task changes hands
          worker.deal();
        }
      }
      while (seen.total() < leaves) {
        worker.drain();
        if (seen.total() < leaves) {
          worker.wait();
        }
      }
    });
    seen.expectEachOnce();
  }
}

} // namespace
} // namespace galois::test
