// Reads graphs that were not made by this project, and compares their sizes with those in their
// README.

#include "inputs/formats/Coordinates.h"
#include "inputs/transform/LargestComponent.h"
#include "inputs/transform/Symmetrize.h"

#include "Support.h"

#include <cctype>

namespace galois::inputs::test {
namespace {

struct RealGraph {
  const char* path;
  std::uint64_t nodes;
  std::uint64_t arcs;
};

// Some weights are fractions.
constexpr std::uint64_t kScale = 100;

class RealInputs : public testing::TestWithParam<RealGraph> {};

TEST_P(RealInputs, HaveTheStatedSize) {
  const std::string path = sharedInputs() + "/" + GetParam().path;
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << "needs " << path << " (or set GALOIS_SHARED_INPUTS)";
  }
  InputFile file(path);
  const Graph graph = readGraphFile(file, "", {.scale = kScale});
  EXPECT_EQ(graph.numNodes(), GetParam().nodes);
  EXPECT_EQ(graph.numArcs(), GetParam().arcs);
}

INSTANTIATE_TEST_SUITE_P(
    All, RealInputs,
    testing::Values(RealGraph{"road/osm_delaware.gr.xz", 360'209, 716'900},
                    RealGraph{"road/osm_liechtenstein.gr.xz", 54'382, 111'322},
                    RealGraph{"road/travelmapping_world.gr.xz", 1'045'844, 2'412'072},
                    RealGraph{"road_usa_topology/NE.gr.xz", 1'524'453, 3'868'020},
                    RealGraph{"road_usa_topology/NY.gr.xz", 264'346, 730'100},
                    RealGraph{"web_social/soc-Slashdot0902.txt.gz", 82'168, 948'464},
                    RealGraph{"web_social/tech-RL-caida.edges.gz", 190'914, 607'610},
                    RealGraph{"web_social/socfb-Northwestern25.edges.gz", 10'567, 488'337},
                    RealGraph{"web_social/cnr-2000.graph-txt.gz", 325'557, 3'216'152},
                    RealGraph{"web_social/ego-twitter-undirected.jlg", 81'306,
                              2 * 1'342'310 - 14}, // loops,
                    RealGraph{"graphalytics/example-directed.v", 10, 17},
                    RealGraph{"graphalytics/example-undirected.e", 9, 2 * 12},
                    RealGraph{"lagraph/karate.mtx", 34, 2 * 78},
                    RealGraph{"lagraph/pushpull.mtx", 4'000, 2 * 99'208 - 2'111},
                    RealGraph{"lagraph/msf1.mtx", 6, 8},
                    RealGraph{"lagraph/ldbc-directed-example.mtx", 10, 17},
                    RealGraph{"coloring/miles250.col", 128, 774},
                    RealGraph{"coloring/qg.order30.col", 900, 2 * 26'100},
                    RealGraph{"clique/C125.9.clq", 125, 2 * 6'963},
                    RealGraph{"clique/MANN_a27.clq", 378, 2 * 70'551}),
    [](const auto& tested) {
      std::string name = std::filesystem::path(tested.param.path).filename().string();
      std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
      return name;
    });

TEST(RealRoads, HaveTheStatedLargestComponentAndCoordinates) {
  const std::string path = sharedInputs() + "/road/osm_delaware";
  if (!std::filesystem::exists(path + ".gr.xz")) {
    GTEST_SKIP() << "needs " << path << " (or set GALOIS_SHARED_INPUTS)";
  }
  InputFile file(path + ".gr.xz");
  InputFile coords(path + ".co.xz");
  Graph graph = readGraphFile(file, "", {});
  graph.coords = readCoordinates(coords);
  ASSERT_EQ(graph.coords.size(), graph.numNodes());
  EXPECT_EQ(graph.coords[0], (Coordinate{-75'476'596, 39'724'949}));
  keepLargestComponent(graph);
  EXPECT_EQ(graph.numNodes(), 348'760u);
  EXPECT_EQ(graph.coords.size(), 348'760u);
  symmetrize(graph);
  EXPECT_GE(graph.numArcs(), 2 * (graph.numNodes() - 1));
}

} // namespace
} // namespace galois::inputs::test
