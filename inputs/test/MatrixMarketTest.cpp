#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

const std::string kHead = "%%MatrixMarket matrix coordinate ";

TEST(MatrixMarket, ReadsAPattern) {
  const Graph graph = parse(kHead + "pattern general\r\n% x\r\n\r\n3 3 2\r\n1 3\r\n%y\r\n2 2\r\n");
  EXPECT_EQ(graph.numNodes(), 3u);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 2, 0}, {1, 1, 0}}));
  EXPECT_TRUE(graph.weights.empty());
}

TEST(MatrixMarket, MakesTwoArcsOfASymmetricEntry) {
  const Graph graph = parse("%%MatrixMarket MATRIX Coordinate Integer Symmetric\n"
                            "3 3 3\n1 1 4\n3 1 5\n3 2 6\n");
  EXPECT_EQ(sorted(arcsOf(graph)), (Arcs{{0, 0, 4}, {0, 2, 5}, {1, 2, 6}, {2, 0, 5}, {2, 1, 6}}));
}

TEST(MatrixMarket, MirrorsEntriesOnEitherSide) {
  EXPECT_EQ(sorted(arcsOf(parse(kHead + "pattern symmetric\n3 3 2\n1 2\n2 3\n"))),
            (Arcs{{0, 1, 0}, {1, 0, 0}, {1, 2, 0}, {2, 1, 0}}));
  EXPECT_EQ(sorted(arcsOf(parse(kHead + "integer symmetric\n3 3 3\n1 3 4\n2 1 5\n2 2 6\n"))),
            (Arcs{{0, 1, 5}, {0, 2, 4}, {1, 0, 5}, {1, 1, 6}, {2, 0, 4}}));
}

TEST(MatrixMarket, ReadsIntegersWithoutASign) {
  EXPECT_EQ(arcsOf(parse(kHead + "unsigned-integer general\n2 2 2\n1 2 3\n2 1 4294967295\n")),
            (Arcs{{0, 1, 3}, {1, 0, 4294967295}}));
}

TEST(MatrixMarket, ReadsRealValuesAsAsked) {
  const std::string text = kHead + "real general\n2 2 2\n1 2 0.5\n2 1 3\n";
  const Graph floats = parse(text, "", {.weightType = WeightType::kFloat});
  EXPECT_EQ(floats.weights.type(), WeightType::kFloat);
  EXPECT_EQ(floats.weights.real(floats.weights[0]), 0.5f);
  EXPECT_EQ(floats.weights.real(floats.weights[1]), 3.0f);
  EXPECT_EQ(arcsOf(parse(text, "", {.scale = 10})), (Arcs{{0, 1, 5}, {1, 0, 30}}));
  EXPECT_TRUE(parse(text, "", {.ignoreWeights = true}).weights.empty());
  EXPECT_EQ(arcsOf(parse(kHead + "real general\n2 2 1\n1 2 7.0e0\n")), (Arcs{{0, 1, 7}}));
  EXPECT_THAT(parseError(text),
              HasSubstr(":3: weight 0.5 of the arc 1 -> 2 is not an integer; keep "
                        "it with --weight-type=float"));
}

TEST(MatrixMarket, ComesBackAsItWent) {
  for (const char* const text : {"pattern general\n2 2 1\n1 2\n", "integer general\n2 2 1\n1 2 9\n",
                                 "real general\n2 2 2\n1 2 0.1\n2 2 1e-30\n"}) {
    const bool real = text[0] == 'r';
    const Graph graph =
        parse(kHead + text, "", {.weightType = real ? WeightType::kFloat : WeightType::kInteger});
    EXPECT_EQ(written(graph, "mtx"), kHead + text);
  }
}

