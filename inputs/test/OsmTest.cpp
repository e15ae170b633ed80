// Tests graphs of small maps of OpenStreetMap, with answers by hand. Their nodes are on the equator
// or on the meridian of Greenwich, where a thousandth of a degree has 111.195 m.

#include "inputs/InputGraph.h"
#include "inputs/formats/ConversionNotes.h"
#include "inputs/roads/RoadNetwork.h"

#include "Compress.h"
#include "Support.h"

#include <cmath>
#include <random>

namespace galois::inputs::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Returns tags in XML of a text such as "highway=primary maxspeed=30_mph"; '_' stands for a blank.
std::string tags(std::string_view text) {
  std::string xml;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const size_t equals = word.find('=');
    std::string value(word.substr(equals + 1));
    std::replace(value.begin(), value.end(), '_', ' ');
    xml += fmt::format("<tag k='{}' v='{}'/>", word.substr(0, equals), value);
  }
  return xml;
}

/// Returns a node whose place is given in thousandths of a degree.
std::string node(std::int64_t id, int east, int north, std::string_view itsTags = "") {
  return fmt::format("<node id='{}' lon='{:.3f}' lat='{:.3f}'>{}</node>\n", id, east / 1000.0,
                     north / 1000.0, tags(itsTags));
}

std::string way(std::initializer_list<std::int64_t> nodes, std::string_view itsTags) {
  static int id = 0;
  std::string xml = fmt::format("<way id='{}'>", ++id);
  for (const std::int64_t one : nodes) {
    xml += fmt::format("<nd ref='{}'/>", one);
  }
  return xml + tags(itsTags) + "</way>\n";
}

std::string map(const std::string& objects) {
  return "<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6'>\n" + objects + "</osm>\n";
}

/// Arcs as "FROM>TO WEIGHT", by the names of nodes.
std::vector<std::string> roadsOf(const Graph& graph) {
  std::vector<std::string> roads;
  const NodeIdMap names = NodeIdMap::of(graph, "map");
  for (const auto& [from, to, weight] : arcsOf(graph)) {
    roads.push_back(fmt::format("{}>{} {}", names.nameOf(from), names.nameOf(to), weight));
  }
  return roads;
}

Graph read(const std::string& objects, const ReadOptions& options = {}) {
  return parse(map(objects), "", options, "map.osm");
}

/// Skips its tests where the build has no libosmium.
class Osm : public testing::Test {
protected:
  void SetUp() override {
    try {
      read(node(1, 0, 0) + node(2, 1, 0) + way({1, 2}, "highway=primary"));
    } catch (const InputError& error) {
      if (std::string_view(error.what()).find("GALOIS_OSM=ON") != std::string_view::npos) {
        GTEST_SKIP() << error.what();
      }
      throw;
    }
  }
};

TEST_F(Osm, MakesAnArcPerPieceOfRoadAndDirection) {
  const Graph graph =
      read(node(7, 0, 0) + node(9, 1, 0) + node(12345678901, 1, 1) + node(50, 2, 0) +
           way({7, 9, 12345678901}, "highway=residential name=A_Lane") +
           way({9, 50}, "highway=footway") + way({9, 50}, "railway=tram"));
  EXPECT_EQ(graph.ids, (std::vector<std::uint64_t>{7, 9, 12345678901}));
  EXPECT_THAT(graph.coords,
              ElementsAre(Coordinate{0, 0}, Coordinate{1000, 0}, Coordinate{1000, 1000}));
  // 111.195 m at 30 km/h
  EXPECT_THAT(roadsOf(graph),
              ElementsAre("7>9 133", "9>7 133", "9>12345678901 133", "12345678901>9 133"));
  EXPECT_TRUE(graph.notes.empty());
}

