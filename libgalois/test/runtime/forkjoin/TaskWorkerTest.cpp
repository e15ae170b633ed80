// What a worker of the fork-join executor does when it is interrupted, when it waits, and when it is
// idle, and what the executor does when it cannot make workers. Executor_ForkJoinTest.cpp tests workers
// with their protocols.

#include "galois/runtime/forkjoin/TaskWorker.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/forkjoin/Executor_ForkJoin.h"
#include "galois/substrate/Clock.h"

namespace {

using galois::runtime::TaskFrame;

/// What happened in the polls of a test, which has one thread.
struct Polls {
  unsigned calls = 0;
  unsigned nested = 0;              ///< calls that began inside another one
  unsigned inHandler = 0;           ///< calls by the handler of an interrupt
  unsigned interrupts = 0;          ///< how many more calls are to be interrupted
  unsigned prepared = 0;            ///< how often the handler was prepared
  unsigned interruptsPreparing = 0; ///< how many more of these are to be interrupted
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
      interruptInside(self, polls.interrupts);
    }
    template <typename Worker>
    void prepareForHandler(Worker& self) {
      EXPECT_FALSE(polls.inside);
      EXPECT_FALSE(self.inHandler());
      ++polls.prepared;
      interruptInside(self, polls.interruptsPreparing);
    }
    /// Is interrupted if `more` interrupts are to come.
    template <typename Worker>
    static void interruptInside(Worker& self, unsigned& more) {
      polls.inside = true;
      if (more > 0) {
        --more;
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
    EXPECT_EQ(polls.prepared, polls.calls); // after each, which may have used what was prepared
    EXPECT_EQ(tasks.counters().interrupts, interrupts);
  }
}

TEST(TaskWorker, ALeafThatIsInterruptedWhileItPreparesPollsOnceMore) {
  galois::runtime::ForkJoinExecutor<Interrupted> tasks(interruptible());
  polls = Polls();
  polls.interruptsPreparing = 2;
  tasks.run([&](auto& context) { context.leaf([&] { EXPECT_EQ(polls.calls, 3u); }); });
  EXPECT_EQ(polls.nested, 0u);
  EXPECT_EQ(polls.inHandler, 0u);
  EXPECT_EQ(polls.prepared, 3u);
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
      EXPECT_EQ(polls.prepared, 0u);
    });
    EXPECT_FALSE(context.inHandler());
    Interrupted::Local::interrupt(context); // which can no longer be interrupted
    EXPECT_EQ(polls.calls, 3u);
  });
  EXPECT_EQ(tasks.counters().interrupts, 3u);
}

/// A protocol for one worker, which gives each frame away at once. Its searches find what a test says.
template <bool OwnerGives>
struct BasicScripted {
  [[maybe_unused]] static constexpr bool kOwnerGives = OwnerGives;
  using Worker = galois::runtime::TaskWorker<BasicScripted>;

  static constexpr unsigned kTaker = 3; ///< has the frame that was given away
  static constexpr std::uint64_t kGivenId = galois::runtime::taskId(0, 5);
  static inline TaskFrame* given = nullptr; ///< that frame
  static inline std::function<TaskFrame*(TaskFrame* awaited, bool impatient)> search;
  static inline TaskFrame* late = nullptr; ///< comes when a search ends
  static inline std::string calls;         ///< what the worker called, a letter each

  struct Shared {
    explicit Shared(unsigned) {}
  };

  class Local {
  public:
    void begin(Worker&) { calls.clear(); }
    bool push(Worker&, TaskFrame* frame) {
      frame->take(kTaker, kGivenId);
      given = frame;
      return true;
    }
    bool pop(Worker&) { return false; }
    void prepareForHandler(Worker&) {}
    std::uint64_t depth() const noexcept { return 0; }
    std::uint64_t deepest() const noexcept { return 0; }
    TaskFrame* seek(Worker&, TaskFrame* awaited, bool impatient) {
      return search(awaited, impatient);
    }
    TaskFrame* stopSeeking(Worker&) {
      calls += 't';
      return std::exchange(late, nullptr);
    }
    TaskFrame* nextHeld(Worker&) { return nullptr; }
    void announceHeld(Worker&) { calls += 'h'; }
    void beginIdle(Worker&) { calls += 'b'; }
    void endIdle(Worker&) { calls += 'e'; }
    void endRoot(Worker&) {}
    bool mustStayAwake(Worker&) {
      calls += 's';
      return true;
    }

    // What a test does with a worker, which only the protocol may.
    static bool awaits(const Worker& self, const TaskFrame& frame, unsigned& taker,
                       std::uint64_t& id) {
      return self.awaited_.look(frame, taker, id);
    }
    static void run(Worker& self, TaskFrame& frame) { self.runTaken(frame); }
    static void work(Worker& self) { self.workUntilFinished(); }
    static void finish(Worker& self) {
      self.team_->finished.store(true, galois::substrate::order::relaxed);
    }
  };
};
using Scripted = BasicScripted<true>;
using Worker = Scripted::Worker;

