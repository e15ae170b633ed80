#include "inputs/formats/Coordinates.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

std::vector<Coordinate> read(const std::string& content) {
  const Folder folder;
  InputFile file(folder.write("x.co", content));
  return readCoordinates(file);
}

std::string errorOf(const std::string& content) {
  return messageOf([&] { read(content); });
}

TEST(Coordinates, ReadsNodesInAnyOrder) {
  const std::vector<Coordinate> expected{{-75476596, 39724949}, {0, 1}};
  EXPECT_EQ(read("c x\r\np aux sp co 2\r\nv 2 0 1\r\nv 1 -75476596 39724949\r\n"), expected);
}

TEST(Coordinates, NamesLineAndFault) {
  EXPECT_THAT(errorOf("v 1 2 3\n"), HasSubstr(":1: a node before the header"));
  EXPECT_THAT(errorOf("c\n"), HasSubstr("there is no header"));
  EXPECT_THAT(errorOf("p sp 1 1\n"), HasSubstr(":1: not a coordinate file"));
  EXPECT_THAT(errorOf("p aux sp co 1\nv 2 0 0\n"),
              HasSubstr(":2: node 2 is out of range; nodes are 1 to 1"));
  EXPECT_THAT(errorOf("p aux sp co 2\nv 1 0 0\nv 1 0 0\n"),
              HasSubstr(":3: node 1 has a position already"));
  EXPECT_THAT(errorOf("p aux sp co 2\nv 1 0 0\n"),
              HasSubstr("announces 2 nodes and 1 have a position"));
  EXPECT_THAT(errorOf("p aux sp co 1\nv 1 0\n"), HasSubstr(":2: the y is missing"));
  EXPECT_THAT(errorOf("p aux sp co 1\nv 1 0.5 0\n"), HasSubstr(":2: x 0.5 is not an integer"));
  EXPECT_THAT(errorOf("p aux sp co 1\nv 1 3000000000 0\n"),
              HasSubstr(":2: x 3000000000 is out of range"));
  EXPECT_THAT(errorOf("p aux sp co 1\nq 1 0 0\n"),
              HasSubstr(":2: \"q\" starts no line of this format"));
}

TEST(Coordinates, RefusesHugeClaimsBeforeTakingMemory) {
  EXPECT_THAT(errorOf("p aux sp co 4000000000\nv 1 0 0\n"),
              HasSubstr("more than the file can hold"));
}

TEST(Coordinates, WritesWhatItReads) {
  const Folder folder;
  OutputFile out(folder / "out.co");
  const std::string text = "p aux sp co 2\nv 1 -2147483648 2147483647\nv 2 0 -5\n";
  writeCoordinates(read(text), out);
  out.commit();
  EXPECT_EQ(contentOf(folder / "out.co"), text);
}

} // namespace
} // namespace galois::inputs::test
