// Tests weights with a sign: integers in every reader of weights, in transformations and in .gr
// files, floats below 0, and floats of 8 bytes.

#include "inputs/check/Checks.h"
#include "inputs/transform/RandomWeights.h"
#include "inputs/transform/ScaleWeights.h"
#include "inputs/transform/Simplify.h"
#include "inputs/transform/SortArcs.h"
#include "inputs/transform/Symmetrize.h"
#include "inputs/weights/WeightKinds.h"

#include "Support.h"

#include <cstring>
#include <limits>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;
using Texts = std::vector<std::string>;

constexpr ReadOptions kSigned = {.weightType = WeightType::kSigned};
constexpr ReadOptions kFloats = {.weightType = WeightType::kFloat};

/// Returns the weights in decimal, in the order of the arcs.
Texts textsOf(const Graph& graph) {
  Texts texts;
  for (std::uint64_t arc = 0; arc < graph.numArcs(); ++arc) {
    texts.push_back(graph.weights.text(graph.weights[arc]));
  }
  return texts;
}

/// Returns a .gr with arcs 0 -> 1 -> 2 ... of these weights.
template <typename Number>
std::string grOf(const std::vector<Number>& weights) {
  std::string text;
  for (size_t arc = 0; arc < weights.size(); ++arc) {
    text += fmt::format("{} {} 0\n", arc, arc + 1);
  }
  std::string bytes = written(parse(text), "gr", {.edgeBytes = sizeof(Number)});
  std::memcpy(bytes.data() + bytes.size() - weights.size() * sizeof(Number), weights.data(),
              weights.size() * sizeof(Number));
  return bytes;
}

TEST(SignedWeights, AreReadFromText) {
  EXPECT_EQ(textsOf(parse("0 1 -7\n1 0 3\n1 1 +5\n", "", kSigned)), (Texts{"-7", "3", "5"}));
  EXPECT_EQ(textsOf(parse("0,1,-7\n1,0,-2147483648\n", "", kSigned)), (Texts{"-7", "-2147483648"}));
  EXPECT_EQ(textsOf(parse("p sp 2 2\na 1 2 -7\na 2 1 0\n", "", kSigned)), (Texts{"-7", "0"}));
  EXPECT_EQ(textsOf(parse("2 1 1\n2 -4\n1 -4\n", "metis", kSigned)), (Texts{"-4", "-4"}));
  EXPECT_EQ(textsOf(parse("%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 -9\n", "",
                          kSigned)),
            (Texts{"-9", "-9"}));
  EXPECT_EQ(textsOf(parse("0 1 {'weight': -3}\n", "", kSigned)), Texts{"-3"});
  EXPECT_EQ(textsOf(parse("0 1 -7e2\n0 2 -0\n", "", kSigned)), (Texts{"-700", "0"}));
  EXPECT_EQ(textsOf(parse("0 1 -0.5\n", "", {.weightType = WeightType::kSigned, .scale = 10})),
            Texts{"-5"});
  EXPECT_EQ(textsOf(parse("0 1 -7\n", "", {.weightType = WeightType::kSigned, .scale = 3})),
            Texts{"-21"});
  const Graph wide = parse("0 1 -7\n1 2 5000000000\n2 3 -5000000000\n3 4 -9223372036854775808\n"
                           "4 5 9223372036854775807\n5 6 2147483647\n6 7 2147483648\n",
                           "", kSigned);
  EXPECT_EQ(wide.weights.bytes(), 8u);
  EXPECT_EQ(textsOf(wide), (Texts{"-7", "5000000000", "-5000000000", "-9223372036854775808",
                                  "9223372036854775807", "2147483647", "2147483648"}));
  EXPECT_EQ(parse("0 1 -2147483648\n1 2 2147483647\n", "", kSigned).weights.bytes(), 4u);
  EXPECT_EQ(describeWeights(parse("0 1 -7\n1 0 3\n", "", kSigned)), "weights -7 to 3");
  EXPECT_EQ(describeWeights(parse("0 1 -.5\n1 0 3\n", "", kFloats)), "float weights -0.5 to 3");
  EXPECT_TRUE(parse("0 1\n", "", kSigned).weights.empty());
}

TEST(SignedWeights, WithoutTheFlagNameIt) {
  EXPECT_THAT(parseError("0 1 -7\n"), HasSubstr(":1: weight -7 of the arc 0 -> 1 is negative; "
                                                "--weight-type=signed reads it"));
  EXPECT_THAT(parseError("0 1 -7.5\n"), HasSubstr("is negative; --weight-type=float reads it"));
  const auto errorOf = [](const char* text) {
    return messageOf([&] { parse(text, "", kSigned); });
  };
  EXPECT_THAT(errorOf("0 1 -0.5\n"), HasSubstr("is not an integer; keep it with "
                                               "--weight-type=float"));
  EXPECT_THAT(errorOf("0 1 9223372036854775808\n"),
              HasSubstr("is too large; at most 9223372036854775807"));
  EXPECT_THAT(errorOf("0 1 -9223372036854785809\n"), HasSubstr("is too small; at least -"));
  EXPECT_THAT(errorOf("0 1 -x\n"), HasSubstr("weight \"-x\" is not a number"));
}

