// Serialized graphs of the GAP benchmark suite, good and damaged.

#include "inputs/formats/Formats.h"

#include "Compress.h"
#include "Support.h"

#include <cstdint>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

template <typename Number>
std::string bytesOf(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

std::string headerOf(bool directed, std::int64_t arcs, std::int64_t nodes) {
  return static_cast<char>(directed) + bytesOf<std::int64_t>({arcs, nodes});
}

const std::string kOffsets = bytesOf<std::int64_t>({0, 2, 2, 3});
const std::string kInOffsets = bytesOf<std::int64_t>({0, 1, 2, 3});

/// The arcs 0 -> 1, 0 -> 2 and 2 -> 0.
std::string directed() {
  return headerOf(true, 3, 3) + kOffsets + bytesOf<std::int32_t>({1, 2, 0}) + kInOffsets +
         bytesOf<std::int32_t>({2, 0, 0});
}

/// The same with these weights.
std::string weighted(std::int32_t first) {
  return headerOf(true, 3, 3) + kOffsets + bytesOf<std::int32_t>({1, first, 2, 7, 0, 9}) +
         kInOffsets + bytesOf<std::int32_t>({2, 9, 0, first, 0, 7});
}

Graph read(const std::string& bytes, const std::string& name, const ReadOptions& options = {}) {
  return parse(bytes, "", options, name);
}

TEST(GapGraph, DirectedGraphs) {
  const Arcs arcs = {{0, 1, 0}, {0, 2, 0}, {2, 0, 0}};
  EXPECT_EQ(arcsOf(read(directed(), "graph.sg")), arcs);
  EXPECT_EQ(arcsOf(parse(gzip(directed()), "sg")), arcs);
  const Arcs heavy = {{0, 1, 5}, {0, 2, 7}, {2, 0, 9}};
  EXPECT_EQ(arcsOf(read(weighted(5), "graph.wsg")), heavy);
  EXPECT_EQ(arcsOf(read(gzip(weighted(5)), "graph.wsg.gz")), heavy);
}

TEST(GapGraph, UndirectedGraphsStoreEachEdgeTwice) {
  const Arcs arcs = {{0, 1, 0}, {1, 0, 0}};
  for (const std::int64_t counted : {1, 2}) {
    const std::string bytes = headerOf(false, counted, 2) + bytesOf<std::int64_t>({0, 1, 2}) +
                              bytesOf<std::int32_t>({1, 0});
    EXPECT_EQ(arcsOf(read(bytes, "graph.sg")), arcs);
  }
}

TEST(GapGraph, WeightsAreAsTheOptionsSay) {
  EXPECT_THAT(messageOf([] { read(weighted(-5), "g.wsg"); }), HasSubstr("--weight-type=signed"));
  const Graph graph = read(weighted(-5), "g.wsg", {.weightType = WeightType::kSigned, .scale = 2});
  EXPECT_EQ(graph.weights.text(graph.weights[0]), "-10");
  const Graph floats = read(weighted(5), "g.wsg", {.weightType = WeightType::kFloat});
  EXPECT_EQ(floats.weights.text(floats.weights[1]), "7");
  const Graph odd = read(weighted(16777217), "g.wsg", {.weightType = WeightType::kFloat});
  EXPECT_EQ(odd.weights.text(odd.weights[0]), "16777217");
  EXPECT_TRUE(read(weighted(-5), "g.wsg", {.ignoreWeights = true}).weights.empty());
}

TEST(GapGraph, RefusesWhatIsWrong) {
  const std::string bytes = directed();
  for (size_t size = 17; size < bytes.size(); ++size) {
    EXPECT_THAT(parseError(bytes.substr(0, size), "sg"),
                testing::AnyOf(HasSubstr("cut short"), HasSubstr("bytes follow the arcs")))
        << size;
  }
  EXPECT_THAT(parseError(bytes + "x", "sg"), HasSubstr("bytes follow the arcs"));
  EXPECT_THAT(parseError(bytes.substr(0, 16), "sg"), HasSubstr("no serialized graph of GAP"));
  EXPECT_THAT(parseError('\x02' + bytes.substr(1), "sg"), HasSubstr("no serialized graph of GAP"));
  EXPECT_THAT(parseError(headerOf(true, 3, INT64_MAX) + kOffsets, "sg"),
              HasSubstr("no serialized graph of GAP"));
  EXPECT_THAT(parseError(headerOf(true, INT64_MAX / 8, 3) + kOffsets, "sg"),
              HasSubstr("are the counts in the file right?"));
  EXPECT_THAT(parseError(headerOf(true, 4, 3) + kOffsets, "sg"), HasSubstr("node index"));
  EXPECT_THAT(parseError(headerOf(true, 3, 3) + bytesOf<std::int64_t>({0, 4, 2, 3}), "sg"),
              HasSubstr("node index"));
  EXPECT_THAT(parseError(headerOf(false, 3, 3) + kOffsets + bytesOf<std::int32_t>({1, 3, 0}), "sg"),
              HasSubstr("arc 1 ends in node 3"));
  EXPECT_THAT(parseError(weighted(5), "sg"), testing::Not(testing::IsEmpty()));
}

} // namespace
} // namespace galois::inputs::test
