#include "rank/Trace.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "rank/Replay.h"
#include "support/TempFolder.h"

namespace galois::bench {
namespace {

namespace fs = std::filesystem;

struct TraceTest : ::testing::Test {
  SharedMemSys system;
  const test::TempFolder made;
  const fs::path folder = made.path();
};

struct Task {
  std::uint32_t priority, depth;
};
struct ByPriority {
  std::uint32_t operator()(const Task& task) const { return task.priority; }
};

constexpr std::uint32_t kRoots = 200, kDepth = 6;

/// Runs a loop of kRoots * (2^kDepth - 1) tasks under the policy. Returns how many ran.
template <typename Policy, typename... Args>
std::uint64_t runLoop(TraceLog& log, Args... args) {
  std::vector<Task> roots;
  for (std::uint32_t i = 0; i < kRoots; ++i) {
    roots.push_back({i * 7919 % 1000, 1});
  }
  std::atomic<std::uint64_t> ran{0};
  for_each(
      iterate(roots),
      [&](const Task& task, auto& ctx) {
        ran.fetch_add(1, std::memory_order_relaxed);
        if (task.depth < kDepth) {
          ctx.push(Task{task.priority + 10, task.depth + 1});
          ctx.push(Task{task.priority * 5 % 997, task.depth + 1});
        }
      },
      wl<Recorded<Policy, ByPriority>>(&log, ByPriority(), args...), disable_conflict_detection());
  return ran;
}

constexpr std::uint64_t kTasks = kRoots * ((1u << kDepth) - 1);

TEST_F(TraceTest, EveryTaskOfALoopIsRecordedOnceInAndOnceOut) {
  for (const Stamp stamp : {Stamp::kClock, Stamp::kTicket}) {
    for (const unsigned threads : {1u, 2u, 4u}) {
      setActiveThreads(threads);
      TraceLog log(stamp);
      ASSERT_EQ((runLoop<worklists::StealingMultiQueue<ByPriority>>(log, ByPriority())), kTasks);
      const RankReport report = replay(log.events());
      EXPECT_EQ(report.pushes, kTasks);
      EXPECT_EQ(report.pops, kTasks);
      EXPECT_EQ(report.rank.sum, report.delay.sum);
      if (stamp == Stamp::kTicket || threads == 1) {
        EXPECT_EQ(report.early, 0u);
      }
      if (threads == 1) {
        EXPECT_EQ(report.rank.max, 0u); // the policy is exact there
      }
    }
  }
}

TEST_F(TraceTest, APolicyWithBatchesIsRecordedTaskByTask) {
  setActiveThreads(2);
  TraceLog log(Stamp::kTicket);
  using Obim = worklists::OrderedByIntegerMetric<ByPriority, worklists::PerSocketChunkFIFO<8>>;
  ASSERT_EQ((runLoop<Obim>(log, ByPriority())), kTasks);
  const RankReport report = replay(log.events());
  EXPECT_EQ(report.pushes, kTasks);
  EXPECT_EQ(report.pops, kTasks);
  EXPECT_EQ(report.early, 0u);
}

TEST_F(TraceTest, FilesGiveBackWhatWasWritten) {
  const std::vector<Trace> traces{
      {Event::push(3, 9), Event::pop(4, 9)},
      {},
      {Event::pop((std::uint64_t{1} << 62) + 1, std::numeric_limits<std::uint64_t>::max())}};
  writeTraces(folder, {Trace(), Trace(), Trace(), Trace()}); // The fourth file must be removed.
  writeTraces(folder, traces);
  const std::vector<Trace> read = readTraces(folder);
  ASSERT_EQ(read.size(), traces.size());
  for (std::size_t t = 0; t < traces.size(); ++t) {
    ASSERT_EQ(read[t].size(), traces[t].size());
    for (std::size_t i = 0; i < traces[t].size(); ++i) {
      EXPECT_EQ(read[t][i].stamp(), traces[t][i].stamp());
      EXPECT_EQ(read[t][i].isPop(), traces[t][i].isPop());
      EXPECT_EQ(read[t][i].priority, traces[t][i].priority);
    }
  }
}

template <typename Function>
std::string messageOf(Function&& function) {
  try {
    function();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(TraceTest, BadFilesAreNamed) {
  using ::testing::HasSubstr;
  EXPECT_THAT(messageOf([&] { readTraces(folder); }), HasSubstr("no trace"));
  EXPECT_THAT(messageOf([&] { writeTraces(folder / "none", {Trace()}); }),
              HasSubstr("cannot be written"));
  const auto rewrite = [&](const std::string& bytes) {
    std::ofstream(folder / "thread-0000.trace", std::ios::binary) << bytes;
    return messageOf([&] { readTraces(folder); });
  };
  EXPECT_THAT(rewrite(""), HasSubstr("truncated"));
  EXPECT_THAT(rewrite("gtrace02"), HasSubstr("not a trace"));
  EXPECT_THAT(rewrite("gtrace01" + std::string(15, 'x')), HasSubstr("truncated"));
  EXPECT_THAT(rewrite("gtrace01" + std::string(16, 'x') + std::string(16, 'a')),
              HasSubstr("stamps decrease"));
}

TEST(AsUnsigned, KeepsTheOrder) {
  EXPECT_LT(asUnsigned(-5), asUnsigned(-4));
  EXPECT_LT(asUnsigned(-1), asUnsigned(0));
  EXPECT_LT(asUnsigned(std::numeric_limits<std::int64_t>::min()), asUnsigned(std::int64_t{0}));
  EXPECT_LT(asUnsigned(5u), asUnsigned(std::numeric_limits<std::uint32_t>::max()));
}

} // namespace
} // namespace galois::bench
