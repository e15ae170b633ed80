// Tests places in text, distances on the sphere, and the nearest node.

#include "inputs/names/NearestNode.h"

#include "inputs/names/NodeIdMap.h"

#include "Support.h"

#include <cmath>
#include <numbers>
#include <random>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

std::pair<std::int32_t, std::int32_t> unitsOf(std::string_view text) {
  const auto place = placeIn(text);
  EXPECT_TRUE(place) << text;
  return place ? std::pair(place->latitude, place->longitude) : std::pair(0, 0);
}

TEST(NearestNode, ReadsPlaces) {
  EXPECT_EQ(unitsOf("51.5074,-0.1278"), std::pair(515'074'000, -1'278'000));
  EXPECT_EQ(unitsOf("-90,180"), std::pair(-900'000'000, 1'800'000'000));
  EXPECT_EQ(unitsOf("1e1, +2"), std::pair(100'000'000, 20'000'000));
  EXPECT_EQ(unitsOf("0,0"), std::pair(0, 0));
  for (const char* const text : {"", ",", "5", "5,", ",5", "5;6", "91,0", "0,181", "nan,0", "0,inf",
                                 "5,6,7", "5 N,6", "x,y", "5,6x"}) {
    EXPECT_FALSE(placeIn(text)) << text;
  }
}

TEST(NearestNode, MeasuresOnTheSphere) {
  const double quarter = std::numbers::pi / 2 * 6371008.8;
  EXPECT_NEAR(greatCircle({0, 0}, {900'000'000, 0}), quarter, 1e-6);
  EXPECT_NEAR(greatCircle({0, 0}, {123, 900'000'000}), quarter, 1e-6);
  EXPECT_NEAR(greatCircle({-1'799'000'000, 0}, {1'799'000'000, 0}), quarter / 450, 1e-6);
  EXPECT_NEAR(greatCircle({0, 0}, {1'800'000'000, 0}), 2 * quarter, 1e-6);
  EXPECT_EQ(greatCircle({5, 5}, {5, 5}), 0);
  // From Paris to New York, as others have it.
  EXPECT_NEAR(greatCircle({23'522'000, 488'566'000}, {-740'060'000, 407'128'000}), 5'837'000, 2000);
}

TEST(NearestNode, KnowsWhatArePlaces) {
  EXPECT_TRUE(arePlaces(std::vector<Coordinate>{{180'000'000, -90'000'000}}));
  EXPECT_FALSE(arePlaces(std::vector<Coordinate>{{180'000'001, 0}}));
  EXPECT_FALSE(arePlaces(std::vector<Coordinate>{{0, 90'000'001}}));
  EXPECT_FALSE(arePlaces(std::vector<Coordinate>{{511, 1023}})); // cells of a map
  EXPECT_FALSE(arePlaces({}));
}

TEST(NearestNode, IsFoundEverywhere) {
  std::mt19937 random(1);
  for (const std::int32_t extent : {180'000'000, 1'000'000, 20}) {
    for (const std::size_t count :
         {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{400}}) {
      std::uniform_int_distribution<std::int32_t> some(-extent, extent);
      std::vector<Coordinate> nodes(count);
      for (Coordinate& at : nodes) {
        at = {some(random), some(random) / 2};
      }
      for (int i = 0; i < 300; ++i) {
        MapPlace place{some(random) * 10, some(random) * 5};
        if (i % 10 == 0) { // at the date line, near a pole, or at a node
          place = i % 20 == 0   ? MapPlace{1'800'000'000, place.latitude}
                  : i % 30 == 0 ? MapPlace{place.longitude, 900'000'000}
                                : placeOf(nodes[static_cast<std::size_t>(i) % count]);
        }
        const NearNode found = nearestNode(nodes, place);
        double least = INFINITY;
        for (const Coordinate at : nodes) {
          least = std::min(least, greatCircle(placeOf(at), place));
        }
        EXPECT_NEAR(found.metres, least, 1e-3);
      }
    }
  }
}

TEST(NearestNode, IsTheLowestOfEqualOnes) {
  const std::vector<Coordinate> nodes(20, Coordinate{1'000'000, 2'000'000});
  EXPECT_EQ(nearestNode(nodes, {0, 0}).node, 0u);
}

TEST(NearestNode, IsNamedByAPlace) {
  NodeIdMap ids(std::vector<std::uint64_t>{70, 80}, "x");
  EXPECT_THAT(messageOf([&] { ids.nodeOfFlag("target", "1,2", 2); }),
              HasSubstr("--target=1,2 is a place, and the nodes have no coordinates"));
  ids.setCoordinates({{5, 6}, {7, 8}});
  EXPECT_THAT(messageOf([&] { ids.nodeOfFlag("target", "1,2", 2); }),
              HasSubstr("the nodes have other coordinates"));
  ids.setCoordinates({{2'000'000, 1'000'000}, {3'000'000, 1'000'000}});
  EXPECT_EQ(ids.nodeOfFlag("target", "1.1,2.1", 2), 0u);
  EXPECT_EQ(ids.nodeOfFlag("target", "1.1,2.6", 2), 1u);
  EXPECT_EQ(ids.nodeOfFlag("target", "80", 2), 1u);
  EXPECT_FALSE(ids.nodeOf("5", 2));
  const Folder folder;
  InputFile file(folder.write("nodes.txt", "80 1.1,2.1 70\n1,2x\n"));
  TextScanner text(file);
  std::string_view line;
  ASSERT_TRUE(text.next(line));
  Fields fields(text, line, "a line has nodes");
  EXPECT_EQ(ids.read(text, fields, "node", 2), 1u);
  EXPECT_EQ(ids.read(text, fields, "node", 2), 0u);
  EXPECT_EQ(ids.read(text, fields, "node", 2), 0u);
  ASSERT_TRUE(text.next(line));
  Fields wrong(text, line, "a line has nodes");
  EXPECT_THAT(messageOf([&] { ids.read(text, wrong, "node", 2); }), HasSubstr("nodes.txt:2"));
  NameTable names; // a name comes first
  names.add("1.1,2.6");
  names.add("b");
  NodeIdMap named(std::move(names));
  named.setCoordinates(ids.coordinates());
  EXPECT_EQ(named.nodeOfFlag("target", "1.1,2.6", 2), 0u);
  EXPECT_EQ(named.nodeOfFlag("target", "1.1, 2.6", 2), 1u);
}

} // namespace
} // namespace galois::inputs::test
