// Tasks as large as loops take them, and aligned more than a cache line (TaskLimits in Concept.h).
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/AdaptiveObim.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/MultiQueue.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/PrivateDeques.h"
#include "galois/worklists/SprayList.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "galois/worklists/Wasp.h"
#include "galois/worklists/WorkList.h"
#include "support/Deliveries.h"

namespace {

using namespace galois::worklists;

/// A task of the given size, with its number at both ends.
template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) TaskOf {
  TaskOf() = default;
  explicit TaskOf(std::uint32_t number) : id(number), last(number) {}
  bool intact() const {
    return id == last && reinterpret_cast<std::uintptr_t>(this) % Alignment == 0;
  }

  std::uint32_t id = 0;
  unsigned char between[Bytes - 2 * sizeof(std::uint32_t)];
  std::uint32_t last = 0;
};
using Largest = TaskOf<TaskLimits<int>::kMostBytes, 256>;
using LargestPlain = TaskOf<TaskLimits<int>::kMostBytes, 4>; // skip lists align to 16 bytes
static_assert(sizeof(Largest) == TaskLimits<Largest>::kMostBytes);
static_assert(TaskLimits<Largest>::kPerBatch == 1 && TaskLimits<int>::kPerBatch == 64);
static_assert(TaskLimits<TaskOf<1024, 4>>::kPerBatch == 32);

struct ById {
  template <typename T>
  std::uint32_t operator()(const T& task) const {
    return task.id;
  }
};

template <typename WL, typename Task = Largest>
struct Case {
  using Policy = WL;
  using T = Task;
};

template <typename C>
class TaskLimitsOf : public ::testing::Test {
protected:
  void TearDown() override { galois::setActiveThreads(1); }
};

using Cases =
    ::testing::Types<Case<PerSocketChunkFIFO<8>>, Case<PerThreadChunkLIFO<8>>, Case<GFIFO<>>,
                     Case<OrderedByIntegerMetric<ById, PerSocketChunkFIFO<8>>>,
                     Case<AdaptiveOrderedByIntegerMetric<ById, PerSocketChunkFIFO<8>>>,
                     Case<StealingMultiQueue<ById>>, Case<StealingBucketQueue<ById>>,
                     Case<MultiQueue<ById>>, Case<Hdcps<ById>>, Case<Wasp<ById>>,
                     Case<ReceiverInitiatedDeques<>>, Case<SprayList<ById>, LargestPlain>>;
TYPED_TEST_SUITE(TaskLimitsOf, Cases);

TYPED_TEST(TaskLimitsOf, LargestTasksAreDeliveredWhole) {
  using T = typename TypeParam::T;
  constexpr std::uint32_t kTasks = 200, kRoots = 4;
  for (const unsigned threads : {1U, 2U, 4U}) {
    galois::setActiveThreads(threads, galois::kOversubscribe);
    galois::test::Deliveries seen(kTasks);
    std::vector<T> roots;
    for (std::uint32_t id = 0; id < kRoots; ++id) {
      roots.emplace_back(id);
    }
    galois::for_each(
        galois::iterate(roots),
        [&](const T& task, auto& context) {
          seen.record(task.id, task.intact());
          for (std::uint32_t k = 0; k < 2; ++k) {
            const std::uint32_t child = task.id * 2 + kRoots + k;
            if (child < kTasks) {
              context.push(T(child));
            }
          }
        },
        galois::wl<typename TypeParam::Policy>(), galois::disable_conflict_detection(),
        galois::no_stats());
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
  }
}

// With conflict detection, pushes wait in a buffer until the iteration ends.
TEST(TaskLimits, BuffersOfPushesAlignTasks) {
  constexpr std::uint32_t kTasks = 100;
  galois::setActiveThreads(2, galois::kOversubscribe);
  galois::test::Deliveries seen(kTasks);
  const std::vector<Largest> roots{Largest(0)};
  galois::for_each(
      galois::iterate(roots),
      [&](const Largest& task, galois::UserContext<Largest>& context) {
        seen.record(task.id, task.intact());
        for (std::uint32_t id = 1; task.id == 0 && id < kTasks; ++id) {
          context.push(Largest(id));
        }
      },
      galois::no_stats());
  seen.expectEachOnce();
  galois::setActiveThreads(1);
}

} // namespace
