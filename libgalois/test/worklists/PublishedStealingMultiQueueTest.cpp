#include "galois/worklists/PublishedStealingMultiQueue.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "support/OnThread.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

// Inexact because tasks on offer wait until the heap is empty.
using PublishedSmqCase = InexactCase<worklists::PublishedStealingMultiQueue<TaskPriority>>;
GALOIS_POLICY_SUITES(PublishedSmq, PublishedSmqCase);

using Task8 = Task<8>;

/// A source of random decisions that both sides of a played listing follow: a fixed sequence per
/// thread, different for each seed.
class Script {
public:
  Script(std::uint64_t seed, std::uint64_t stream)
      : state_(static_cast<std::uint32_t>(seed * 7919 + stream * 104729 + 1)) {}

  /// Decides with probability numerator / 2^32.
  bool chance(std::uint32_t numerator) { return next() < numerator; }
  /// Draws a number below n.
  std::uint32_t below(std::uint32_t n) { return (next() >> 8) % n; }

private:
  std::uint32_t next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ ^ (state_ >> 15);
  }

  std::uint32_t state_;
};

/// Listings 2 and 4 of the paper, transcribed line by line without regard to speed, for one step of
/// one thread at a time. A task is its priority, and no two are equal. Comments give the lines.
namespace paper {

using Found = std::optional<std::uint32_t>;

/// Whether a is less than b, where no task is greater than every task.
bool less(Found a, Found b) { return a && (!b || *a < *b); }

class HeapWithStealingBufferQueue {
public:
  explicit HeapWithStealingBufferQueue(std::size_t stealSize) : stealSize_(stealSize) {}

  void addLocal(std::uint32_t task) { // 9
    q_.push_back(task);               // 10
    if (stolen_) {                    // 11
      fillBuffer();
    }
  }
  Found extractTopLocal() { // 14
    if (stolen_) {          // 15
      fillBuffer();
    }
    return extractTop(); // 16
  }
  Found top() const { // 19; nobody interferes in between, so there is no restart
    if (stolen_) {    // 22
      return std::nullopt;
    }
    return stealingBuffer_.front(); // 23 to 25
  }
  std::vector<std::uint32_t> steal() { // 28
    if (stolen_) {                     // 31
      return {};
    }
    std::vector<std::uint32_t> tasks = stealingBuffer_; // 33
    stolen_ = true;                                     // 36
    return tasks;                                       // 38
  }

private:
  void fillBuffer() {                              // 41
    stealingBuffer_.clear();                       // 42
    for (std::size_t i = 0; i < stealSize_; ++i) { // 44
      const Found task = extractTop();             // 45
      if (!task) {                                 // 46
        break;
      }
      stealingBuffer_.push_back(*task); // 47
    }
    ++epoch_; // 50; the flag stays if nothing was put on offer, which the listing does not say
    stolen_ = stealingBuffer_.empty();
  }
  Found extractTop() {
    if (q_.empty()) {
      return std::nullopt;
    }
    const auto least = std::min_element(q_.begin(), q_.end());
    const std::uint32_t task = *least;
    q_.erase(least);
    return task;
  }

  std::size_t stealSize_;
  std::vector<std::uint32_t> q_;              // 2
  std::vector<std::uint32_t> stealingBuffer_; // 4
  unsigned epoch_ = 0;                        // 7
  bool stolen_ = true;
};

class StealingMultiQueue {
public:
  StealingMultiQueue(std::size_t threads, std::uint64_t seed, std::uint32_t stealDenominator,
                     std::size_t stealSize)
      : stealChance_(0xffffffffu / stealDenominator), queues_(threads, Queue(stealSize)),
        stolenTasks_(threads) {
    for (std::size_t t = 0; t < threads; ++t) {
      random_.emplace_back(seed, t);
    }
  }

  void insert(std::size_t curThread, std::uint32_t task) { // 6
    queues_[curThread].addLocal(task);                     // 7
  }
  Found deleted(std::size_t curThread) {    // 9
    auto& stolen = stolenTasks_[curThread]; // 11
    if (!stolen.empty()) {
      return removeFirst(stolen); // 12
    }
    if (random_[curThread].chance(stealChance_)) {  // 14
      if (const Found task = trySteal(curThread)) { // 15, 16
        return task;
      }
    }
    if (const Found task = queues_[curThread].extractTopLocal()) { // 20, 21
      return task;
    }
    return trySteal(curThread); // 23
  }
  /// What the policy adds: the thread gets the tasks that it offers itself.
  Found ownOffer(std::size_t curThread) { return stolenFrom(curThread, curThread); }

private:
  using Queue = HeapWithStealingBufferQueue;

