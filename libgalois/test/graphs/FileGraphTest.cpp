#include "galois/graphs/FileGraph.h"

#include <algorithm>
#include <sys/stat.h>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "graphs/GraphTestSupport.h"

using galois::graphs::FileGraph;
using galois::graphs::GraphError;
using graphtest::bytesOf;
using graphtest::EdgeList;
using graphtest::errorOf;
using graphtest::errorOfFile;
using graphtest::expectRows;
using graphtest::randomGraph;
using graphtest::TempFolder;
using graphtest::toFileGraph;
using testing::HasSubstr;

namespace {

/// Writes the list, reads it back, and returns the size of the file.
template <typename EdgeTy>
void roundTrip(const EdgeList& list, unsigned version) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<EdgeTy>(list).toFile(path, version);
  EXPECT_EQ(folder.files(), 1U) << "no temporary file is left";
  FileGraph read;
  read.fromFile(path);
  read.checkDestinations();
  EXPECT_EQ(read.version(), version);
  EXPECT_EQ(read.edgeSize(), galois::graphs::internal::kSizeOrZero<EdgeTy>);
  expectRows<EdgeTy>(list, read);
  // Write what was read: the bytes must be the same.
  read.toFile(folder.file("again.gr"), version);
  EXPECT_EQ(graphtest::readBytes(path), graphtest::readBytes(folder.file("again.gr")));
}

class FileGraphRoundTrip : public testing::TestWithParam<std::tuple<unsigned, unsigned>> {};

} // namespace

TEST_P(FileGraphRoundTrip, AllEdgeSizes) {
  const auto [version, edges] = GetParam();
  const EdgeList list = randomGraph(20, edges);
  roundTrip<void>(list, version);
  roundTrip<std::uint32_t>(list, version);
  roundTrip<std::uint64_t>(list, version);
  roundTrip<double>(list, version);
  roundTrip<std::uint8_t>(list, version);
}

INSTANTIATE_TEST_SUITE_P(VersionsAndEdges, FileGraphRoundTrip,
                         testing::Combine(testing::Values(1U, 2U),
                                          testing::Values(0U, 1U, 2U, 77U, 200000U)));

TEST(FileGraph, RoundTripOfTheSmallest) {
  for (const unsigned version : {1U, 2U}) {
    roundTrip<std::uint32_t>({0, {}}, version);
    roundTrip<std::uint32_t>({1, {}}, version);
    roundTrip<std::uint32_t>({1, {{0, 0, 9}}}, version);
    roundTrip<void>({0, {}}, version);
    roundTrip<std::uint32_t>({2, {{1, 1, 1}, {1, 1, 2}}}, version);
  }
}

TEST(FileGraph, BytesOfAFileAreAsDocumented) {
  const TempFolder folder;
  toFileGraph<std::uint32_t>({2, {{0, 1, 7}}}).toFile(folder.file("g.gr"));
  const std::string bytes = graphtest::readBytes(folder.file("g.gr"));
  std::string expected = bytesOf({1, 4, 2, 1, 1, 1, 1});
  expected += std::string("\x07\0\0\0", 4);
  EXPECT_EQ(bytes, expected);
}

// U5: an odd number of edges in version 2 is written with the padding that Galois' reader expects,
// and read with and without it.
TEST(FileGraph, U5_OddVersion2WithAndWithoutPadding) {
  const TempFolder folder;
  const std::string head = bytesOf({2, 8, 2, 1, 1, 1, 1});
  for (const bool padded : {false, true}) {
    const std::string path = folder.file("v2.gr");
    graphtest::writeBytes(path, head + bytesOf(padded ? std::vector<std::uint64_t>{0, 99}
                                                      : std::vector<std::uint64_t>{99}));
    FileGraph g;
    g.fromFile(path);
    EXPECT_EQ(g.getEdgeData<std::uint64_t>(0, 1), 99U);
    g.toFile(folder.file("out.gr"), 2);
    EXPECT_EQ(graphtest::readBytes(folder.file("out.gr")), head + bytesOf({0, 99}));
  }
}

