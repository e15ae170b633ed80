#include "galois/runtime/Executor_ForEach.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/Termination.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"

namespace galois {
namespace {

/// After this many empty pops a thread has answered all questions of the termination detector.
constexpr unsigned kIdle = 6;

/// The state that the two threads share.
struct Schedule {
  substrate::TerminationDetection& termination = substrate::getSystemTermination(2);
  std::array<std::atomic<unsigned>, 2> emptyPops{};
  std::atomic<bool> tooEarly{false};

  /// Waits until a thread has had kIdle more empty pops. It continues to pop as long as the loop is
  /// not done, and the loop is not done while a task is left.
  void awaitIdle(unsigned thread) {
    const unsigned end = emptyPops[thread] + kIdle;
    while (emptyPops[thread] < end) {
      if (termination.globalTermination()) {
        tooEarly = true;
        return;
      }
      std::this_thread::yield(); // a real yield, because the threads may share a core
    }
  }
};

/// A policy of two threads that send each task to the other one. A thread with a task in its
/// mailbox takes it only after the sender has had several empty pops.
template <typename T = int>
class SlowMailboxes {
public:
  using value_type = T;
  template <typename U>
  using retype = SlowMailboxes<U>;
  template <bool B>
  using rethread = SlowMailboxes;

  explicit SlowMailboxes(Schedule* schedule) : schedule_(schedule) {}
  SlowMailboxes(const SlowMailboxes&) = delete;

  void push(const T& task) { mailboxes_[1 - substrate::ThreadPool::getTID()] = task; }
  template <typename Iter>
  void push(Iter begin, Iter end) {
    for (; begin != end; ++begin) {
      push(*begin);
    }
  }
  template <typename Range>
  void push_initial(const Range& range) {
    const auto [begin, end] = range.local_pair();
    push(begin, end);
  }

  galois::optional<T> pop() {
    const unsigned self = substrate::ThreadPool::getTID();
    const T task = mailboxes_[self];
    if (task == 0) {
      ++schedule_->emptyPops[self];
      return galois::optional<T>();
    }
    schedule_->awaitIdle(1 - self);
    mailboxes_[self] = 0;
    return galois::optional<T>(task);
  }

private:
  Schedule* const schedule_;
  std::array<std::atomic<T>, 2> mailboxes_{}; ///< 0: empty
};

// Each thread answers the detector while the other one holds the only task. A thread that has
// passed that task on must not answer that it has not worked.
TEST(ForEachExecutor, ThreadsTellTheDetectorOfTheirWork) {
  setActiveThreads(2);
  if (getActiveThreads() < 2) {
    GTEST_SKIP() << "needs two threads";
  }
  Schedule schedule;
  std::atomic<int> ran{0};
  for_each(
      iterate({10}),
      [&](int left, auto& context) {
        schedule.awaitIdle(1 - substrate::ThreadPool::getTID());
        ++ran;
        if (left > 1) {
          context.push(left - 1);
        }
      },
      wl<SlowMailboxes<>>(&schedule), disable_conflict_detection());
  EXPECT_EQ(ran, 10);
  EXPECT_FALSE(schedule.tooEarly);
  setActiveThreads(1);
}

/// What a SimpleStack tells its test, and what the test wants of it.
struct StackLog {
  unsigned stacks = 0;     ///< that were made
  std::size_t pushed = 0;  ///< tasks that operators pushed
  bool failsFirst = false; ///< whether the first tasks cannot be added
};

/// A policy for one thread that returns tasks one by one.
template <typename T = int>
class SimpleStack {
public:
  using value_type = T;
  template <typename U>
  using retype = SimpleStack<U>;
  template <bool B>
  using rethread = SimpleStack;

  explicit SimpleStack(StackLog* log) : log_(log) { ++log_->stacks; }
  SimpleStack(const SimpleStack&) = delete;

  void push(const T& task) {
    ++log_->pushed;
    tasks_.push_back(task);
  }
  template <typename Iter>
  void push(Iter begin, Iter end) {
    for (; begin != end; ++begin) {
      push(*begin);
    }
  }
  template <typename Range>
  void push_initial(const Range& range) {
    if (log_->failsFirst) {
      throw std::runtime_error("no first tasks");
    }
    const auto [begin, end] = range.local_pair();
    tasks_.insert(tasks_.end(), begin, end);
  }
  galois::optional<T> pop() {
    if (tasks_.empty()) {
      return galois::optional<T>();
    }
    const T task = tasks_.back();
    tasks_.pop_back();
    return galois::optional<T>(task);
  }

private:
  StackLog* const log_;
  std::vector<T> tasks_;
};

TEST(ForEachExecutor, FailuresToAddTheFirstTasksReachTheCaller) {
  StackLog log;
  log.failsFirst = true;
  int ran = 0;
  EXPECT_THROW(for_each(
                   iterate({1, 2, 3}), [&](int, auto&) { ++ran; }, wl<SimpleStack<>>(&log),
                   disable_conflict_detection()),
               std::runtime_error);
  EXPECT_EQ(ran, 0);
}

TEST(ForEachExecutor, ManyPushesReachThePolicyBeforeTheIterationEnds) {
  StackLog log;
  std::size_t before = 0;
  for_each(
      iterate({100}),
      [&](int pushes, UserContext<int>& context) {
        for (int i = 0; i < pushes; ++i) {
          context.push(0);
        }
        if (pushes > 0) {
          before = log.pushed;
        }
      },
      wl<SimpleStack<>>(&log), disable_conflict_detection());
  EXPECT_EQ(log.pushed, 100U);
  EXPECT_GE(before, 50U);
}

TEST(ForEachExecutor, TasksOfPoliciesWithoutBatchesAreCounted) {
  StackLog log;
  runtime::TaskProgress::begin();
  for_each(
      iterate(0, 100), [](int, auto&) {}, wl<SimpleStack<>>(&log), disable_conflict_detection());
  runtime::TaskProgress::end();
  EXPECT_EQ(runtime::TaskProgress::tasks(), 100U);
}

/// A policy for one thread that returns what operators push only after it was asked whether it is
/// empty.
template <typename T = int>
class HoldsPushesBack : public SimpleStack<T> {
public:
  template <typename U>
  using retype = HoldsPushesBack<U>;
  template <bool B>
  using rethread = HoldsPushesBack;

