#include "paths/SourceBatch.h"

#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "TestGraph.h"
#include "galois/Galois.h"
#include "liblonestar/CommandLine.h"
#include "paths/BatchPlan.h"

namespace {

using sssp::Batch;
using sssp::BatchFacts;
using testing::HasSubstr;
using Distances = std::vector<std::uint32_t>;

TestGraph randomGraph(std::uint32_t nodes, std::uint32_t edges, unsigned seed) {
  std::mt19937 random(seed);
  TestGraph graph(nodes);
  for (std::uint32_t i = 0; i < edges; ++i) {
    graph.add(random() % nodes, random() % nodes, random() % 100);
  }
  return graph;
}

/// Searches as the programs do, and fails at one node.
class FailingSearch {
public:
  static constexpr std::uint32_t kNone = ~0u;

  FailingSearch(const TestGraph* graph, std::uint32_t failsAt) : graph_(graph), failsAt_(failsAt) {}

  sssp::DijkstraCounts operator()(std::uint32_t source, std::span<std::uint32_t> distances) {
    if (source == failsAt_) {
      throw std::runtime_error("failed as it should");
    }
    const std::vector<std::uint32_t> sources{source};
    return sssp::sequentialRadixHeap(*graph_, sources, distances.data(), heap_);
  }

private:
  const TestGraph* graph_;
  std::uint32_t failsAt_;
  sssp::RadixHeap<std::uint32_t> heap_;
};

using SourceBatch = sssp::SourceBatch<std::uint32_t, FailingSearch>;

/// Memory for answers, with something else in it.
class Answers {
public:
  Answers(std::size_t count, std::size_t nodes) : all(count, Distances(nodes, 17)) {
    for (Distances& each : all) {
      spans.emplace_back(each);
    }
  }
  std::vector<Distances> all;
  std::vector<std::span<std::uint32_t>> spans;
};

class SourceBatches : public testing::TestWithParam<unsigned> {
protected:
  void SetUp() override { galois::setActiveThreads(GetParam()); }

private:
  galois::SharedMemSys system_;
};

TEST_P(SourceBatches, FindWhatEachSearchFinds) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const std::uint32_t nodes = 200;
    const TestGraph graph = randomGraph(nodes, 100 * (1 + seed % 5), seed); // partly unreachable
    SourceBatch batch(&graph, FailingSearch::kNone);
    for (const std::size_t count : {1u, 2u, 3u, 40u, 0u}) {
      std::vector<std::uint32_t> sources;
      for (std::size_t i = 0; i < count; ++i) {
        sources.push_back(static_cast<std::uint32_t>((i / 2 * 37 + seed) % nodes)); // each twice
      }
      Answers answers(count, nodes);
      batch.run(sources, answers.spans);
      ASSERT_EQ(batch.searches().size(), count);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(answers.all[i], bellmanFord<std::uint32_t>(graph, sources[i])) << seed;
        EXPECT_TRUE(batch.searches()[i].finished);
        EXPECT_EQ(batch.searches()[i].counts.popped, batch.searches()[i].counts.pushed);
        EXPECT_GE(batch.searches()[i].seconds, 0);
      }
      EXPECT_EQ(batch.longestSeconds(), 0);
    }
  }
}

TEST_P(SourceBatches, KeepWhatFinishedBeforeAFailure) {
  const TestGraph graph = randomGraph(100, 300, 1);
  SourceBatch batch(&graph, 50);
  std::vector<std::uint32_t> sources;
  for (std::uint32_t node = 0; node < 100; ++node) {
    sources.push_back(node);
  }
  Answers answers(100, 100);
  EXPECT_THROW(batch.run(sources, answers.spans), std::runtime_error);
  EXPECT_FALSE(batch.searches()[50].finished);
  EXPECT_EQ(batch.longestSeconds(), 0);
  for (std::uint32_t node = 0; node < 100; ++node) {
    if (batch.searches()[node].finished) {
      EXPECT_EQ(answers.all[node], bellmanFord<std::uint32_t>(graph, node));
    }
  }
  // The same object goes on afterwards.
  const std::vector<std::uint32_t> one{7};
  batch.run(one, answers.spans);
  EXPECT_EQ(answers.all[0], bellmanFord<std::uint32_t>(graph, 7));
}

