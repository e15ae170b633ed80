// Tests weights that are 32-bit floats: in every reader of weights, in transformations, and in .gr
// files.

#include "inputs/transform/RandomWeights.h"
#include "inputs/transform/ScaleWeights.h"
#include "inputs/transform/Simplify.h"
#include "inputs/transform/Symmetrize.h"

#include "Support.h"

#include <cstring>
#include <limits>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

constexpr ReadOptions kFloats = {.weightType = WeightType::kFloat};

std::vector<float> floatsOf(const Graph& graph) {
  EXPECT_EQ(graph.weights.type(), WeightType::kFloat);
  std::vector<float> weights;
  for (std::uint64_t arc = 0; arc < graph.numArcs(); ++arc) {
    weights.push_back(static_cast<float>(graph.weights.real(graph.weights[arc])));
  }
  return weights;
}

std::string written(const Graph& graph, const char* format) {
  const Folder folder;
  OutputFile file(folder / "out");
  formatNamed(format).write(graph, file, {});
  file.commit();
  return contentOf(folder / "out");
}

TEST(FloatWeights, AreReadFromText) {
  using Floats = std::vector<float>;
  EXPECT_EQ(floatsOf(parse("0 1 0.5\n1 0 3\n", "", kFloats)), (Floats{0.5f, 3}));
  EXPECT_EQ(floatsOf(parse("p sp 2 2\na 1 2 .25\na 2 1 1e3\n", "", kFloats)),
            (Floats{0.25f, 1000}));
  EXPECT_EQ(floatsOf(parse("2 1 1\n2 0.1\n1 0.1\n", "metis", kFloats)), (Floats{0.1f, 0.1f}));
  EXPECT_EQ(floatsOf(parse("0 1 0.5\n", "", {.weightType = WeightType::kFloat, .scale = 6})),
            (Floats{3}));
  EXPECT_TRUE(parse("0 1\n", "", kFloats).weights.empty());
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
  EXPECT_THAT(errorOf("0 1 1e39\n"), HasSubstr(":1: weight 1e39 of the arc 0 -> 1 is more than"));
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
  EXPECT_EQ(floatsOf(graph)[0], 2.0f);
  EXPECT_THAT(messageOf([&] {
                scaleWeights(graph, UINT64_MAX);
                scaleWeights(graph, UINT64_MAX);
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
    EXPECT_EQ(floatsOf(floats)[arc], static_cast<float>(integers.weights[arc]));
  }
}

TEST(FloatWeights, GoThroughBinaryFiles) {
  const Graph graph = parse("0 1 0.1\n1 0 3e7\n1 1 0\n", "", kFloats);
  const std::string bytes = written(graph, "gr");
  EXPECT_EQ(arcsOf(parse(bytes, "gr", kFloats)), arcsOf(graph));
  // The file does not state the type, but the values show it, unless the caller names another one.
  EXPECT_EQ(arcsOf(parse(bytes, "gr")), arcsOf(graph));
  EXPECT_EQ(parse(bytes, "gr").weights.type(), WeightType::kFloat);
  EXPECT_EQ(parse(bytes, "gr", {.weightType = WeightType::kInteger}).weights.type(),
            WeightType::kInteger);
  const std::string unclear = written(parse("0 1 3.1415927\n", "", kFloats), "gr");
  EXPECT_THAT(parseError(unclear, "gr"), HasSubstr("whole numbers from 1078530011 to 1078530011 or "
                                                   "floats from 3.142 to 3.142"));
  EXPECT_EQ(floatsOf(parse(unclear, "gr", kFloats)), std::vector<float>{3.1415927f});
  EXPECT_EQ(floatsOf(parse(bytes, "gr", {.weightType = WeightType::kFloat, .scale = 2}))[1], 6e7f);

  for (const float bad :
       {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    std::string damaged = bytes;
    std::memcpy(damaged.data() + damaged.size() - 2 * sizeof(bad), &bad, sizeof(bad));
    EXPECT_THAT(messageOf([&] { parse(damaged, "gr", kFloats); }),
                HasSubstr("of the arc 1 -> 0 must be finite"));
  }
}

TEST(FloatWeights, OfTextTakeFourBytes) {
  const Folder folder;
  const Graph graph = parse("0 1 0.5\n", "", kFloats);
  OutputFile file(folder / "out.gr");
  EXPECT_THAT(messageOf([&] { formatNamed("gr").write(graph, file, {.edgeBytes = 8}); }),
              HasSubstr("floats take 4 bytes"));
}

} // namespace
} // namespace galois::inputs::test
