// Graphs that nobody on this project made, with the sizes that their README states.

#include "inputs/formats/Coordinates.h"
#include "inputs/transform/LargestComponent.h"
#include "inputs/transform/Symmetrize.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

struct RealGraph {
  const char* path;
  uint64_t nodes;
  uint64_t arcs;
  const char* from = "";
};

class RealInputs : public testing::TestWithParam<RealGraph> {};

TEST_P(RealInputs, HaveTheStatedSize) {
  const std::string path = sharedInputs() + "/" + GetParam().path;
  if (!std::filesystem::exists(path))
    GTEST_SKIP() << "needs " << path << " (or set GALOIS_SHARED_INPUTS)";
  InputFile file(path);
  const Graph graph = readGraphFile(file, GetParam().from, {});
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
                    RealGraph{"web_social/soc-Slashdot0902.txt.gz", 82'168, 948'464}),
    [](const auto& tested) {
      std::string name = std::filesystem::path(tested.param.path).stem().stem().string();
      std::erase(name, '-');
      return name;
    });

TEST(RealRoads, HaveTheStatedLargestComponentAndCoordinates) {
  const std::string path = sharedInputs() + "/road/osm_delaware";
  if (!std::filesystem::exists(path + ".gr.xz"))
    GTEST_SKIP() << "needs " << path << " (or set GALOIS_SHARED_INPUTS)";
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