TEST_P(SourceBatches, EndWhenCancelled) {
  TestGraph graph(20'000);
  for (std::uint32_t node = 0; node + 1 < 20'000; ++node) {
    graph.add(node, node + 1, 1);
  }
  SourceBatch batch(&graph, FailingSearch::kNone);
  const std::vector<std::uint32_t> sources(10, 0);
  Answers answers(10, 20'000);
  galois::substrate::Cancellation::request();
  EXPECT_THROW(batch.run(sources, answers.spans), galois::substrate::Cancelled);
  galois::substrate::Cancellation::reset();
  for (const auto& search : batch.searches()) {
    EXPECT_FALSE(search.finished);
  }
  batch.run(sources, answers.spans); // with heaps that were not empty
  EXPECT_EQ(answers.all[9], bellmanFord<std::uint32_t>(graph, 0));
}

INSTANTIATE_TEST_SUITE_P(Threads, SourceBatches, testing::Values(1, 2, 5));

BatchFacts facts(std::size_t sources, unsigned threads) {
  return {.sources = sources,
          .threads = threads,
          .answerBytes = 1 << 20,
          .queueBytes = 1 << 20,
          .machineBytes = 1 << 30};
}

bool takesSources(const BatchFacts& facts) {
  const sssp::BatchPlan plan = planOfBatch(Batch::kAuto, facts);
  EXPECT_FALSE(plan.reason.empty());
  return plan.sources;
}

TEST(BatchPlan, AutoAsksWhetherThreadsAreBusy) {
  EXPECT_TRUE(takesSources(facts(2, 1)));
  EXPECT_TRUE(takesSources(facts(2, 2)));
  EXPECT_TRUE(takesSources(facts(3, 2)));
  EXPECT_TRUE(takesSources(facts(100, 2)));
  EXPECT_FALSE(takesSources(facts(2, 3)));
  EXPECT_TRUE(takesSources(facts(3, 4)));
  EXPECT_FALSE(takesSources(facts(5, 4)));
  EXPECT_FALSE(takesSources(facts(10, 64)));
}

TEST(BatchPlan, AutoAsksForMemoryAndFlags) {
  EXPECT_TRUE(takesSources(facts(128, 128)));
  EXPECT_FALSE(takesSources(facts(256, 256)));
  BatchFacts given = facts(100, 2);
  given.tasksWanted = "--wl is given";
  EXPECT_EQ(planOfBatch(Batch::kAuto, given).reason, "--wl is given");
  EXPECT_FALSE(takesSources(given));
  EXPECT_TRUE(planOfBatch(Batch::kSources, given).sources);
}

TEST(BatchPlan, OneSourceIsNothingToDecide) {
  const sssp::BatchPlan plan = planOfBatch(Batch::kAuto, facts(1, 2));
  EXPECT_FALSE(plan.sources);
  EXPECT_TRUE(plan.reason.empty());
  EXPECT_TRUE(planOfBatch(Batch::kSources, facts(1, 2)).sources);
  EXPECT_FALSE(planOfBatch(Batch::kTasks, facts(100, 2)).sources);
}

TEST(BatchPlan, KeepsSomeAnswersPerThread) {
  EXPECT_EQ(planOfBatch(Batch::kSources, facts(100, 2)).atOnce, 16u);
  EXPECT_EQ(planOfBatch(Batch::kSources, facts(5, 2)).atOnce, 5u);
  BatchFacts runs = facts(5, 2);
  runs.runs = 3;
  EXPECT_EQ(planOfBatch(Batch::kSources, runs).atOnce, 15u);
  BatchFacts large = facts(100, 2);
  large.machineBytes = 1e12;
  large.answerBytes = 100 << 20;
  EXPECT_EQ(planOfBatch(Batch::kSources, large).atOnce, 2u);
  large.answerBytes = 64 << 20;
  EXPECT_EQ(planOfBatch(Batch::kSources, large).atOnce, 4u);
}

TEST(BatchPlan, RefusesWhatDoesNotFit) {
  try {
    planOfBatch(Batch::kSources, facts(1000, 300));
    FAIL();
  } catch (const lonestar::UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("300 threads takes 0.6 GiB"));
    EXPECT_THAT(error.what(), HasSubstr("--source-batch=tasks"));
  }
}

} // namespace
