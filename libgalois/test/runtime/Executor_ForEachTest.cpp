#include "galois/runtime/Executor_ForEach.h"

#include <array>
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Termination.h"
#include "galois/substrate/ThreadPool.h"

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

} // namespace
} // namespace galois