TEST_F(Osm, WeighsTimeOrLength) {
  const std::string objects = node(1, 0, 0) + node(2, 1, 0) + node(3, 3, 0) +
                              way({1, 2}, "highway=primary maxspeed=30_mph oneway=yes") +
                              way({2, 3}, "highway=primary oneway=yes maxspeed=100");
  EXPECT_THAT(roadsOf(read(objects)), ElementsAre("1>2 83", "2>3 80"));
  EXPECT_THAT(roadsOf(read(objects, {.roads = {.weight = RoadWeight::kLength}})),
              ElementsAre("1>2 1112", "2>3 2224"));
  EXPECT_THAT(roadsOf(read(objects, {.scale = 10})), ElementsAre("1>2 829", "2>3 801"));
  EXPECT_THAT(messageOf([&] { read(objects, {.scale = UINT64_MAX}); }),
              HasSubstr("give a lesser --scale-weights"));
  EXPECT_TRUE(read(objects, {.ignoreWeights = true}).weights.empty());
  const Graph real = read(objects, {.weightType = WeightType::kFloat});
  EXPECT_EQ(real.weights.real(real.weights[0]), 83);
  const Graph negative = read(objects, {.weightType = WeightType::kSigned});
  EXPECT_EQ(negative.weights.real(negative.weights[1]), 80);
}

TEST_F(Osm, FollowsOneWayStreets) {
  const std::string objects = node(1, 0, 0) + node(2, 1, 0) + node(3, 2, 0) + node(4, 3, 0) +
                              way({1, 2}, "highway=residential oneway=yes") +
                              way({2, 3}, "highway=residential oneway=-1") +
                              way({3, 4}, "highway=residential oneway=yes oneway:bicycle=no");
  EXPECT_THAT(roadsOf(read(objects)), ElementsAre("1>2 133", "3>2 133", "3>4 133"));
  // 111.195 m at 17 km/h
  EXPECT_THAT(roadsOf(read(objects, {.roads = {.profile = "bicycle"}})),
              ElementsAre("1>2 235", "3>2 235", "3>4 235", "4>3 235"));
  EXPECT_EQ(read(objects, {.roads = {.profile = "foot"}}).numArcs(), 6u);
}

TEST_F(Osm, RoundaboutsAreOneWay) {
  const Graph graph =
      read(node(1, 1, 0) + node(2, 0, 1) + node(3, -1, 0) + node(4, 0, -1) + node(5, 2, 0) +
           way({1, 2, 3, 4, 1}, "highway=residential junction=roundabout") +
           way({1, 5}, "highway=residential"));
  const double side = 111.195 * std::sqrt(2.0) * 36 / 30;
  EXPECT_THAT(roadsOf(graph),
              ElementsAre(fmt::format("1>2 {:.0f}", side), "1>5 133",
                          fmt::format("2>3 {:.0f}", side), fmt::format("3>4 {:.0f}", side),
                          fmt::format("4>1 {:.0f}", side), "5>1 133"));
}

TEST_F(Osm, StopsAtBarriers) {
  const std::string objects = node(1, 0, 0) + node(2, 1, 0) + node(3, 2, 0, "barrier=bollard") +
                              node(4, 3, 0) + node(5, 4, 0, "barrier=gate access=private") +
                              node(6, 5, 0) + node(7, 6, 0, "barrier=gate") + node(8, 7, 0) +
                              way({1, 2, 3, 4, 5, 6, 7, 8}, "highway=service oneway=yes");
  EXPECT_THAT(roadsOf(read(objects)), ElementsAre("1>2 267", "6>7 267", "7>8 267"));
  EXPECT_THAT(read(objects, {.roads = {.profile = "foot"}}).ids, ElementsAre(1, 2, 3, 4, 6, 7, 8));
}

TEST_F(Osm, MeetsOnlyWhereNodesAreShared) {
  // The second way crosses the first on a bridge.
  const Graph graph = read(node(1, -1, 0) + node(2, 1, 0) + node(3, 0, -1) + node(4, 0, 1) +
                           way({1, 2}, "highway=residential oneway=yes") +
                           way({3, 4}, "highway=residential oneway=yes bridge=yes"));
  EXPECT_THAT(roadsOf(graph), ElementsAre("1>2 267", "3>4 267"));
}

TEST_F(Osm, KeepsWhatIsConnected) {
  // Into 4 leads no way back, and from 7 and 8 none into the rest.
  const std::string objects =
      node(1, 0, 0) + node(2, 1, 0) + node(3, 1, 1) + node(4, 2, 2) + node(7, 8, 8) +
      node(8, 9, 8) + way({1, 2, 3, 1}, "highway=service oneway=yes") +
      way({3, 4}, "highway=service oneway=yes") + way({7, 8}, "highway=service");
  EXPECT_THAT(read(objects).ids, ElementsAre(1, 2, 3, 4, 7, 8));
  const Graph graph = read(objects, {.roads = {.connected = true}});
  EXPECT_THAT(roadsOf(graph), ElementsAre("1>2 267", "2>3 267", "3>1 377"));
  EXPECT_EQ(graph.coords.size(), 3u);
}