// U6: no field of the header is trusted.
TEST(FileGraph, U6_TruncatedAtEveryByte) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  for (const unsigned version : {1U, 2U}) {
    for (const unsigned edges : {4U, 5U}) {
      toFileGraph<std::uint32_t>(randomGraph(3, edges)).toFile(path, version);
      const std::string whole = graphtest::readBytes(path);
      EXPECT_EQ(errorOfFile(path, whole), "");
      for (std::size_t length = 0; length < whole.size(); ++length) {
        const bool looksUnpadded = version == 2 && edges == 5 && length + 8 == whole.size();
        const std::string message = errorOfFile(path, whole.substr(0, length));
        if (!looksUnpadded) {
          EXPECT_THAT(message, HasSubstr(path)) << "truncated to " << length;
        }
      }
    }
  }
}

TEST(FileGraph, U6_HeadersThatLie) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  const std::string tail(68, '\0');
  const std::uint64_t gigabyte = 1U << 30;
  EXPECT_THAT(errorOfFile(path, bytesOf({1, 4, gigabyte, 1}) + tail), HasSubstr("truncated"));
  EXPECT_THAT(errorOfFile(path, bytesOf({1, 4, 1, gigabyte}) + tail), HasSubstr("truncated"));
  EXPECT_THAT(errorOfFile(path, bytesOf({1, gigabyte, 1, 1}) + tail), HasSubstr("truncated"));
  const std::uint64_t wraps = (std::uint64_t{1} << 61) + 1;
  EXPECT_THAT(errorOfFile(path, bytesOf({1, 0, wraps, 0, 0})), HasSubstr("corrupt"));
  EXPECT_THAT(errorOfFile(path, bytesOf({1, 8, 0, wraps, 0})), HasSubstr("corrupt"));
  EXPECT_THAT(errorOfFile(path, bytesOf({7, 0, 0, 0})), HasSubstr("its version is 7"));
}

TEST(FileGraph, U6_ForeignFilesUnderTheSuffix) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  EXPECT_THAT(errorOfFile(path, "c road\np sp 2 1\na 1 2 3\n"), HasSubstr("DIMACS text"));
  EXPECT_THAT(errorOfFile(path, "\x1f\x8b..."), HasSubstr("gzip"));
  EXPECT_THAT(errorOfFile(path, ""), HasSubstr("empty"));
}

TEST(FileGraph, CorruptIndexAndDestinations) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  EXPECT_EQ(errorOfFile(path, bytesOf({2, 0, 2, 2, 1, 2, 0, 1})), "");
  EXPECT_THAT(errorOfFile(path, bytesOf({2, 0, 2, 2, 2, 1, 0, 1})), HasSubstr("edges of node 1"));
  EXPECT_THAT(errorOfFile(path, bytesOf({2, 0, 2, 2, 3, 2, 0, 1})), HasSubstr("edges of node 0"));
  EXPECT_THAT(errorOfFile(path, bytesOf({2, 0, 2, 2, 1, 1, 0, 1})), HasSubstr("its nodes have 1"));
  EXPECT_THAT(errorOfFile(path, bytesOf({2, 0, 0, 2, 0, 1})), HasSubstr("its nodes have 0"));
  EXPECT_THAT(errorOfFile(path, bytesOf({2, 0, 2, 2, 1, 2, 0, 2})),
              HasSubstr("edge 1 leads to node 2"));
  const std::uint64_t two32 = std::uint64_t{1} << 32;
  EXPECT_THAT(errorOfFile(path, bytesOf({2, 0, 2, 2, 1, 2, two32, 1})),
              HasSubstr("edge 0 leads to node 4294967296"));
  EXPECT_THAT(errorOfFile(path, bytesOf({1, 0, 2, 2, 1, 2, 5})), HasSubstr("leads to node 5"));
}

TEST(FileGraph, UnreadablePathsGetTheirOwnMessages) {
  const TempFolder folder;
  FileGraph g;
  EXPECT_THAT(errorOf([&] { g.fromFile(folder.file("none.gr")); }), HasSubstr("No such file"));
  EXPECT_THAT(errorOf([&] { g.fromFile(folder.file(".")); }), HasSubstr("is a directory"));
  const std::string pipe = folder.file("pipe.gr");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(errorOf([&] { g.fromFile(pipe); }), HasSubstr("not a regular file"));
}

