// What a worker of the fork-join executor does when it is interrupted, and what the executor does when
// it cannot make workers. Executor_ForkJoinTest.cpp tests workers with their protocols.

#include "galois/runtime/TaskWorker.h"

#include <cstdint>
#include <new>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/Executor_ForkJoin.h"

namespace {

using galois::runtime::TaskFrame;

/// What happened in the polls of a test, which has one thread.
struct Polls {
  unsigned calls = 0;
  unsigned nested = 0;     ///< calls that began inside another one
  unsigned inHandler = 0;  ///< calls by the handler of an interrupt
  unsigned interrupts = 0; ///< how many more calls are to be interrupted
  bool inside = false;
};
Polls polls;
bool refusesMemory = false; ///< whether no more workers can be made

/// A protocol without tasks that is interrupted while it polls.
struct Interrupted {
  [[maybe_unused]] static constexpr bool kOwnerGives = true;

  struct Shared {
    explicit Shared(unsigned) {}
  };

  class Local {
  public:
    Local() {
      if (refusesMemory) {
        throw std::bad_alloc();
      }
    }
    /// Sends its own thread the signal, which is delivered before interrupt() returns.
    template <typename Worker>
    void poll(Worker& self) {
      ++polls.calls;
      polls.nested += polls.inside ? 1 : 0;
      polls.inHandler += self.inHandler() ? 1 : 0;
      polls.inside = true;
      if (polls.interrupts > 0) {
        --polls.interrupts;
        interrupt(self);
      }
      polls.inside = false;
    }
    template <typename Worker>
    static void interrupt(Worker& self) {
      self.interruptible_.interrupt();
    }

    // The rest is what one worker without tasks needs.
    template <typename Worker>
    void begin(Worker&) {}
    template <typename Worker>
    bool push(Worker&, TaskFrame*) {
      return false;
    }
    template <typename Worker>
    bool pop(Worker&) {
      return false;
    }
    std::uint64_t depth() const noexcept { return 0; }
    std::uint64_t deepest() const noexcept { return 0; }
    bool seemsEmpty() const noexcept { return true; }
    template <typename Worker>
    TaskFrame* nextHeld(Worker&) {
      return nullptr;
    }
    template <typename Worker>
    void announceHeld(Worker&) {}
    template <typename Worker>
    TaskFrame* seek(Worker&, TaskFrame*, bool) {
      return nullptr;
    }
    template <typename Worker>
    TaskFrame* stopSeeking(Worker&) {
      return nullptr;
    }
    template <typename Worker>
    void beginIdle(Worker&) {}
    template <typename Worker>
    void endIdle(Worker&) {}
    template <typename Worker>
    void endRoot(Worker&) {}
    template <typename Worker>
    bool mustStayAwake(Worker&) {
      return false;
    }
  };
};

TEST(TaskWorker, KeepsTheWorkersWhenThereIsNoMemoryForMore) {
  galois::runtime::ForkJoinExecutor<Interrupted> tasks;
  unsigned calls = 0;
  tasks.run([&] { ++calls; });
  galois::setActiveThreads(2);
  refusesMemory = true;
  EXPECT_THROW(tasks.run([&] { ++calls; }), std::bad_alloc);
  galois::setActiveThreads(1);
  EXPECT_EQ(tasks.countersPerWorker().size(), 1u);
  tasks.run([&] { ++calls; });
  refusesMemory = false;
  EXPECT_EQ(calls, 2u);
}

/// Settings for one thread whose leaves can be interrupted. Only the test interrupts them.
galois::runtime::ForkJoinSettings interruptible() {
  galois::setActiveThreads(1);
  galois::runtime::ForkJoinSettings settings;
  settings.interrupts = galois::runtime::Interrupts::kThief;
  return settings;
}

TEST(TaskWorker, AnInterruptedPollIsNotNestedAndIsFollowedByAnother) {
  for (const unsigned interrupts : {0U, 1U, 3U}) {
    galois::runtime::ForkJoinExecutor<Interrupted> tasks(interruptible());
    polls = Polls();
    polls.interrupts = interrupts;
    tasks.run(
        [&](auto& context) { context.leaf([&] { EXPECT_EQ(polls.calls, 1 + interrupts); }); });
    EXPECT_EQ(polls.nested, 0u);
    EXPECT_EQ(polls.inHandler, 0u);
    EXPECT_EQ(polls.calls, 1 + interrupts); // one more for each
    EXPECT_EQ(tasks.counters().interrupts, interrupts);
  }
}

TEST(TaskWorker, AnInterruptedLeafPollsInTheHandlerOnceForEachInterrupt) {
  galois::runtime::ForkJoinExecutor<Interrupted> tasks(interruptible());
  tasks.run([](auto& context) {
    context.leaf([&] {
      polls = Polls();
      polls.interrupts = 2; // which come while the handler polls, and wait until it has returned
      Interrupted::Local::interrupt(context);
      EXPECT_EQ(polls.calls, 3u);
      EXPECT_EQ(polls.inHandler, 3u);
      EXPECT_EQ(polls.nested, 0u);
    });
    EXPECT_FALSE(context.inHandler());
    Interrupted::Local::interrupt(context); // which can no longer be interrupted
    EXPECT_EQ(polls.calls, 3u);
  });
  EXPECT_EQ(tasks.counters().interrupts, 3u);
}

} // namespace
