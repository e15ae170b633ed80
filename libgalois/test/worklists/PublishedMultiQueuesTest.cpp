// The Multi-Queue and RELD as their papers print them: the parameters of `mq.published` and
// `reld.published`.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "galois/worklists/MultiQueue.h"
#include "support/OnThread.h"
#include "worklists/MultiQueueCases.h"

namespace galois::test {
namespace {

/// A policy of the family with the parameters that `Delete` has as published.
template <typename Delete>
using Weighted = worklists::MultiQueue<TaskPriority, int, true, worklists::HeapQueues<>,
                                       worklists::RandomQueues, Delete, worklists::WeightedSampler>;
template <typename Delete>
typename Weighted<Delete>::Params published() {
  typename Weighted<Delete>::Params params;
  params.lockBoth = true;
  params.ownOnly = true;
  params.numaWeight = 1;
  return params;
}
template <typename Delete>
using Published = AnyWith<Weighted<Delete>, published<Delete>>;

/// There are several queues, also on one thread.
using PublishedMqCase = InexactCase<Published<worklists::RandomQueues>>;
using PublishedMqCases = PolicyCases<CaseWith<PublishedMqCase, 8>>;
GALOIS_POLICY_SUITE(PublishedMq, PublishedMqCases);
INSTANTIATE_TYPED_TEST_SUITE_P(PublishedMq, PolicyRanges, RangesOf<PublishedMqCase>);

/// One thread has one queue.
using PublishedReldCase = OwnerOnly<ExactCase<Published<worklists::OwnQueue>>>;
using PublishedReldCases = PolicyCases<CaseWith<PublishedReldCase, 8>>;
GALOIS_POLICY_SUITE(PublishedReld, PublishedReldCases);
INSTANTIATE_TYPED_TEST_SUITE_P(PublishedReld, PolicyRanges, RangesOf<PublishedReldCase>);

using Task8 = Task<8>;

/// The papers' listings, transcribed line by line for one step of one thread at a time. A task is
/// its priority, and no two are equal.
namespace paper {

using Found = std::optional<std::uint32_t>;
using Queue = std::vector<std::uint32_t>;

/// Whether a is less than b, where no task is greater than every task.
bool less(Found a, Found b) { return a && (!b || *a < *b); }

Found top(const Queue& queue) {
  return queue.empty() ? Found() : Found(*std::min_element(queue.begin(), queue.end()));
}

Found extractTop(Queue& queue) {
  const Found task = top(queue);
  if (task) {
    queue.erase(std::find(queue.begin(), queue.end(), *task));
  }
  return task;
}

/// random() of the listings: one generator per thread, as the policy has them.
class RandomNumbers {
public:
  explicit RandomNumbers(std::uint64_t thread) : generator_(substrate::getSeed(), thread) {}
  std::uint32_t below(std::uint32_t n) { return generator_.below(n); }

private:
  substrate::Random generator_;
};

/// [SMQ, listing 1] on C queues per thread, and [PMOD, section 2.2: RELD] on one. Nobody holds a
/// lock between steps, so no tryLock fails.
class MultiQueue {
public:
  MultiQueue(unsigned threads, unsigned c) : queues_(std::size_t{threads} * c) { // 2
    for (unsigned t = 0; t < threads; ++t) {
      random_.emplace_back(t);
    }
  }

  void insert(unsigned curThread, std::uint32_t task) {        // 4
    queues_[random_[curThread].below(size())].push_back(task); // 5 to 8
  }

  Found deleted(unsigned curThread) { // 11
    RandomNumbers& random = random_[curThread];
    const std::uint32_t i1 = random.below(size()); // 12
    std::uint32_t i2 = i1;
    while (i2 == i1) {
      i2 = random.below(size());
    }
    Queue& q1 = queues_[i1]; // 13
    Queue& q2 = queues_[i2];
    Queue& q = less(top(q1), top(q2)) ? q1 : q2; // 16
    return extractTop(q);                        // 17 to 19
  }

