// The generators, bounds and checks of the programs that search trees; and the searches by hand that
// the skeletons are measured against visit the same nodes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "SearchByHand.h"
#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "galois/substrate/Random.h"
#include "knapsack/Knapsack.h"
#include "knapsack/KnapsackVerify.h"
#include "maxclique/Clique.h"
#include "maxclique/CliqueVerify.h"
#include "nqueens/QueensVerify.h"
#include "semigroups/Semigroups.h"
#include "semigroups/SemigroupsVerify.h"
#include "tsp/TourVerify.h"
#include "tsp/Tours.h"
#include "uts/UtsVerify.h"

namespace lonestar::search {
namespace {

using galois::search::CountByDepth;
using galois::search::enumerate;
using galois::search::optimise;
using galois::search::Sequential;
using galois::substrate::Random;

using Adjacency = std::vector<std::vector<std::uint32_t>>;

Adjacency randomGraph(std::uint64_t seed, unsigned vertices, unsigned percent) {
  Random random(seed);
  Adjacency adjacency(vertices);
  for (unsigned u = 0; u < vertices; ++u) {
    for (unsigned v = 0; v < u; ++v) {
      if (random.below(100) < percent) {
        adjacency[u].push_back(v);
        adjacency[v].push_back(u);
      }
    }
  }
  for (auto& row : adjacency) {
    std::sort(row.begin(), row.end());
  }
  return adjacency;
}

template <unsigned Blocks>
void expectSemigroups() {
  constexpr unsigned kGenus = 18;
  const auto result = enumerate<Semigroups<Blocks>>({}, Semigroup<Blocks>::root(), CountByDepth(),
                                                    Sequential(), {.maxDepth = kGenus + 1});
  std::vector<std::uint64_t> byHand(kGenus + 1);
  SemigroupsByHand<Blocks>(byHand).run();
  for (unsigned genus = 0; genus <= kGenus; ++genus) {
    ASSERT_EQ(result.value.at(genus + 1), byHand[genus]);
  }
  EXPECT_EQ(semigroupsFault(byHand, true), "");
  byHand[kGenus] += 1;
  EXPECT_NE(semigroupsFault(byHand, false), "");
  // The semigroup {0, m, m + 1, ...} has the m generators m to 2m - 1, the first of which leads to
  // the next such semigroup. So the search for generators sees windows of all widths.
  auto ordinary = Semigroup<Blocks>::root();
  for (unsigned m = 1; m <= Semigroup<Blocks>::kMaxGenus; ++m) {
    GeneratorBits bits = SemigroupSteps<Blocks>::generators(ordinary);
    ASSERT_EQ(bits.count(), m) << Blocks;
    ASSERT_EQ(ordinary.conductor + bits.takeFirst(), m);
    ordinary = SemigroupSteps<Blocks>::without(ordinary, m);
    ASSERT_EQ(ordinary.multiplicity, m + 1);
  }
}

TEST(SearchPrograms, SemigroupsOfEachSize) {
  expectSemigroups<3>();
  expectSemigroups<4>();
  expectSemigroups<5>();
  expectSemigroups<7>();
}

TEST(SearchPrograms, SemigroupsByDefinition) {
  EXPECT_EQ(semigroupsByDefinition(1), 1u);
  EXPECT_EQ(semigroupsByDefinition(5), 12u);
  EXPECT_EQ(semigroupsByDefinition(12), 592u);
}

TEST(SearchPrograms, Sha1) {
  // FIPS 180-4's example "abc", and words against bytes.
  const auto digest = sha1OfBytes({'a', 'b', 'c'});
  EXPECT_EQ(digest[0] << 24 | digest[1] << 16 | digest[2] << 8 | digest[3],
            static_cast<int>(0xa9993e36u));
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    std::array<std::uint32_t, 6> words;
    std::vector<std::uint8_t> bytes;
    for (std::uint32_t& word : words) {
      word = static_cast<std::uint32_t>(random());
      for (int shift = 24; shift >= 0; shift -= 8) {
        bytes.push_back(static_cast<std::uint8_t>(word >> shift));
      }
    }
    const Sha1Digest got = sha1(words);
    const auto right = sha1OfBytes(bytes);
    for (std::size_t k = 0; k < 20; ++k) {
      ASSERT_EQ(static_cast<std::uint8_t>(got[k / 4] >> (24 - 8 * (k % 4))), right[k]);
    }
  }
}

TEST(SearchPrograms, CliquesByHandAndBySkeleton) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Adjacency adjacency = randomGraph(seed, 64, 50 + static_cast<unsigned>(seed) * 8);
    const BitGraph<4> graph(adjacency);
    CliqueByHand<4> byHand(graph);
    byHand.run();
    const auto result = optimise<CliqueChildren<4>>(graph, CliqueNode<4>::root(graph),
                                                    LargestClique<4>(), Sequential());
    EXPECT_EQ(result.objective, byHand.size());
    EXPECT_EQ(result.node.members.words, byHand.members().words);
    EXPECT_EQ(result.statistics.expansions, byHand.expansions());
    EXPECT_EQ(byHand.size(), largestCliqueOfSmall(adjacency));
  }
}

