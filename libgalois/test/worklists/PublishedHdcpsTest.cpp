// HD-CPS as section III of its paper prints it, `hdcps.published`, and its three steps of figure 5:
// `hdcps-srq`, `hdcps-srq-tdf` and `hdcps-srq-tdf-ac`.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/OnThread.h"
#include "worklists/HdcpsCases.h"
#include "worklists/PolicyCounters.h"

namespace galois::test {
namespace {

struct PublishedParams {
  using Composition = worklists::PublishedHdcps<worklists::HdcpsFull>;
  static worklists::HdcpsParams params() {
    worklists::HdcpsParams params;
    params.queueCapacity = 4096;
    return params;
  }
};
/// The suites make thousands of policies, each with receive queues for all threads.
struct SmallQueues : PublishedParams {
  static worklists::HdcpsParams params() { return {}; }
};
struct PublishedHdcpsCase : HdcpsCase<SmallQueues> {
  static constexpr bool kExact = false; // a bag that was begun is finished
};
using PublishedHdcpsCases = PolicyCases<CaseWith<PublishedHdcpsCase, 8>>;
GALOIS_POLICY_SUITE(PublishedHdcps, PublishedHdcpsCases);
INSTANTIATE_TYPED_TEST_SUITE_P(PublishedHdcps, PolicyRanges, RangesOf<PublishedHdcpsCase>);

using Task8 = Task<8>;

/// The policies of figure 5, each with what the listing does differently. They have the parameters of
/// PublishedParams.
template <typename Parts, bool AlwaysBags = false>
struct StepOf {
  using Policy = worklists::Hdcps<TaskPriority, Task8, true, worklists::PublishedHdcps<Parts>>;
  static constexpr bool kBags = Parts::kBags;
  static constexpr bool kFeedback = Parts::kFeedback;
  static worklists::HdcpsParams params() {
    worklists::HdcpsParams params = PublishedParams::params();
    params.interval = 5;
    if (AlwaysBags) {
      params.bags.least = 1;
      params.bags.oversize = worklists::Oversize::kSplit;
    }
    return params;
  }
};
using Whole = StepOf<worklists::HdcpsFull>;
using Srq = StepOf<worklists::HdcpsSrq>;
using SrqTdf = StepOf<worklists::HdcpsSrqTdf>;
using SrqTdfAc = StepOf<worklists::HdcpsFull, true>;

/// Section III of the paper, transcribed for one step of one core at a time. A task is its id and
/// its priority.
namespace paper {

struct Item {
  std::uint32_t priority, id;
};
using Bag = std::vector<Item>; ///< a task alone is a bag of one
using Found = std::optional<std::uint32_t>;

/// @tparam Step  without bags, all tasks are alone; without feedback, each thread gets as many of the
///               enqueues, the one that makes them included, as in RELD
template <typename Step>
class Hdcps {
public:
  explicit Hdcps(unsigned cores) : params_(Step::params()), cores_(cores) {
    for (unsigned core = 0; core < cores; ++core) {
      cores_[core].random = substrate::Random(substrate::getSeed(), core);
    }
    tdf_ = static_cast<int>(params_.drift.tdf);
  }

  int tdf() const { return tdf_; }

  /// Whether children of the task or bag that is being processed wait to be distributed.
  bool hasChildren(unsigned core) const { return !cores_[core].children.empty(); }
  /// PROCESS_TASK makes a child. Without bags it need not wait for its siblings.
  void child(unsigned core, const Item& item) {
    if (Step::kBags) {
      cores_[core].children.push_back(item);
    } else {
      enqueue(core, {item});
    }
  }

  /// The end of the last task, and the next Q.pop(). @return the id of the next task
  Found next(unsigned number) {
    Core& core = cores_[number];
    if (core.begun.empty()) { // algorithm 1: the task, or all tasks of the bag, are processed
      distribute(number);
    }
    if (core.processed == params_.interval) { // algorithm 3, lines 5 and 6
      core.processed = 0;
      send(number, core.latest);
    }
    // Section III-A: new tasks of the receive queue are moved to the priority queue first.
    for (; !core.receiveQueue.empty(); core.receiveQueue.pop_front()) {
      core.pq.push_back(core.receiveQueue.front());
    }
    if (core.begun.empty()) {
      if (core.pq.empty()) {
        return {};
      }
      // Of equal priorities, a bag comes first; the tests have no two tasks alone of one priority.
      const auto best =
          std::min_element(core.pq.begin(), core.pq.end(), [](const Bag& a, const Bag& b) {
            return std::pair(a[0].priority, a.size() == 1) <
                   std::pair(b[0].priority, b.size() == 1);
          });
      core.begun.assign(best->begin(), best->end());
      core.pq.erase(best);
    }
    const Item item = core.begun.front();
    core.begun.pop_front();
    core.latest = item.priority;
    ++core.processed; // algorithm 3, line 4
    return item.id;
  }

private:
  struct Core {
    std::vector<Bag> pq;
    std::deque<Bag> receiveQueue;
    std::deque<Item> begun;     ///< the rest of the bag that is being processed
    std::vector<Item> children; ///< of the task or bag that is being processed
    substrate::Random random;
    unsigned credit = 0; ///< for the TDF, in percent of an enqueue
    std::uint32_t processed = 0;
    std::uint32_t latest = 0;
  };

