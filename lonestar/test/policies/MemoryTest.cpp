/**
 * Tests what every policy promises about memory. N tasks of 8 bytes take less than 3 * 8 N bytes
 * plus 1 MiB per thread, and the memory of a drained worklist is reused when it is filled again. When
 * there is no memory, a call throws, and the worklist can still be used.
 *
 * It tests every policy of the registry with its default parameters. The tables below name those that
 * need something else.
 */
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "analytics/scheduler/AllWorklists.h" // made by the build: the headers of all policies
#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Random.h"
#include "support/Child.h"
#include "support/CountedHeap.h"
#include "support/LongTests.h"

namespace galois {
namespace {

struct Task {
  std::uint32_t number, priority;
};
struct ByPriority {
  std::uint32_t operator()(const Task& task) const { return task.priority; }
};

/// In these, each thread keeps one chunk per distinct priority. Their bound is tested with N / 256
/// different priorities, which fills a chunk of 64 on each of four threads; --delta makes priorities
/// as few. The others are tested with N different priorities.
const std::set<std::string> kChunkPerPriority{
    "obim", "obim.published", "obim.released", "pmod", "pmod.published", "pmod.released", "minnow"};
/// These reclaim memory by epochs: they keep popped items until every thread has moved on, which takes
/// long if the system suspends a thread. So they are filled again on one thread only.
const std::set<std::string> kEpochs{"smq-skiplist", "mq-skiplist", "reld-skiplist", "spraylist"};
/// A round of these ends only when all threads of a loop find nothing.
const std::set<std::string> kOnlyInLoops{"bulk-sync"};

/// A worklist of any policy.
class AnyWorklist {
public:
  virtual ~AnyWorklist() = default;
  virtual void push(const Task& task) = 0;
  virtual bool pop() = 0; ///< returns whether there was a task
};

template <typename Worklist>
class WorklistOf final : public AnyWorklist {
public:
  template <typename Option>
  explicit WorklistOf(const Option& option)
      : worklist_(std::make_from_tuple<Worklist>(option.args)) {}
  void push(const Task& task) override { worklist_.push(task); }
  bool pop() override { return static_cast<bool>(worklist_.pop()); }

private:
  Worklist worklist_;
};

/// A policy of the registry.
struct Policy {
  lonestar::WorklistInfo info;
  std::function<std::unique_ptr<AnyWorklist>()> make;

  bool isIn(const std::set<std::string>& names) const { return names.count(info.name) > 0; }
};

template <typename Registered>
Policy policyOf() {
  const auto make = [] {
    std::unique_ptr<AnyWorklist> made;
    const lonestar::WorklistSettings settings(Registered::info());
    Registered::visit(ByPriority(), settings, [&](const auto& option) {
      using Worklist = typename std::decay_t<decltype(option)>::type::template retype<Task>;
      made = std::make_unique<WorklistOf<Worklist>>(option);
    });
    return made;
  };
  return {Registered::info(), make};
}

std::vector<Policy> allPolicies() {
  return {
#define GALOIS_WORKLIST(Name) policyOf<lonestar::worklists::Name>(),
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
  };
}

constexpr std::size_t kKiB = 1024, kMiB = 1024 * kKiB;

enum class Order { kAscending, kRandom };
enum class Fillers { kAll, kOneThread };

struct Filling {
  std::uint32_t tasks;
  unsigned threads;
  Order order;
  Fillers fillers;
  std::uint32_t priorities;

  std::uint32_t priorityOf(std::uint32_t task) const {
    if (order == Order::kAscending) {
      return static_cast<std::uint32_t>(std::uint64_t{task} * priorities / tasks);
    }
    return substrate::Random(5, task).below(priorities);
  }
  std::string name() const {
    return std::to_string(tasks) + " tasks, " + std::to_string(threads) + " threads, " +
           (order == Order::kAscending ? "ascending" : "random") + ", filled by " +
           (fillers == Fillers::kAll ? "all" : "one") + ", " + std::to_string(priorities) +
           " priorities";
  }
};

/// The promised bound. Threads that exist but are not active have per-thread data, too.
std::size_t bound(const Filling& filling) {
  return std::size_t{3} * sizeof(Task) * filling.tasks +
         substrate::getThreadPool().getMaxThreads() * kMiB;
}

/// Pushes all tasks.
void fill(AnyWorklist& wl, const Filling& filling) {
  const unsigned fillers = filling.fillers == Fillers::kAll ? filling.threads : 1;
  on_each([&](unsigned tid, unsigned) {
    if (tid < fillers) {
      for (std::uint32_t i = tid; i < filling.tasks; i += fillers) {
        wl.push(Task{i, filling.priorityOf(i)});
      }
    }
  });
}

/// Pops all tasks, on all threads.
void drain(AnyWorklist& wl, const Filling& filling) {
  std::atomic<std::uint32_t> left{filling.tasks};
  on_each([&](unsigned, unsigned) {
    substrate::Backoff backoff;
    while (left.load(std::memory_order_relaxed) > 0) {
      if (wl.pop()) {
        left.fetch_sub(1, std::memory_order_relaxed);
        backoff.reset();
      } else {
        backoff();
      }
    }
  });
}

const bool kLong = test::longTests();

class Memory : public ::testing::TestWithParam<Policy> {
protected:
  void SetUp() override {
    if (GetParam().isIn(kOnlyInLoops)) {
      GTEST_SKIP() << "this policy needs a loop";
    }
  }

