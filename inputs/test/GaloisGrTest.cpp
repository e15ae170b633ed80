#include "inputs/formats/Formats.h"
#include "inputs/formats/GrIds.h"

#include "Compress.h"
#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

template <typename T>
void put(std::string& bytes, std::initializer_list<T> values) {
  for (const T value : values) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
}

/// Returns a .gr file made by hand: 3 nodes, 3 arcs 0->1, 0->2, 2->0, and weights 7, 8, 9 or none.
std::string grBytes(std::uint64_t version, std::uint64_t edgeSize, bool padded) {
  std::string bytes;
  put<std::uint64_t>(bytes, {version, edgeSize, 3, 3, 2, 2, 3});
  if (version == 1) {
    put<std::uint32_t>(bytes, {1, 2, 0});
  } else {
    put<std::uint64_t>(bytes, {1, 2, 0});
  }
  if (padded) {
    bytes.append(version == 1 ? 4 : 8, '\xee');
  }
  if (edgeSize == 4) {
    put<std::uint32_t>(bytes, {7, 8, 9});
  }
  if (edgeSize == 8) {
    put<std::uint64_t>(bytes, {7, 8, 9});
  }
  return bytes;
}

TEST(GaloisGr, ReadsBothVersionsPaddedAndNotPlainAndCompressed) {
  const Arcs weighted{{0, 1, 7}, {0, 2, 8}, {2, 0, 9}};
  const Arcs unweighted{{0, 1, 0}, {0, 2, 0}, {2, 0, 0}};
  for (const std::uint64_t version : {1, 2}) {
    for (const std::uint64_t edgeSize : {0, 4, 8}) {
      for (const bool padded : {true, false}) {
        if (version == 1 && edgeSize != 0 && !padded) {
          continue; // no program writes that
        }
        SCOPED_TRACE(fmt::format("version {} edge size {} padded {}", version, edgeSize, padded));
        const std::string bytes = grBytes(version, edgeSize, padded);
        for (const std::string& content : {bytes, gzip(bytes)}) {
          const Graph graph = parse(content);
          EXPECT_EQ(graph.numNodes(), 3u);
          EXPECT_EQ(graph.weights.bytes(), edgeSize);
          EXPECT_EQ(arcsOf(graph), edgeSize == 0 ? unweighted : weighted);
        }
      }
    }
  }
}

TEST(GaloisGr, WritesVersion1) {
  std::string padded = grBytes(1, 4, true);
  std::replace(padded.begin(), padded.end(), '\xee', '\0');
  EXPECT_EQ(written(parse("0 1 7\n0 2 8\n2 0 9\n"), "gr"), padded);
  EXPECT_EQ(written(parse("0 1 7\n0 2 8\n2 0 9\n"), "gr", {.edgeBytes = 8}).size(),
            32u + 24 + 16 + 24);
  EXPECT_EQ(arcsOf(parse(written(parse("0 1 7\n1 0 5000000000\n"), "gr", {.edgeBytes = 8}))),
            (Arcs{{0, 1, 7}, {1, 0, 5000000000u}}));
  EXPECT_EQ(written(parse("p sp 0 0\n"), "gr").size(), 32u);
}

TEST(GaloisGr, CarriesIds) {
  for (const char* const text : {"7 3\n3 12\n", "7 3\n", "7 3 5\n3 12 6\n", "7 3 5\n"}) {
    for (const unsigned edgeBytes : {4, 8}) {
      SCOPED_TRACE(fmt::format("{} {}", text, edgeBytes));
      const Graph graph = parse(text, "", {.keepIds = false});
      ASSERT_FALSE(graph.ids.empty());
      const std::string bytes = written(graph, "gr", {.edgeBytes = edgeBytes});
      const Folder folder;
      const std::string path = folder.write("g.gr", bytes);
      EXPECT_EQ(readGrIds(path), graph.ids);
      for (std::uint64_t first = 0; first < graph.ids.size(); ++first) {
        EXPECT_EQ(readGrIds(path, first, first + 1), std::vector{graph.ids[first]});
      }
      EXPECT_TRUE(readGrIds(path, 1, 1).empty());
      for (const std::string& content : {bytes, gzip(bytes)}) {
        EXPECT_EQ(parse(content).ids, graph.ids);
        EXPECT_EQ(arcsOf(parse(content)), arcsOf(graph));
      }
      for (size_t missing = 1; missing <= 8 * graph.numNodes(); ++missing) {
        const std::string cut = bytes.substr(0, bytes.size() - missing);
        EXPECT_THAT(parseError(gzip(cut), "gr"), HasSubstr("cut short")) << missing;
      }
      EXPECT_THAT(parseError(gzip(bytes + "x"), "gr"), HasSubstr("corrupt"));
      EXPECT_THAT(parseError(bytes + "x", "gr"), HasSubstr("corrupt"));
    }
  }
  const Folder folder;
  EXPECT_TRUE(readGrIds(folder.write("g.gr", written(parse("0 1\n"), "gr"))).empty());
  EXPECT_TRUE(readGrIds(folder.write("g.txt", "0 1\n")).empty());
}

