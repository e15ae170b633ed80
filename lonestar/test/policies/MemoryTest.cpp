/**
 * Tests what every policy promises about memory. N tasks of 8 bytes take less than 3 * 8 N bytes
 * plus 1 MiB per thread, and the memory of a drained worklist is reused when it is filled again.
 *
 * To add a policy, add a line to the list at the end. kFewPriorities is for a policy in which each
 * thread keeps one chunk per distinct priority. Its bound is tested with N / 256 different
 * priorities, which fills a chunk of 64 on each of four threads; --delta makes priorities as few.
 * The others are tested with N different priorities. GALOIS_MEMORY_TEST_EPOCHS is for a policy that
 * reclaims memory by epochs. It keeps popped items until every thread has moved on, which takes
 * long if the system suspends a thread. So such a policy is filled again on one thread only.
 */
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/AdaptiveObim.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/Minnow.h"
#include "galois/worklists/MultiQueue.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/PrivateDeques.h"
#include "galois/worklists/SprayList.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "galois/worklists/Wasp.h"
#include "galois/worklists/parts/stealing/StealableSkipList.h"
#include "support/Child.h"
#include "support/CountedHeap.h"

namespace galois {
namespace {

struct Task {
  std::uint32_t number, priority;
};
struct ByPriority {
  std::uint32_t operator()(const Task& task) const { return task.priority; }
};

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
template <typename WL>
void fill(WL& wl, const Filling& filling) {
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
template <typename WL>
void drain(WL& wl, const Filling& filling) {
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

template <typename Case>
class Memory : public ::testing::Test {
protected:
  SharedMemSys system_;
};
TYPED_TEST_SUITE_P(Memory);

template <typename Test>
void forEachFilling(bool fewPriorities, std::uint32_t tasks, Test&& test) {
  for (const unsigned threads : {1u, 2u, 4u}) {
    setActiveThreads(threads);
    on_each([](unsigned, unsigned) {
    }); // Start the threads, so that their own allocations do not count.
    for (const Order order : {Order::kAscending, Order::kRandom}) {
      for (const Fillers fillers : {Fillers::kAll, Fillers::kOneThread}) {
        if (fillers == Fillers::kOneThread && threads == 1) {
          continue;
        }
        test(Filling{tasks, threads, order, fillers, fewPriorities ? tasks / 256 : tasks});
      }
    }
  }
}

TYPED_TEST_P(Memory, TasksTakeLessThanThreeTimesTheirSize) {
  using WL = typename TypeParam::type;
  std::vector<std::uint32_t> sizes{100000};
  if (!test::kSanitized) { // Sanitizers are slow, and do not change how much is held.
    sizes.push_back(300000);
    if (std::getenv("GALOIS_TEST_LONG")) {
      sizes.push_back(1000000);
    }
  }
  for (const std::uint32_t tasks : sizes) {
    forEachFilling(TypeParam::kFewPriorities, tasks, [&](const Filling& filling) {
      const std::size_t before = test::CountedHeap::held();
      {
        WL wl;
        fill(wl, filling);
        EXPECT_LT(test::CountedHeap::held() - before, bound(filling)) << filling.name();
      }
      // Other parts of the program keep little memory; a chunk that leaks per task would be much.
      EXPECT_LE(test::CountedHeap::held(), before + 64 * kKiB)
          << "after the end, " << filling.name();
    });
  }
}

TYPED_TEST_P(Memory, ADrainedWorklistIsFilledAgainFromItsPools) {
  using WL = typename TypeParam::type;
  constexpr int kSettle = 8, kRounds = 12;
  forEachFilling(
      TypeParam::kFewPriorities, test::kSanitized ? 10000 : 100000, [&](const Filling& filling) {
        if (TypeParam::kEpochs && filling.threads > 1) {
          return;
        }
        const std::size_t before = test::CountedHeap::held();
        WL wl;
        std::size_t settled = 0;
        for (int round = 1; round <= kRounds; ++round) {
          fill(wl, filling);
          EXPECT_LT(test::CountedHeap::held() - before, bound(filling))
              << filling.name() << ", round " << round;
          settled = round == kSettle ? test::CountedHeap::held() : settled;
          drain(wl, filling);
        }
        // Adaptive policies need some rounds, and which thread pops a task varies. So pools shift a
        // little between threads, and a heap that exceeds its greatest size doubles. Four rounds
        // without any reuse would hold four times the tasks.
        const std::size_t slack = filling.threads * 256 * kKiB + filling.tasks * sizeof(Task);
        EXPECT_LT(test::CountedHeap::held(), settled + slack) << filling.name();
      });
}

REGISTER_TYPED_TEST_SUITE_P(Memory, TasksTakeLessThanThreeTimesTheirSize,
                            ADrainedWorklistIsFilledAgainFromItsPools);

// The list of policies with their defaults, by their names on the command line.
#define GALOIS_MEMORY_TEST(Name, fewPriorities, ...)                                               \
  GALOIS_MEMORY_TEST_CASE(Name, fewPriorities, false, __VA_ARGS__)
#define GALOIS_MEMORY_TEST_EPOCHS(Name, ...) GALOIS_MEMORY_TEST_CASE(Name, false, true, __VA_ARGS__)
#define GALOIS_MEMORY_TEST_CASE(Name, fewPriorities, epochs, ...)                                  \
  struct Name {                                                                                    \
    using type = __VA_ARGS__::retype<Task>;                                                        \
    static constexpr bool kFewPriorities = fewPriorities;                                          \
    static constexpr bool kEpochs = epochs;                                                        \
  };                                                                                               \
  INSTANTIATE_TYPED_TEST_SUITE_P(Name, Memory, Name)

GALOIS_MEMORY_TEST(Smq, false, worklists::StealingMultiQueue<ByPriority>);
GALOIS_MEMORY_TEST(SmqBucket, false, worklists::StealingBucketQueue<ByPriority>);
GALOIS_MEMORY_TEST_EPOCHS(
    SmqSkiplist, worklists::StealingMultiQueue<ByPriority, int, true, worklists::LocalSkipList>);
GALOIS_MEMORY_TEST(Obim, true, worklists::OrderedByIntegerMetric<ByPriority>);
GALOIS_MEMORY_TEST(Pmod, true, worklists::AdaptiveOrderedByIntegerMetric<ByPriority>);
GALOIS_MEMORY_TEST(Mq, false, worklists::MultiQueue<ByPriority>);
GALOIS_MEMORY_TEST(MqTlTl, false,
                   worklists::OptimizedMultiQueue<worklists::TemporalLocality,
                                                  worklists::TemporalLocality, ByPriority>);
GALOIS_MEMORY_TEST(MqTlTb, false,
                   worklists::OptimizedMultiQueue<worklists::TemporalLocality,
                                                  worklists::TaskBatching, ByPriority>);
GALOIS_MEMORY_TEST(MqTbTl, false,
                   worklists::OptimizedMultiQueue<worklists::TaskBatching,
                                                  worklists::TemporalLocality, ByPriority>);
GALOIS_MEMORY_TEST(
    MqTbTb, false,
    worklists::OptimizedMultiQueue<worklists::TaskBatching, worklists::TaskBatching, ByPriority>);
GALOIS_MEMORY_TEST(Mbq, false, worklists::MultiBucketQueue<ByPriority>);
GALOIS_MEMORY_TEST(Reld, false, worklists::RandomEnqueueLocalDequeue<ByPriority>);
GALOIS_MEMORY_TEST_EPOCHS(MqSkiplist, worklists::SkipListMultiQueue<ByPriority>);
GALOIS_MEMORY_TEST_EPOCHS(ReldSkiplist, worklists::SkipListRandomEnqueueLocalDequeue<ByPriority>);
GALOIS_MEMORY_TEST_EPOCHS(SprayList, worklists::SprayList<ByPriority>);
GALOIS_MEMORY_TEST(Hdcps, false, worklists::Hdcps<ByPriority>);
GALOIS_MEMORY_TEST(HdcpsSrq, false, worklists::Hdcps<ByPriority, int, true, worklists::HdcpsSrq>);
GALOIS_MEMORY_TEST(HdcpsSrqTdf, false,
                   worklists::Hdcps<ByPriority, int, true, worklists::HdcpsSrqTdf>);
/// Always makes bags, as --wl=hdcps-srq-tdf-ac does.
struct HdcpsAlwaysBags : worklists::Hdcps<ByPriority, Task> {
  template <typename>
  using retype = HdcpsAlwaysBags;
  static worklists::HdcpsParams params() {
    worklists::HdcpsParams params;
    params.bags.least = 1;
    params.bags.oversize = worklists::Oversize::kSplit;
    return params;
  }
  HdcpsAlwaysBags() : worklists::Hdcps<ByPriority, Task>(ByPriority(), params()) {}
};
GALOIS_MEMORY_TEST_CASE(HdcpsSrqTdfAc, false, false, HdcpsAlwaysBags);
GALOIS_MEMORY_TEST(Minnow, true, worklists::Minnow<ByPriority>);
GALOIS_MEMORY_TEST(Wasp, false, worklists::Wasp<ByPriority>);
GALOIS_MEMORY_TEST(ChunkFifo, false, worklists::PerSocketChunkFIFO<64>);
GALOIS_MEMORY_TEST(ChunkLifo, false, worklists::PerSocketChunkLIFO<64>);
GALOIS_MEMORY_TEST(PdRecv, false, worklists::ReceiverInitiatedDeques<>);
GALOIS_MEMORY_TEST(PdSend, false, worklists::SenderInitiatedDeques<>);
GALOIS_MEMORY_TEST(ChaseLev, false, worklists::ChaseLevDeques<>);

} // namespace
} // namespace galois
