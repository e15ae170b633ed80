#include "galois/graphs/GrFormat.h"
#include "galois/graphs/GrNotes.h"

#include <cstring>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphs/GraphTestSupport.h"

using galois::graphs::GrHeader;
using galois::graphs::GrLayout;
using galois::graphs::identifyGrFile;
using galois::graphs::layoutOf;
using graphtest::errorOf;
using testing::HasSubstr;

namespace {

std::string identify(const std::string& bytes, std::uint64_t fileSize) {
  return errorOf([&] { identifyGrFile("some.gr", bytes.data(), bytes.size(), fileSize); });
}

std::string identify(const std::string& bytes) { return identify(bytes, bytes.size()); }

std::string identify(const GrHeader& header, std::uint64_t fileSize) {
  std::string bytes(sizeof(header), '\0');
  std::memcpy(bytes.data(), &header, sizeof(header));
  return identify(bytes, fileSize);
}

} // namespace

TEST(GrFormat, OffsetsOfVersion1) {
  const auto even = layoutOf({1, 4, 3, 6});
  ASSERT_TRUE(even);
  EXPECT_EQ(even->edgeEndOffset, 32U);
  EXPECT_EQ(even->dstOffset, 56U);
  EXPECT_EQ(even->edgeDataOffset, 80U);
  EXPECT_EQ(even->fileSize, 104U);
  const auto odd = layoutOf({1, 4, 3, 5});
  EXPECT_EQ(odd->edgeDataOffset, 80U) << "one word of padding";
  EXPECT_EQ(odd->fileSize, 100U);
}

TEST(GrFormat, OffsetsOfVersion2) {
  const auto even = layoutOf({2, 4, 3, 6});
  EXPECT_EQ(even->edgeDataOffset, 104U);
  EXPECT_EQ(even->fileSize, 128U);
  const auto odd = layoutOf({2, 4, 3, 5});
  EXPECT_EQ(odd->edgeDataOffset, 104U);
  EXPECT_EQ(odd->fileSize, 124U);
  EXPECT_EQ(layoutOf({2, 4, 3, 5}, false)->edgeDataOffset, 96U);
}

TEST(GrFormat, LayoutRefusesWhatNoFileCanHold) {
  const std::uint64_t huge = ~std::uint64_t{0};
  EXPECT_FALSE(layoutOf({1, 0, huge, 0}));
  EXPECT_FALSE(layoutOf({1, 0, huge / 8, 0}));
  EXPECT_FALSE(layoutOf({1, 0, 0, huge}));
  EXPECT_FALSE(layoutOf({2, 0, 1, huge / 8}));
  EXPECT_FALSE(layoutOf({1, huge, 1, 2}));
  EXPECT_FALSE(layoutOf({1, huge / 2, 1, 2}));
  EXPECT_FALSE(layoutOf({3, 0, 1, 1}));
  EXPECT_TRUE(layoutOf({1, huge, 1, 0})) << "no edge, so their size does not matter";
}

TEST(GrFormat, TellsForeignFilesApart) {
  EXPECT_THAT(identify(std::string()), HasSubstr("is empty"));
  EXPECT_THAT(identify("c 9th DIMACS Implementation Challenge\np sp 3 4\n"),
              HasSubstr("DIMACS text"));
  EXPECT_THAT(identify("p sp 264346 733846\n"), HasSubstr("graph-convert some.gr OUT.gr"));
  EXPECT_THAT(identify("\n\na 1 2 17\n"), HasSubstr("DIMACS text"));
  EXPECT_THAT(identify("c\n"), HasSubstr("DIMACS text"));
  EXPECT_THAT(identify("%%MatrixMarket matrix coordinate pattern\n"), HasSubstr("is text"));
  EXPECT_THAT(identify("0 1\n1 2\n2 3\n3 4\n4 5\n"), HasSubstr("is text"));
  EXPECT_THAT(identify(std::string("\x1f\x8b\x08\0", 4) + std::string(60, 'x')),
              HasSubstr("compressed (gzip)"));
  EXPECT_THAT(identify(std::string("\xfd"
                                   "7zXZ\0",
                                   6) +
                       std::string(60, 'x')),
              HasSubstr("compressed (xz)"));
  EXPECT_THAT(identify(std::string("\x28\xb5\x2f\xfd") + std::string(60, 'x')),
              HasSubstr("compressed (zstd)"));
  EXPECT_THAT(identify("BZh91AY&SY" + std::string(60, 'x')), HasSubstr("compressed (bzip2)"));
}

