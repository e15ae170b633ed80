// Tests the program graph-check as users run it.

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class GraphCheck : public ToolTest {
protected:
  GraphCheck() : ToolTest("graph-check") {}

  void expectRight(const std::string& arguments, const std::string& summary) const {
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.status, 0) << arguments;
    EXPECT_EQ(result.output, summary + "\n");
  }

  void expectWrong(const std::string& arguments, const std::string& output, int status = 1) const {
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.status, status) << arguments;
    EXPECT_EQ(result.output, output + "\n");
  }
};

TEST_F(GraphCheck, ChecksEveryKindWithoutAReference) {
  folder.write("g.el", "0 1 4\n1 0 4\n1 2 1\n2 1 1\n0 2 9\n2 0 9\n");
  folder.write("dist", "0 0\n1 4\n2 5\n");
  expectRight("sssp g.el dist",
              "dist: right: distances from node 0: 3 of 3 nodes reached, the farthest, 2, at 5");
  folder.write("levels", "0 0\n1 1\n2 1\n");
  expectRight("bfs g.el levels",
              "levels: right: distances from node 0: 3 of 3 nodes reached, the farthest, 1, at 1");
  folder.write("ranks", "0 0.333333333\n1 0.333333333\n2 0.333333333\n");
  EXPECT_THAT(run("pagerank g.el ranks").output, StartsWith("ranks: right: PageRank, at most "));
  folder.write("tree", "0 1 4\n1 2 1\n");
  expectRight("mst g.el tree",
              "tree: right: a lightest spanning forest: 2 edges, 1 trees, weight 5");
  folder.write("colors", "0 0\n1 1\n2 2\n");
  expectRight("color g.el colors", "colors: right: a colouring with 3 colours");
  folder.write("path", "0\n1\n2\n");
  expectRight("path g.el path --source=0 --target=2",
              "path: right: a shortest path from node 0 to 2: 2 arcs, length 5");
  folder.write("labels", "0 8\n1 8\n2 8\n");
  expectRight("wcc g.el labels", "labels: right: 1 weakly connected components");
  folder.write("cores", "0 2\n1 2\n2 2\n");
  expectRight("kcore g.el cores", "cores: right: core numbers, the greatest 2");
  folder.write("set", "0 1\n1 0\n2 0\n");
  expectRight("mis g.el set", "set: right: a maximal independent set of 1 nodes");
  folder.write("matching", "2 1\n");
  expectRight("matching g.el matching", "matching: right: a maximal matching of 1 edges");
  expectRight("wcc g.el labels --quiet --show=0 && echo quiet", "quiet");
}

TEST_F(GraphCheck, CallsNodesByTheIdsOfTheGraph) {
  folder.write("g.txt", "70 9 4\n9 70 4\n9 800 1\n800 9 1\n");
  folder.write("dist", "9 4\n70 0\n800 5\n");
  expectRight("sssp g.txt dist",
              "dist: right: distances from node 70: 3 of 3 nodes reached, the farthest, 800, at 5");
  folder.write("wrong", "9 4\n70 0\n800 6\n");
  EXPECT_THAT(run("sssp g.txt wrong --source=70").output,
              testing::HasSubstr("node 800 has distance 6, but the arc from node 9 (distance 4)"));
  folder.write("path", "70\n9\n800\n");
  expectRight("path g.txt path --source=70 --target=800",
              "path: right: a shortest path from node 70 to 800: 2 arcs, length 5");
  folder.write("tree", "70 9\n9 800\n");
  expectRight("mst g.txt tree",
              "tree: right: a lightest spanning forest: 2 edges, 1 trees, weight 5");
  folder.write("levels", "9 1\n70 0\n");
  EXPECT_THAT(run("bfs g.txt levels").output, testing::HasSubstr("node 800 has no value"));
  EXPECT_THAT(run("sssp g.txt dist --source=71").output,
              testing::HasSubstr("--source=71: no node of the graph has this id; its 3 nodes have "
                                 "ids between 9 and 800"));
}