  /// What the policy adds to a delete() that returns nothing: it draws three more times, and then
  /// takes from any queue, beginning with a random one.
  Found afterNothing(unsigned curThread) {
    for (int draw = 0; draw < 3; ++draw) {
      if (const Found task = deleted(curThread)) {
        return task;
      }
    }
    const std::uint32_t first = random_[curThread].below(size());
    for (std::uint32_t i = 0; i < size(); ++i) {
      if (const Found task = extractTop(queues_[(first + i) % size()])) {
        return task;
      }
    }
    return {};
  }

  /// Deq of RELD: from the queue of the thread itself; nothing stands for "blocks".
  Found deqLocal(unsigned curThread) { return extractTop(queues_[curThread]); }

private:
  std::uint32_t size() const { return static_cast<std::uint32_t>(queues_.size()); }

  std::vector<Queue> queues_;
  std::vector<RandomNumbers> random_;
};

} // namespace paper

class PublishedMultiQueuesTest : public ::testing::Test {
protected:
  /// Plays `steps` steps on the policy and on the transcription, one after the other, and then pops
  /// until nothing is left.
  /// @param listed  (listing, thread) -> the task that the policy is to return
  template <typename Policy, typename Listed>
  void play(unsigned threads, unsigned queuesPerThread, std::uint64_t seed, unsigned steps,
            const Listed& listed) {
    SCOPED_TRACE(std::to_string(threads) + " threads, seed " + std::to_string(seed));
    setActiveThreads(threads);
    substrate::setSeed(seed);
    Policy policy;
    paper::MultiQueue listing(threads, queuesPerThread);
    substrate::Random script(seed, 1000);
    unsigned left = 0;
    const auto pop = [&](unsigned thread) {
      const paper::Found expected = listed(listing, thread);
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
    for (unsigned step = 0; step < steps && !HasFailure(); ++step) {
      SCOPED_TRACE(step);
      const unsigned thread = script.below(threads);
      if (script.below(5) < 3) {
        const std::uint32_t priority = script.below(1000) * 1000 + pushed++;
        onThread(thread, [&] { policy.push(Task8(0, priority)); });
        listing.insert(thread, priority);
        ++left;
      } else {
        pop(thread);
      }
    }
    for (unsigned turn = 0; left > 0 && !HasFailure(); ++turn) {
      pop(turn % threads);
    }
    substrate::setSeed(1);
  }

  SharedMemSys system_;
};

TEST_F(PublishedMultiQueuesTest, TheMultiQueuePlaysListingOne) {
  using Policy = PublishedMqCase::Policy<Task8>;
  for (const unsigned threads : {2u, 3u}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      play<Policy>(threads, 4, seed, 150, [](paper::MultiQueue& listing, unsigned thread) {
        const paper::Found task = listing.deleted(thread);
        return task ? task : listing.afterNothing(thread);
      });
    }
  }
}

TEST_F(PublishedMultiQueuesTest, ReldPlaysItsSection) {
  using Policy = PublishedReldCase::Policy<Task8>;
  for (const unsigned threads : {2u, 3u}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      play<Policy>(threads, 1, seed, 150, [](paper::MultiQueue& listing, unsigned thread) {
        return listing.deqLocal(thread);
      });
    }
  }
}

TEST_F(PublishedMultiQueuesTest, AThreadWithoutTasksLeavesThoseOfOthersToThem) {
  setActiveThreads(2);
  PublishedReldCase::Policy<Task8> wl;
  pushTasks(wl, 100);
  onThread(1, [&] {
    while (wl.pop()) {
    }
  });
  EXPECT_GT(counter(wl, "pops"), 20);
  EXPECT_LT(counter(wl, "pops"), 80);
  EXPECT_EQ(counter(wl, "steal_attempts"), 0);
}

} // namespace
} // namespace galois::test