  Found trySteal(std::size_t t) { // 26, 29
    const std::uint32_t qId = random_[t].below(static_cast<std::uint32_t>(queues_.size())); // 30
    if (less(queues_[qId].top(), queues_[t].top())) {                                       // 31
      return stolenFrom(t, qId);
    }
    return std::nullopt;
  }
  Found stolenFrom(std::size_t t, std::size_t qId) {
    const std::vector<std::uint32_t> stolen = queues_[qId].steal(); // 33
    if (stolen.empty()) {                                           // 34
      return std::nullopt;
    }
    stolenTasks_[t].assign(stolen.begin() + 1, stolen.end()); // 37
    return stolen[0];                                         // 38
  }
  static std::uint32_t removeFirst(std::deque<std::uint32_t>& tasks) {
    const std::uint32_t first = tasks.front();
    tasks.pop_front();
    return first;
  }

  std::uint32_t stealChance_;
  std::vector<Queue> queues_;                          // 3
  std::vector<std::deque<std::uint32_t>> stolenTasks_; // 4
  std::vector<Script> random_;
};

} // namespace paper

class PublishedStealingMultiQueueTest : public ::testing::Test {
protected:
  /// Plays `steps` steps of `threads` threads, one after the other, on the policy and on the
  /// transcription, and then pops until nothing is left.
  /// @return the number of steals that found tasks in another queue or the own one
  double play(unsigned threads, std::uint64_t seed, worklists::PublishedSmqParams params,
              unsigned steps) {
    setActiveThreads(threads);
    substrate::setSeed(seed);
    worklists::PublishedStealingMultiQueue<TaskPriority, Task8, true, Script> policy(TaskPriority(),
                                                                                     params);
    paper::StealingMultiQueue listing(threads, seed, params.stealDenominator, params.stealSize);
    Script script(seed, 1000);
    unsigned left = 0;
    const auto pop = [&](unsigned thread) {
      const paper::Found listed = listing.deleted(thread);
      const paper::Found expected = listed ? listed : listing.ownOffer(thread);
      paper::Found got;
      onThread(thread, [&] {
        if (const auto task = policy.pop()) {
          got = task->priority;
        }
      });
      EXPECT_EQ(got, expected);
      left -= expected ? 1 : 0;
    };
    std::uint32_t pushed = 0;
    for (unsigned step = 0; step < steps; ++step) {
      SCOPED_TRACE(step);
      const unsigned thread = script.below(threads);
      if (script.below(2) == 0) {
        // Priorities differ, and are not in the order of pushes.
        const std::uint32_t priority = script.below(1000) * 1000 + pushed++;
        onThread(thread, [&] { policy.push(Task8(0, priority)); });
        listing.insert(thread, priority);
        ++left;
      } else {
        pop(thread);
      }
      if (HasFailure()) {
        return 0;
      }
    }
    for (unsigned turn = 0; left > 0 && !HasFailure(); ++turn) {
      pop(turn % threads);
    }
    substrate::setSeed(1);
    return counter(policy, "steal_successes");
  }

  SharedMemSys system_;
};

TEST_F(PublishedStealingMultiQueueTest, PlaysTheListingOnOneThread) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_EQ(play(1, seed, {/*stealDenominator=*/2, /*stealSize=*/4}, 80), 0)
        << "a thread is not more urgent than itself";
  }
}

TEST_F(PublishedStealingMultiQueueTest, PlaysTheListingOnSeveralThreads) {
  double steals = 0;
  for (const unsigned threads : {2u, 3u, 4u}) {
    for (const std::uint32_t stealSize : {1u, 4u, 7u}) {
      for (const std::uint32_t denominator : {1u, 2u, 8u}) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
          SCOPED_TRACE(std::to_string(threads) + " threads, steal size " +
                       std::to_string(stealSize) + ", probability 1/" +
                       std::to_string(denominator) + ", seed " + std::to_string(seed));
          steals += play(threads, seed, {denominator, stealSize}, 120);
        }
      }
    }
  }
  EXPECT_GT(steals, 500) << "the script is to reach the lines that steal";
}

TEST_F(PublishedStealingMultiQueueTest, TasksOnOfferRunLastOnOneThread) {
  setActiveThreads(1);
  PublishedSmqCase::Policy<Task8> wl;
  pushTasks(wl, 10);
  // The first task went into the buffer alone.
  for (std::uint32_t i = 1; i < 10; ++i) {
    EXPECT_EQ(wl.pop()->priority, i);
  }
  EXPECT_EQ(wl.pop()->priority, 0u);
  EXPECT_FALSE(wl.pop());
  EXPECT_EQ(counterNames(wl), commonCountersAnd({"queue_choices", "local_queue_choices"}));
}

TEST_F(PublishedStealingMultiQueueTest, AThreadThatHadNoTasksOffersItsFirst) {
  // As printed, a fill from an empty heap would leave an empty buffer that nobody can steal.
  setActiveThreads(2);
  PublishedSmqCase::Policy<Task8> wl(TaskPriority(), {/*stealDenominator=*/1, /*stealSize=*/4});
  onThread(0, [&] {
    EXPECT_FALSE(wl.pop());
    wl.push(Task8(0, 0));
  });
  onThread(1, [&] {
    bool found = false;
    for (int i = 0; i < 100 && !found; ++i) { // it may draw itself
      found = static_cast<bool>(wl.pop());
    }
    EXPECT_TRUE(found);
  });
}

} // namespace
} // namespace galois::test