TEST_F(Osm, LeavesOutMissingNodesAndSaysSo) {
  const std::string objects = node(1, 0, 0) + node(2, 1, 0) + node(4, 3, 0) + node(5, 4, 0) +
                              way({1, 2, 3, 4, 5, 6}, "highway=service oneway=yes");
  const Graph graph = read(objects);
  EXPECT_THAT(roadsOf(graph), ElementsAre("1>2 267", "4>5 267"));
  EXPECT_THAT(graph.notes, ElementsAre(HasSubstr("2 of 6 nodes on roads are not in the file")));
  // A conversion that is kept says it again, and has the coordinates.
  const Folder folder;
  const CacheHome cache;
  const std::string path = folder.write("m.osm", map(objects));
  for (int run = 0; run < 2; ++run) {
    const PreparedGraph prepared = prepareGraph(path);
    EXPECT_EQ(prepared.notes, graph.notes);
    EXPECT_EQ(prepared.names.coordinates(), graph.coords);
    EXPECT_EQ(prepared.names.ids(), graph.ids);
    EXPECT_NE(prepared.kept, "");
  }
  EXPECT_EQ(cache.keptNames().size(), 1u);
  EXPECT_EQ(prepareGraph(path, {.cache = false}).names.coordinates(), graph.coords);
}

TEST_F(Osm, TakesObjectsInAnyOrderAndNodesThatAreNotUploaded) {
  const Graph graph = read(way({-1, 8, -3}, "highway=residential oneway=yes") + node(8, 1, 0) +
                           node(-3, 2, 0) + node(-1, 0, 0) + node(4, 0, 0));
  EXPECT_THAT(roadsOf(graph), ElementsAre("-1>8 133", "8>-3 133"));
}

TEST_F(Osm, RoundsShortPiecesNotFarDown) {
  // 0.22 m and 1.40 m, which take 0.07 and 0.46 tenths of a second at 110 km/h.
  const std::string objects = "<node id='1' lon='0' lat='0'/><node id='2' lon='0.0000020' lat='0'/>"
                              "<node id='3' lon='0.0000146' lat='0'/>" +
                              way({1, 2, 3}, "highway=motorway") +
                              way({3, 3, 1}, "highway=motorway maxspeed=none");
  EXPECT_THAT(roadsOf(read(objects)), ElementsAre("1>2 1", "2>3 1", "3>1 1"));
  // 2.2, 14.0 and 16.2 decimetres. The ends are kept at 0, 2 and 15 millionths of a degree, where
  // nine tenths of what is between them are 2.001, 13.01 and 15.01 decimetres.
  EXPECT_THAT(roadsOf(read(objects, {.roads = {.weight = RoadWeight::kLength}})),
              ElementsAre("1>2 3", "2>3 14", "3>1 16"));
}

TEST_F(Osm, IsReadCompressed) {
  const std::string text = map(node(1, 0, 0) + node(2, 1, 0) + way({1, 2}, "highway=residential"));
  const Arcs arcs = arcsOf(parse(text));
  EXPECT_EQ(arcs.size(), 2u);
  for (const auto compress : {gzip, xz, zstd, bzip2}) {
    EXPECT_EQ(arcsOf(parse(compress(text))), arcs);
  }
}

