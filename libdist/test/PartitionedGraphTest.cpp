#include "galois/dist/PartitionedGraph.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "GrBytes.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/dist/transport/SimulatedTransport.h"
#include "graphs/GraphTestSupport.h"

namespace {

using disttest::Arc;
using disttest::ArcList;
using disttest::GrForm;
using galois::dist::GlobalNode;
using galois::dist::NodeParts;
using galois::dist::PartitionedGraph;
using galois::dist::Rank;
using galois::graphs::GraphError;
using galois::graphs::internal::GrFile;

class PartitionedGraphs : public ::testing::Test {
protected:
  std::string write(const std::string& name, const std::string& bytes) const {
    graphtest::writeBytes(folder_.file(name), bytes);
    return folder_.file(name);
  }

  /// Reads all parts, and checks that they are the graph.
  template <typename Weight>
  void expectWhole(const ArcList& list, const GrForm& form, const GrFile& file,
                   const NodeParts& parts) {
    std::vector<PartitionedGraph<Weight>> cut;
    for (Rank rank = 0; rank < parts.parts(); ++rank) {
      cut.emplace_back(file, parts, rank);
    }
    std::vector<std::size_t> degrees(list.nodes, 0);
    for (const Arc& arc : list.arcs) {
      ++degrees[arc.from];
    }
    std::vector<Arc> found;
    std::uint64_t nodes = 0, greatest = 0;
    double sum = 0;
    for (const auto& part : cut) {
      SCOPED_TRACE(part.rank());
      ASSERT_EQ(part.globalSize(), list.nodes);
      ASSERT_EQ(part.globalEdges(), list.arcs.size());
      ASSERT_EQ(part.ranks(), parts.parts());
      ASSERT_EQ(part.owned(), parts.size(part.rank()));
      nodes += part.owned();
      sum += part.sumOfWeights();
      greatest = std::max(greatest, static_cast<std::uint64_t>(part.greatestWeight()));
      std::size_t edges = 0;
      std::set<std::uint32_t> used; // ghosts with an edge to them or from them
      ASSERT_GE(part.rows(), part.owned());
      ASSERT_EQ(part.oneColumn(), parts.columns() == 1);
      for (std::uint32_t node = 0; node < part.rows(); ++node) {
        ASSERT_EQ(part.isGhost(node), node >= part.owned());
        const GlobalNode from = part.globalOf(node);
        const Rank owner = parts.owner(from);
        ASSERT_EQ(part.ownedAt(from).has_value(), owner == part.rank());
        ASSERT_EQ(part.getDegree(node), degrees[from]);
        if (part.isGhost(node)) {
          ASSERT_FALSE(part.edges(node).empty());
          ASSERT_EQ(owner / parts.columns(), part.rank() / parts.columns());
          used.insert(node);
        }
        for (const auto& edge : part.edges(node)) {
          ASSERT_LT(edge.dst, part.size());
          const Rank to = parts.owner(part.globalOf(edge.dst));
          ASSERT_EQ(to % parts.columns(), part.rank() % parts.columns());
          found.push_back({from, part.globalOf(edge.dst), static_cast<std::uint64_t>(edge.weight)});
          ++edges;
          if (part.isGhost(edge.dst)) {
            ASSERT_GE(edge.dst, part.rows());
            used.insert(edge.dst);
          }
        }
      }
      ASSERT_EQ(edges, part.sizeEdges());
      ASSERT_EQ(used.size(), part.ghosts()); // no ghost without an edge
      for (const std::uint32_t ghost : used) {
        const auto home = part.home(ghost);
        const GlobalNode global = part.globalOf(ghost);
        ASSERT_NE(home.rank, part.rank());
        ASSERT_EQ(home.rank, parts.owner(global));
        ASSERT_EQ(cut[home.rank].globalOf(home.node), global);
        ASSERT_EQ(part.ownedAt(global), std::nullopt);
      }
    }
    // The copies of a node are the ghosts of other ranks that have its edges.
    std::size_t copies = 0, copied = 0;
    for (const auto& part : cut) {
      copied += part.rows() - part.owned();
      for (std::uint32_t node = 0; node < part.owned(); ++node) {
        const auto [first, last] = part.copies(node);
        for (std::uint32_t copy = first; copy < last; ++copy, ++copies) {
          const auto at = part.targets()[copy];
          ASSERT_GE(copy, part.ghosts());
          ASSERT_GE(at.node, cut[at.rank].owned());
          ASSERT_LT(at.node, cut[at.rank].rows());
          ASSERT_EQ(cut[at.rank].globalOf(at.node), part.globalOf(node));
        }
      }
    }
    ASSERT_EQ(copies, copied);
    std::vector<Arc> wanted = list.arcs;
    std::uint64_t weights = 0, heaviest = 0;
    for (Arc& arc : wanted) {
      arc.weight = std::is_void_v<Weight> || form.edgeSize == 0 ? 1 : arc.weight;
      weights += arc.weight;
      heaviest = std::max(heaviest, arc.weight);
    }
    std::sort(wanted.begin(), wanted.end());
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, wanted);
    ASSERT_EQ(nodes, list.nodes);
    if (!std::is_void_v<Weight>) {
      ASSERT_EQ(sum, static_cast<double>(weights));
      ASSERT_EQ(greatest, heaviest);
    }
  }

