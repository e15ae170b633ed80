// Plays the sender-initiated algorithm as its paper prints it [PD, figure 3] against the protocol of
// the fork-join executor: an independent transcription takes the same steps and must give the same
// tasks to the same worker at the same times. One thread plays both workers on a machine on which
// nothing but the steps takes time. Dates are at equal distances, because the protocol draws fewer
// random ones. With more workers their phases would differ: where the paper's program renews a date
// that nobody needs, the protocol does not look at its clock.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "galois/runtime/forkjoin/ForkJoinSender.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/VirtualMachine.h"
#include "support/ProtocolTeam.h"

namespace {

using galois::runtime::Sender;
using galois::substrate::nowNs;
using galois::substrate::Random;
using galois::test::ProtocolTeam;
using Frame = galois::test::IdleFrame;

/// [PD, figure 3], one call of one processor at a time. Tasks are numbers from 3 on.
namespace paper {

constexpr int kDummyTask = 1, kNull = 0;

struct Processor {
  std::deque<int> q;   ///< the top is the front
  int s = kDummyTask;  ///< communication cell
  std::uint64_t d = 0; ///< date of the next deal attempt
};

class Senders {
public:
  Senders(unsigned processors, std::uint64_t delta) : delta_(delta), processors_(processors) {
    for (unsigned i = 0; i < processors; ++i) {
      random_.emplace_back(1, i);
    }
  }
  Processor& operator[](unsigned i) { return processors_[i]; }

  /// The first line of acquire(), and the loop's test together with the last one.
  void beginAcquire(unsigned i) { processors_[i].s = kNull; }
  int endAcquire(unsigned i) {
    const int task = processors_[i].s;
    if (task != kNull) {
      processors_[i].s = kDummyTask;
    }
    return task;
  }

  void communicate(unsigned i, std::uint64_t now) {
    // The figure renews the date also when the deque is empty. Its text says that a processor that
    // has received a task may deal right after it, which the figure prevents. So we keep the date then,
    // as long as somebody waits.
    if (now <= processors_[i].d || (processors_[i].q.empty() && anyWaits())) {
      return;
    }
    dealAttempt(i);
    processors_[i].d = now + delta_;
  }

private:
  /// A processor waits until it has looked at what has come.
  bool anyWaits() const {
    return std::any_of(processors_.begin(), processors_.end(),
                       [](const Processor& each) { return each.s != kDummyTask; });
  }

  void dealAttempt(unsigned i) {
    if (processors_[i].q.empty() || !anyWaits()) {
      return; // If nobody waits, the attempt has no effect, and the protocol does not draw.
    }
    unsigned j = random_[i].below(static_cast<std::uint32_t>(processors_.size()) - 1);
    j += j >= i ? 1 : 0;
    if (processors_[j].s != kNull) {
      return;
    }
    processors_[j].s = processors_[i].q.front();
    processors_[i].q.pop_front();
  }

  std::uint64_t delta_;
  std::vector<Processor> processors_;
  std::vector<Random> random_;
};

} // namespace paper

constexpr std::uint64_t kStepNs = 1000;

/// Plays `steps` steps. @param busy  in how many of 8 steps a worker makes a task
/// @return the number of tasks that changed hands
unsigned play(unsigned workers, unsigned busy, std::uint64_t seed, unsigned steps) {
  galois::substrate::virt::Setup setup;
  setup.cores = 1;
  setup.costs = "hit 0 ns\nupdate 0 ns\nmemory 0 ns\nstore 0 ns\nunit 1 ns\njitter 0 share\n";
  galois::substrate::virt::configure(setup);

  // A date of the figure passes between two steps, as a date of the protocol does.
  constexpr std::uint64_t kDeltaNs = 7 * kStepNs - 1;
  galois::runtime::ForkJoinSettings settings;
  settings.deltaNs = kDeltaNs;
  settings.deal = galois::worklists::DealTimes::kFixed;
  ProtocolTeam<Sender> team(workers, settings);
  paper::Senders figure(workers, kDeltaNs);
  std::vector<std::unique_ptr<Frame>> frames(3); // by the number of the task
  std::vector<bool> waits(workers);
  Random random(seed, workers);
  unsigned moved = 0;
  for (unsigned step = 0; step < steps; ++step) {
    // Workers begin to wait between the steps, and dates pass at their ends.
    galois::substrate::charge(galois::substrate::Work::kUnit, kStepNs / 2);
    for (unsigned i = 1; i < workers; ++i) {
      if (!waits[i] && figure[i].q.empty() && (step == 0 || random.below(4) == 0)) {
        figure.beginAcquire(i);
        EXPECT_EQ(team[i].seek(), nullptr);
        waits[i] = true;
      }
    }
    galois::substrate::charge(galois::substrate::Work::kUnit, kStepNs / 2);
    for (unsigned i = 0; i < workers; ++i) {
      auto& worker = team[i];
      auto& q = figure[i].q;
      if (waits[i]) {
        const int task = figure.endAcquire(i);
        const auto* const got = worker.seek();
        EXPECT_EQ(got, task == paper::kNull ? nullptr : frames[static_cast<unsigned>(task)].get());
        waits[i] = task == paper::kNull;
        moved += waits[i] ? 0 : 1;
      } else if (random.below(8) < busy) { // forks; the figure communicates between two tasks
        frames.push_back(std::make_unique<Frame>());
        q.push_back(static_cast<int>(frames.size()) - 1);
        figure.communicate(i, nowNs());
        EXPECT_TRUE(worker.push(*frames.back()));
      } else if (!q.empty()) {
        q.pop_back();
        EXPECT_TRUE(worker.local_.pop(worker));
        figure.communicate(i, nowNs());
        worker.poll();
      } else { // the latest task goes on
        figure.communicate(i, nowNs());
        worker.poll();
      }
      if (testing::Test::HasFailure()) {
        ADD_FAILURE() << "step " << step << ", worker " << i;
        return moved;
      }
    }
  }
  return moved;
}

TEST(PublishedDealing, TheProtocolGivesWhatFigure3Gives) {
  for (const unsigned busy : {3U, 4U, 5U}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE(testing::Message() << busy << " of 8 steps fork, seed " << seed);
      EXPECT_GT(play(2, busy, seed, 500), 0U);
      if (HasFailure()) {
        return;
      }
    }
  }
}

} // namespace