  /// Algorithm 1, lines 4 to 10: bags of children of equal priority if they are at least 3 and
  /// fewer than 10, tasks alone otherwise. The listing leaves the order of priorities open.
  void distribute(unsigned number) {
    std::map<std::uint32_t, Bag> byPriority; // COUNT_PRIORITY
    bool mayHaveBags = false;
    for (const Item& item : cores_[number].children) {
      Bag& same = byPriority[item.priority];
      same.push_back(item);
      mayHaveBags = mayHaveBags || same.size() >= params_.bags.least;
    }
    if (!mayHaveBags) { // then the order is that of the pushes
      for (const Item& item : cores_[number].children) {
        enqueue(number, {item});
      }
    } else {
      for (const auto& [priority, bag] : byPriority) {
        if (bag.size() >= params_.bags.least && bag.size() < params_.bags.bound) {
          enqueue(number, bag); // 7, 8
        } else {
          for (const Item& item : bag) {
            enqueue(number, {item}); // 10
          }
        }
      }
    }
    cores_[number].children.clear();
  }

  /// Section III-C: of all enqueues the share TDF goes to random other cores. At 75 %, three of
  /// four.
  void enqueue(unsigned number, const Bag& bag) {
    Core& core = cores_[number];
    const unsigned whole = Step::kFeedback ? 100 : static_cast<unsigned>(cores_.size());
    core.credit += Step::kFeedback ? static_cast<unsigned>(tdf_) : whole - 1;
    if (core.credit < whole) {
      core.pq.push_back(bag);
      return;
    }
    core.credit -= whole;
    unsigned to = core.random.below(static_cast<std::uint32_t>(cores_.size()) - 1);
    to += to >= number ? 1 : 0;
    cores_[to].receiveQueue.push_back(bag);
  }

  /// Algorithm 3, line 6: the master receives a priority. When it has one of each core, algorithm 2.
  void send(unsigned number, std::uint32_t priority) {
    received_[number] = priority;
    if (received_.size() < cores_.size()) {
      return;
    }
    double pd = 0;
    for (const auto& [core, remote] : received_) { // 1, 2
      pd += std::abs(static_cast<double>(remote) - static_cast<double>(received_[0]));
    }
    pd /= static_cast<double>(cores_.size()); // 3
    received_.clear();
    const int step = static_cast<int>(params_.drift.step); // "1" is a tenth in section V
    if (pdPrev_ >= 0 && Step::kFeedback) {                 // the first interval has no predecessor
      if (pd >= pdPrev_ && increased_) {                   // 5 to 7
        tdf_ -= step;
        increased_ = false;
      } else if (pd >= pdPrev_) { // 8 to 10
        tdf_ += step;
        increased_ = true;
      } else { // 11 to 13
        tdf_ -= step;
        increased_ = false;
      }
      tdf_ = std::clamp(tdf_, 10, 100); // "a non-zero number", at most all
    }
    pdPrev_ = pd; // 15
  }

  worklists::HdcpsParams params_;
  std::vector<Core> cores_;
  int tdf_;
  bool increased_ = false;
  double pdPrev_ = -1;
  std::map<unsigned, std::uint32_t> received_;
};

} // namespace paper

class PublishedHdcpsTest : public ::testing::Test {
protected:
  struct Seen {
    double bags = 0, remotePushes = 0;
    int leastTdf = 100, greatestTdf = 0;
  };

