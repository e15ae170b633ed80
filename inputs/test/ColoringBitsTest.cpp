#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

/// Returns a file with this text and these rows.
std::string file(const std::string& text, const std::string& rows) {
  return std::to_string(text.size()) + "\n" + text + rows;
}

const std::string kNone(1, '\0'); // a row of up to eight nodes without edges

TEST(ColoringBits, ReadsEdges) {
  // 2 - 1, and 3 - 2, with ids from 1.
  EXPECT_EQ(sorted(arcsOf(parse(file("c x\np edge 3 2\nc y\n", kNone + "\x80\x40")))),
            (Arcs{{0, 1, 0}, {1, 0, 0}, {1, 2, 0}, {2, 1, 0}}));
  // The ninth node has a byte more. The edges are counted twice.
  EXPECT_EQ(
      sorted(arcsOf(parse(file("p col 9 2\n", std::string(8, '\0') + std::string("\x01\0", 2)), "",
                          {}, "x.col.b"))),
      (Arcs{{7, 8, 0}, {8, 7, 0}}));
}

TEST(ColoringBits, NamesTheFault) {
  EXPECT_THAT(parseError(file("p col 2 1\n", kNone)),
              HasSubstr("is cut short: it ends in the row"));
  EXPECT_THAT(parseError(file("p col 2 1\n", kNone + kNone)), HasSubstr("announces 1 edges and 0"));
  EXPECT_THAT(parseError(file("p col 2 1\n", kNone + "\x80x")),
              HasSubstr("more bytes than the rows of 2 nodes have"));
  for (const std::string text : {"c x\n", "p col 2\n", "p col 2 1 x\n", "p col 9999999999 1\n"}) {
    EXPECT_THAT(parseError(file(text, kNone), "colb"),
                HasSubstr("begins with the length of a text"));
  }
  EXPECT_THAT(parseError("p col 2 1\n", "colb"), HasSubstr("begins with the length of a text"));
}

} // namespace
} // namespace galois::inputs::test