  std::string partLines(std::uint64_t nodes, Rank parts, std::uint64_t seed) const {
    std::mt19937_64 random(seed);
    std::string text;
    for (std::uint64_t node = 0; node < nodes; ++node) {
      text += std::to_string(random() % parts) + "\n";
    }
    return text;
  }

  template <typename Weight>
  void expectWholeUnderAllParts(const ArcList& list, const GrForm& form) {
    const std::string path = write("graph.gr", disttest::grBytes(list, form));
    const GrFile file(path);
    for (Rank parts = 1; parts <= 8; ++parts) {
      SCOPED_TRACE("parts " + std::to_string(parts));
      for (Rank columns = 1; columns <= parts; ++columns) {
        if (parts % columns == 0) {
          SCOPED_TRACE("columns " + std::to_string(columns));
          const NodeParts dealt = NodeParts::balanced(file, parts).inColumns(columns);
          expectWhole<Weight>(list, form, file, dealt);
        }
      }
      const std::string lines = write("parts", partLines(list.nodes, parts, parts));
      expectWhole<Weight>(list, form, file, NodeParts::ofFile(lines, list.nodes, parts));
    }
  }

  /// Returns the message of the error that some part of the file gives.
  template <typename Weight = std::uint32_t>
  std::string errorOf(const std::string& path, Rank parts = 3) {
    try {
      const GrFile file(path);
      const NodeParts dealt = NodeParts::balanced(file, parts);
      for (Rank rank = 0; rank < parts; ++rank) {
        const PartitionedGraph<Weight> graph(file, dealt, rank);
      }
    } catch (const GraphError& error) {
      return error.what();
    }
    return "";
  }

  graphtest::TempFolder folder_;
};

TEST_F(PartitionedGraphs, EveryEdgeIsInOnePart) {
  std::uint64_t seed = 0;
  for (const std::uint64_t nodes : {1, 2, 3, 7, 63, 64, 65, 300}) {
    for (const std::size_t arcs : {0, 1, 5, 64, 1001}) {
      SCOPED_TRACE(std::to_string(nodes) + " nodes, arcs " + std::to_string(arcs));
      const ArcList list = disttest::randomArcs(nodes, arcs, ++seed);
      expectWholeUnderAllParts<std::uint32_t>(list, {});
    }
  }
}