TEST(MatrixMarket, NamesLineAndFault) {
  const auto errorOf = [](const std::string& text) { return parseError(kHead + text, "mtx"); };
  EXPECT_THAT(parseError("%%MatrixMarket matrix array real general\n2 2\n1\n"),
              HasSubstr(":1: a dense matrix (\"array\") is not read"));
  EXPECT_THAT(parseError("%%MatrixMarket vector\n"),
              HasSubstr(":1: not a matrix in Matrix Market"));
  EXPECT_THAT(parseError("1 2\n", "mtx"), HasSubstr(":1: not a matrix in Matrix Market"));
  // A malformed banner and any file with the suffix are refused, because an edge list reader would
  // take the size line for an edge.
  for (const char* const banner :
       {"%MatrixMarket matrix coordinate real general", "%%matrixmarket matrix coordinate",
        "% Matrix Market: coordinate, integer", "%%MatrixMarkt MATRIX COORDINATE real general"}) {
    EXPECT_THAT(parseError(std::string(banner) + "\n3 3 2\n1 2 5\n2 3 6\n"),
                HasSubstr(":1: not a matrix in Matrix Market form; the first line is "
                          "\"%%MatrixMarket matrix coordinate KIND SYMMETRY\""))
        << banner;
  }
  for (const char* const name : {"x.mtx", "x.mm"}) {
    for (const char* const text : {"3 3 2\n1 2 5\n2 3 6\n", "% no banner\n3 3 2\n1 2 5\n2 3 6\n"}) {
      EXPECT_THAT(messageOf([&] { parse(text, "", {}, name); }),
                  HasSubstr(":1: not a matrix in Matrix Market form"))
          << name << text;
    }
  }
  EXPECT_THAT(errorOf("complex general\n"), HasSubstr(":1: complex values are no weights"));
  EXPECT_THAT(errorOf("real skew-symmetric\n"), HasSubstr("cannot all be 0 or more"));
  EXPECT_THAT(errorOf("real hermitian\n"), HasSubstr("cannot all be 0 or more"));
  EXPECT_THAT(errorOf("bool general\n"), HasSubstr(":1: this kind of matrix is not known"));
  EXPECT_THAT(errorOf("real\n"), HasSubstr(":1: this kind of matrix is not known"));
  EXPECT_THAT(errorOf("pattern general\n% x\n"), HasSubstr("has no size line"));
  EXPECT_THAT(errorOf("pattern general\n2 3 0\n"),
              HasSubstr(":2: a matrix of 2 rows and 3 columns"));
  EXPECT_THAT(errorOf("pattern general\n2 2\n"), HasSubstr(":2: the number of entries is missing"));
  EXPECT_THAT(errorOf("pattern general\n2 2 2\n1 2\n"), HasSubstr("announces 2 entries and 1 are"));
  EXPECT_THAT(errorOf("pattern general\n2 2 1\n1 2\n1 2\n"),
              HasSubstr(":4: one entry more than the 1"));
  EXPECT_THAT(errorOf("pattern general\n2 2 1\n1 2 3\n"), HasSubstr(":3: \"3\" is too much"));
  EXPECT_THAT(errorOf("pattern general\n2 2 1\n0 2\n"), HasSubstr(":3: row 0 is out of range"));
  EXPECT_THAT(errorOf("pattern general\n2 2 1\n1 3\n"), HasSubstr(":3: column 3 is out of range"));
  EXPECT_THAT(errorOf("integer general\n2 2 1\n1 2\n"), HasSubstr(":3: the weight is missing"));
  EXPECT_THAT(errorOf("integer general\n2 2 1\n1 2 -3\n"),
              HasSubstr(":3: weight -3 of the arc 1 -> 2 is negative; --weight-type=signed"));
  EXPECT_THAT(errorOf("real general\n2 2 1\n1 2 3,5\n"),
              HasSubstr(":3: weight 3,5 has a decimal comma; write 3.5"));
  EXPECT_THAT(errorOf("pattern general\n4000000000 4000000000 1\n1 2\n"),
              HasSubstr("4000000000 nodes for 1 arcs cannot be meant"));
  EXPECT_THAT(errorOf("pattern general\n9999999999 9999999999 1\n1 2\n"), HasSubstr("too large"));
}

} // namespace
} // namespace galois::inputs::test