TEST_F(GraphCheck, ComparesEveryKindWithAReference) {
  folder.write("g.el", "0 1 4\n1 0 4\n");
  folder.write("dist", "0 0\n1 4\n");
  folder.write("ldbc", "70 0.000000000000000e+00\n9 4.0000001e+00\n");
  folder.write("ids", "0 70\n1 9\n");
  expectRight("sssp g.el dist ldbc --ids=ids",
              "dist: right: 2 values, each within a part in 1e+04 of the reference's");
  expectRight("sssp g.el ldbc dist --answer-ids=ids",
              "ldbc: right: 2 values, each within a part in 1e+04 of the reference's");
  folder.write("from1", "1 0\n2 4\n");
  expectRight("sssp g.el dist from1 --ids=1", "dist: right: 2 values, as in the reference");
  expectWrong("sssp g.el dist from1",
              "graph-check: from1:2: node 2 is out of range; nodes are 0 to 1");
  expectRight("bfs g.el dist dist", "dist: right: 2 values, as in the reference");
  expectRight("pagerank g.el dist dist", "dist: right: 2 values, as in the reference");
  expectRight("wcc g.el dist dist", "dist: right: 2 components, as in the reference");
  folder.write("edge", "1 0\n");
  expectRight("mst g.el edge edge",
              "edge: right: a lightest spanning forest: 1 edges, 1 trees, weight 4");
  expectRight("path g.el edge edge",
              "edge: right: a path as long as the reference from node 1 to 0: 1 arcs, length 4");
  expectWrong(
      "color g.el dist dist",
      "graph-check: color takes no REFERENCE: a graph has many colourings, and any without a "
      "conflict is right",
      2);
}

TEST_F(GraphCheck, KnowsLdbcsIdsAndItsReferences) {
  folder.write("g.v", "70\n9\n1000000000000\n");
  folder.write("g.e", "70 9 0.5\n9 70 0.25\n");
  folder.write("dist", "70 0\n9 0.5\n1000000000000 inf\n");
  folder.write("ldbc",
               "9 5.000000000000000e-01\n70 0.000000000000000e+00\n1000000000000 infinity\n");
  folder.write("levels", "70 0\n9 1\n1000000000000 inf\n");
  folder.write("ldbc-levels", "9 1\n70 0\n1000000000000 9223372036854775807\n");
  expectRight("sssp g.v dist --weight-type=float --source=70",
              "dist: right: distances from node 70: 2 of 3 nodes reached, the farthest, 9, at 0.5");
  expectRight("sssp g.v dist ldbc --weight-type=float",
              "dist: right: 3 values, each within a part in 1e+04 of the reference's");
  expectRight("bfs g.e levels ldbc-levels", "levels: right: 3 values, as in the reference");
  runCommand(fmt::format("cd {} && {}/graph-convert g.v g.gr --weight-type=float",
                         folder.path().string(), GALOIS_BIN_DIR));
  expectRight("bfs g.gr levels ldbc-levels --ids=g.ids --answer-ids=g.ids",
              "levels: right: 3 values, as in the reference");
  expectRight("bfs g.gr levels ldbc-levels", "levels: right: 3 values, as in the reference");
}

/// Gives the references of LDBC Graphalytics' own examples as answers, too.
TEST_F(GraphCheck, AcceptsLdbcsExamples) {
  const std::string ldbc = sharedInputs() + "/graphalytics/";
  if (!std::filesystem::exists(ldbc)) {
    GTEST_SKIP() << "needs " << ldbc << " (or set GALOIS_SHARED_INPUTS)";
  }
  for (const std::string name : {"example-directed", "example-undirected"}) {
    const std::string graph = ldbc + name;
    const auto accepts = [&](const std::string& kind, const char* reference, const char* flags) {
      const CommandResult result = run(
          fmt::format("{} {}.v {}-{} --answer-ids=ids {}", kind, graph, graph, reference, flags));
      EXPECT_EQ(result.status, 0) << name << ": " << result.output;
    };
    runCommand(fmt::format("cd {} && {}/graph-convert {}.v g.gr --weight-type=float --mapping=ids",
                           folder.path().string(), GALOIS_BIN_DIR, graph));
    accepts("bfs", "BFS", "");
    accepts("sssp", "SSSP", "--weight-type=float");
    accepts("pagerank", "PR", "--rounds=2");
    accepts("wcc", "WCC", "");
  }
}