  using SimpleStack<T>::SimpleStack;

  void push(const T& task) { held_.push_back(task); }
  template <typename Iter>
  void push(Iter begin, Iter end) {
    held_.insert(held_.end(), begin, end);
  }
  bool empty() {
    const bool none = held_.empty();
    for (const T& task : held_) {
      SimpleStack<T>::push(task);
    }
    held_.clear();
    return none;
  }

private:
  std::vector<T> held_;
};

TEST(ForEachExecutor, TasksThatThePolicyHoldsBackRunInTheSameLoop) {
  StackLog log;
  std::vector<int> order;
  for_each(
      iterate({3, 2}),
      [&](int left, auto& context) {
        order.push_back(left);
        if (left > 0) {
          context.push(left - 1);
        }
      },
      wl<HoldsPushesBack<>>(&log), disable_conflict_detection());
  EXPECT_EQ(order, (std::vector<int>{2, 3, 2, 1, 0, 1, 0}));
}

TEST(ForEachExecutor, MakesNoPolicyForALoopThatIsRefused) {
  StackLog log;
  const auto loop = [&] {
    for_each(
        iterate({1, 2, 3}), [](int, auto&) {}, wl<SimpleStack<>>(&log),
        disable_conflict_detection());
  };
  substrate::getThreadPool().run(
      1, [&] { std::thread([&] { EXPECT_THROW(loop(), std::logic_error); }).join(); });
  EXPECT_EQ(log.stacks, 0U);
  loop();
  EXPECT_EQ(log.stacks, 1U);
}

// Every second task aborts once. What it pushes when it is tried again must reach the policy.
TEST(ForEachExecutor, TasksThatAreTriedAgainPushAndAreCounted) {
  constexpr unsigned kTasks = 10;
  for (const unsigned threads : {1U, 2U}) {
    setActiveThreads(threads);
    std::array<std::atomic<unsigned>, kTasks> attempts{};
    std::array<std::atomic<unsigned>, 2 * kTasks> done{};
    runtime::StatManager stats;
    runtime::StatManager::setCurrent(&stats);
    for_each(
        iterate(0U, kTasks),
        [&](unsigned task, auto& context) {
          if (task < kTasks) {
            context.push(task + kTasks);
            if (attempts[task]++ == 0 && task % 2 == 0) {
              context.abort();
            }
          }
          ++done[task];
        },
        loopname("Retries"));
    runtime::StatManager::setCurrent(nullptr);
    setActiveThreads(1);
    for (const auto& count : done) {
      EXPECT_EQ(count, 1U);
    }
    const std::string rows = stats.format(false);
    EXPECT_NE(rows.find("STAT, Retries, Iterations, TSUM, 25\n"), std::string::npos) << rows;
    EXPECT_NE(rows.find("STAT, Retries, Commits, TSUM, 20\n"), std::string::npos) << rows;
    EXPECT_NE(rows.find("STAT, Retries, Pushes, TSUM, 10\n"), std::string::npos) << rows;
    EXPECT_NE(rows.find("STAT, Retries, Conflicts, TSUM, 5\n"), std::string::npos) << rows;
  }
}

/// A policy of chunks that counts the pops which return nothing.
template <typename T = int>
class CountedChunks {
public:
  static constexpr bool kSendsNoTasks = worklists::kSendsNoTasks<worklists::PerSocketChunkFIFO<8>>;
  using value_type = T;
  template <typename U>
  using retype = CountedChunks<U>;
  template <bool B>
  using rethread = CountedChunks;

  explicit CountedChunks(std::atomic<unsigned>* emptyPops) : emptyPops_(emptyPops) {}

  void push(const T& task) { chunks_.push(task); }
  template <typename Iter>
  void push(Iter b, Iter e) {
    chunks_.push(b, e);
  }
  template <typename Range>
  void push_initial(const Range& range) {
    chunks_.push_initial(range);
  }
  galois::optional<T> pop() {
    auto task = chunks_.pop();
    *emptyPops_ += !task;
    return task;
  }

private:
  worklists::PerSocketChunkFIFO<8, T> chunks_;
  std::atomic<unsigned>* emptyPops_;
};

TEST(ForEach, WithoutPushesAThreadLeavesAfterItsFirstEmptyPop) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    setActiveThreads(threads, kOversubscribe);
    for (unsigned round = 0; round < 20; ++round) {
      std::vector<std::atomic<unsigned>> runs(1000);
      std::atomic<unsigned> emptyPops{0};
      const auto run = [&](auto... options) {
        for_each(
            iterate(std::size_t{0}, runs.size()), [&](std::size_t i, auto&) { ++runs[i]; },
            wl<CountedChunks<>>(&emptyPops), disable_conflict_detection(), options...);
      };
      run(no_pushes());
      EXPECT_EQ(emptyPops, threads);
      run();
      EXPECT_GE(emptyPops, 3 * threads); // to answer the termination detector takes two
      EXPECT_TRUE(std::all_of(runs.begin(), runs.end(), [](const auto& n) { return n == 2U; }));
    }
  }
}

} // namespace
} // namespace galois
