#include "inputs/formats/GridMap.h"
#include "inputs/formats/GridScenario.h"

#include "Support.h"

#include <queue>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

// The map has a wall with a gap in the middle row, and a corner that cannot be cut:
//   . @ G
//   . . T
//   @ W S
constexpr const char* kMap = "type octile\nheight 3\nwidth 3\nmap\n.@G\n..T\n@WS\n";
constexpr std::uint64_t kOne = GridMap::kStraight;

GridMap readMap(const std::string& content) {
  const Folder folder;
  InputFile file(folder.write("grid.map", content));
  return GridMap::read(file);
}

std::vector<GridQuery> readQueries(const std::string& content) {
  const Folder folder;
  InputFile file(folder.write("grid.map.scen", content));
  return readGridScenario(file);
}

TEST(GridMap, NumbersPassableCellsRowByRow) {
  const GridMap map = readMap(kMap);
  EXPECT_EQ(map.width(), 3u);
  EXPECT_EQ(map.height(), 3u);
  ASSERT_EQ(map.numNodes(), 5u);
  EXPECT_EQ(map.node(0, 0), 0u);
  EXPECT_EQ(map.node(2, 0), 1u);
  EXPECT_EQ(map.node(1, 1), 3u);
  EXPECT_EQ(map.node(2, 2), 4u);
  for (std::uint32_t node = 0; node < map.numNodes(); ++node) {
    EXPECT_EQ(map.node(map.cell(node).x, map.cell(node).y), node);
  }
  for (const auto& [x, y] : {std::pair(1, 0), {2, 1}, {-1, 0}, {0, -1}, {3, 0}, {0, 3}}) {
    EXPECT_EQ(map.node(x, y), GridMap::kNoNode) << x << " " << y;
  }
}

TEST(GridMap, StepsStraightAndNeverCutsACorner) {
  EXPECT_EQ(arcsOf(readMap(kMap).graph()),
            (Arcs{{0, 2, kOne}, {2, 0, kOne}, {2, 3, kOne}, {3, 2, kOne}}));
}

TEST(GridMap, StepsDiagonallyThroughFreeCells) {
  const Graph graph = parse("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\n.S.\r\n", "");
  constexpr std::uint64_t kAcross = GridMap::kDiagonal;
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, kOne},
                                 {0, 2, kOne},
                                 {0, 3, kAcross},
                                 {1, 0, kOne},
                                 {1, 2, kAcross},
                                 {1, 3, kOne},
                                 {2, 0, kOne},
                                 {2, 1, kAcross},
                                 {2, 3, kOne},
                                 {3, 0, kAcross},
                                 {3, 1, kOne},
                                 {3, 2, kOne},
                                 {3, 4, kOne},
                                 {4, 3, kOne}}));
  EXPECT_EQ(graph.coords[4], (Coordinate{2, 1}));
  EXPECT_TRUE(readMap(kMap).graph(false).weights.empty());
  EXPECT_EQ(readMap("type octile\nheight 1\nwidth 1\nmap\n@\n").graph().numNodes(), 0u);
}

TEST(GridMap, NamesLineAndFault) {
  const std::string head = "type octile\nheight 2\nwidth 2\nmap\n";
  EXPECT_THAT(parseError("type tile\n"), HasSubstr(":1: only maps of \"type octile\" are known"));
  EXPECT_THAT(parseError("type octile\nheight x\n"), HasSubstr(":2: height \"x\" is not a number"));
  EXPECT_THAT(parseError("type octile\nheight 2 3\n"), HasSubstr(":2: \"3\" is too much"));
  EXPECT_THAT(parseError("type octile\nmap\n..\n"), HasSubstr("the header is not complete"));
  EXPECT_THAT(parseError("type octile\nheight 2\nwidth 2\n..\n"),
              HasSubstr(":4: \"..\" starts no line of a map's header"));
  EXPECT_THAT(parseError(head + "..\n...\n"), HasSubstr(":6: this row has 3 cells"));
  EXPECT_THAT(parseError(head + "..\n.x\n"), HasSubstr(":6: \"x\" in column 2 is no cell"));
  EXPECT_THAT(parseError(head + "..\n"), HasSubstr("announces 2 rows and 1 are there"));
  EXPECT_THAT(parseError(head + "..\n..\n\n..\n"), HasSubstr(":8: a row more than the 2"));
  EXPECT_THAT(parseError("type octile\nheight 2000000000\nwidth 2000000000\nmap\n..\n"),
              HasSubstr(":5: this row has 2 cells and the map is 2000000000 wide"));
}