TEST(SearchPrograms, OrdersOfVertices) {
  // A triangle, a path of two edges at one of its vertices, and a vertex alone.
  const Adjacency small{{}, {2, 3}, {1, 3}, {1, 2, 4}, {3, 5}, {4}};
  EXPECT_EQ(verticesBy(VertexOrder::kDegree, small),
            (std::vector<std::uint32_t>{3, 1, 2, 4, 5, 0}));
  EXPECT_EQ(verticesBy(VertexOrder::kDegreeSum, small), // 1 and 2 have 5, 4 has 4
            (std::vector<std::uint32_t>{3, 1, 2, 4, 5, 0}));
  EXPECT_EQ(verticesBy(VertexOrder::kMinWidth, small),
            (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 0}));
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Adjacency adjacency = randomGraph(seed, 60, 30 + static_cast<unsigned>(seed) * 15);
    for (const VertexOrder order :
         {VertexOrder::kDegree, VertexOrder::kMinWidth, VertexOrder::kDegreeSum}) {
      std::vector<std::uint32_t> vertices = verticesBy(order, adjacency);
      const BitGraph<4> graph(adjacency, order);
      EXPECT_EQ(graph.original, vertices);
      EXPECT_EQ(optimise<CliqueChildren<4>>(graph, CliqueNode<4>::root(graph), LargestClique<4>(),
                                            Sequential())
                    .objective,
                largestCliqueOfSmall(adjacency));
      // In the order of least width, each vertex has the fewest neighbours among those up to it.
      for (std::size_t last = 60; order == VertexOrder::kMinWidth && last-- > 0;) {
        VertexSet<4> upTo;
        for (unsigned i = 0; i <= last; ++i) {
          upTo.insert(i);
        }
        const auto degree = [&](unsigned i) {
          VertexSet<4> own = graph.neighbours[i];
          own.intersect(upTo);
          return own.size();
        };
        for (unsigned i = 0; i <= last; ++i) {
          EXPECT_GE(degree(i), degree(static_cast<unsigned>(last)));
        }
      }
      std::sort(vertices.begin(), vertices.end());
      for (std::uint32_t i = 0; i < 60; ++i) {
        EXPECT_EQ(vertices[i], i);
      }
    }
  }
}

TEST(SearchPrograms, ColoursAreProperAndTheirNumberIsTheBound) {
  const Adjacency adjacency = randomGraph(9, 200, 60);
  const BitGraph<4> graph(adjacency);
  const GreedyColouring<4> colouring(graph, CliqueNode<4>::root(graph).candidates);
  ASSERT_EQ(colouring.size(), 200u);
  for (std::size_t i = 0; i < colouring.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_LE(colouring.colour(j), colouring.colour(i));
      EXPECT_FALSE(colouring.colour(j) == colouring.colour(i) &&
                   graph.neighbours[colouring.vertex(i)].contains(colouring.vertex(j)));
    }
  }
}

