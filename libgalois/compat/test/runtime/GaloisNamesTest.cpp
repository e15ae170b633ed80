// Uses names of Galois 6 that no other test uses, as programs do: types by their names, rows of
// statistics by their kinds, and the page pool under its second names.
#include "galois/GaloisForwardDecl.h"

#include <atomic>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/DynamicBitset.h"
#include "galois/Galois.h"
#include "galois/Version.h"
#include "galois/gstl.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/Lockable.h"
#include "galois/runtime/Mem.h"
#include "galois/runtime/PagePool.h"
#include "galois/runtime/Profile.h"
#include "galois/runtime/Range.h"
#include "galois/runtime/Statistics.h"
#include "galois/substrate/HWTopo.h"
#include "galois/substrate/Termination.h"

namespace {

TEST(GaloisNames, TagsFindTheirOptions) {
  using galois::has_trait;
  using Options = std::tuple<galois::no_stats, galois::more_stats, galois::parallel_break,
                             galois::per_iter_alloc, galois::disable_conflict_detection>;
  static_assert(has_trait<galois::no_stats_tag, Options>());
  static_assert(has_trait<galois::more_stats_tag, Options>());
  static_assert(has_trait<galois::parallel_break_tag, Options>());
  static_assert(has_trait<galois::per_iter_alloc_tag, Options>());
  static_assert(has_trait<galois::disable_conflict_detection_tag, Options>());
  static_assert(!has_trait<galois::steal_tag, Options>());
}

TEST(GaloisNames, RangesGiveEachThreadItsShare) {
  const galois::SharedMemSys system;
  std::vector<int> numbers(103, 1);
  using Range = galois::runtime::StandardRange<std::vector<int>::iterator>;
  const Range range(numbers.begin(), numbers.end());
  EXPECT_EQ(range.end() - range.begin(), 103);
  galois::InsertBag<int> bag;
  for (const int number : numbers) {
    bag.push(number);
  }
  const auto local = galois::runtime::makeLocalRange(bag);
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    galois::GAccumulator<long> sum;
    galois::GAccumulator<long> inBag;
    galois::on_each([&](unsigned, unsigned) {
      EXPECT_EQ(range.local_pair(), range.block_pair());
      EXPECT_EQ(range.local_begin(), range.block_begin());
      EXPECT_EQ(range.local_end(), range.block_end());
      sum += range.local_end() - range.local_begin();
      inBag += std::distance(local.local_begin(), local.local_end());
    });
    EXPECT_EQ(sum.reduce(), 103);
    EXPECT_EQ(inBag.reduce(), 103);
  }
}

TEST(GaloisNames, MakeReducibleMakesAReducible) {
  const auto add = [](int a, int b) { return a + b; };
  const auto zero = [] { return 0; };
  auto sum = galois::make_reducible(add, zero);
  using Sum = galois::Reducible<int, std::decay_t<decltype(add)>, std::decay_t<decltype(zero)>>;
  static_assert(std::is_same_v<decltype(sum), Sum>);
  sum.update(2);
  sum.getLocal() += 1;
  EXPECT_EQ(sum.reduce(), 3);
  sum.reset();
  EXPECT_EQ(sum.reduce(), 0);
}

TEST(GaloisNames, ContextsOfOrdinaryLoops) {
  const galois::SharedMemSys system;
  galois::setActiveThreads(2);
  std::atomic<int> right{0};
  galois::for_each(
      galois::iterate(0, 100),
      [&](int i, galois::UserContext<int>& context) {
        const bool none = context.getLocalState<int>() == nullptr;
        int* const state = context.createLocalState<int>(i);
        context.cautiousPoint();
        right +=
            none && *state == i && context.getLocalState<int>() == state && !context.isFirstPass();
      },
      galois::per_iter_alloc());
  EXPECT_EQ(right, 100);
}

TEST(GaloisNames, SignalConflictRunsTheTaskAgain) {
  const galois::SharedMemSys system;
  galois::setActiveThreads(2);
  std::atomic<int> tries{0};
  galois::for_each(galois::iterate(0, 1), [&](int, auto&) {
    if (++tries < 4) {
      galois::runtime::signalConflict();
    }
  });
  EXPECT_EQ(tries, 4);
}

