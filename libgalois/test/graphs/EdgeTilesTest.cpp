#include "galois/graphs/EdgeTiles.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace galois::graphs {
namespace {

/// Rows of the given lengths; edge e has the number e.
class Rows {
public:
  using Edge = std::uint32_t;

  explicit Rows(const std::vector<std::size_t>& degrees) : offsets_{0} {
    for (const std::size_t degree : degrees) {
      offsets_.push_back(offsets_.back() + degree);
    }
    for (std::size_t e = 0; e < offsets_.back(); ++e) {
      edges_.push_back(static_cast<Edge>(e));
    }
  }
  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t getDegree(std::uint32_t n) const { return offsets_[n + 1] - offsets_[n]; }
  const Edge* rowBegin(std::uint32_t n) const { return edges_.data() + offsets_[n]; }
  const Edge* rowEnd(std::uint32_t n) const { return edges_.data() + offsets_[n + 1]; }

private:
  std::vector<std::size_t> offsets_;
  std::vector<Edge> edges_;
};

class EdgeTilesTest : public testing::TestWithParam<unsigned> {
protected:
  EdgeTilesTest() { setActiveThreads(GetParam()); }

private:
  SharedMemSys system_;
};

TEST_P(EdgeTilesTest, TilesAreARowInOrder) {
  const Rows rows({0, 3, 4, 5, 8, 9, 1, 100, 0});
  const EdgeTiles<Rows> tiles(rows, 4);
  EXPECT_EQ(tiles.most(), 4);
  EXPECT_EQ(tiles.size(), 1 + 1 + 2 + 24);
  std::vector<std::uint32_t> ids;
  for (std::uint32_t node = 0; node < rows.size(); ++node) {
    EXPECT_FALSE(tiles.isTile(node));
    EXPECT_EQ(tiles.owner(node), node);
    std::vector<std::uint32_t> all(tiles.edges(node).begin(), tiles.edges(node).end());
    for (const std::uint32_t tile : tiles.others(node)) {
      EXPECT_TRUE(tiles.isTile(tile));
      EXPECT_EQ(tiles.owner(tile), node);
      EXPECT_TRUE(tiles.others(tile).empty());
      EXPECT_GE(tiles.edges(tile).size(), 1);
      EXPECT_LE(tiles.edges(tile).size(), 4);
      all.insert(all.end(), tiles.edges(tile).begin(), tiles.edges(tile).end());
      ids.push_back(tile);
    }
    EXPECT_EQ(all, std::vector<std::uint32_t>(rows.rowBegin(node), rows.rowEnd(node))) << node;
  }
  ASSERT_EQ(ids.size(), tiles.size()) << "every tile belongs to a node";
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(ids[i], rows.size() + i) << "and to one node only";
  }
}

TEST_P(EdgeTilesTest, NoRowIsCutWhereNoneIsLong) {
  const Rows rows({4, 0, 2});
  const EdgeTiles<Rows> tiles(rows, 4);
  EXPECT_EQ(tiles.most(), kWholeRows);
  EXPECT_EQ(tiles.size(), 0);
  EXPECT_EQ(tiles.edges(0).size(), 4);
  EXPECT_TRUE(tiles.others(0).empty());
}

TEST_P(EdgeTilesTest, NoRowIsCutWithoutARequest) {
  const Rows rows({1000});
  const EdgeTiles<Rows> tiles(rows);
  EXPECT_EQ(tiles.edges(0).size(), 1000);
  EXPECT_TRUE(tiles.others(0).empty());
}

TEST_P(EdgeTilesTest, OneEdgePerTile) {
  const Rows rows({3, 2});
  const EdgeTiles<Rows> tiles(rows, 1);
  EXPECT_EQ(tiles.size(), 3);
  EXPECT_EQ(tiles.edges(0).front(), 0);
  EXPECT_EQ(tiles.edges(2).front(), 1);
  EXPECT_EQ(tiles.edges(3).front(), 2);
  EXPECT_EQ(tiles.edges(4).front(), 4);
}

TEST_P(EdgeTilesTest, AnEmptyGraph) {
  const Rows rows({});
  const EdgeTiles<Rows> tiles(rows, 1);
  EXPECT_EQ(tiles.size(), 0);
}

INSTANTIATE_TEST_SUITE_P(Threads, EdgeTilesTest, testing::Values(1u, 2u, 7u));

} // namespace
} // namespace galois::graphs
