// Detection of termination: never early, always in the end, over thousands of seeds. The ranks are in
// one process, so that the test knows the truth.
#include "galois/dist/messages/RankTermination.h"

#include <gtest/gtest.h>

#include "galois/dist/transport/SimulatedTransport.h"
#include "galois/substrate/Random.h"
#include "support/Seeds.h"

namespace galois::dist {
namespace {

using galois::test::seeds;
using SimulatedEndpoint = Endpoint<SimulatedTransport>;
using Detector = RankTermination<SimulatedTransport>;

/// What is true over all ranks: tasks that some rank has, and tasks in messages under way.
struct Truth {
  long tasks = 0;
  long inMessages = 0;
  long done = 0;
};

/// How ranks make work for each other.
struct Work {
  unsigned first = 4;       ///< tasks per rank in the beginning, at most
  unsigned busiest = 0;     ///< if not 0, only this many ranks have some
  double children = 0.9;    ///< mean number of new tasks per task
  double remote = 0.5;      ///< share of the tasks that are sent away
  double longestTask = 100; ///< microseconds
};

/// One rank's tasks and where they come from.
class Worker {
public:
  Worker(SimulatedEndpoint& endpoint, SimulatedTransport& transport, Detector& detector,
         Truth& truth, const Work& work, std::uint64_t seed)
      : endpoint_(endpoint), transport_(transport), detector_(detector), truth_(truth), work_(work),
        random_(seed, 100 + endpoint.rank()) {
    endpoint_.handle(Kind::kTasks, [this](const Message& message) {
      const auto count = Reader(message.body).get<std::uint32_t>();
      detector_.received();
      truth_.inMessages -= count;
      truth_.tasks += count;
      tasks_ += count;
    });
    // Not counted: it makes nobody active.
    endpoint_.handle(Kind::kSteal, [this](const Message&) { ++noise_; });
  }

  /// Works until the detector says that all is over, and checks that it is.
  void run() {
    if (work_.busiest == 0 || endpoint_.rank() < work_.busiest) {
      tasks_ += random_.below(work_.first + 1);
    }
    truth_.tasks += tasks_;
    int waits = 0;
    for (;;) {
      const bool arrived = endpoint_.poll();
      if (tasks_ > 0) {
        doTask();
      }
      if (detector_.step(tasks_ == 0)) {
        break;
      }
      if (tasks_ == 0 && !arrived) {
        if (++waits % 7 == 0) {
          endpoint_.send(random_.below(endpoint_.ranks()), Kind::kSteal, {});
        }
        endpoint_.pause(200);
      }
    }
    ASSERT_EQ(truth_.tasks, 0) << "a rank is at work";
    ASSERT_EQ(truth_.inMessages, 0) << "tasks are under way";
    ASSERT_TRUE(detector_.step(true));
  }

private:
  void doTask() {
    --tasks_;
    // During the task the rank is active: the truth counts it until its children are counted.
    transport_.spend(work_.longestTask * random_.unit() * random_.unit());
    std::uint32_t made = 0;
    while (random_.unit() < work_.children / (1 + work_.children)) {
      ++made;
    }
    while (made > 0) {
      const std::uint32_t count = 1 + random_.below(made);
      made -= count;
      if (random_.unit() < work_.remote) {
        Writer writer;
        writer(count);
        truth_.inMessages += count;
        detector_.sent();
        endpoint_.send(random_.below(endpoint_.ranks()), Kind::kTasks, writer.bytes());
      } else {
        tasks_ += count;
        truth_.tasks += count;
      }
    }
    --truth_.tasks;
    ++truth_.done;
  }