TEST(GaloisNames, StatisticsOfEveryKind) {
  testing::internal::CaptureStdout();
  {
    const galois::SharedMemSys system;
    using galois::runtime::StatTotal;
    using Type = StatTotal::Type;
    for (const auto& [name, type] : {std::pair<const char*, Type>{"min", StatTotal::TMIN},
                                     {"max", StatTotal::TMAX},
                                     {"sum", StatTotal::TSUM},
                                     {"mean", StatTotal::TAVG},
                                     {"one", StatTotal::SINGLE}}) {
      galois::runtime::reportStat("R", name, 7, type);
    }
    galois::reportPageAlloc("pages");
    galois::runtime::profilePapi([] {}, "profiled");
  }
  const std::string rows = testing::internal::GetCapturedStdout();
  for (const char* row :
       {"min, TMIN, 7", "max, TMAX, 7", "sum, TSUM, 7", "mean, TAVG, 7", "one, SINGLE, 7"}) {
    EXPECT_NE(rows.find(std::string("STAT, R, ") + row), std::string::npos) << rows;
  }
  EXPECT_NE(rows.find("STAT, PageAlloc, pages, TSUM, "), std::string::npos) << rows;
}

TEST(GaloisNames, MemoryUnderItsSecondNames) {
  const galois::SharedMemSys system;
  const auto before = galois::runtime::numPagePoolAllocForThread(0);
  void* const page = galois::runtime::pagePoolAlloc();
  ASSERT_NE(page, nullptr);
  std::memset(page, 1, galois::runtime::pagePoolSize());
  EXPECT_GE(galois::runtime::numPagePoolAllocForThread(0), before);
  galois::runtime::pagePoolFree(page);
  std::vector<int, galois::runtime::Pow_2_BlockAllocator<int>> numbers(1000, 3);
  EXPECT_EQ(numbers.back(), 3);
}

TEST(GaloisNames, Texts) {
  const galois::gstl::Str text = galois::gstl::makeStr("a", 1);
  EXPECT_EQ(text, "a1");
  std::vector<int> numbers{1, 2, 3};
  const galois::IterRange<std::vector<int>::iterator> range(numbers.begin(), numbers.end());
  EXPECT_EQ(range.end() - range.begin(), 3);
  testing::internal::CaptureStderr();
  galois::gDebug("seen ", 1);
  const std::string written = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(written.empty() || written == "DEBUG: seen 1\n") << written; // not with NDEBUG
  EXPECT_GE(galois::getCopyrightYear(), 2025);
}

TEST(GaloisNames, BitsCanBeReserved) {
  galois::DynamicBitSet bits;
  bits.reserve(1000);
  EXPECT_EQ(bits.size(), 0U);
  bits.resize(1000);
  bits.set(999);
  EXPECT_EQ(bits.count(), 1U);
}

TEST(GaloisNames, TerminationOfOneThread) {
  const galois::SharedMemSys system;
  galois::substrate::TerminationDetection& detection = galois::substrate::getSystemTermination(1);
  detection.initializeThread();
  detection.localTermination(true);
  EXPECT_FALSE(detection.globalTermination());
  for (int i = 0; i < 10 && !detection.globalTermination(); ++i) {
    detection.localTermination(false);
  }
  EXPECT_TRUE(detection.globalTermination());
}

TEST(GaloisNames, TopologyByTheNamesOfItsFields) {
  const galois::substrate::HWTopoInfo& topology = galois::substrate::getHWTopo();
  const galois::substrate::MachineTopoInfo& machine = topology.machineTopoInfo;
  ASSERT_EQ(topology.threadTopoInfo.size(), machine.maxThreads);
  EXPECT_LE(machine.maxCores, machine.maxThreads);
  for (const galois::substrate::ThreadTopoInfo& thread : topology.threadTopoInfo) {
    EXPECT_LE(thread.socketLeader, thread.tid);
    EXPECT_LE(thread.socket, thread.cumulativeMaxSocket);
    EXPECT_LT(thread.cumulativeMaxSocket, machine.maxSockets);
    EXPECT_LT(thread.numaNode, machine.maxNumaNodes);
    EXPECT_LE(thread.osContext, 1U << 20);
    EXPECT_LE(thread.osNumaNode, 1U << 20);
  }
}

} // namespace