TEST(SearchPrograms, ChecksOfCliquesFindFaults) {
  const Adjacency triangle{{1, 2}, {0, 2}, {0, 1}, {}};
  EXPECT_EQ(cliqueFault(triangle, {0, 1, 2}), "");
  EXPECT_NE(cliqueFault(triangle, {0, 3}), "");
  EXPECT_NE(cliqueFault(triangle, {0, 0}), "");
  EXPECT_NE(cliqueFault(triangle, {0, 4}), "");
}

TEST(SearchPrograms, BoundsOfKnapsacks) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    std::vector<KnapsackItem> items(random.below(12));
    std::int64_t total = 0;
    for (KnapsackItem& item : items) {
      item = {1 + random.below(30), 1 + random.below(30)};
      total += item.weight;
    }
    const auto capacity = static_cast<std::int64_t>(random.below(static_cast<unsigned>(total) + 5));
    const KnapsackSpace space(items, capacity);
    const KnapsackNode root = KnapsackNode::root(space);
    const std::int64_t best = bestProfitByWeights(items, capacity);
    EXPECT_GE(root.bound, best);
    EXPECT_EQ(optimise<KnapsackChildren>(space, root, MostProfit(), Sequential()).objective, best);
    // The children's bounds decrease, which kPruneLevel depends on.
    KnapsackChildren children(space, root);
    std::int64_t before = root.bound;
    for (std::size_t i = children.numChildren(); i > 0; --i) {
      EXPECT_LE(children.nextBound(), before);
      before = children.nextBound();
      EXPECT_EQ(children.next().bound, before);
    }
  }
}

TEST(SearchPrograms, ChecksOfKnapsacksFindFaults) {
  const std::vector<KnapsackItem> items{{5, 3}, {4, 4}};
  EXPECT_EQ(knapsackFault(items, 7, {0, 1}, 9), "");
  EXPECT_NE(knapsackFault(items, 6, {0, 1}, 9), "");
  EXPECT_NE(knapsackFault(items, 7, {0, 1}, 8), "");
  EXPECT_NE(knapsackFault(items, 9, {0, 0}, 10), "");
  EXPECT_NE(knapsackFault(items, 9, {2}, 0), "");
}

TEST(SearchPrograms, BoundsOfTours) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const unsigned cities = 1 + random.below(10);
    Distances distances(cities, std::vector<std::int64_t>(cities, 0));
    for (unsigned a = 0; a < cities; ++a) {
      for (unsigned b = 0; b < a; ++b) {
        distances[a][b] = distances[b][a] = random.below(seed % 2 == 0 ? 1000 : 5);
      }
    }
    const TourSpace space(distances);
    const TourNode root = TourNode::root(space);
    const std::int64_t shortest = shortestBySets(distances);
    EXPECT_LE(root.bound, shortest);
    const auto result = optimise<TourChildren>(space, root, ShortestTour(), Sequential());
    EXPECT_EQ(result.objective, shortest);
    std::vector<std::uint32_t> tour(result.node.path.begin(), result.node.path.begin() + cities);
    EXPECT_EQ(tourFault(distances, tour, shortest), "");
    EXPECT_NE(tourFault(distances, tour, shortest + 1), "");
    tour.back() = tour.front();
    EXPECT_EQ(tourFault(distances, tour, shortest) == "", cities == 1);
    tour.pop_back();
    EXPECT_NE(tourFault(distances, tour, 0), "");
  }
}

TEST(SearchPrograms, ChecksOfQueensFindFaults) {
  EXPECT_EQ(queensFault(8, 92, true), "");
  EXPECT_NE(queensFault(8, 91, false), "");
  EXPECT_EQ(placementFault({1, 3, 0, 2}, 4), "");
  EXPECT_NE(placementFault({1, 3, 0, 1}, 4), "");
  EXPECT_NE(placementFault({1, 3, 2, 0}, 4), "");
  EXPECT_NE(placementFault({4}, 4), "");
}

} // namespace
} // namespace lonestar::search
