#include "sssp/RelaxInOrder.h"

#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace sssp {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

struct Edge {
  std::uint32_t dst, weight;
};

/// A graph in arrays, with the interface that RelaxInOrder.h uses.
class Rows {
public:
  explicit Rows(const std::vector<std::vector<Edge>>& rows) {
    for (const auto& row : rows) {
      edges_.insert(edges_.end(), row.begin(), row.end());
      ends_.push_back(edges_.size());
    }
  }
  const Edge* rowBegin(std::uint32_t n) const { return edges_.data() + (n ? ends_[n - 1] : 0); }
  const Edge* rowEnd(std::uint32_t n) const { return edges_.data() + ends_[n]; }
  std::span<const Edge> edges(std::uint32_t n) const { return {rowBegin(n), rowEnd(n)}; }
  std::size_t getDegree(std::uint32_t n) const { return edges(n).size(); }
  void prefetchRow(std::uint32_t) const {}
  void prefetchEdges(std::uint32_t) const {}

private:
  std::vector<Edge> edges_;
  std::vector<std::size_t> ends_;
};

std::uint64_t add(std::uint32_t distance, std::uint32_t weight) {
  return std::uint64_t{distance} + weight;
}

/// A path of n nodes over edges of weight 1, with an edge of weight 3 from each node to the second
/// next one, and a node that no edge leads to.
struct Path {
  explicit Path(std::uint32_t n) {
    std::vector<std::vector<Edge>> rows(n + 1);
    for (std::uint32_t i = 0; i + 1 < n; ++i) {
      rows[i].push_back({i + 1, 1});
      if (i + 2 < n) {
        rows[i].push_back({i + 2, 3});
      }
    }
    graph = Rows(rows);
    for (std::uint32_t i = 0; i < n; ++i) {
      distances.push_back(i);
    }
    distances.push_back(kFar);
  }
  Rows graph{{}};
  std::vector<std::uint32_t> distances;
};

constexpr Deal kDeals[] = {Deal::kNodes, Deal::kOrder, Deal::kBlocks, Deal::kRandom};

TEST(RelaxInOrder, OrderIsByDistanceThenNumberAndLeavesOutTheUnreached) {
  const std::vector<std::uint32_t> distances{5, kFar, 0, 5, 1};
  std::vector<std::uint32_t> nodes;
  for (const auto& settled : finalOrder(distances.data(), 5, kFar)) {
    EXPECT_EQ(settled.distance, distances[settled.node]);
    nodes.push_back(settled.node);
  }
  EXPECT_EQ(nodes, (std::vector<std::uint32_t>{2, 4, 0, 3}));
}

TEST(RelaxInOrder, EachNodeIsInOneShareAndSharesKeepTheOrder) {
  const Path path(1000);
  const auto order = finalOrder(path.distances.data(), 1001, kFar);
  for (const Deal deal : kDeals) {
    for (const unsigned threads : {1u, 2u, 7u, 2000u}) {
      const auto shares = shareOut(path.graph, order, threads, deal, 1);
      ASSERT_EQ(shares.size(), threads);
      std::vector<int> seen(1001);
      for (const auto& share : shares) {
        for (std::size_t i = 0; i < share.size(); ++i) {
          ++seen[share[i].node];
          EXPECT_TRUE(i == 0 || share[i - 1].distance <= share[i].distance);
        }
      }
      std::vector<int> once(1000, 1);
      once.push_back(0);
      EXPECT_EQ(seen, once);
    }
  }
}

TEST(RelaxInOrder, RangesWeighEdgesAsWell) {
  std::vector<std::vector<Edge>> rows(101);
  for (std::uint32_t i = 1; i <= 100; ++i) {
    rows[0].push_back({i, i});
  }
  const Rows star(rows);
  std::vector<std::uint32_t> distances(101);
  for (std::uint32_t i = 0; i <= 100; ++i) {
    distances[i] = i;
  }
  const auto shares = shareOut(star, finalOrder(distances.data(), 101, kFar), 2, Deal::kOrder, 1);
  EXPECT_LE(shares[0].size(), 2u); // The node with the many edges makes up half of the work.
}

TEST(RelaxInOrder, AnySharesGiveTheDistances) {
  galois::SharedMemSys system;
  const Path path(5000);
  const auto order = finalOrder(path.distances.data(), 5001, kFar);
  for (const Deal deal : kDeals) {
    for (const unsigned threads : {1u, 2u, 5u}) {
      const auto shares =
          shareOut(path.graph, order, galois::setActiveThreads(threads), deal, threads);
      std::vector<std::uint32_t> found(5001, kFar);
      found[0] = 0;
      galois::on_each([&](unsigned thread, unsigned) {
        relaxInOrder<false>(path.graph, shares[thread], found.data(), add);
      });
      EXPECT_EQ(found, path.distances);
    }
  }
  std::vector<std::uint32_t> found(5001, kFar);
  found[0] = 0;
  relaxInOrder<true>(path.graph, order, found.data(), add);
  EXPECT_EQ(found, path.distances);
}

} // namespace
} // namespace sssp
