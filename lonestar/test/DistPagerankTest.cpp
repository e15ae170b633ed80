#include "dist/PagerankPart.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "DistGraphs.h"
#include "dist/PagerankCheck.h"
#include "support/Seeds.h"

namespace {

using dist::PagerankQuestion;
using disttest::Arc;
using disttest::Drawn;
using disttest::NodeParts;
using galois::dist::Endpoint;
using galois::dist::SimulatedTransport;
using galois::test::seeds;

/// The ranks by power iteration on the list of arcs.
std::vector<double> reference(const Drawn& drawn, const PagerankQuestion& question) {
  const auto nodes = drawn.list.nodes;
  std::vector<double> degree(nodes, 0), ranks(nodes, 1 / static_cast<double>(nodes));
  for (const Arc& arc : drawn.list.arcs) {
    ++degree[arc.from];
  }
  for (int i = 0; i < 300; ++i) {
    double restart = 1 - question.damping;
    std::vector<double> next(nodes, 0);
    for (std::uint64_t node = 0; node < nodes; ++node) {
      restart += degree[node] == 0 && question.spreadDangling ? question.damping * ranks[node] : 0;
    }
    for (const Arc& arc : drawn.list.arcs) {
      next[arc.to] += question.damping * ranks[arc.from] / degree[arc.from];
    }
    for (double& rank : next) {
      rank += restart / static_cast<double>(nodes);
    }
    ranks = std::move(next);
  }
  return ranks;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(a[i] - b[i]);
  }
  return sum;
}

class DistPagerank : public ::testing::Test {
protected:
  std::vector<double> solve(const Drawn& drawn, const PagerankQuestion& question) {
    const NodeParts parts = drawn.write(folder_.file("graph.gr"));
    std::vector<double> all(drawn.list.nodes);
    galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const disttest::GrFile file(folder_.file("graph.gr"));
      const galois::dist::PartitionedGraph<void> graph(file, parts, endpoint.rank());
      dist::PagerankPart part(graph, question, drawn.options);
      for (int run = 0; run < 2; ++run) { // the second on what the first has left
        part.start(endpoint);
        disttest::runPart(endpoint, part, drawn,
                          [&](const auto& task, auto& ctx) { part.push(task, ctx); });
        part.finish(endpoint);
      }
      EXPECT_EQ(dist::checkRanks(endpoint, graph, question, part.ranks(), true), "");
      for (std::uint32_t node = 0; node < graph.owned(); ++node) {
        all[graph.globalOf(node)] = part.ranks()[node];
      }
    });
    return all;
  }

  /// What the check says of these ranks.
  std::string verdict(const Drawn& drawn, const PagerankQuestion& question,
                      const std::vector<double>& ranks, bool fully) {
    const NodeParts parts = drawn.write(folder_.file("graph.gr"));
    std::vector<std::string> said(drawn.ranks);
    galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const disttest::GrFile file(folder_.file("graph.gr"));
      const galois::dist::PartitionedGraph<void> graph(file, parts, endpoint.rank());
      std::vector<double> own;
      for (std::uint32_t node = 0; node < graph.owned(); ++node) {
        own.push_back(ranks[graph.globalOf(node)]);
      }
      said[endpoint.rank()] = dist::checkRanks(endpoint, graph, question, own, fully);
    });
    EXPECT_THAT(said, testing::Each(said[0])); // the same on every rank
    return said[0];
  }

  graphtest::TempFolder folder_;
};

TEST_F(DistPagerank, IsThatOfTheReference) {
  for (std::uint64_t seed = 0; seed < seeds(250); ++seed) {
    const Drawn drawn(seed);
    PagerankQuestion question;
    question.spreadDangling = seed % 3 != 0;
    question.tolerance = seed % 2 == 0 ? 1e-3 : 1e-6;
    question.damping = seed % 7 == 0 ? 0 : 0.85;
    const auto wanted = reference(drawn, question);
    ASSERT_LE(distance(solve(drawn, question), wanted), question.tolerance) << "seed " << seed;
  }
}

TEST_F(DistPagerank, CheckFindsWrongRanks) {
  for (std::uint64_t seed = 0; seed < seeds(40); ++seed) {
    const Drawn drawn(seed);
    const PagerankQuestion question;
    auto ranks = reference(drawn, question);
    ASSERT_EQ(verdict(drawn, question, ranks, true), "") << "seed " << seed;
    ranks[seed % ranks.size()] += 0.9e-4;
    EXPECT_EQ(verdict(drawn, question, ranks, true), "");
    ranks[seed % ranks.size()] += 0.2e-4;
    EXPECT_NE(verdict(drawn, question, ranks, false), "");
    ranks[0] = std::nan("");
    EXPECT_NE(verdict(drawn, question, ranks, false), "");
  }
}

} // namespace