  /// Plays `steps` steps of `threads` threads, one after the other: a thread takes a task and pushes
  /// up to seven children, some of equal priority if there are bags. Then all tasks are taken.
  template <typename Step>
  void play(unsigned threads, std::uint64_t seed, unsigned steps, Seen& seen) {
    SCOPED_TRACE(std::to_string(threads) + " threads, seed " + std::to_string(seed));
    setActiveThreads(threads);
    substrate::setSeed(seed);
    typename Step::Policy policy(TaskPriority(), Step::params());
    paper::Hdcps<Step> listing(threads);
    substrate::Random script(seed, 1000);
    std::vector<std::uint32_t> last(threads); // the priority of the latest child
    std::uint32_t pushed = 0;
    unsigned left = 0;
    const auto step = [&](unsigned thread, bool pushes) {
      const paper::Found expected = listing.next(thread);
      std::vector<Task8> children;
      if (pushes) {
        // Priorities differ, except within a bag. Those of siblings ascend, also across the tasks of
        // one bag, because the paper leaves the order open in which siblings are distributed.
        const std::uint32_t least = listing.hasChildren(thread) ? last[thread] / 10000 + 1 : 0;
        const std::uint32_t base = least + script.below(500);
        const std::uint32_t count = 1 + script.below(7);
        const std::uint32_t inBag = Step::kBags && count >= 5 ? count - 2 : 0;
        const std::uint32_t ofBag = base * 10000 + pushed;
        for (std::uint32_t i = 0; i < count; ++i) {
          const std::uint32_t alone = (base + i) * 10000 + pushed;
          children.emplace_back(pushed, i < inBag ? ofBag : alone);
          last[thread] = children.back().priority;
          ++pushed;
        }
      }
      paper::Found got;
      onThread(thread, [&] {
        if (const auto task = policy.pop()) {
          got = task->id;
        }
        policy.push(children.begin(), children.end());
      });
      for (const Task8& task : children) {
        listing.child(thread, {task.priority, task.id});
      }
      EXPECT_EQ(got, expected);
      left += static_cast<unsigned>(children.size());
      left -= expected ? 1 : 0;
      seen.leastTdf = std::min(seen.leastTdf, listing.tdf());
      seen.greatestTdf = std::max(seen.greatestTdf, listing.tdf());
    };
    for (unsigned i = 0; i < steps && !HasFailure(); ++i) {
      SCOPED_TRACE(i);
      step(script.below(threads), script.below(2) == 0);
    }
    for (unsigned turn = 0; left > 0 && !HasFailure(); ++turn) {
      step(turn % threads, false);
    }
    substrate::setSeed(1);
    seen.bags += Step::kBags ? counter(policy, "bags") : 0;
    seen.remotePushes += counter(policy, "remote_pushes");
  }

  /// Several plays of 2 and of 3 threads.
  template <typename Step>
  Seen play() {
    Seen seen;
    for (const unsigned threads : {2u, 3u}) {
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        play<Step>(threads, seed, 150, seen);
      }
    }
    return seen;
  }

  SharedMemSys system_;
};

TEST_F(PublishedHdcpsTest, PlaysSectionThree) {
  const Seen seen = play<Whole>();
  EXPECT_GT(seen.bags, 20) << "the script is to reach line 8 of algorithm 1";
  EXPECT_GT(seen.remotePushes, 200);
  EXPECT_LT(seen.leastTdf, 50) << "and lines 6 or 12 of algorithm 2";
  EXPECT_GT(seen.greatestTdf, 50) << "and line 9";
}

TEST_F(PublishedHdcpsTest, PlaysTheReceiveQueueAlone) { EXPECT_GT(play<Srq>().remotePushes, 200); }

TEST_F(PublishedHdcpsTest, PlaysTheReceiveQueueWithFeedback) {
  const Seen seen = play<SrqTdf>();
  EXPECT_GT(seen.remotePushes, 200);
  EXPECT_LT(seen.leastTdf, 50);
  EXPECT_GT(seen.greatestTdf, 50);
}

TEST_F(PublishedHdcpsTest, PlaysBagsForEveryGroup) {
  const Seen seen = play<SrqTdfAc>();
  EXPECT_GT(seen.bags, 200) << "a task without siblings is a bag, too";
  EXPECT_LT(seen.leastTdf, 50);
  EXPECT_GT(seen.greatestTdf, 50);
}

TEST_F(PublishedHdcpsTest, AThreadWithoutTasksSendsItsShare) {
  setActiveThreads(2);
  PublishedHdcpsCase::Policy<Task8> wl;
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 2; ++i) {
      wl.push(Task8(i, i));
      wl.pop();
    }
  });
  EXPECT_EQ(counter(wl, "remote_pushes"), 1) << "half of two, although the queue was empty";
}

TEST_F(PublishedHdcpsTest, ABagThatWasBegunIsFinishedFirst) {
  setActiveThreads(1);
  PublishedHdcpsCase::Policy<Task8> wl;
  pushTasks(wl, 3, 10);
  EXPECT_EQ(wl.pop()->priority, 10u);
  wl.push(Task8(3, 1));
  EXPECT_EQ(wl.pop()->priority, 10u);
  EXPECT_EQ(wl.pop()->priority, 10u);
  EXPECT_EQ(wl.pop()->priority, 1u);
  EXPECT_FALSE(wl.pop());
}

} // namespace
} // namespace galois::test
