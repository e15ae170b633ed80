// From a file to a graph for the algorithms, and to an answer in the file's own names.

#include "inputs/ReadGraph.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/analytics/Bfs.h"
#include "galois/analytics/Sssp.h"
#include "support/TempFolder.h"

namespace galois::inputs {
namespace {

class ReadGraphTest : public testing::Test {
protected:
  ReadGraphTest() {
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1); // where conversions are kept
  }
  std::string write(const std::string& name, const std::string& content) const {
    return folder_.write(name, content);
  }

private:
  const test::TempFolder folder_;
};

template <typename W>
std::vector<W> distancesFrom(const NamedGraph<W>& read, std::string_view source) {
  const auto result = analytics::sssp(read.graph, read.node(source));
  return {result.distances.begin(), result.distances.end()};
}

TEST_F(ReadGraphTest, AnswersInNames) {
  const std::string path =
      write("cities.csv", "from,to,km\nParis,Lyon,465\nParis,\"New York\",5836\nLyon,Nice,470\n");
  for (int round = 0; round < 2; ++round) { // converted, and kept
    const auto cities = readGraph<std::uint32_t>(path);
    EXPECT_EQ(distancesFrom(cities, "Paris"), (std::vector<std::uint32_t>{0, 465, 5836, 935}));
    EXPECT_EQ(cities.name(3), "Nice");
    EXPECT_EQ(cities.name(2), "\"New York\"");
    EXPECT_THROW(cities.node("Rome"), InputError);
  }
  const auto hops = readGraph<void>(path);
  const auto levels = analytics::bfs(hops.graph, hops.node("Lyon"));
  EXPECT_EQ(levels.levels[hops.node("Nice")], 1u);
}

TEST_F(ReadGraphTest, ConvertsWeights) {
  const std::string path = write("g.el", "0 1 0.5\n1 2 2\n");
  EXPECT_EQ(distancesFrom(readGraph<double>(path), "0"), (std::vector<double>{0, 0.5, 2.5}));
  const std::string exact = write("exact.el", "0 1 16777217.0\n1 2 0.1\n0 2 16777217.25\n");
  EXPECT_EQ(distancesFrom(readGraph<double>(exact), "0"),
            (std::vector<double>{0, 16777217, 16777217 + 0.1}));
  EXPECT_THROW(readGraph<std::uint32_t>(path), InputError);
  const std::string large = write("h.el", "0 1 5000000000\n");
  EXPECT_EQ(distancesFrom(readGraph<std::uint64_t>(large), "0"),
            (std::vector<std::uint64_t>{0, 5000000000}));
  EXPECT_THROW(readGraph<std::uint32_t>(large), InputError);
  const std::string plain = write("p.el", "0 1\n1 2\n");
  EXPECT_EQ(distancesFrom(readGraph<std::uint32_t>(plain), "0"),
            (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(
      distancesFrom(readGraph<double>(plain, {.weights = WeightSpec{.low = 7, .high = 7}}), "0"),
      (std::vector<double>{0, 7, 14}));
  EXPECT_THROW(readGraph<std::uint32_t>(path + ".missing"), InputError);
}

TEST_F(ReadGraphTest, KeepsIds) {
  const auto sparse = readGraph<void>(write("s.el", "90 7\n7 300\n"), {.cache = false});
  EXPECT_EQ(sparse.graph.size(), 3u);
  EXPECT_EQ(sparse.name(sparse.node("300")), "300");
  EXPECT_THROW(sparse.node("0"), InputError);
}

} // namespace
} // namespace galois::inputs