TEST(FileGraph, AFailedReadKeepsWhatWasThere) {
  FileGraph g = toFileGraph<std::uint32_t>({2, {{0, 1, 5}}});
  EXPECT_THROW(g.fromFile("/nonexistent"), GraphError);
  EXPECT_EQ(g.getEdgeData<std::uint32_t>(0, 1), 5U);
}

TEST(FileGraph, EdgeTypeMismatchSaysBothSizes) {
  galois::SharedMemSys sys;
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<std::uint32_t>(randomGraph(5, 9)).toFile(path);
  FileGraph g;
  const std::string message = errorOf([&] { g.fromFileInterleaved<double>(path); });
  EXPECT_THAT(message, HasSubstr("4 bytes each, but 8 bytes are wanted"));
  EXPECT_THAT(message, HasSubstr(path));
  g.fromFileInterleaved<std::uint32_t>(path);
  g.fromFileInterleaved<void>(path);
  toFileGraph<void>(randomGraph(5, 9)).toFile(path);
  EXPECT_THAT(errorOf([&] { g.fromFileInterleaved<double>(path); }), HasSubstr("no edge data"));
}

TEST(FileGraph, FailedWritesLeaveNothingBehind) {
  const TempFolder folder;
  const FileGraph g = toFileGraph<std::uint32_t>(randomGraph(50, 2000));
  EXPECT_THAT(errorOf([&] { g.toFile(folder.file("no/such/folder.gr")); }),
              HasSubstr("No such file"));
  EXPECT_THAT(errorOf([&] { g.toFile(folder.file(".")); }), HasSubstr("is a directory"));
  EXPECT_THAT(errorOf([&] { g.toFile(folder.file("g.gr"), 3); }), HasSubstr("no .gr version 3"));
  EXPECT_EQ(folder.files(), 0U);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_THAT(errorOf([&] { g.toFile("/dev/full"); }), HasSubstr("No space left"));
  }
}

TEST(FileGraph, WritingReplacesAtOnce) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<std::uint32_t>({2, {{0, 1, 5}}}).toFile(path);
  FileGraph g;
  g.fromFile(path);
  // The written file is the one that is mapped; the mapping must keep its content.
  toFileGraph<std::uint32_t>({3, {{0, 1, 6}}}).toFile(path);
  EXPECT_EQ(g.getEdgeData<std::uint32_t>(0, 1), 5U);
  g.fromFile(path);
  EXPECT_EQ(g.size(), 3U);
}

TEST(FileGraph, ChangesNeverReachTheFile) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<std::uint32_t>({2, {{0, 1, 5}}}).toFile(path);
  const std::string before = graphtest::readBytes(path);
  FileGraph g;
  g.fromFile(path);
  g.getEdgeData<std::uint32_t>(0, 1) = 17;
  EXPECT_EQ(graphtest::readBytes(path), before);
}

TEST(FileGraph, CopiesAreDeepAndMovesLeaveAnEmptyGraph) {
  FileGraph a = toFileGraph<std::uint32_t>({2, {{0, 1, 5}}});
  FileGraph b = a;
  b.getEdgeData<std::uint32_t>(0, 1) = 6;
  EXPECT_EQ(a.getEdgeData<std::uint32_t>(0, 1), 5U);
  const FileGraph c = std::move(a);
  EXPECT_EQ(c.sizeEdges(), 1U);
  EXPECT_EQ(a.size(), 0U); // NOLINT(bugprone-use-after-move): what a moved-from graph is
  b = c;
  EXPECT_EQ(b.getEdgeData<std::uint32_t>(0, 1), 5U);
}

TEST(FileGraph, FromGraphGivesFreshDataOfAnotherType) {
  const EdgeList list = randomGraph(10, 31);
  FileGraph a = toFileGraph<std::uint32_t>(list);
  FileGraph b;
  auto* data = b.fromGraph<std::uint64_t>(a);
  for (std::size_t i = 0; i < b.sizeEdges(); ++i) {
    EXPECT_EQ(data[i], 0U);
    data[i] = *(a.edge_data_begin<std::uint32_t>() + i);
  }
  expectRows<std::uint64_t>(list, b);
}