TEST(GaloisGr, RefusesToCutWeights) {
  EXPECT_THAT(
      messageOf([] { written(parse("0 1 4294967296\n"), "gr"); }),
      HasSubstr(
          "weight 4294967296 does not fit in 4 bytes; use 8 bytes for weights (--edge-bytes=8)"));
}

TEST(GaloisGr, IgnoresWeightsWhenAsked) {
  EXPECT_TRUE(parse(grBytes(1, 4, true), "", {.ignoreWeights = true}).weights.empty());
}

TEST(GaloisGr, NoticesTruncationEverywhere) {
  for (const std::uint64_t version : {1, 2}) {
    const std::string bytes = grBytes(version, 4, true);
    for (size_t size = 8; size < bytes.size(); ++size) {
      // Without its padding, the version 2 file is complete.
      if (version == 2 && size == bytes.size() - 8) {
        continue;
      }
      const std::string plain = messageOf([&] { parse(bytes.substr(0, size), "gr"); });
      EXPECT_THAT(plain, testing::AnyOf(HasSubstr("truncated"), HasSubstr("cut short"))) << size;
      const std::string packed = messageOf([&] { parse(zstd(bytes.substr(0, size)), "gr"); });
      EXPECT_THAT(packed, testing::AnyOf(HasSubstr("truncated"), HasSubstr("cut short"))) << size;
    }
  }
}

TEST(GaloisGr, NoticesWhatIsWrongInside) {
  std::string bytes = grBytes(1, 4, true);
  EXPECT_THAT(parseError(bytes + std::string(20, 'x')), HasSubstr("corrupt"));
  EXPECT_THAT(parseError(zstd(bytes + std::string(20, 'x'))), HasSubstr("corrupt"));
  std::string badHead = bytes;
  badHead[32 + 24] = 3;
  EXPECT_THAT(parseError(badHead), HasSubstr("arc 0 ends in node 3, but nodes are 0 to 2"));
  std::string badIndex = bytes;
  badIndex[32] = 5;
  EXPECT_THAT(parseError(badIndex), HasSubstr("its node index does not ascend"));
  std::string badLast = bytes;
  badLast[32 + 16] = 2;
  EXPECT_THAT(parseError(badLast), HasSubstr("its node index does not ascend"));
  std::string wideHead = grBytes(2, 0, true);
  wideHead[32 + 24 + 5] = 1;
  EXPECT_THAT(parseError(wideHead), HasSubstr("arc 0 ends in node"));
  std::string badVersion = bytes;
  badVersion[0] = 9;
  EXPECT_THAT(parseError(badVersion, "gr"), HasSubstr("version is 9"));
  EXPECT_THAT(parseError(gzip(badVersion), "gr"), HasSubstr("version 9"));
}

TEST(GaloisGr, RefusesOddEdgeData) {
  std::string bytes;
  put<std::uint64_t>(bytes, {1, 2, 1, 0, 0});
  EXPECT_THAT(parseError(bytes), HasSubstr("has 2 bytes of data per arc; only none, 4 and 8"));
}

TEST(GaloisGr, RefusesHugeClaimsBeforeTakingMemory) {
  std::string bytes;
  put<std::uint64_t>(bytes, {1, 4, 1u << 31, std::uint64_t{1} << 40});
  bytes.append(100, '\0');
  EXPECT_THAT(parseError(bytes), HasSubstr("truncated"));
  EXPECT_THAT(parseError(gzip(bytes)), HasSubstr("are the counts in the file right?"));
  std::string overflow;
  put<std::uint64_t>(overflow, {1, 4, UINT64_MAX, UINT64_MAX});
  EXPECT_THAT(parseError(overflow), HasSubstr("corrupt"));
  EXPECT_THAT(parseError(gzip(overflow)), HasSubstr("is not a .gr file"));
  std::string credible;
  put<std::uint64_t>(credible, {1, 4, 1u << 20, 1u << 20});
  EXPECT_THAT(parseError(gzip(credible)), HasSubstr("cut short"));
}

TEST(GaloisGr, RefusesTextUnderItsName) {
  EXPECT_THAT(parseError("p sp 1 0\n", "gr"), HasSubstr("is DIMACS text"));
}

} // namespace
} // namespace galois::inputs::test
