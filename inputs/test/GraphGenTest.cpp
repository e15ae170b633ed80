// Tests the program graph-gen as users run it.

#include "GeneratedGraphs.h"

#include "inputs/formats/Coordinates.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

class GraphGen : public ToolTest {
protected:
  GraphGen() : ToolTest("graph-gen") {}

  Graph read(const std::string& name) const {
    InputFile file(folder / name);
    return readGraphFile(file, "", {});
  }
};

TEST_F(GraphGen, MakesEveryKind) {
  EXPECT_THAT(run("road road.gr --nodes=5k --coords=road.co").output,
              MatchesRegex("road.gr: synthetic road, 5000 nodes, [0-9]+ arcs, weights [0-9]+ to "
                           "[0-9]+, coordinates in road.co, [0-9.]+ s\n"));
  EXPECT_THAT(run("grid grid.gr --size=30x20").output, HasSubstr("600 nodes, 2300 arcs"));
  EXPECT_THAT(run("grid square.gr --nodes=400").output, HasSubstr("400 nodes, 1520 arcs"));
  EXPECT_THAT(run("rmat rmat.gr --scale=8").output, HasSubstr("256 nodes, 4096 arcs"));
  EXPECT_THAT(run("uniform uniform.gr --nodes=100 --edge-factor=3").output,
              HasSubstr("100 nodes, 300 arcs, weights"));
  EXPECT_THAT(run("local local.gr --nodes=100 --edge-factor=3").output,
              HasSubstr("100 nodes, 300 arcs, weights"));
  EXPECT_THAT(run("torus2d flat.gr --nodes=410").output, HasSubstr("400 nodes, 1600 arcs"));
  for (const char* thousand : {"1k", "1K", "1000"}) {
    EXPECT_THAT(run(std::string("torus3d cube.gr --nodes=") + thousand).output,
                HasSubstr("1000 nodes, 6000 arcs"));
  }
  EXPECT_EQ(folder.names(), (Names{"cube.gr", "flat.gr", "grid.gr", "local.gr", "rmat.gr",
                                   "road.co", "road.gr", "square.gr", "uniform.gr"}));
  InputFile coords(folder / "road.co");
  EXPECT_EQ(readCoordinates(coords).size(), 5000u);
  EXPECT_EQ(components(read("road.gr")), 1u);
}

TEST_F(GraphGen, RepeatsItselfAndFollowsItsSeed) {
  for (const std::string kind : {"road --nodes=1000", "grid --size=10x10", "rmat --scale=6",
                                 "uniform --nodes=50", "local --nodes=50", "torus3d --nodes=30"}) {
    run(kind + " a.gr");
    run(kind + " b.gr --seed=1");
    run(kind + " c.gr --seed=2");
    EXPECT_EQ(contentOf(folder / "a.gr"), contentOf(folder / "b.gr")) << kind;
    EXPECT_NE(contentOf(folder / "a.gr"), contentOf(folder / "c.gr")) << kind;
  }
}

TEST_F(GraphGen, WritesOtherFormatsAndPipes) {
  EXPECT_EQ(run("grid - --size=2x1 --to=dimacs --weights=uniform:5:5 --quiet").output,
            "p sp 2 2\na 1 2 5\na 2 1 5\n");
  EXPECT_EQ(run("grid g.el --size=2x1 --weights=none > /dev/null && cat g.el").output,
            "# Nodes: 2 Edges: 2\n0 1\n1 0\n");
  EXPECT_THAT(run("road - --nodes=10 --to=dimacs 2>/dev/null | head -1").output,
              testing::StartsWith("p sp 10 "));
}

TEST_F(GraphGen, CleansUpRandomGraphs) {
  run("uniform g.gr --nodes=20 --edge-factor=30 --symmetrize --remove-loops "
      "--remove-duplicates --weights=uniform:1:9");
  const Graph graph = read("g.gr");
  EXPECT_TRUE(isSymmetric(graph));
  Arcs arcs = arcsOf(graph);
  EXPECT_EQ(std::unique(arcs.begin(), arcs.end()), arcs.end());
  for (const auto& [from, to, weight] : arcs) {
    EXPECT_NE(from, to);
    EXPECT_LE(weight, 9u);
  }
}

TEST_F(GraphGen, ReplacesTheLengthsOfRoads) {
  run("road g.gr --nodes=500 --weights=uniform:3:4");
  EXPECT_EQ(weightRange(read("g.gr")), (std::pair<std::uint64_t, std::uint64_t>{3, 4}));
}

TEST_F(GraphGen, Exits2ForFlagsItDoesNotUnderstand) {
  expectError("maze g.gr", 2, "choose one of road, grid, rmat, uniform");
  expectError("road g.gr", 2, "road needs --nodes=N");
  expectError("road g.gr --nodes=-5", 2, "--nodes=-5: a number from 1 to");
  expectError("road g.gr --nodes=5x", 2, "a number from 1 to");
  expectError("road g.gr --nodes=99999G", 2, "a number from 1 to");
  expectError("road g.gr --nodes=5 --scale=3", 2, "--scale means nothing for road");
  expectError("grid g.gr --nodes=10", 2, "not a square; give --size=WxH, or --nodes=9");
  expectError("grid g.gr", 2, "either --size=WxH or --nodes=N");
  expectError("grid g.gr --size=10", 2, "WxH is needed");
  expectError("grid g.gr --size=0x10", 2, "--size=0x10: WxH is needed");
  expectError("road g.gr --nodes=0", 2, "--nodes=0: a number from 1 to");
  expectError("grid g.gr --size=x", 2, "WxH is needed");
  expectError("grid g.gr --size=2x2 --coords=c.co", 2, "--coords means nothing for grid");
  expectError("rmat g.gr", 2, "needs --scale=K");
  expectError("rmat g.gr --scale=40", 2, "a whole number from 0 to 31 is needed");
  expectError("rmat g.gr --scale=4 --a=2", 2, "a number from 0 to 1 is needed");
  expectError("rmat g.gr --scale=4 --a=0.9", 2, "not probabilities");
  expectError("torus2d g.gr --nodes=0", 2, "--nodes=0: a number from 1 to");
  expectError("rmat g.gr --scale=4 --weights=5", 2, "uniform:LO:HI is needed");
  expectError("uniform g --nodes=5", 2, "does not tell a format");
  expectError("road g.co --nodes=5", 2, "cannot hold a graph");
  expectError("road g.gr --nodes=5 --coords=g.gr", 2, "cannot hold two outputs");
  expectError("road g.gr --nodes=9 --weights=uniform", 2, "uniform:LO:HI is needed");
  expectError("road", 2, "OUT is missing");
  EXPECT_EQ(folder.names(), Names{});
}

TEST_F(GraphGen, SaysInOneLineWhatIsWrong) {
  expectError("road no/where.gr --nodes=5", 1, "cannot write no/where.gr");
  expectError("road g.gr --nodes=5 --coords=no/where.co", 1, "cannot write no/where.co");
  expectError("rmat g.gr --scale=31 --edge-factor=1000000", 1, "of memory and this machine has");
  expectError("grid /dev/full --to=gr --size=100x100", 1, "No space left on device");
  EXPECT_EQ(folder.names(), Names{}) << "nothing half-written is left";
}

TEST_F(GraphGen, ExplainsItself) {
  const CommandResult help = run("--help");
  EXPECT_EQ(help.status, 0);
  for (const char* const word : {"road", "grid", "rmat", "uniform", "--coords", "--seed"}) {
    EXPECT_THAT(help.output, HasSubstr(word));
  }
}

} // namespace
} // namespace galois::inputs::test
