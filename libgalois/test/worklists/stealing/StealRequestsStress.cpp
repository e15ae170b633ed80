// Many threads ask each other for tasks, withdraw requests, and close and open their cells, until
// all tasks have been run. Every task reaches one thread, with the data that it refers to.
#include "galois/worklists/parts/stealing/StealRequests.h"

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

/// A task that is neither a leaf nor empty makes two tasks of half its size.
struct Task {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t check = 0;
};
using Cells = worklists::StealRequests<Task*>;
using Answer = Cells::Answer;

struct Worker {
  Worker(Cells& all, unsigned id, unsigned count, Deliveries& to)
      : cells(all), self(id), threads(count), seen(to), random(substrate::getSeed(), id) {}

  /// Runs the tasks in the deque, and polls between them.
  void drain() {
    Task* task = nullptr;
    while (deque.pop(task)) {
      while (task->last - task->first > 1) {
        const std::uint32_t middle = task->first + (task->last - task->first) / 2;
        deque.push(new Task{middle, task->last, ~middle});
        task->last = middle;
        poll();
      }
      seen.record(task->first, task->check == ~task->first);
      delete task;
      poll();
      if (random.below(8) == 0) {
        linger();
      }
    }
  }

  void poll() {
    cells.setHasWork(self, !deque.empty());
    if (!cells.requested(self)) {
      return;
    }
    cells.answer(self, [&](unsigned thief, const void* wants, Task*& out) {
      EXPECT_LT(thief, threads);
      EXPECT_EQ(wants, &seen);
      const bool gives = deque.takeOldest(out);
      given += gives;
      return gives;
    });
    cells.setHasWork(self, !deque.empty());
  }

  /// Lets others run, because this thread could run all tasks before they even ask.
  void linger() {
    const std::uint64_t before = given;
    for (int i = 0; i < 8 && given == before; ++i) {
      std::this_thread::yield();
      poll();
    }
  }

  void steal() {
    const bool close = random.below(2) == 0;
    if (close) {
      cells.close(self);
    }
    const std::uint32_t victim = draw.draw(self, threads, random);
    if (victim != VictimDraw::kNobody && cells.ask(self, victim, &seen)) {
      Task* task = nullptr;
      Answer answer;
      std::uint32_t patience = random.below(100);
      while ((answer = cells.look(self, task)) == Answer::kWaiting) {
        if (patience-- == 0 && cells.cancel(self, victim)) {
          break;
        }
        if (!close) {
          poll();
        }
        std::this_thread::yield();
      }
      draw.tell(victim, answer == Answer::kItem);
      if (answer == Answer::kItem) {
        deque.push(task);
      }
    }
    if (close) {
      cells.open(self);
    }
    poll();
  }

  Cells& cells;
  unsigned self;
  unsigned threads;
  Deliveries& seen;
  substrate::Random random;
  VictimDraw draw;
  PrivateDeque<Task*> deque{2};
  std::uint64_t given = 0;
};

TEST(StealRequestsStress, EveryTaskIsRunOnce) {
  const auto leaves = 60000u * stressScale();
  for (const unsigned threads : {1u, 2u, 4u, kStressThreads}) {
    Cells cells(threads);
    Deliveries seen(leaves);
    runThreads(threads, [&](unsigned self) {
      Worker worker(cells, self, threads, seen);
      if (self == 0) {
        worker.deque.push(new Task{0, leaves, ~0u});
        while (threads > 1 && worker.given == 0) { // at least one task changes hands
          worker.poll();
        }
      }
      while (seen.total() < leaves) {
        worker.drain();
        worker.steal();
        std::this_thread::yield();
      }
      cells.close(self); // so that nobody waits for an answer
    });
    seen.expectEachOnce();
  }
}

} // namespace
} // namespace galois::test
