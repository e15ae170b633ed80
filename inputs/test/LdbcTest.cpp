#include "inputs/InputGraph.h"
#include "inputs/formats/Formats.h"

#include "Compress.h"
#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;
using Ids = std::vector<std::uint64_t>;

class Ldbc : public testing::Test {
protected:
  Graph read(const std::string& name, const ReadOptions& options = {}) const {
    InputFile file(folder / name);
    return readGraphFile(file, "", options);
  }
  std::string errorOf(const std::string& nodes, const std::string& edges) const {
    folder.write("g.v", nodes);
    folder.write("g.e", edges);
    return messageOf([&] { read("g.e"); });
  }

  const Folder folder;
};

TEST_F(Ldbc, NumbersNodesInTheOrderOfTheirFile) {
  folder.write("g.v", "10\n18446744073709551615\r\n7\n");
  folder.write("g.e", "7 10 3\n18446744073709551615 7 4\n");
  for (const char* const name : {"g.v", "g.e"}) {
    const Graph graph = read(name);
    EXPECT_EQ(arcsOf(graph), (Arcs{{1, 2, 4}, {2, 0, 3}}));
    EXPECT_EQ(graph.ids, (Ids{10, UINT64_MAX, 7}));
  }
  EXPECT_TRUE(read("g.v", {.ignoreWeights = true}).weights.empty());
}

TEST_F(Ldbc, BelievesTheProperties) {
  folder.write("g.v.gz", gzip("1\n5\n"));
  folder.write("g.e.zst", zstd("1 5\n"));
  EXPECT_EQ(read("g.e.zst").numArcs(), 1u);
  folder.write("g.properties", "# graph.g.directed = false\ngraph.g.meta.edges = 1\n");
  EXPECT_EQ(read("g.e.zst").numArcs(), 1u);
  folder.write("g.properties", "graph.g.directed = true\n");
  EXPECT_EQ(read("g.e.zst").numArcs(), 1u);
  folder.write("g.properties", "graph.g.directed = false\n");
  EXPECT_EQ(arcsOf(read("g.v.gz")), (Arcs{{0, 1, 0}, {1, 0, 0}}));
  folder.write("g.properties", "graph.g.directed = maybe\n");
  EXPECT_THAT(messageOf([&] { read("g.e.zst"); }), HasSubstr("g.properties:1: a graph is"));
}

TEST_F(Ldbc, IsReadFromItsFolder) {
  const std::string path = folder.path().string();
  const auto readFolder = [&] {
    InputFile file(path);
    return readGraphFile(file, "", {});
  };
  EXPECT_THAT(messageOf(readFolder), HasSubstr("is a folder without a .properties"));
  folder.write("g.v", "10\n40\n");
  folder.write("g.e", "40 10 7\n");
  folder.write("g.properties", "graph.g.directed = true\n");
  folder.write("g-SSSP", "10 0\n"); // the answers that data sets have, too
  EXPECT_EQ(arcsOf(readFolder()), (Arcs{{1, 0, 7}}));
  const PreparedGraph prepared = prepareGraph(path);
  EXPECT_EQ(prepared.kept, prepareGraph(folder / "g.properties").kept) << "it is kept once";
  InputFile kept(prepared.path);
  EXPECT_EQ(arcsOf(readGraphFile(kept, "", {})), (Arcs{{1, 0, 7}}));
  folder.write("f.properties", "");
  EXPECT_THAT(messageOf(readFolder),
              HasSubstr("is a folder with several graphs; name one of f.properties, g.properties"));
}

TEST_F(Ldbc, IsReadFromItsProperties) {
  folder.write("g-v", "10\n40\n7\n");
  folder.write("g-e.gz", gzip("10 7 2\n"));
  const std::string names = "graph.g.vertex-file = g-v\ngraph.g.edge-file = g-e\n";
  const std::string good = "# Properties\n! of g\n" + names +
                           "graph.g.meta.vertices = 3\ngraph.g.meta.edges = 1\n"
                           "graph.g.directed = false\ngraph.g.edge-properties.names = weight\n"
                           "graph.g.edge-properties.types = real\ngraph.g.sssp.source-vertex = 7\n";
  folder.write("g.properties", good);
  const Graph graph = read("g.properties");
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 2, 2}, {2, 0, 2}}));
  EXPECT_EQ(graph.ids, (Ids{10, 40, 7}));
  const auto complaint = [&](const std::string& text) {
    folder.write("g.properties", text);
    return messageOf([&] { read("g.properties"); });
  };
  EXPECT_THAT(
      complaint(names + "graph.g.meta.vertices = 4\n"),
      testing::MatchesRegex(".*g.properties says that there are 4 vertices, and .*g-v has 3"));
  EXPECT_THAT(
      complaint(names + "graph.g.meta.edges = 7\n"),
      testing::MatchesRegex(".*g.properties says that there are 7 edges, and .*g-e.gz has 1"));
  EXPECT_THAT(complaint(names + "graph.g.meta.edges = x\n"), HasSubstr("g.properties:3: number"));
  EXPECT_THAT(complaint(names + names), HasSubstr(":3: graph.g.vertex-file is there twice"));
  EXPECT_THAT(complaint("a.meta.edges = 1\na.meta.edges = 1\n"), HasSubstr(":2: a.meta.edges is"));
  EXPECT_THAT(complaint("a.edge-file = ../g-e\n"),
              HasSubstr(":1: \"../g-e\" is no name of a file"));
  EXPECT_THAT(complaint(names + "g.edge-properties.types = string\n"),
              HasSubstr(":3: edges have data of the type \"string\""));
  EXPECT_THAT(complaint("graph.g.directed = true\n"), HasSubstr("g.v is not there"));
  folder.write("g.v", "1\n2\n");
  folder.write("g.e", "2 1\n");
  folder.write("g.properties", "graph.g.directed = true\n");
  EXPECT_EQ(read("g.properties").ids, (Ids{1, 2}));
}