TEST(SignedWeights, SortAndMergeAsNumbers) {
  for (const ReadOptions& options : {kSigned, kFloats}) {
    Graph graph = parse("0 1 10\n0 1 -2\n0 1 0\n1 0 -30\n", "", options);
    sortArcs(graph);
    EXPECT_EQ(textsOf(graph), (Texts{"-2", "0", "10", "-30"}));
    removeDuplicates(graph);
    EXPECT_EQ(textsOf(graph), (Texts{"-2", "-30"}));
    symmetrize(graph);
    EXPECT_EQ(textsOf(graph), (Texts{"-30", "-2", "-30", "-2"}));
    scaleWeights(graph, 4);
    EXPECT_EQ(textsOf(graph), (Texts{"-120", "-8", "-120", "-8"}));
  }
  Graph graph = parse("0 1 -7\n1 0 3\n", "", kSigned);
  scaleWeights(graph, 1'000'000'000);
  EXPECT_EQ(textsOf(graph), (Texts{"-7000000000", "3000000000"}));
  EXPECT_EQ(graph.weights.bytes(), 8u);
  EXPECT_THAT(messageOf([&] { scaleWeights(graph, 10'000'000'000); }),
              HasSubstr("-7000000000 times that would not fit 64 bits"));
}

TEST(SignedWeights, ComeFromTheSameRandomNumbers) {
  Graph integers = parse("0 1\n1 2\n2 0\n");
  for (const char* const range : {"uniform:1:1000", "uniform:1:4294967295"}) {
    WeightSpec spec = parseWeightSpec(range, 5);
    setRandomWeights(integers, spec);
    Graph graph = integers;
    spec.type = WeightType::kSigned;
    setRandomWeights(graph, spec);
    EXPECT_EQ(textsOf(graph), textsOf(integers));
  }
}

TEST(SignedWeights, GoThroughFiles) {
  for (const char* const text : {"0 1 -7\n1 0 3\n", "0 1 -7\n1 0 5000000000\n", "0 1 -7\n"}) {
    const Graph graph = parse(text, "", kSigned);
    for (const unsigned bytes : {4u, 8u}) {
      if (bytes < graph.weights.bytes()) {
        EXPECT_THAT(messageOf([&] { written(graph, "gr", {.edgeBytes = bytes}); }),
                    HasSubstr("weight 5000000000 does not fit in 4 bytes"));
        continue;
      }
      const Graph again = parse(written(graph, "gr", {.edgeBytes = bytes}), "gr", kSigned);
      EXPECT_EQ(again.weights.bytes(), bytes);
      EXPECT_EQ(textsOf(again), textsOf(graph));
      // Integers of 8 bytes that fit in 4 can be written so.
      if (graph.weights.bytes() == 4) {
        EXPECT_EQ(written(again, "gr", {.edgeBytes = 4}), written(graph, "gr", {.edgeBytes = 4}));
      }
    }
    for (const char* const format : {"edgelist", "dimacs", "mtx"}) {
      EXPECT_EQ(textsOf(parse(written(graph, format), "", kSigned)), textsOf(graph)) << format;
    }
  }
  EXPECT_THAT(messageOf([] { written(parse("0 1 -5000000000\n", "", kSigned), "gr"); }),
              HasSubstr("weight -5000000000 does not fit in 4 bytes"));
  EXPECT_EQ(grOf<std::int32_t>({-7, 3}).size(),
            written(parse("0 1 -7\n1 2 3\n", "", kSigned), "gr").size());
  EXPECT_EQ(grOf<std::int32_t>({-7, 3}), written(parse("0 1 -7\n1 2 3\n", "", kSigned), "gr"));
}

TEST(SignedWeights, InABinaryFileNeedTheFlag) {
  EXPECT_THAT(parseError(grOf<std::int32_t>({5, -7}), "gr"),
              HasSubstr("its weights could be whole numbers from 5 to 4294967289 or, with a sign, "
                        "from -7 to 5; say which they are with --weight-type=int or "
                        "--weight-type=signed"));
  EXPECT_THAT(parseError(grOf<std::int64_t>({5, -7}), "gr"), HasSubstr("from -7 to 5; say"));
  const auto as = [](const std::string& bytes, WeightType type) {
    return textsOf(parse(bytes, "gr", {.weightType = type}));
  };
  EXPECT_EQ(as(grOf<std::int32_t>({5, -7}), WeightType::kSigned), (Texts{"5", "-7"}));
  EXPECT_EQ(as(grOf<std::int32_t>({5, -7}), WeightType::kInteger), (Texts{"5", "4294967289"}));
  EXPECT_EQ(as(grOf<std::int64_t>({5, -7}), WeightType::kSigned), (Texts{"5", "-7"}));
  EXPECT_EQ(as(grOf<std::int64_t>({5, -7}), WeightType::kInteger),
            (Texts{"5", "18446744073709551609"}));
  // One among many is enough, and numbers that are large in both readings have no sign.
  std::vector<std::int32_t> many(100'000, 12);
  many[77'777] = -1;
  EXPECT_THAT(parseError(grOf(many), "gr"), HasSubstr("from -1 to 12"));
  EXPECT_EQ(textsOf(parse(grOf<std::uint32_t>({3'000'000'000, 5}), "gr")),
            (Texts{"3000000000", "5"}));
}

TEST(SignedWeights, OfFloatsAreRead) {
  EXPECT_EQ(textsOf(parse("0 1 -0.5\n1 0 3\n", "", kFloats)), (Texts{"-0.5", "3"}));
  EXPECT_EQ(textsOf(parse(grOf<float>({-0.5f, 3, 0.25f}), "gr")), (Texts{"-0.5", "3", "0.25"}));
  EXPECT_EQ(textsOf(parse(grOf<double>({-0.1, 3, 1e300}), "gr")), (Texts{"-0.1", "3", "1e+300"}));
  const Graph wide = parse(grOf<double>({-0.1, 0.3}), "gr", kFloats);
  EXPECT_EQ(wide.weights.bytes(), 8u);
  EXPECT_EQ(written(wide, "gr"), grOf<double>({-0.1, 0.3})) << "they keep their size";
  EXPECT_EQ(written(wide, "gr", {.edgeBytes = 8}), grOf<double>({-0.1, 0.3}));
  EXPECT_EQ(textsOf(parse(written(wide, "edgelist"), "", kFloats)), (Texts{"-0.1", "0.3"}));
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THAT(messageOf([&] {
                  parse(grOf<double>({1, bad}), "gr", kFloats);
                }),
                HasSubstr("of the arc 1 -> 2 must be finite"));
  }
}

// Arcs are edges here: a triangle whose least forest takes the edges 0 1 and 1 2.
constexpr const char* kTriangle = "0 1 -7\n1 2 -2\n2 0 3\n";

Verdict forest(const Graph& given, const char* edges) {
  Graph graph = given;
  sortArcs(graph);
  const Folder folder;
  InputFile file(folder.write("forest", edges));
  return checkForest(graph, readForest(file, NodeNames(graph.numNodes())), {});
}

TEST(SignedWeights, AreKnownToTheCheckOfForests) {
  std::vector<Graph> graphs{parse(kTriangle, "", kSigned), parse(kTriangle, "", kFloats)};
  graphs.push_back(parse(written(graphs[0], "gr", {.edgeBytes = 8}), "gr", kSigned));
  graphs.push_back(parse(grOf<double>({-7, -2}), "gr", kFloats));
  for (const Graph& graph : graphs) {
    for (const char* const right : {"0 1 -7\n1 2 -2\n", "1 0\n2 1\n", "0 1 -7.0\n1 2 -2\n"}) {
      const Verdict verdict = forest(graph, right);
      EXPECT_TRUE(verdict.right()) << verdict.complaints().front();
      EXPECT_THAT(verdict.summary(), HasSubstr("2 edges, 1 trees, weight -9"));
    }
    EXPECT_THAT(forest(graph, "0 1 7\n1 2 -2\n").complaints().front(),
                HasSubstr("has no weight 7"));
  }
  EXPECT_THAT(forest(graphs[0], "0 1 -7\n0 2 3\n").complaints().front(),
              HasSubstr("the forest weighs -4, and one of weight -9 exists"));
  EXPECT_THAT(messageOf([] {
                forest(parse("0 1 -9223372036854775808\n1 2 -1\n", "", kSigned), "0 1\n1 2\n");
              }),
              HasSubstr("exceeds 64 bits"));
  // Large weights that cancel: the error of the sum is relative to them, not to the sum.
  EXPECT_TRUE(
      forest(parse("0 1 1e7\n1 2 -1e7\n2 3 0.1\n", "", kFloats), "2 3\n0 1\n1 2\n").right());
}

TEST(SignedWeights, HaveNoShortestPaths) {
  const Folder folder;
  for (const ReadOptions& options : {kSigned, kFloats}) {
    Graph graph = parse("0 1 5\n1 0 -7\n", "", options);
    InputFile file(folder.write("distances", "0 0\n1 5\n"));
    const NodeValues answer = readNodeValues(file, NodeNames(2));
    EXPECT_THAT(
        messageOf([&] { checkDistances(graph, answer, false, {}); }),
        HasSubstr("the arc from node 1 to 0 weighs -7; shortest paths need weights of 0 or"));
    sortArcs(graph);
    EXPECT_THAT(messageOf([&] { checkPath(graph, {0, 1}, {}); }), HasSubstr("weighs -7"));
    // As integers with a sign they are lengths if none is negative.
    const Graph positive = parse("0 1 5\n1 0 7\n", "", options);
    EXPECT_TRUE(checkDistances(positive, answer, false, {}).right());
  }
}

TEST(SignedWeights, TheFlagHasOneValuePerType) {
  for (const WeightKindValue& value : kWeightKinds) {
    EXPECT_EQ(weightTypeOf(value.kind).has_value(), value.kind != WeightKind::kAuto) << value.name;
  }
}

} // namespace
} // namespace galois::inputs::test
