// Tests weights that are floats, of 8 bytes in text, of 4 or 8 in binary files: in readers of
// weights, in transformations, in writers, and in .gr files.

#include "inputs/transform/RandomWeights.h"
#include "inputs/transform/ScaleWeights.h"
#include "inputs/transform/Simplify.h"
#include "inputs/transform/Symmetrize.h"

#include "Support.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

constexpr ReadOptions kFloats = {.weightType = WeightType::kFloat};

using Floats = std::vector<double>;

Floats floatsOf(const Graph& graph) {
  EXPECT_EQ(graph.weights.type(), WeightType::kFloat);
  Floats weights;
  for (std::uint64_t arc = 0; arc < graph.numArcs(); ++arc) {
    weights.push_back(graph.weights.real(graph.weights[arc]));
  }
  return weights;
}

TEST(FloatWeights, AreReadFromText) {
  EXPECT_EQ(floatsOf(parse("0 1 0.5\n1 0 3\n", "", kFloats)), (Floats{0.5, 3}));
  EXPECT_EQ(floatsOf(parse("p sp 2 2\na 1 2 .25\na 2 1 1e3\n", "", kFloats)), (Floats{0.25, 1000}));
  EXPECT_EQ(floatsOf(parse("2 1 1\n2 0.1\n1 0.1\n", "metis", kFloats)), (Floats{0.1, 0.1}));
  EXPECT_EQ(floatsOf(parse("0 1 0.5\n", "", {.weightType = WeightType::kFloat, .scale = 6})),
            (Floats{3}));
  EXPECT_TRUE(parse("0 1\n", "", kFloats).weights.empty());
}

// Numbers that floats of 4 bytes would round: beside each other, apart in the last digit, too large
// and too small. Each text is what a writer writes.
const std::vector<std::string> kNumbers = {
    "16777217", "16777216.25", "0.1",    "0.30000000000000004",     "0.3",   "1e-46",
    "1e+39",    "5e-324",      "-1e-46", "1.7976931348623157e+308", "1e-310"};

TEST(FloatWeights, AreDoublesInEveryText) {
  const auto file = [](const char* start, const char* before, const char* after,
                       const char* end = "") {
    std::string text = start;
    for (size_t i = 0; i < kNumbers.size(); ++i) {
      text += fmt::format(fmt::runtime(before), i + 1) + kNumbers[i] + after;
    }
    return text + end;
  };
  const std::string nodes = fmt::to_string(kNumbers.size() + 1);
  const std::string arcs = fmt::to_string(kNumbers.size());
  const std::vector<std::pair<std::string, std::string>> files = {
      {"edgelist", file("", "0 {} ", "\n")},
      {"csv", file("source,target,weight\n", "0,{},", "\n")},
      {"dimacs", "p sp " + nodes + " " + arcs + "\n" + file("", "a 1 {} ", "\n")},
      {"mtx", "%%MatrixMarket matrix coordinate real general\n" + nodes + " " + nodes + " " + arcs +
                  "\n" + file("", "1 {} ", "\n")},
      {"graphml",
       file("<graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>"
            "<graph edgedefault=\"directed\">\n",
            "<edge source=\"n0\" target=\"n{}\"><data key=\"w\">", "</data></edge>\n",
            "</graph></graphml>\n")},
      {"gexf", file("<gexf><graph defaultedgetype=\"directed\"><nodes></nodes><edges>\n",
                    "<edge source=\"n0\" target=\"n{}\" weight=\"", "\"/>\n",
                    "</edges></graph></gexf>\n")}};
  Floats right;
  for (const std::string& number : kNumbers) {
    right.push_back(std::strtod(number.c_str(), nullptr));
  }
  for (const auto& [format, text] : files) {
    SCOPED_TRACE(format);
    const Graph graph = parse(text, format, kFloats);
    EXPECT_EQ(floatsOf(graph), right);
    EXPECT_EQ(graph.weights.bytes(), 8u);
    // What writers write is read as the same doubles.
    for (const char* const out : {"edgelist", "csv", "dimacs", "mtx", "gr"}) {
      EXPECT_EQ(floatsOf(parse(written(graph, out), out, kFloats)), right) << out;
    }
  }
  std::string digits;
  for (size_t i = 0; i < kNumbers.size(); ++i) {
    digits += fmt::format("0 {} {}\n", i + 1, kNumbers[i]);
  }
  EXPECT_EQ(written(parse(digits, "edgelist", kFloats), "edgelist"),
            fmt::format("# Nodes: {} Edges: {}\n{}", nodes, arcs, digits));
}