TEST(FileGraph, IteratorsOverIndexDestinationsAndData) {
  FileGraph g = toFileGraph<std::uint32_t>({3, {{0, 1, 5}, {0, 2, 6}, {2, 0, 7}}});
  EXPECT_EQ(std::vector<std::uint64_t>(g.edge_id_begin(), g.edge_id_end()),
            (std::vector<std::uint64_t>{2, 2, 3}));
  EXPECT_EQ(std::vector<std::uint32_t>(g.node_id_begin(), g.node_id_end()),
            (std::vector<std::uint32_t>{1, 2, 0}));
  EXPECT_EQ(std::vector<std::uint32_t>(g.neighbor_begin(2), g.neighbor_end(2)),
            (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(std::vector<std::uint32_t>(g.edge_data_begin<std::uint32_t>(),
                                       g.edge_data_end<std::uint32_t>()),
            (std::vector<std::uint32_t>{5, 6, 7}));
  EXPECT_TRUE(g.hasNeighbor(0, 2));
  EXPECT_FALSE(g.hasNeighbor(1, 2));
  EXPECT_THROW(g.getEdgeData<std::uint32_t>(1, 0), GraphError);
}

TEST(FileGraph, SortsRows) {
  const EdgeList list = randomGraph(10, 300);
  const TempFolder folder;
  for (const unsigned version : {1U, 2U}) {
    toFileGraph<std::uint32_t>(list).toFile(folder.file("g.gr"), version);
    FileGraph g;
    g.fromFile(folder.file("g.gr"));
    for (auto n : g) {
      g.sortEdgesByEdgeData<std::uint32_t>(n);
    }
    EdgeList sorted = list;
    std::sort(sorted.edges.begin(), sorted.edges.end(),
              [](auto& a, auto& b) { return a.weight < b.weight; });
    expectRows<std::uint32_t>(sorted, g);
    for (auto n : g) {
      g.sortEdges<std::uint32_t>(n, [](const auto& a, const auto& b) { return a.dst > b.dst; });
    }
    for (auto n : g) {
      EXPECT_TRUE(std::is_sorted(g.edge_begin(n), g.edge_end(n), [&](auto a, auto b) {
        return g.getEdgeDst(FileGraph::edge_iterator(a)) >
               g.getEdgeDst(FileGraph::edge_iterator(b));
      }));
    }
  }
}

TEST(FileGraph, DivideByNodeCoversEveryNodeAndEdgeOnce) {
  const FileGraph g = toFileGraph<void>(randomGraph(100, 1000));
  for (const unsigned total : {1U, 2U, 3U, 16U, 300U}) {
    std::uint64_t node = 0;
    std::uint64_t edge = 0;
    for (unsigned id = 0; id < total; ++id) {
      const auto [nodes, edges] = g.divideByNode(8, 4, id, total);
      ASSERT_EQ(*nodes.first, node);
      ASSERT_EQ(*edges.first, edge);
      node = *nodes.second;
      edge = *edges.second;
    }
    EXPECT_EQ(node, g.size());
    EXPECT_EQ(edge, g.sizeEdges());
  }
}

TEST(FileGraph, DivideByEdgeSplitsEdgesEvenlyAndMissesNoNode) {
  EdgeList list = randomGraph(100, 1000);
  for (auto& e : list.edges) {
    if (e.src % 5 == 0) {
      e.src = 42; // one very long row, and many empty ones
    }
  }
  const FileGraph g = toFileGraph<void>(list);
  for (const unsigned total : {1U, 2U, 3U, 16U, 300U, 1500U}) {
    std::vector<unsigned> seen(g.size());
    std::uint64_t edge = 0;
    for (unsigned id = 0; id < total; ++id) {
      const auto [nodes, edges] = g.divideByEdge(8, 4, id, total);
      ASSERT_EQ(*edges.first, edge);
      edge = *edges.second;
      ASSERT_LE(edge - *edges.first, g.sizeEdges() / total + 1);
      for (std::uint64_t n = *nodes.first; n < *nodes.second; ++n) {
        ++seen[n];
      }
      for (std::uint64_t e = *edges.first; e < *edges.second; ++e) {
        const auto row =
            std::find_if(g.begin(), g.end(), [&](std::uint64_t n) { return *g.edge_end(n) > e; });
        ASSERT_TRUE(*nodes.first <= *row && *row < *nodes.second) << id << " of " << total;
      }
    }
    EXPECT_EQ(edge, g.sizeEdges());
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 0U), 0);
  }
}