/// A branch that another worker has given to this one.
template <typename Protocol>
class BasicTaken : public TaskFrame {
public:
  using Worker = typename Protocol::Worker;
  BasicTaken(std::uint64_t id, std::function<void(Worker&)> fn)
      : TaskFrame(&runHere), fn_(std::move(fn)) {
    take(0, id);
  }

private:
  static void runHere(TaskFrame& frame, void* worker) {
    auto& self = static_cast<BasicTaken&>(frame);
    self.fn_(*static_cast<Worker*>(worker));
    self.finish();
  }
  std::function<void(Worker&)> fn_;
};
using Taken = BasicTaken<Scripted>;
constexpr std::uint64_t kOuter = galois::runtime::taskId(1, 7);
constexpr std::uint64_t kFound = galois::runtime::taskId(2, 9);

/// Runs `root` on one worker.
template <typename Protocol = Scripted, typename Root>
void runScripted(const Root& root) {
  galois::setActiveThreads(1);
  galois::runtime::ForkJoinExecutor<Protocol> tasks;
  tasks.run(root);
}

void nothing() {}

/// A thief whose frame this worker has taken may ask for what this worker waits for.
TEST(TaskWorker, AJoinTellsWhatItWaitsForUnlessItRunsSomethingElse) {
  runScripted([](Worker& context) {
    TaskFrame* outer = nullptr;
    unsigned taker = 0;
    std::uint64_t id = 0;
    const auto waits = [&] { return Scripted::Local::awaits(context, *outer, taker, id); };
    Taken found(kFound, [&](Worker& own) {
      Scripted::calls += 'f';
      EXPECT_FALSE(waits());
      ASSERT_NE(own.running(), nullptr);
      EXPECT_EQ(own.running()->id, kFound);
      ASSERT_NE(own.running()->outer, nullptr);
      EXPECT_EQ(own.running()->outer->id, kOuter);
    });
    unsigned searches = 0;
    Scripted::search = [&](TaskFrame* awaited, bool) -> TaskFrame* {
      EXPECT_EQ(awaited, Scripted::given);
      taker = 0;
      id = 0;
      EXPECT_TRUE(waits());
      EXPECT_EQ(taker, Scripted::kTaker);
      EXPECT_EQ(id, Scripted::kGivenId);
      if (searches++ == 0) {
        return &found;
      }
      Scripted::given->finish();
      return nullptr;
    };
    Taken task(kOuter, [&](Worker& own) {
      EXPECT_FALSE(waits());
      own.invoke(nothing, [] { ADD_FAILURE() << "it was given away"; });
      EXPECT_FALSE(waits());
    });
    outer = &task;
    Scripted::Local::run(context, task);
    EXPECT_EQ(searches, 2u);
    EXPECT_EQ(context.running(), nullptr);
    EXPECT_EQ(Scripted::calls, "hhft"); // What it holds is announced before a frame runs.
  });
}

/// Runs a task that is dropped while it waits for a branch, and runs another one meanwhile.
/// @return whether that takes itself for dropped, too
template <bool OwnerGives>
bool dropsWhatRunsAbove() {
  using Protocol = BasicScripted<OwnerGives>;
  using Own = typename Protocol::Worker;
  bool above = false, below = false;
  runScripted<Protocol>([&](Own& context) {
    BasicTaken<Protocol> found(kFound, [&](Own& own) { above = own.dropped(); });
    unsigned searches = 0;
    BasicTaken<Protocol> task(kOuter, [&](Own& own) {
      Protocol::search = [&](TaskFrame*, bool) -> TaskFrame* {
        if (searches++ == 0) {
          own.running()->dropped = true;
          return &found;
        }
        Protocol::given->finish();
        return nullptr;
      };
      own.invoke(nothing, nothing);
      below = own.dropped();
    });
    Protocol::Local::run(context, task);
  });
  EXPECT_TRUE(below);
  return above;
}

/// Where thieves take tasks themselves, that task may belong to something else, which would lose an
/// exception: its join would throw Cancelled.
TEST(TaskWorker, ATaskIsDroppedWithTheOneBelowOnlyIfItIsADescendant) {
  EXPECT_TRUE(dropsWhatRunsAbove<true>());
  EXPECT_FALSE(dropsWhatRunsAbove<false>());
}

/// Waits until the clock has gone on, and adds how far it did.
void spend(std::uint64_t& spent) {
  constexpr std::uint64_t kEnoughNs = 1'000'000;
  const std::uint64_t began = galois::substrate::nowNs();
  std::uint64_t took = 0;
  while ((took = galois::substrate::nowNs() - began) < kEnoughNs) {
  }
  spent += took;
}