TEST(FloatWeights, OfZeroHaveNoSign) {
  const Graph graph = parse("0 1 -0.0\n", "", kFloats);
  EXPECT_EQ(graph.weights[0], graph.weights.zero());
  EXPECT_EQ(graph.weights.text(graph.weights[0]), "0");
}

TEST(FloatWeights, ThatCannotBeAreRefused) {
  const auto errorOf = [](const std::string& text) {
    return messageOf([&] { parse(text, "", kFloats); });
  };
  EXPECT_THAT(errorOf("0 1 1e400\n"), HasSubstr(":1: weight 1e400 is not in the range of 64-bit"));
  EXPECT_THAT(errorOf("0 1 -1e-400\n"), HasSubstr(":1: weight -1e-400 is not in the range"));
  EXPECT_EQ(floatsOf(parse("0 1 0e-400\n", "", kFloats)), Floats{0});
  EXPECT_THAT(messageOf([] {
                parse("0 1 1e308\n", "", {.weightType = WeightType::kFloat, .scale = 1000});
              }),
              HasSubstr(":1: weight 1e308 of the arc 0 -> 1 times 1000 is more than"));
  EXPECT_THAT(errorOf("0 1 nan\n"), HasSubstr(":1: weight nan is not in the range"));
  EXPECT_THAT(errorOf("0 1 x\n"), HasSubstr(":1: weight \"x\" is not a number"));
}

TEST(FloatWeights, BecomeScaledIntegers) {
  EXPECT_EQ(arcsOf(parse("0 1 0.1234\n0 2 0.5\n0 3 2\n", "", {.scale = 1000})),
            (Arcs{{0, 1, 123}, {0, 2, 500}, {0, 3, 2000}}));
  EXPECT_EQ(arcsOf(parse("0 1 000000000000000000000000012\n", "")), (Arcs{{0, 1, 12}}));
  EXPECT_THAT(messageOf([] { parse("0 1 9223372036854775.9\n", "", {.scale = 1'000'000}); }),
              HasSubstr("is too large; at most 9223372036854 is possible"));
  EXPECT_THAT(messageOf([] { parse("0 1 9223372036854775807\n", "", {.scale = 2}); }),
              HasSubstr("is too large; at most 4611686018427387903 is possible"));
}

TEST(FloatWeights, SortAndMergeAsNumbers) {
  Graph graph = parse("0 1 10\n0 1 2.5\n1 0 0.5\n1 2 1e-20\n", "", kFloats);
  removeDuplicates(graph);
  symmetrize(graph);
  EXPECT_EQ(written(graph, "edgelist"),
            "# Nodes: 3 Edges: 6\n0 1 0.5\n0 1 2.5\n1 0 0.5\n1 0 2.5\n1 2 1e-20\n2 1 1e-20\n");
  EXPECT_EQ(describeWeights(graph), "float weights 1e-20 to 2.5");
  scaleWeights(graph, 4);
  EXPECT_EQ(floatsOf(graph)[0], 2);
  EXPECT_THAT(messageOf([&] {
                for (int time = 0; time < 17; ++time) { // 2^64 to the power of 17 is too large
                  scaleWeights(graph, UINT64_MAX);
                }
              }),
              HasSubstr("is more than a float can be"));
}