TEST_F(Osm, IsTheSameInEveryFormOfOsmium) {
  if (runCommand("osmium --version").status != 0) {
    GTEST_SKIP() << "there is no osmium, which makes the files (apt-get install osmium-tool)";
  }
  const Folder folder;
  const std::string text =
      map(node(-2, 5, 5) + node(1, 0, 0) + node(2, 1, 0, "barrier=gate") + node(3, 1, 1) +
          node(4, 2, 2, "barrier=bollard") + way({1, 2, 3}, "highway=primary maxspeed=30_mph") +
          way({3, 1}, "highway=primary oneway=-1") + way({2, 4, 9}, "highway=service"));
  const std::string path = folder.write("map.osm", text);
  const Graph graph = parse(text);
  EXPECT_EQ(graph.numArcs(), 5u);
  for (const char* const suffix : {"osm.pbf", "osm.bz2", "osm.gz", "pbf"}) {
    const std::string other = folder / fmt::format("other.{}", suffix);
    const CommandResult made =
        runCommand(fmt::format("osmium sort --no-progress {} -o {} --overwrite", path, other));
    ASSERT_EQ(made.status, 0) << made.output;
    InputFile file(other);
    const Graph same = readGraphFile(file, "", {});
    EXPECT_EQ(sorted(arcsOf(same)), sorted(arcsOf(graph))) << suffix;
    EXPECT_EQ(same.ids, graph.ids);
    EXPECT_EQ(same.coords, graph.coords);
    EXPECT_EQ(same.notes, graph.notes);
  }
  // Damage to a PBF is one line.
  const std::string pbf = contentOf(folder / "other.osm.pbf");
  for (const size_t size : {size_t{20}, pbf.size() / 2, pbf.size() - 1}) {
    EXPECT_THAT(parseError(pbf.substr(0, size)), HasSubstr("a map of OpenStreetMap is needed"));
  }
  for (size_t at = 4; at < pbf.size(); at += 3) {
    std::string damaged = pbf;
    damaged[at] ^= 0x55;
    try {
      parse(damaged);
    } catch (const InputError& error) {
      EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
    }
  }
}

TEST_F(Osm, IsAGraphOrALineIfDamaged) {
  const std::string text = map(node(1, 0, 0) + node(3, 1, 0) + node(9, 1, 1, "barrier=gate") +
                               way({1, 3, 9, 7}, "highway=primary maxspeed=30_mph oneway=-1"));
  std::mt19937_64 random(1);
  int good = 0;
  for (int i = 0; i < 500; ++i) {
    std::string damaged = text;
    const size_t at = random() % damaged.size();
    constexpr std::string_view kTelling = "<>/'=-0123456789 x\0\xff";
    if (random() % 2 == 0) {
      damaged[at] = kTelling[random() % kTelling.size()];
    } else {
      damaged.erase(at, 1 + random() % 20);
    }
    try {
      const Graph graph = parse(damaged, "osm");
      EXPECT_EQ(graph.coords.size(), graph.numNodes());
      EXPECT_TRUE(graph.ids.size() == graph.numNodes() || graph.names.size() == graph.numNodes());
      ++good;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
    }
  }
  EXPECT_GT(good, 50);
  EXPECT_LT(good, 450);
}

TEST_F(Osm, RefusesWhatIsNoMapOfRoads) {
  EXPECT_THAT(parseError(map("")), HasSubstr("no road may be used"));
  EXPECT_THAT(parseError(map(node(1, 0, 0) + node(2, 1, 0) + way({1, 2}, "highway=steps"))),
              HasSubstr("no road may be used"));
  EXPECT_THAT(parseError(map(way({1, 2}, "highway=primary"))), HasSubstr("no road may be used"));
  EXPECT_THAT(parseError("<osm version='0.6'>\n<node id='1'"), HasSubstr("is needed"));
  EXPECT_THAT(parseError("<osm version='0.5'>\n</osm>\n"), HasSubstr("is needed"));
  EXPECT_THAT(parseError("<osm version='0.6'><node id='x' lon='0' lat='0'/></osm>"),
              HasSubstr("is needed"));
  EXPECT_THAT(parseError("<osmChange version='0.6'><modify><node id='1' lon='0' lat='0'/></modify>"
                         "</osmChange>"),
              HasSubstr("osmium apply-changes"));
  const Folder folder;
  const std::string text = map(node(1, 0, 0) + node(2, 1, 0) + way({1, 2}, "highway=primary"));
  InputFile file(folder.write("m.osm", text));
  EXPECT_THROW(readGraphFile(file, "", {.roads = {.profile = "boat"}}), UsageError);
  EXPECT_THAT(messageOf([&] { parse("0 1\n", "", {.roads = {.profile = "car"}}); }),
              HasSubstr("--osm-connected are for OpenStreetMap"));
}

/// graph-convert, with maps.
class OsmConvert : public ToolTest {
protected:
  OsmConvert() : ToolTest("graph-convert") {}
};

TEST_F(OsmConvert, RefusesAPipe) {
  folder.write("m.osm", map(node(1, 0, 0)));
  const CommandResult piped = run("- out.gr", "cat m.osm |");
  EXPECT_EQ(piped.status, 1);
  EXPECT_THAT(piped.output, HasSubstr("is read twice; write it to a file first"));
}

} // namespace
} // namespace galois::inputs::test