TEST_F(PartitionedGraphs, EveryForm) {
  for (const std::size_t arcs : {0, 700, 701}) {
    const ArcList list = disttest::randomArcs(90, arcs, arcs);
    for (const std::uint64_t version : {1, 2}) {
      for (const bool padded : {true, false}) {
        SCOPED_TRACE(testing::Message() << arcs << " arcs, version " << version << padded);
        expectWholeUnderAllParts<void>(list, {version, 0, false, padded});
        expectWholeUnderAllParts<std::uint32_t>(list, {version, 0, false, padded});
        if (version == 1 && !padded) {
          continue; // version 1 with edge data always has the padding
        }
        expectWholeUnderAllParts<void>(list, {version, 8, false, padded});
        expectWholeUnderAllParts<std::uint32_t>(list, {version, 4, false, padded});
        expectWholeUnderAllParts<std::uint64_t>(list, {version, 4, false, padded});
        expectWholeUnderAllParts<std::uint64_t>(list, {version, 8, false, padded});
        expectWholeUnderAllParts<double>(list, {version, 4, true, padded});
        expectWholeUnderAllParts<double>(list, {version, 8, true, padded});
      }
    }
  }
}

TEST_F(PartitionedGraphs, RowsOfManyBlocks) {
  const ArcList list = disttest::randomArcs(70'000, 150'001, 5);
  const std::string path = write("graph.gr", disttest::grBytes(list, {}));
  const GrFile file(path);
  expectWhole<std::uint32_t>(list, {}, file, NodeParts::balanced(file, 2));
  const std::string lines = write("parts", partLines(list.nodes, 2, 9));
  expectWhole<std::uint32_t>(list, {}, file, NodeParts::ofFile(lines, list.nodes, 2));
}

TEST_F(PartitionedGraphs, EmptyGraph) {
  for (const Rank parts : {1u, 3u}) {
    const GrFile file(write("graph.gr", disttest::grBytes({}, {})));
    expectWhole<std::uint32_t>({}, {}, file, NodeParts::balanced(file, parts));
  }
}

TEST_F(PartitionedGraphs, PartsMayBeEmpty) {
  const ArcList list = disttest::randomArcs(20, 60, 3);
  const GrFile file(write("graph.gr", disttest::grBytes(list, {})));
  expectWhole<std::uint32_t>(list, {}, file, NodeParts({0, 0, 5, 5, 20, 20}));
  std::string lines;
  for (int i = 0; i < 20; ++i) {
    lines += i % 3 == 0 ? " 4\r\n" : "\t1 \n";
  }
  expectWhole<std::uint32_t>(list, {}, file, NodeParts::ofFile(write("parts", lines), 20, 6));
}