TEST(GrFormat, EveryMessageNamesTheFileAndIsOneLine) {
  for (const std::string& bytes : {std::string(), std::string("c x\n"), std::string("\x01\0", 2),
                                   std::string(32, '\x09'), std::string(40, '\0')}) {
    const std::string message = identify(bytes);
    EXPECT_THAT(message, HasSubstr("'some.gr'"));
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(GrFormat, RefusesUnknownVersions) {
  for (const std::uint64_t version : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{1} << 56}) {
    EXPECT_THAT(identify(GrHeader{version, 4, 1, 0}, 40),
                HasSubstr("its version is " + std::to_string(version)));
  }
}

TEST(GrFormat, SaysExpectedAndActualSize) {
  const std::string message = identify(GrHeader{1, 4, 10, 20}, 100);
  EXPECT_THAT(message, HasSubstr("truncated"));
  EXPECT_THAT(message, HasSubstr("10 nodes, 20 edges"));
  EXPECT_THAT(message, HasSubstr("takes 272 bytes, but the file has 100"));
}

TEST(GrFormat, RefusesGigabyteClaimsInASmallFile) {
  EXPECT_THAT(identify(GrHeader{1, 4, 1U << 30, 1U << 31}, 100), HasSubstr("truncated"));
  EXPECT_THAT(identify(GrHeader{1, 1U << 30, 1, 1}, 100), HasSubstr("truncated"));
  EXPECT_THAT(identify(GrHeader{1, 4, std::uint64_t{1} << 61, 1}, 100), HasSubstr("corrupt"));
  // 8 * (2^61 + 1) is 8 in 64-bit arithmetic. A check that ignores overflow would accept a file of
  // 44 bytes.
  EXPECT_THAT(identify(GrHeader{1, 0, (std::uint64_t{1} << 61) + 1, 1}, 44), HasSubstr("corrupt"));
  EXPECT_THAT(identify(GrHeader{1, std::uint64_t{1} << 63, 1, 2}, 48), HasSubstr("corrupt"));
}

TEST(GrFormat, AllowsNodeIdsAfterTheEdges) {
  const GrHeader header{1, 4, 3, 5}; // The header describes 100 bytes; the ids begin at byte 104.
  EXPECT_EQ(identifyGrFile("some.gr", &header, sizeof(header), 104 + 8 + 3 * 8).fileSize, 100U);
  EXPECT_THAT(identify(header, 104 + 8 + 3 * 8 - 1), HasSubstr("corrupt"));
  EXPECT_THAT(identify(header, 104 + 8 + 3 * 8 + 1), HasSubstr("corrupt"));
  EXPECT_THAT(identify(GrHeader{2, 4, 3, 5}, 128 + 8 + 3 * 8), HasSubstr("corrupt"));
  EXPECT_THAT(identify(GrHeader{1, 4, 0, 0}, 32 + 8), HasSubstr("corrupt"));
}

TEST(GrFormat, KnowsNotes) {
  using galois::graphs::GrNotesEnd;
  using galois::graphs::sizeWithoutNotes;
  EXPECT_EQ(sizeWithoutNotes(1000, GrNotesEnd{100}), 900U);
  EXPECT_EQ(sizeWithoutNotes(1000, GrNotesEnd{24}), 976U);
  EXPECT_EQ(sizeWithoutNotes(1000, GrNotesEnd{1000}), 0U);
  EXPECT_EQ(sizeWithoutNotes(1000, GrNotesEnd{1008}), 1000U) << "more than the whole file";
  EXPECT_EQ(sizeWithoutNotes(1000, GrNotesEnd{UINT64_MAX}), 1000U);
  EXPECT_EQ(sizeWithoutNotes(1000, GrNotesEnd{16}), 1000U) << "there is no room for the first mark";
  EXPECT_EQ(sizeWithoutNotes(1001, GrNotesEnd{100}), 1001U)
      << "they end with a multiple of 8 bytes";
  EXPECT_EQ(sizeWithoutNotes(1000, GrNotesEnd{100, 1}), 1000U) << "another mark";
}

TEST(GrFormat, RefusesTrailingBytesBeyondAlignment) {
  EXPECT_EQ(identify(GrHeader{1, 4, 1, 1}, 52), "");
  EXPECT_EQ(identify(GrHeader{1, 4, 1, 1}, 56), "") << "rounded up to 8 bytes";
  EXPECT_THAT(identify(GrHeader{1, 4, 1, 1}, 60), HasSubstr("corrupt"));
  EXPECT_THAT(identify(GrHeader{1, 0, 1, 100}, 440 + 400), HasSubstr("corrupt"))
      << "edge data that the header denies";
}

// U5: in Galois, reader and writer disagree on whether version 2 pads an odd number of edges.
TEST(GrFormat, U5_OddVersion2IsReadWithAndWithoutPadding) {
  const GrHeader header{2, 4, 3, 5};
  std::string bytes(sizeof(header), '\0');
  std::memcpy(bytes.data(), &header, sizeof(header));
  EXPECT_EQ(identifyGrFile("x", bytes.data(), 32, 124).edgeDataOffset, 104U);
  EXPECT_EQ(identifyGrFile("x", bytes.data(), 32, 116).edgeDataOffset, 96U);
  for (std::uint64_t size = 117; size < 124; ++size) {
    EXPECT_THAT(identify(header, size), HasSubstr("truncated")) << size;
  }
}

TEST(GrFormat, Version1WithoutDataMayLackItsPadding) {
  EXPECT_EQ(identify(GrHeader{1, 0, 3, 5}, 80), "");
  EXPECT_EQ(identify(GrHeader{1, 0, 3, 5}, 76), "");
  EXPECT_THAT(identify(GrHeader{1, 0, 3, 5}, 75), HasSubstr("truncated"));
}