  SimulatedEndpoint& endpoint_;
  SimulatedTransport& transport_;
  Detector& detector_;
  Truth& truth_;
  const Work work_;
  substrate::Random random_;
  std::uint32_t tasks_ = 0;
  int noise_ = 0;
};

/// @param rounds  computations, one after the other, by the same detectors
long detect(Rank ranks, std::uint64_t seed, const Work& work, double longest, int rounds = 1,
            double lateChance = 0.02) {
  SimulatedNetwork options;
  options.ranks = ranks;
  options.seed = seed;
  options.longest = longest;
  options.lateChance = lateChance;
  std::vector<Truth> truths(rounds);
  runSimulated(options, [&](SimulatedTransport& transport) {
    SimulatedEndpoint endpoint(transport);
    Detector detector(endpoint);
    for (int round = 0; round < rounds; ++round) {
      Worker worker(endpoint, transport, detector, truths[round], work, seed + round);
      // Detectors begin when the truth holds the first tasks of all ranks.
      worker.run();
      if (testing::Test::HasFatalFailure()) {
        throw std::runtime_error("seed " + std::to_string(seed) + ", " + std::to_string(ranks) +
                                 " ranks");
      }
      endpoint.settle(); // no message of this round is handled in the next one
      detector.reset();
    }
    if (transport.rank() != 0) {
      EXPECT_EQ(detector.waves(), 0u);
    }
  });
  long done = 0;
  for (const Truth& truth : truths) {
    done += truth.done;
  }
  return done;
}

TEST(RankTermination, NeverEarlyAndAlwaysInTheEnd) {
  long done = 0;
  for (std::uint64_t seed = 0; seed < seeds(4000); ++seed) {
    Work work;
    work.remote = 0.1 + 0.3 * (seed % 4);
    work.longestTask = seed % 3 == 0 ? 1 : 150;
    const double longest = seed % 2 == 0 ? 100 : 1000;
    done += detect(1 + seed % 9, seed, work, longest);
  }
  EXPECT_GT(done, static_cast<long>(seeds(100000)));
}

TEST(RankTermination, OneRankKeepsTheOthersWaiting) {
  for (std::uint64_t seed = 0; seed < seeds(500); ++seed) {
    Work work;
    work.busiest = 1;
    work.first = 20;
    work.longestTask = 1000;
    work.remote = seed % 2 == 0 ? 0 : 0.05;
    detect(2 + seed % 7, seed, work, 50);
  }
}

TEST(RankTermination, WorkThatOnlyTravels) {
  // All tasks are sent, tasks are short, and some messages take much longer than others, so that tasks
  // overtake waves.
  for (std::uint64_t seed = 0; seed < seeds(4000); ++seed) {
    Work work;
    work.remote = 1;
    work.longestTask = 2;
    work.first = 2;
    detect(3 + seed % 8, seed, work, 300, 1, 0.2);
  }
}

TEST(RankTermination, DetectorsAreUsedAgain) {
  for (std::uint64_t seed = 0; seed < seeds(500); ++seed) {
    detect(1 + seed % 6, seed, Work(), 200, 4);
  }
}

TEST(RankTermination, WithoutWorkFewWavesSuffice) {
  for (const Rank ranks : {1u, 2u, 8u, 64u}) {
    SimulatedNetwork options;
    options.ranks = ranks;
    runSimulated(options, [&](SimulatedTransport& transport) {
      SimulatedEndpoint endpoint(transport);
      Detector detector(endpoint);
      while (!detector.step(true)) {
        if (!endpoint.poll()) {
          endpoint.pause(100);
        }
      }
      EXPECT_EQ(detector.waves(), transport.rank() == 0 ? 1u : 0u);
    });
  }
}

TEST(RankTermination, AnActiveRankHoldsTheWave) {
  std::uint64_t waves = 0;
  SimulatedNetwork options;
  options.ranks = 4;
  runSimulated(options, [&](SimulatedTransport& transport) {
    SimulatedEndpoint endpoint(transport);
    Detector detector(endpoint);
    int polls = 0;
    while (!detector.step(transport.rank() != 3 || ++polls > 500)) {
      if (!endpoint.poll()) {
        endpoint.pause(100);
      }
    }
    waves += detector.waves();
  });
  EXPECT_EQ(waves, 1u);
}

TEST(RankTermination, AMessageThatIsNeverReceivedIsNeverTheEnd) {
  SimulatedNetwork options;
  options.ranks = 3;
  options.limit = 1e5;
  EXPECT_THROW(runSimulated(options,
                            [&](SimulatedTransport& transport) {
                              SimulatedEndpoint endpoint(transport);
                              Detector detector(endpoint);
                              if (transport.rank() == 1) {
                                detector.sent();
                              }
                              while (!detector.step(true)) {
                                endpoint.poll();
                              }
                              ADD_FAILURE() << "a detector ended";
                            }),
               SimulatedDeadlock);
}

} // namespace
} // namespace galois::dist