TEST(FileGraph, PartsTogetherHoldTheGraph) {
  galois::SharedMemSys sys;
  const EdgeList list = randomGraph(3000, 20001);
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  for (const unsigned version : {1U, 2U}) {
    toFileGraph<std::uint32_t>(list).toFile(path, version);
    FileGraph whole;
    whole.fromFile(path);
    for (const bool byEdge : {false, true}) {
      std::uint64_t edges = 0;
      for (unsigned id = 0; id < 7; ++id) {
        const auto range =
            byEdge ? whole.divideByEdge(8, 8, id, 7) : whole.divideByNode(8, 8, id, 7);
        FileGraph part;
        part.partFromFile(path, range.first, range.second, byEdge);
        part.checkDestinations();
        EXPECT_GT(part.num_bytes_read(), 0U);
        for (auto n : part) {
          for (auto e : part.edges(n)) {
            ++edges;
            ASSERT_EQ(part.getEdgeDst(e), whole.getEdgeDst(e));
            ASSERT_EQ(part.getEdgeData<std::uint32_t>(e), whole.getEdgeData<std::uint32_t>(e));
          }
        }
        EXPECT_THAT(errorOf([&] { part.toFile(folder.file("part.gr")); }),
                    HasSubstr("only a part"));
      }
      EXPECT_EQ(edges, list.edges.size());
    }
  }
}

TEST(FileGraph, PartsMustLieInsideAndMatch) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<void>({4, {{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 0, 0}}}).toFile(path);
  using N = FileGraph::iterator;
  FileGraph g;
  EXPECT_THAT(errorOf([&] {
                g.partFromFile(path, {N(0), N(5)}, {N(0), N(1)});
              }),
              HasSubstr("is not inside"));
  EXPECT_THAT(errorOf([&] {
                g.partFromFile(path, {N(2), N(1)}, {N(0), N(1)});
              }),
              HasSubstr("is not inside"));
  EXPECT_THAT(errorOf([&] {
                g.partFromFile(path, {N(1), N(3)}, {N(0), N(3)});
              }),
              HasSubstr("do not all belong"));
  g.partFromFile(path, {N(1), N(3)}, {N(1), N(3)});
  EXPECT_EQ(g.getEdgeDst(*g.edges(2).begin()), 3U);
}

// U8: containsNode must subtract the offset of a part; Galois adds it.
TEST(FileGraph, U8_ContainsNodeOfAPart) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<void>({10, {}}).toFile(path);
  using N = FileGraph::iterator;
  FileGraph g;
  g.partFromFile(path, {N(6), N(9)}, {N(0), N(0)});
  for (std::uint64_t n = 0; n < 20; ++n) {
    EXPECT_EQ(g.containsNode(n), n >= 6 && n < 9) << n;
  }
  g.fromFile(path);
  for (std::uint64_t n = 0; n < 20; ++n) {
    EXPECT_EQ(g.containsNode(n), n < 10) << n;
  }
  EXPECT_FALSE(FileGraph().containsNode(0));
}

TEST(FileGraph, CountsMappedBytes) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<std::uint32_t>({2, {{0, 1, 5}, {1, 0, 6}}}).toFile(path);
  FileGraph g;
  EXPECT_EQ(g.num_bytes_read(), 0U);
  g.fromFile(path);
  EXPECT_EQ(g.num_bytes_read(), std::filesystem::file_size(path));
  g.reset_byte_counters();
  EXPECT_EQ(g.num_bytes_read(), 0U);
}