TEST(TaskWorker, TheTimeOfAJoinIsThatOfItsSearches) {
  runScripted([](Worker& context) {
    std::uint64_t searched = 0, ran = 0, beforeFirst = 0;
    Taken found(kFound, [&](Worker&) { spend(ran); });
    Scripted::search = [&](TaskFrame*, bool) -> TaskFrame* {
      spend(searched);
      if (ran == 0) {
        beforeFirst = searched;
        return &found;
      }
      Scripted::given->finish();
      return nullptr;
    };
    const std::uint64_t began = galois::substrate::nowNs();
    context.invoke(nothing, nothing);
    const std::uint64_t took = galois::substrate::nowNs() - began;
    EXPECT_GE(context.counters().joinWaitNs, searched);
    EXPECT_LE(context.counters().joinWaitNs, took - ran);
    EXPECT_GE(context.counters().busyAfterNs, beforeFirst);
  });
}

TEST(TaskWorker, TheTimeOfAnIdleWorkerIsThatOfItsSearches) {
  runScripted([](Worker& context) {
    std::uint64_t searched = 0, ran = 0;
    Taken found(kFound, [&](Worker&) {
      Scripted::calls += 'f';
      spend(ran);
    });
    Scripted::search = [&](TaskFrame* awaited, bool) -> TaskFrame* {
      EXPECT_EQ(awaited, nullptr);
      spend(searched);
      if (ran == 0) {
        return &found;
      }
      Scripted::Local::finish(context);
      return nullptr;
    };
    const std::uint64_t began = galois::substrate::nowNs();
    Scripted::Local::work(context);
    const std::uint64_t took = galois::substrate::nowNs() - began;
    EXPECT_GE(context.counters().idleNs, searched);
    EXPECT_LE(context.counters().idleNs, took - ran);
    EXPECT_EQ(context.counters().idleSpells, 2u);
    EXPECT_EQ(Scripted::calls, "behfbte");
  });
}

TEST(TaskWorker, AJoinIsPatientAgainAfterItRanSomething) {
  runScripted([](Worker& context) {
    bool ran = false;
    Taken found(kFound, [&](Worker&) { ran = true; });
    Scripted::search = [&](TaskFrame*, bool impatient) -> TaskFrame* {
      if (!ran) {
        return impatient ? &found : nullptr;
      }
      EXPECT_FALSE(impatient);
      Scripted::given->finish();
      return nullptr;
    };
    context.invoke(nothing, nothing);
    EXPECT_TRUE(ran);
  });
}

TEST(TaskWorker, AnIdleWorkerIsPatientAgainAfterItRanSomethingOrSlept) {
  runScripted([](Worker& context) {
    Taken found(kFound, [](Worker&) {});
    unsigned phase = 0;
    Scripted::search = [&](TaskFrame*, bool impatient) -> TaskFrame* {
      switch (phase) {
      case 0:
        phase = impatient ? 1 : 0;
        return impatient ? &found : nullptr;
      case 1:
        EXPECT_FALSE(impatient) << "it has run something";
        phase = 2;
        return nullptr;
      case 2:
        phase = impatient ? 3 : 2;
        return nullptr;
      default:
        EXPECT_FALSE(impatient) << "it has slept";
        Scripted::Local::finish(context);
        return nullptr;
      }
    };
    Scripted::Local::work(context);
    EXPECT_EQ(Scripted::calls, "behbste");
  });
}

TEST(TaskWorker, AJoinRunsWhatComesWhenItEnds) {
  runScripted([](Worker& context) {
    bool ran = false;
    Taken found(kFound, [&](Worker&) { ran = true; });
    Scripted::late = &found;
    Scripted::search = [](TaskFrame*, bool) -> TaskFrame* {
      Scripted::given->finish();
      return nullptr;
    };
    context.invoke(nothing, nothing);
    EXPECT_TRUE(ran);
  });
}

/// Here this worker plays the other one, too.
TEST(TaskWorker, AJoinThrowsWhatTheBranchHasThrownElsewhere) {
  runScripted([](Worker& context) {
    Scripted::search = [&](TaskFrame*, bool) -> TaskFrame* {
      Scripted::given->run(&context);
      return nullptr;
    };
    unsigned ran = 0;
    context.invoke(nothing, [&ran] { ++ran; });
    EXPECT_EQ(ran, 1u);
    EXPECT_THROW(context.invoke(nothing, [] { throw 2u; }), unsigned);
    EXPECT_EQ(context.counters().forks, 2u);
  });
}

TEST(TaskWorker, WhatADroppedBranchHasThrownIsFreed) {
  const auto object = std::make_shared<int>(0);
  bool waited = false;
  Scripted::search = [&](TaskFrame*, bool) -> TaskFrame* {
    waited = true;
    Scripted::given->fail(std::make_exception_ptr(object));
    return nullptr;
  };
  EXPECT_THROW(runScripted([](Worker& context) { context.invoke([] { throw 1; }, nothing); }), int);
  EXPECT_TRUE(waited);
  EXPECT_EQ(object.use_count(), 1);
}

} // namespace