TEST_F(Ldbc, IsConvertedAgainWhenOneOfItsFilesChanges) {
  folder.write("g.v", "1\n2\n3\n");
  folder.write("g.e", "2 1\n");
  folder.write("g.properties", "graph.g.directed = true\n");
  const std::string before = prepareGraph(folder / "g.properties").kept;
  EXPECT_EQ(prepareGraph(folder / "g.properties").kept, before);
  folder.write("g.e", "2 3\n");
  EXPECT_NE(prepareGraph(folder / "g.properties").kept, before);
}

TEST_F(Ldbc, IsAnEdgeListWithoutItsPair) {
  folder.write("alone.e", "0 2\n");
  EXPECT_EQ(read("alone.e").numNodes(), 2u);
  InputFile file(folder / "alone.e");
  EXPECT_THAT(messageOf([&] { readGraphFile(file, "ldbc", {}); }),
              HasSubstr("alone.v is not beside it"));
  EXPECT_THAT(parseError("0 1\n", "ldbc"), HasSubstr("is a pair of files NAME.v and NAME.e"));
}

TEST_F(Ldbc, NamesLineAndFault) {
  EXPECT_THAT(errorOf("1\n2\n1\n", ""), HasSubstr("is empty"));
  EXPECT_THAT(errorOf("1\n2\n1\n", "1 2\n"), HasSubstr("g.v:3: node 1 is there twice"));
  EXPECT_THAT(errorOf("1\n1\n", "1 2\n"), HasSubstr("g.v:2: node 1 is there twice"));
  EXPECT_THAT(errorOf("1 2\n", "1 2\n"), HasSubstr("g.v:1: \"2\" is too much"));
  EXPECT_THAT(errorOf("-1\n", "1 2\n"), HasSubstr("g.v:1: id -1 is negative"));
  EXPECT_THAT(errorOf("1\n2\n", "1 3\n"), HasSubstr("g.e:1: node 3 is not in"));
  EXPECT_THAT(errorOf("1\n2\n", "1\n"), HasSubstr("g.e:1: the head is missing"));
  EXPECT_THAT(errorOf("1\n2\n", "1 2 3\n1 2\n"), HasSubstr("g.e:2: some edges have a weight"));
  EXPECT_THAT(errorOf("1\n2\n", "1 2 3 4\n"), HasSubstr("g.e:1: \"4\" is too much"));
  EXPECT_THAT(errorOf("10\n20\n", "10 20 -3\n"),
              HasSubstr("g.e:1: weight -3 of the arc 10 -> 20 is negative"));
}

TEST_F(Ldbc, KeepsItsIdsThroughGraphConvert) {
  folder.write("g.v", "5\n9\n30\n40\n");
  folder.write("g.e", "40 9 1\n9 30 2\n");
  const std::string inFolder = fmt::format("cd {} && ", folder.path().string());
  const std::string convert = fmt::format("{}{}/graph-convert ", inFolder, GALOIS_BIN_DIR);
  EXPECT_EQ(runCommand(convert + "g.e out.gr --largest-component --quiet").output, "");
  EXPECT_EQ(contentOf(folder / "out.ids"), "# Ids of nodes (galois-cps)\n0 9\n1 30\n2 40\n");
  // This is how the documentation translates a result's nodes back.
  folder.write("result.txt", "0 100\n2 300\n");
  EXPECT_EQ(runCommand(inFolder + "awk 'NR == FNR { id[$1] = $2; next } { $1 = id[$1]; print }' "
                                  "out.ids result.txt")
                .output,
            "9 100\n40 300\n");
  EXPECT_EQ(runCommand(convert + "g.v out.gr --quiet --mapping=all.txt").output, "");
  EXPECT_EQ(contentOf(folder / "all.txt"), "0 5\n1 9\n2 30\n3 40\n");
  folder.write("any.el", "7000000000 3\n3 12\n");
  EXPECT_EQ(runCommand(convert + "any.el - --to=edgelist --relabel --mapping=m --quiet").output,
            "# Nodes: 3 Edges: 2\n0 1\n1 2\n");
  EXPECT_EQ(contentOf(folder / "m"), "0 7000000000\n1 3\n2 12\n");
  EXPECT_THAT(runCommand(convert + "g.e - --to=edgelist --relabel").output,
              HasSubstr("--relabel is for edge lists"));
}

} // namespace
} // namespace galois::inputs::test