TEST(FloatWeights, ComeFromTheSameRandomNumbers) {
  Graph integers = parse("0 1\n1 2\n2 0\n");
  Graph floats = integers;
  WeightSpec spec = parseWeightSpec("uniform:1:1000", 5);
  setRandomWeights(integers, spec);
  spec.type = WeightType::kFloat;
  setRandomWeights(floats, spec);
  for (std::uint64_t arc = 0; arc < 3; ++arc) {
    EXPECT_EQ(floatsOf(floats)[arc], integers.weights[arc]);
  }
  EXPECT_EQ(floats.weights.bytes(), 4u);
  // Integers of more than 24 bits are not rounded, either.
  spec.low = (1 << 24) + 1;
  spec.high = spec.low;
  setRandomWeights(floats, spec);
  EXPECT_EQ(floatsOf(floats), Floats(3, 16777217));
}

TEST(FloatWeights, GoThroughBinaryFiles) {
  const Graph doubles = parse("0 1 0.1\n1 0 3e7\n1 1 0\n", "", kFloats);
  const std::string wide = written(doubles, "gr");
  EXPECT_EQ(arcsOf(parse(wide, "gr", kFloats)), arcsOf(doubles));
  EXPECT_EQ(arcsOf(parse(wide, "gr")), arcsOf(doubles));
  EXPECT_EQ(written(doubles, "gr", {.edgeBytes = 8}), wide);
  // Only on request, they are rounded to 4 bytes.
  const std::string bytes = written(doubles, "gr", {.edgeBytes = 4});
  const Graph graph = parse(bytes, "gr", kFloats);
  EXPECT_EQ(floatsOf(graph), (Floats{0.1f, 3e7f, 0}));
  EXPECT_EQ(graph.weights.bytes(), 4u);
  EXPECT_EQ(written(graph, "gr"), bytes) << "floats keep their size";
  EXPECT_EQ(written(graph, "gr", {.edgeBytes = 4}), bytes);
  EXPECT_EQ(floatsOf(parse(written(graph, "gr", {.edgeBytes = 8}), "gr", kFloats)),
            floatsOf(graph));
  // The file does not state the type, but the values show it, unless the caller names another one.
  EXPECT_EQ(arcsOf(parse(bytes, "gr")), arcsOf(graph));
  EXPECT_EQ(parse(bytes, "gr").weights.type(), WeightType::kFloat);
  EXPECT_EQ(parse(bytes, "gr", {.weightType = WeightType::kInteger}).weights.type(),
            WeightType::kInteger);
  const std::string unclear =
      written(parse("0 1 3.1415927\n", "", kFloats), "gr", {.edgeBytes = 4});
  EXPECT_THAT(parseError(unclear, "gr"), HasSubstr("whole numbers from 1078530011 to 1078530011 or "
                                                   "floats from 3.142 to 3.142"));
  EXPECT_EQ(floatsOf(parse(unclear, "gr", kFloats)), Floats{3.1415927f});
  EXPECT_EQ(floatsOf(parse(bytes, "gr", {.weightType = WeightType::kFloat, .scale = 2}))[1], 6e7);

  for (const float bad :
       {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    std::string damaged = bytes;
    std::memcpy(damaged.data() + damaged.size() - 2 * sizeof(bad), &bad, sizeof(bad));
    EXPECT_THAT(messageOf([&] { parse(damaged, "gr", kFloats); }),
                HasSubstr("of the arc 1 -> 0 must be finite"));
  }
}

TEST(FloatWeights, ThatFourBytesCannotHoldAreNotRounded) {
  const auto errorOf = [](const std::string& number) {
    return messageOf(
        [&] { written(parse("0 1 " + number + "\n", "", kFloats), "gr", {.edgeBytes = 4}); });
  };
  EXPECT_THAT(errorOf("1e39"), HasSubstr("weight 1e+39 is too large for a float of 4 bytes; leave "
                                         "--edge-bytes=4 out"));
  EXPECT_THAT(errorOf("-1e-46"), HasSubstr("weight -1e-46 is too near to 0 for a float of 4"));
}

TEST(FloatWeights, AreNoneWhereThereAreNone) {
  const Graph graph = parse("0 1\n1 0\n", "", kFloats);
  for (const unsigned bytes : {0, 4, 8}) {
    EXPECT_TRUE(parse(written(graph, "gr", {.edgeBytes = bytes}), "gr", kFloats).weights.empty())
        << bytes;
  }
}

} // namespace
} // namespace galois::inputs::test
