// for_each with ParaMeter: the profile of graphs whose parallelism is known, the answer of the loop,
// and the file.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "galois/Galois.h"
#include "galois/GetEnv.h"
#include "galois/graphs/LCGraph.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/Cancellation.h"
#include "galois/worklists/ParaMeter.h"
#include "support/LoopTime.h"

namespace {

using Graph = galois::graphs::LC_CSR_Graph<std::uint64_t, void>;
using ParaMeter = galois::worklists::ParaMeter<>;
const char* const kHead = "loop,step,available parallelism,worklist size,neighbourhood size\n";

class ParaMeterProfile : public ::testing::Test {
protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("parameter-" + std::to_string(::getpid()) + "-" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directory(folder_);
    file_ = folder_ / "profile.csv";
    galois::SetEnv("GALOIS_PARAMETER_OUTFILE", file_);
    galois::setActiveThreads(3); // the loop runs on one of them
  }
  void TearDown() override {
    galois::setActiveThreads(1);
    galois::UnsetEnv("GALOIS_PARAMETER_OUTFILE");
    std::filesystem::remove_all(folder_);
  }
  static std::string read(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  std::string profile() const { return read(file_); }

  std::filesystem::path folder_;
  std::string file_;
};

/// An undirected graph of `nodes` nodes with these neighbours.
Graph graphOf(std::uint32_t nodes,
              const std::function<std::vector<std::uint32_t>(std::uint32_t)>& next) {
  std::uint64_t edges = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    edges += next(node).size();
  }
  return Graph(
      nodes, edges, [&](auto n) { return next(n).size(); },
      [&](auto n, auto e) { return next(n)[e]; }, [](auto, auto) { return 0; });
}

/// Adds one to each node and its neighbours. @return the sum over all nodes
std::uint64_t visitNeighbourhoods(Graph& graph, const char* name) {
  for (const auto node : graph) {
    graph.getData(node) = 0;
  }
  galois::for_each(
      galois::iterate(graph),
      [&](std::uint32_t node, auto&) {
        for (auto edge : graph.edges(node)) {
          ++graph.getData(graph.getEdgeDst(edge));
        }
        ++graph.getData(node);
      },
      galois::wl<ParaMeter>(), galois::loopname(name), galois::no_stats());
  std::uint64_t sum = 0;
  for (const auto node : graph) {
    sum += graph.getData(node);
  }
  return sum;
}

TEST_F(ParaMeterProfile, PathStarAndNodesWithoutEdges) {
  // The neighbourhoods of a path's nodes i and j meet if |i - j| <= 2: every third node runs.
  constexpr std::uint32_t kNodes = 9;
  Graph path = graphOf(kNodes, [](std::uint32_t n) {
    std::vector<std::uint32_t> next;
    if (n > 0) {
      next.push_back(n - 1);
    }
    if (n + 1 < kNodes) {
      next.push_back(n + 1);
    }
    return next;
  });
  EXPECT_EQ(visitNeighbourhoods(path, "path"), 3 * kNodes - 2);
  const std::string three = std::string(kHead) + "path,0,3,9,8\npath,1,3,6,9\npath,2,3,3,8\n";
  EXPECT_EQ(profile(), three);

  // In a star all neighbourhoods meet at node 0.
  Graph star = graphOf(4, [](std::uint32_t n) {
    return n == 0 ? std::vector<std::uint32_t>{1, 2, 3} : std::vector<std::uint32_t>{0};
  });
  EXPECT_EQ(visitNeighbourhoods(star, "star, \"one\""), 10U);
  const std::string four = "\"star, \"\"one\"\"\",0,1,4,4\n\"star, \"\"one\"\"\",1,1,3,2\n"
                           "\"star, \"\"one\"\"\",2,1,2,2\n\"star, \"\"one\"\"\",3,1,1,2\n";
  EXPECT_EQ(profile(), three + four);

  Graph points = graphOf(5, [](std::uint32_t) { return std::vector<std::uint32_t>(); });
  EXPECT_EQ(visitNeighbourhoods(points, "points"), 5U);
  EXPECT_EQ(profile(), three + four + "points,0,5,5,5\n");
}

TEST_F(ParaMeterProfile, PushesBelongToTheNextStep) {
  galois::runtime::LoopReport report; // of an earlier loop
  report.seconds = -1;
  report.threads = 7;
  report.iterations = {1, 2};
  std::vector<unsigned> order;
  galois::for_each(
      galois::iterate({1U}),
      [&](unsigned task, auto& context) {
        EXPECT_FALSE(context.isFirstPass());
        context.cautiousPoint();
        order.push_back(task);
        if (task < 8) {
          context.push(2 * task);
          context.push(2 * task + 1);
        }
      },
      galois::wl<ParaMeter>(), galois::loop_report(report), galois::loopname("tree"),
      galois::disable_conflict_detection());
  EXPECT_EQ(profile(),
            std::string(kHead) + "tree,0,1,1,0\ntree,1,2,2,0\ntree,2,4,4,0\ntree,3,8,8,0\n");
  EXPECT_EQ(report.iterations, (std::vector<std::uint64_t>{15}));
  EXPECT_EQ(report.pushes, (std::vector<std::uint64_t>{14}));
  EXPECT_EQ(report.threads, 1U);
  EXPECT_EQ(order.size(), 15U);
}

TEST_F(ParaMeterProfile, AbortsBreaksAndExceptions) {
  int aborts = 0;
  const auto run = [&](int throwAt, int breakAt) {
    galois::for_each(
        galois::iterate(0, 10),
        [&](int task, auto& context) {
          if (task == 4 && aborts++ == 0) {
            context.push(1000);
            context.abort();
          }
          if (task == throwAt) {
            throw std::runtime_error("task");
          }
          if (task == breakAt) {
            context.breakLoop();
          }
        },
        galois::wl<ParaMeter>(), galois::parallel_break());
  };
  run(-1, -1);
  std::string expected = std::string(kHead) + "ANON_LOOP,0,9,10,0\nANON_LOOP,1,1,1,0\n";
  EXPECT_EQ(profile(), expected);
  EXPECT_THROW(run(3, -1), std::runtime_error);
  EXPECT_EQ(galois::runtime::getThreadContext(), nullptr);
  EXPECT_EQ(profile(), expected += "ANON_LOOP,0,3,10,0\n");
  run(-1, 6);
  EXPECT_EQ(profile(), expected += "ANON_LOOP,0,7,10,0\n");
}

TEST_F(ParaMeterProfile, ReportsConflictsAsStatistics) {
  galois::runtime::StatManager statistics;
  galois::runtime::StatManager::setCurrent(&statistics);
  Graph points = graphOf(1, [](std::uint32_t) { return std::vector<std::uint32_t>(); });
  galois::for_each(
      galois::iterate(0, 4), [&](int, auto&) { ++points.getData(0); }, galois::wl<ParaMeter>(),
      galois::loopname("one"));
  galois::runtime::StatManager::setCurrent(nullptr);
  const std::string rows = statistics.format(false);
  for (const char* row : {"Iterations, TSUM, 10", "Commits, TSUM, 4", "Conflicts, TSUM, 6",
                          "Pushes, TSUM, 0", "Steps, SINGLE, 4"}) {
    EXPECT_NE(rows.find("STAT, one, " + std::string(row) + "\n"), std::string::npos) << rows;
  }
}

TEST_F(ParaMeterProfile, ReportsItsTime) {
  const galois::test::LoopTime time;
  galois::runtime::LoopReport report;
  galois::for_each(
      galois::iterate(0, 1), [&](int, auto&) { time.work(); }, galois::wl<ParaMeter>(),
      galois::loopname("loop"), galois::loop_report(report));
  time.expectStatistic("loop");
  time.expectSeconds(report.seconds);
}

TEST_F(ParaMeterProfile, LocalStateEndsWithItsIteration) {
  const auto token = std::make_shared<int>(0);
  galois::for_each(
      galois::iterate(0, 5),
      [&](int, auto& context) {
        EXPECT_EQ(token.use_count(), 1);
        context.template createLocalState<std::shared_ptr<int>>(token);
      },
      galois::wl<ParaMeter>(), galois::per_iter_alloc());
  EXPECT_EQ(token.use_count(), 1);
}

TEST_F(ParaMeterProfile, EndsWhenCancelled) {
  using galois::substrate::Cancellation;
  int ran = 0;
  EXPECT_THROW(galois::for_each(
                   galois::iterate(0, 10),
                   [&](int task, auto&) {
                     ++ran;
                     if (task == 3) {
                       Cancellation::request();
                     }
                   },
                   galois::wl<ParaMeter>()),
               galois::substrate::Cancelled);
  Cancellation::reset();
  EXPECT_EQ(ran, 4);
}

TEST_F(ParaMeterProfile, UnwritableFileIsOneWarning) {
  galois::SetEnv("GALOIS_PARAMETER_OUTFILE", folder_ / "missing" / "profile.csv");
  ::testing::internal::CaptureStdout();
  int ran = 0;
  for (int loop = 0; loop < 2; ++loop) {
    galois::for_each(
        galois::iterate(0, 10), [&](int, auto&) { ++ran; }, galois::wl<ParaMeter>());
  }
  const std::string out = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(ran, 20);
  EXPECT_EQ(out.find("WARNING"), out.rfind("WARNING")) << out;
  EXPECT_NE(out.find("missing/profile.csv: No such file or directory"), std::string::npos) << out;
}

TEST_F(ParaMeterProfile, HasADefaultName) {
  galois::UnsetEnv("GALOIS_PARAMETER_OUTFILE");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  galois::for_each(
      galois::iterate(0, 2), [](int, auto&) {}, galois::wl<ParaMeter>());
  std::filesystem::current_path(before);
  EXPECT_EQ(read(folder_ / "ParaMeter.csv"), std::string(kHead) + "ANON_LOOP,0,2,2,0\n");
}

} // namespace
