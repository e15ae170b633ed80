// The worklists that programs written for Galois name, beyond those with tests of their own: no task
// is lost and none comes twice, and each orders or places tasks as it says.
#include <cstdint>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/ActingAs.h"
#include "galois/worklists/WorkList.h"
#include "support/Deliveries.h"
#include "worklists/PolicySuite.h"

namespace {

using namespace galois::worklists;

/// A task pushes tasks 2 * id + 1 and 2 * id + 2, as far as there are that many.
constexpr std::uint32_t kTasks = 4000;

struct EvenlyOwned {
  unsigned operator()(std::uint32_t id) const { return id; }
};

template <typename WL>
class GaloisWorklists : public ::testing::Test {
protected:
  void TearDown() override { galois::setActiveThreads(1); }

  /// Runs a tree of tasks from these roots.
  static void runTree(const std::vector<std::uint32_t>& roots) {
    galois::test::Deliveries seen(kTasks);
    galois::for_each(
        galois::iterate(roots),
        [&](std::uint32_t id, auto& context) {
          seen.record(id, true);
          for (const std::uint32_t child : {2 * id + 1, 2 * id + 2}) {
            if (child < kTasks && child >= roots.size()) {
              context.push(child);
            }
          }
        },
        galois::wl<WL>(), galois::disable_conflict_detection(), galois::no_stats());
    seen.expectEachOnce();
  }
};

using Policies = ::testing::Types<
    FIFO<>, LIFO<>, GFIFO<>, GLIFO<>, OrderedList<>, OrderedList<std::less<std::uint32_t>>,
    LocalQueue<>, LocalQueue<PerSocketChunkFIFO<>, LIFO<>>,
    LocalQueue<>::with_global<ChunkFIFO<>>::type, OwnerComputes<>,
    OwnerComputes<EvenlyOwned, PerSocketChunkFIFO<>>, StableIterator<>, StableIterator<true>,
    StableIterator<>::with_steal<true>::type::with_container<FIFO<>>::type>;
TYPED_TEST_SUITE(GaloisWorklists, Policies);

/// The owner of a task is a thread of any socket.
struct OwnedByPriority {
  template <typename T>
  unsigned operator()(const T& task) const {
    return task.priority;
  }
};
template <typename Container>
using OwnerCases = galois::test::PolicyCases<galois::test::CaseWith<
    galois::test::OwnerOnly<galois::test::InexactCase<OwnerComputes<OwnedByPriority, Container>>>,
    8>>;
GALOIS_POLICY_SUITE(OwnerComputesLifo, OwnerCases<ChunkLIFO<>>);
GALOIS_POLICY_SUITE(OwnerComputesPerSocket, OwnerCases<PerSocketChunkFIFO<>>);
GALOIS_POLICY_SUITE(OwnerComputesSimple, OwnerCases<FIFO<>>);

TYPED_TEST(GaloisWorklists, DeliverEachTaskOnce) {
  std::vector<std::uint32_t> all(kTasks);
  std::iota(all.begin(), all.end(), 0);
  for (const unsigned threads : {1U, 2U, 4U, 16U}) {
    galois::setActiveThreads(threads);
    this->runTree({0});
    this->runTree({all.begin(), all.begin() + 63});
    this->runTree(all);
    this->runTree({all.begin(), all.begin() + 255});
  }
}

TYPED_TEST(GaloisWorklists, StayUsableAfterAnException) {
  galois::setActiveThreads(2);
  const std::vector<std::uint32_t> roots{1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_THROW(galois::for_each(
                   galois::iterate(roots),
                   [](std::uint32_t id, auto&) {
                     if (id == 5) {
                       throw std::runtime_error("5");
                     }
                   },
                   galois::wl<TypeParam>(), galois::disable_conflict_detection(),
                   galois::no_stats()),
               std::runtime_error);
  this->runTree({0});
}

template <typename WL>
std::vector<int> drained(WL& worklist, const std::vector<int>& tasks = {}) {
  worklist.push(tasks.begin(), tasks.end());
  std::vector<int> order;
  while (auto task = worklist.pop()) {
    order.push_back(*task);
  }
  return order;
}

TEST(GaloisWorklistOrder, FifoLifoAndOrdered) {
  using ::testing::ElementsAre;
  FIFO<> fifo;
  EXPECT_THAT(drained(fifo, {3, 1, 2}), ElementsAre(3, 1, 2));
  LIFO<> lifo;
  EXPECT_THAT(drained(lifo, {3, 1, 2}), ElementsAre(2, 1, 3));
  OrderedList<> least;
  EXPECT_THAT(drained(least, {3, 1, 2, 1}), ElementsAre(1, 1, 2, 3));
  OrderedList<std::greater<int>> greatest;
  EXPECT_THAT(drained(greatest, {3, 1, 2}), ElementsAre(3, 2, 1));
  FIFO<int>::rethread<false> alone;
  EXPECT_THAT(drained(alone, {3, 1, 2}), ElementsAre(3, 1, 2));
}

TEST(GaloisWorklistOrder, LocalQueueTakesItsOwnFirst) {
  LocalQueue<ChunkFIFO<>, LIFO<>, int> worklist;
  const std::vector<int> first{1};
  worklist.push_initial(galois::runtime::makeStandardRange(first.begin(), first.end()));
  worklist.push(2);
  EXPECT_THAT(drained(worklist, {3, 4}), ::testing::ElementsAre(4, 3, 2, 1));
}

TEST(GaloisWorklistOrder, ExternalReferencePassesTasksOn) {
  FIFO<> worklist;
  ExternalReference<FIFO<>> reference(worklist);
  reference.push(1);
  const std::vector<int> more{2, 3};
  reference.push(more.begin(), more.end());
  EXPECT_THAT(drained(worklist), ::testing::ElementsAre(1, 2, 3));
}

// A loop that ends early leaves its tasks in a worklist of the caller's, and the next takes them.
TEST(GaloisWorklistOrder, ExternalReferenceOutlivesTheLoop) {
  galois::setActiveThreads(2);
  FIFO<std::uint32_t> worklist;
  worklist.push(7);
  const std::vector<std::uint32_t> more{1, 2, 3};
  std::atomic<unsigned> sum{0};
  const auto add = [&](std::uint32_t task, auto&) { sum += task; };
  galois::for_each(galois::iterate(more), add,
                   galois::wl<ExternalReference<FIFO<std::uint32_t>, true>>(&worklist),
                   galois::disable_conflict_detection(), galois::no_stats());
  EXPECT_EQ(sum, 7U);
  galois::for_each(galois::iterate(more), add,
                   galois::wl<ExternalReference<FIFO<std::uint32_t>>>(&worklist),
                   galois::disable_conflict_detection(), galois::no_stats());
  EXPECT_EQ(sum, 13U);
  galois::setActiveThreads(1);
}

// The tasks of the range are delivered in place: by StableIterator without a copy of the rest.
TEST(GaloisWorklistOrder, StableIteratorFollowsTheRange) {
  std::vector<int> range{5, 6, 7};
  StableIterator<>::with_iterator<std::vector<int>::iterator>::type worklist;
  worklist.push_initial(galois::runtime::makeStandardRange(range.begin(), range.end()));
  worklist.push(1);
  range[1] = 60; // seen, because the task is still in the range
  EXPECT_THAT(drained(worklist, {2, 3}), ::testing::ElementsAre(5, 60, 7, 1, 2, 3));
}

TEST(GaloisWorklistOrder, StableIteratorStealsTheSecondHalfOfAShare) {
  galois::setActiveThreads(2);
  std::vector<int> range{0, 1, 2, 3, 4, 5, 6, 7};
  StableIterator<true>::with_iterator<std::vector<int>::iterator>::type worklist;
  // The share of the first thread is 0 to 3. The second thread never adds its share.
  worklist.push_initial(galois::runtime::makeStandardRange(range.begin(), range.end()));
  {
    const galois::substrate::ActingAs part(1);
    EXPECT_EQ(*worklist.pop(), 2);
  }
  EXPECT_EQ(*worklist.pop(), 0);
  {
    const galois::substrate::ActingAs part(1);
    EXPECT_THAT(drained(worklist), ::testing::ElementsAre(3, 1));
  }
  EXPECT_FALSE(worklist.pop());
  galois::setActiveThreads(1);
}

} // namespace