TEST_F(GraphCheck, NamesTheFirstMistakes) {
  folder.write("g.el", "0 1 4\n1 2 1\n2 3 1\n3 4 1\n");
  folder.write("dist", "0 0\n1 4\n2 6\n3 7\n4 9\n");
  expectWrong(
      "sssp g.el dist --show=2",
      "node 2 has distance 6, but the arc from node 1 (distance 4) of length 1 reaches it at "
      "5\nnode 4 has distance 9, but the arc from node 3 (distance 7) of length 1 reaches it "
      "at 8\n... and 3 more\ngraph-check: dist is wrong: 5 mistakes");
  folder.write("right", "0 0\n1 4\n2 5\n3 6\n4 9\n");
  expectWrong("sssp g.el dist right", "node 2 has 6; the reference has 5\nnode 3 has 7; the "
                                      "reference has 6\ngraph-check: dist is wrong: 2 mistakes");
}

TEST_F(GraphCheck, SaysInOneLineWhatItCannotDo) {
  folder.write("g.el", "0 1 4\n");
  folder.write("dist", "0 0\n1 4\n");
  expectWrong(
      "ssp g.el dist",
      "graph-check: there is no kind \"ssp\": choose one of sssp, bfs, pagerank, mst, color, "
      "path, wcc, kcore, mis, matching",
      2);
  expectWrong("sssp g.el none", "graph-check: cannot open none: No such file or directory");
  expectWrong("sssp g.el dist dist --ids=none",
              "graph-check: cannot open none: No such file or directory");
  expectWrong("sssp g.el dist --tolerance=-1",
              "graph-check: --tolerance=-1: a number of 0 or more is needed", 2);
  expectWrong("pagerank g.el dist --damping=1",
              "graph-check: --damping=1: a number from 0 to less than 1 is needed", 2);
  for (const char* flag : {"damping=0.5", "dangling=none", "personalize=dist", "rounds=3"}) {
    const std::string name(flag, std::string_view(flag).find('='));
    expectWrong(fmt::format("sssp g.el dist --{}", flag),
                fmt::format("graph-check: --{} means nothing for sssp", name), 2);
  }
  expectWrong("sssp g.el dist --target=1", "graph-check: --target means nothing for sssp", 2);
  expectWrong("wcc g.el dist --source=1", "graph-check: --source means nothing for wcc", 2);
  expectWrong("sssp g.el dist --ids=1",
              "graph-check: --ids means nothing for an answer without a REFERENCE", 2);
  EXPECT_EQ(run("sssp g.el").status, 2);
  EXPECT_EQ(run("sssp g.el dist dist dist").status, 2);
}

TEST_F(GraphCheck, TakesMappingsToNames) {
  folder.write("g.el", "0 1 4\n1 2 1\n");
  folder.write("names",
               "# Names of nodes (galois-cps): graph 0\n0 Paris\n2 \"New York\"\n1 Lyon\n");
  folder.write("dist", "Paris 0\nLyon 4\n\"New York\" 5\n");
  expectRight("sssp g.el dist --answer-ids=names",
              "dist: right: distances from node 0: 3 of 3 nodes reached, the farthest, 2, at 5");
  folder.write("numbers", "0 0\n1 4\n2 5\n");
  expectRight("sssp g.el numbers dist --ids=names",
              "numbers: right: 3 values, as in the reference");
}

TEST_F(GraphCheck, ExplainsItself) {
  const CommandResult help = run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.output, HasSubstr("NODE DISTANCE"));
}

} // namespace
} // namespace galois::inputs::test