TEST(GridScenario, ReadsQueries) {
  const auto queries = readQueries("version 1\n0\ta map.map\t3\t3\t0\t0\t1\t1\t2.5\n"
                                   "7\tb.map\t3\t3\t2\t0\t2\t2\t0\r\n");
  ASSERT_EQ(queries.size(), 2u);
  EXPECT_EQ(queries[0].map, "a map.map");
  EXPECT_EQ(queries[0].line, 2u);
  EXPECT_EQ(queries[0].optimal, 2.5);
  EXPECT_EQ(queries[1].bucket, 7u);
  EXPECT_EQ(queries[1].startX, 2u);
  EXPECT_EQ(queries[1].goalY, 2u);
  EXPECT_EQ(readQueries("version 1.0\n1 b.map 3 3 2 0 2 2 1.5\n")[0].optimal, 1.5);
  EXPECT_TRUE(readQueries("version 1\n").empty());
}

TEST(GridScenario, NamesLineAndFault) {
  const auto errorOf = [](const std::string& content) {
    return messageOf([&] { readQueries(content); });
  };
  EXPECT_THAT(errorOf(""), HasSubstr("there is no header"));
  EXPECT_THAT(errorOf("version 2\n"), HasSubstr(":1: this is no file of queries"));
  EXPECT_THAT(errorOf("version 1\n0 m 3 3 0 0 3 0 1\n"),
              HasSubstr(":2: goal x 3 is not on the map"));
  EXPECT_THAT(errorOf("version 1\n0 m 0 0 0 0 0 0 1\n"), HasSubstr("which has 0 to -1"));
  EXPECT_THAT(errorOf("version 1\n0 m 3 3 0 0 2 0\n"), HasSubstr(":2: the length is missing"));
  EXPECT_THAT(errorOf("version 1\n0 m 3 3 0 0 2 0 -1\n"), HasSubstr(":2: the length is negative"));
  EXPECT_THAT(errorOf("version 1\n0 m 3 3 0 0 2 0 nan\n"), HasSubstr("not in the range"));
  EXPECT_THAT(errorOf("version 1\n0 m 3 3 0 0 2 0 1 2\n"), HasSubstr(":2: \"2\" is too much"));
}

TEST(GridScenario, IsCheckedAgainstTheMap) {
  const GridMap map = readMap(kMap);
  checkScenario(map, readQueries("version 1\n0 m 3 3 0 0 2 2 1\n"), "q");
  const auto errorOf = [&](const std::string& line) {
    return messageOf([&] { checkScenario(map, readQueries("version 1\n" + line), "q"); });
  };
  EXPECT_THAT(errorOf("0 m 4 3 0 0 2 2 1\n"),
              HasSubstr("q:2: the query is for a map of 4 x 3 cells and this one has 3 x 3"));
  EXPECT_THAT(errorOf("0 m 3 3 0 0 1 0 1\n"), HasSubstr("q:2: cell 1 0 of the query is not"));
}

/// Runs a plain Dijkstra search.
std::uint64_t distance(const Graph& graph, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint64_t> best(graph.numNodes(), UINT64_MAX);
  std::priority_queue<std::pair<std::uint64_t, std::uint32_t>,
                      std::vector<std::pair<std::uint64_t, std::uint32_t>>, std::greater<>>
      open;
  open.emplace(best[from] = 0, from);
  while (!open.empty() && open.top().second != to) {
    const auto [length, node] = open.top();
    open.pop();
    if (length != best[node]) {
      continue;
    }
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const std::uint32_t head = graph.dst[arc];
      if (length + graph.weights[arc] >= best[head]) {
        continue;
      }
      open.emplace(best[head] = length + graph.weights[arc], head);
    }
  }
  return best[to];
}

class RealGrids : public testing::TestWithParam<const char*> {};

TEST_P(RealGrids, HavePublishedLengths) {
  const std::string path = sharedInputs() + "/grid/" + GetParam();
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << "needs " << path << " (or set GALOIS_SHARED_INPUTS)";
  }
  InputFile mapFile(path);
  InputFile queryFile(path + ".scen");
  const GridMap map = GridMap::read(mapFile);
  const auto queries = readGridScenario(queryFile);
  checkScenario(map, queries, path);
  ASSERT_FALSE(queries.empty());
  const Graph graph = map.graph();
  for (const size_t i : {size_t{0}, queries.size() / 2, queries.size() - 1}) {
    const GridQuery& query = queries[i];
    const std::uint64_t length =
        distance(graph, map.node(query.startX, query.startY), map.node(query.goalX, query.goalY));
    constexpr double kRounding = 2.6e-6; // of the diagonal steps
    EXPECT_NEAR(static_cast<double>(length) / GridMap::kStraight, query.optimal,
                1e-6 + kRounding * query.optimal)
        << "line " << query.line;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RealGrids,
                         testing::Values("cities/Berlin_0_1024.map", "dao/den520d.map",
                                         "sc1/Aftershock.map"),
                         [](const auto& tested) {
                           const std::string path = tested.param;
                           return path.substr(0, path.find('/'));
                         });

} // namespace
} // namespace galois::inputs::test