TEST_F(PartitionedGraphs, ContiguousPartsAreBalanced) {
  ArcList list = disttest::randomArcs(5000, 40'000, 8);
  const GrFile file(write("graph.gr", disttest::grBytes(list, {})));
  for (const Rank parts : {2u, 3u, 8u}) {
    const NodeParts dealt = NodeParts::balanced(file, parts);
    for (Rank rank = 0; rank < parts; ++rank) {
      const PartitionedGraph<> part(file, dealt, rank);
      const double share = (8.0 * 40'000 + 5000) / parts;
      EXPECT_NEAR(8.0 * static_cast<double>(part.sizeEdges()) + part.owned(), share, 8.0 * 60);
    }
  }
}

// Each rank finds its own bound. Bounds do not decrease, even in a damaged file.
TEST_F(PartitionedGraphs, RanksGatherTheBoundsOfBalancedParts) {
  const ArcList list = disttest::randomArcs(300, 3000, 8);
  std::string damaged = disttest::grBytes(list, {});
  std::mt19937_64 random(5);
  for (std::size_t node = 0; node < 300; ++node) {
    const std::uint64_t end = random() % 3000;
    std::memcpy(damaged.data() + 32 + 8 * node, &end, sizeof end);
  }
  for (const std::string& bytes : {disttest::grBytes(list, {}), damaged}) {
    const GrFile file(write("graph.gr", bytes));
    for (Rank ranks = 1; ranks <= 9; ++ranks) {
      std::vector<NodeParts> found(ranks, NodeParts({0}));
      galois::dist::SimulatedNetwork network;
      network.ranks = ranks;
      galois::dist::runSimulated(network, [&](galois::dist::SimulatedTransport& transport) {
        galois::dist::Endpoint endpoint(transport);
        const Rank rank = transport.rank();
        const GlobalNode first = NodeParts::firstOf(file, ranks, rank);
        found[rank] = NodeParts::gathered(endpoint, first, 300);
      });
      const NodeParts alone = NodeParts::balanced(file, ranks);
      for (const NodeParts& parts : found) {
        ASSERT_EQ(parts.parts(), ranks);
        ASSERT_EQ(parts.nodes(), 300u);
        for (Rank rank = 0; rank < ranks; ++rank) {
          ASSERT_EQ(parts.first(rank), alone.first(rank)) << rank << " of " << ranks;
          ASSERT_LE(parts.first(rank), parts.first(rank + 1));
        }
      }
    }
  }
}

TEST(NodePartsTest, GridsAreNearlySquare) {
  const std::vector<Rank> columns{1, 1, 1, 2, 1, 2, 1, 2, 3, 2, 1, 3};
  for (Rank parts = 1; parts <= columns.size(); ++parts) {
    EXPECT_EQ(NodeParts::columnsOf(parts), columns[parts - 1]) << parts;
  }
  EXPECT_EQ(NodeParts::columnsOf(64), 8u);
}

TEST_F(PartitionedGraphs, ReadsItsOwnPartOnly) {
  // Damage in the rows of one part concerns no other.
  const ArcList list = disttest::randomArcs(400, 4000, 4);
  std::string bytes = disttest::grBytes(list, {});
  const NodeParts parts({0, 100, 200, 400});
  const std::size_t firstOf1 = static_cast<std::size_t>(
      std::count_if(list.arcs.begin(), list.arcs.end(), [](const Arc& a) { return a.from < 100; }));
  bytes.replace(32 + 8 * 400 + 4 * firstOf1, 4, "\xff\xff\xff\xff");
  bytes.replace(32 + 8 * 150, 8, std::string(8, '\xff'));
  const GrFile file(write("graph.gr", bytes));
  EXPECT_NO_THROW(PartitionedGraph<>(file, parts, 0));
  EXPECT_THROW(PartitionedGraph<>(file, parts, 1), GraphError);
  EXPECT_NO_THROW(PartitionedGraph<>(file, parts, 2));
}

TEST_F(PartitionedGraphs, DamagedFiles) {
  const ArcList list = disttest::randomArcs(40, 401, 2);
  const std::string good = disttest::grBytes(list, {});
  const std::size_t rows = 32 + 8 * 40;
  EXPECT_EQ(errorOf(write("a.gr", good)), "");
  const auto damaged = [&](std::size_t at, std::uint64_t word, std::size_t size) {
    std::string bytes = good;
    std::memcpy(bytes.data() + at, &word, size);
    return errorOf(write("a.gr", bytes));
  };
  using testing::HasSubstr;
  EXPECT_THAT(damaged(rows + 4 * 17, 40, 4), HasSubstr("edge 17 leads to node 40"));
  EXPECT_THAT(damaged(32 + 8 * 39, 400, 8), HasSubstr("is corrupt"));
  EXPECT_THAT(damaged(32 + 8 * 39, 402, 8), HasSubstr("is corrupt"));
  EXPECT_THAT(damaged(32 + 8 * 20, 0, 8), HasSubstr("is corrupt"));
  for (std::size_t node = 0; node < 40; ++node) {
    EXPECT_THAT(damaged(32 + 8 * node, ~std::uint64_t{0}, 8), HasSubstr("is corrupt")) << node;
  }
  EXPECT_THAT(damaged(0, 3, 8), HasSubstr("version"));
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{31}, std::size_t{40}, rows, rows + 4 * 100, good.size() - 8}) {
    const std::string error = errorOf(write("a.gr", good.substr(0, size)));
    EXPECT_NE(error, "") << size;
    EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 0);
  }
  EXPECT_THAT(errorOf(folder_.file("none.gr")), HasSubstr("cannot open"));
  EXPECT_THAT(errorOf(write("text.gr", "p sp 2 1\n")), HasSubstr("DIMACS"));
}