  /// Leaves a test to the builds with a sanitizer, or to those without.
  static bool elsewhere(bool sanitized) { return !kLong && sanitized != test::kSanitized; }

  SharedMemSys system_;
};

/// With several threads, each order and each kind of filling comes with each number of threads, but
/// only GALOIS_TEST_LONG combines all.
template <typename Test>
void forEachFilling(bool fewPriorities, std::uint32_t tasks, Test&& test) {
  for (const unsigned threads : {1u, 2u, 4u}) {
    setActiveThreads(threads);
    on_each([](unsigned, unsigned) {
    }); // Start the threads, so that their own allocations do not count.
    for (const Order order : {Order::kAscending, Order::kRandom}) {
      for (const Fillers fillers : {Fillers::kAll, Fillers::kOneThread}) {
        const bool crossed = (order == Order::kAscending) == (fillers == Fillers::kAll);
        if (threads == 1 ? fillers == Fillers::kOneThread : !kLong && crossed != (threads == 2)) {
          continue;
        }
        test(Filling{tasks, threads, order, fillers, fewPriorities ? tasks / 256 : tasks});
      }
    }
  }
}

TEST_P(Memory, TasksTakeLessThanThreeTimesTheirSize) {
  if (elsewhere(false)) {
    GTEST_SKIP() << "a sanitizer is slow, and does not change how much is held";
  }
  std::vector<std::uint32_t> sizes{300000};
  if (test::kSanitized) {
    sizes = {20000};
  } else if (kLong) {
    sizes = {100000, 300000, 1000000};
  }
  for (const std::uint32_t tasks : sizes) {
    forEachFilling(GetParam().isIn(kChunkPerPriority), tasks, [&](const Filling& filling) {
      const std::size_t before = test::CountedHeap::held();
      {
        const std::unique_ptr<AnyWorklist> wl = GetParam().make();
        fill(*wl, filling);
        EXPECT_LT(test::CountedHeap::held() - before, bound(filling)) << filling.name();
      }
      // Other parts of the program keep little memory; a chunk that leaks per task would be much.
      EXPECT_LE(test::CountedHeap::held(), before + 64 * kKiB)
          << "after the end, " << filling.name();
    });
  }
}

TEST_P(Memory, ADrainedWorklistIsFilledAgainFromItsPools) {
  if (elsewhere(false)) {
    GTEST_SKIP() << "a sanitizer is slow, and does not change how much is held";
  }
  constexpr int kSettle = 8, kRounds = 12;
  forEachFilling(
      GetParam().isIn(kChunkPerPriority), test::kSanitized ? 10000 : 50000,
      [&](const Filling& filling) {
        if (GetParam().isIn(kEpochs) && filling.threads > 1) {
          return;
        }
        const std::size_t before = test::CountedHeap::held();
        const std::unique_ptr<AnyWorklist> wl = GetParam().make();
        std::size_t settled = 0;
        for (int round = 1; round <= kRounds; ++round) {
          fill(*wl, filling);
          EXPECT_LT(test::CountedHeap::held() - before, bound(filling))
              << filling.name() << ", round " << round;
          settled = round == kSettle ? test::CountedHeap::held() : settled;
          drain(*wl, filling);
        }
        // Adaptive policies need some rounds, and which thread pops a task varies. So pools shift a
        // little between threads, and a heap that exceeds its greatest size doubles. Four rounds
        // without any reuse would hold four times the tasks.
        const std::size_t slack = filling.threads * 256 * kKiB + filling.tasks * sizeof(Task);
        EXPECT_LT(test::CountedHeap::held(), settled + slack) << filling.name();
      });
}

/// One allocation fails: the first, the second, and so on. The thread that learns of it ends the loop,
/// as an executor does, while the others go on for a while. The worklist then serves a loop of as many
/// threads. Some policies have dropped tasks, so only the sanitizers say more.
TEST_P(Memory, AnyAllocationMayFail) {
  if (elsewhere(true)) {
    GTEST_SKIP() << "a sanitizer sees more";
  }
  using test::CountedHeap;
  constexpr std::uint32_t kTasks =
      9000; // each thread passes the intervals that policies measure in
  const auto use = [](AnyWorklist& wl, std::atomic<bool>& ended) {
    on_each([&](unsigned tid, unsigned threads) {
      try {
        for (std::uint32_t i = tid; i < kTasks && !ended; i += threads) {
          wl.push(Task{i, substrate::Random(5, i).below(200)});
          if (i % 3 == 0) {
            wl.pop();
          }
        }
        for (std::uint32_t i = tid; i < kTasks && !ended; i += threads) {
          wl.pop();
        }
      } catch (const std::bad_alloc&) {
        ended = true;
      }
    });
  };
  for (const unsigned threads : {1u, 2u, 3u}) {
    setActiveThreads(threads);
    bool failed = true;
    for (int failing = 0; failed; failing += 1 + failing / 16) {
      std::atomic<bool> ended{false};
      std::unique_ptr<AnyWorklist> wl;
      CountedHeap::failAfter(failing);
      try {
        wl = GetParam().make();
        use(*wl, ended);
        failed = ended;
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      CountedHeap::failAfter(-1);
      ended = false;
      if (wl) {
        use(*wl, ended);
      }
      EXPECT_FALSE(ended) << "there is memory again";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, Memory, ::testing::ValuesIn(allPolicies()),
                         [](const ::testing::TestParamInfo<Policy>& tested) {
                           std::string name = tested.param.info.name;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char sign) { return sign == '-' || sign == '.'; }, '_');
                           return name;
                         });

} // namespace
} // namespace galois