TEST_F(PartitionedGraphs, FilesTruncatedAfterTheyWereOpened) {
  const ArcList list = disttest::randomArcs(40, 401, 2);
  const std::string good = disttest::grBytes(list, {});
  for (const std::size_t size :
       {std::size_t{100}, std::size_t{32 + 8 * 40 + 100}, good.size() - 100}) {
    const std::string path = write("a.gr", good);
    const GrFile file(path);
    std::filesystem::resize_file(path, size);
    EXPECT_THROW(PartitionedGraph<>(file, NodeParts({0, 40}), 0), GraphError) << size;
  }
}

TEST_F(PartitionedGraphs, WeightsOfAnotherKind) {
  const ArcList list = disttest::randomArcs(40, 401, 2);
  using testing::HasSubstr;
  const std::string wide = write("wide.gr", disttest::grBytes(list, {.edgeSize = 8}));
  EXPECT_THAT(errorOf<std::uint32_t>(wide), HasSubstr("8 bytes each, but 4 bytes are wanted"));
  ArcList one{2, {{0, 1, 1}}};
  std::string bytes = disttest::grBytes(one, {.edgeSize = 8, .floats = true});
  EXPECT_EQ(errorOf<double>(write("a.gr", bytes)), "");
  for (const double bad :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    std::memcpy(bytes.data() + bytes.size() - 8, &bad, 8);
    EXPECT_THAT(errorOf<double>(write("a.gr", bytes)),
                HasSubstr("a weight is a number of 0 or more"));
  }
}

TEST_F(PartitionedGraphs, FilesOfParts) {
  const auto error = [&](const std::string& text, std::uint64_t nodes, Rank parts) -> std::string {
    try {
      NodeParts::ofFile(write("parts", text), nodes, parts);
    } catch (const GraphError& wrong) {
      return wrong.what();
    }
    return "";
  };
  using testing::HasSubstr;
  EXPECT_EQ(error("0\n1\n0\n", 3, 2), "");
  EXPECT_EQ(error("0\n1\n0", 3, 2), "");
  EXPECT_EQ(error("", 0, 2), "");
  EXPECT_THAT(error("0\n2\n0\n", 3, 2), HasSubstr(":2: '2' is not the number of a part, 0 to 1"));
  EXPECT_THAT(error("0\n-1\n0\n", 3, 2), HasSubstr(":2:"));
  EXPECT_THAT(error("0\n\n0\n", 3, 2), HasSubstr(":2:"));
  EXPECT_THAT(error("0\n1x\n0\n", 3, 2), HasSubstr(":2:"));
  EXPECT_THAT(error("0\n1 0\n0\n", 3, 2), HasSubstr(":2:"));
  EXPECT_THAT(error("99999999999\n", 1, 2), HasSubstr(":1:"));
  EXPECT_THAT(error("0\n1\n", 3, 2), HasSubstr("2 lines, but the graph has 3 nodes"));
  EXPECT_THAT(error("0\n1\n0\n0\n", 3, 2), HasSubstr("more lines than the graph has nodes, 3"));
  // No line is so long, nor endless.
  EXPECT_THAT(error("0" + std::string(100, ' ') + "\n", 1, 2), HasSubstr(":1:"));
  EXPECT_THAT(error("0\n" + std::string(1000, '1') + "\n", 2, 2), HasSubstr(":2:"));
  EXPECT_THROW(NodeParts::ofFile("/dev/zero", 1, 1), GraphError);
  EXPECT_THROW(NodeParts::ofFile(folder_.file("none"), 1, 1), GraphError);
}

} // namespace
