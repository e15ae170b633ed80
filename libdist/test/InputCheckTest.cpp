// Ranks that read different graphs under the same name.
#include "galois/dist/push/InputCheck.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "GrBytes.h"
#include "galois/dist/transport/SimulatedTransport.h"
#include "graphs/GraphTestSupport.h"

namespace {

using disttest::GrForm;
using galois::dist::Endpoint;
using galois::dist::hashOfPart;
using galois::dist::NodeParts;
using galois::dist::Rank;
using galois::dist::SimulatedTransport;
using galois::graphs::internal::GrFile;

constexpr std::uint64_t kNodes = 20;

class InputCheck : public ::testing::Test {
protected:
  std::string write(const std::string& name, const std::string& bytes) const {
    graphtest::writeBytes(folder_.file(name), bytes);
    return folder_.file(name);
  }

  /// What ranks say whose files these are, by their paths.
  std::string compare(const std::vector<std::string>& paths, const NodeParts& parts) const {
    galois::dist::SimulatedNetwork network;
    network.ranks = static_cast<Rank>(paths.size());
    std::map<std::string, int> said;
    galois::dist::runSimulated(network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const std::string& path = paths[endpoint.rank()];
      const GrFile file(path);
      ++said[galois::dist::differentInputs(
          endpoint, path, [&](Rank rank) { return hashOfPart(file, parts, rank); })];
    });
    EXPECT_EQ(said.size(), 1u); // all the same
    return said.begin()->first;
  }

  NodeParts dealt(Rank ranks) const {
    std::string text;
    for (std::uint64_t node = 0; node < kNodes; ++node) {
      text += std::to_string(node * node % ranks) + "\n";
    }
    return NodeParts::ofFile(write("parts", text), kNodes, ranks);
  }

  graphtest::TempFolder folder_;
  const std::string good_ = disttest::grBytes(disttest::randomArcs(kNodes, 61, 3), {});
};

TEST_F(InputCheck, EveryByteIsInTheHashOfARank) {
  const std::string path = write("good.gr", good_);
  const GrFile file(path);
  const NodeParts balanced = NodeParts::balanced(file, 4);
  std::size_t begin = file.layout().edgeEndOffset;
  for (const NodeParts& parts : {balanced, balanced.inColumns(2), dealt(4)}) {
    std::vector<std::uint64_t> wanted;
    for (Rank rank = 0; rank < 4; ++rank) {
      wanted.push_back(hashOfPart(file, parts, rank));
    }
    const auto layout = file.layout();
    const std::uint64_t padding = layout.dstOffset + layout.header.numEdges * layout.dstSize();
    for (std::size_t at = begin++; at < good_.size(); at += 3) { // each byte under one of these
      if (at >= padding && at < layout.edgeDataOffset) {
        continue;
      }
      std::string bytes = good_;
      bytes[at] = static_cast<char>(bytes[at] ^ 1);
      const std::string other = write("other.gr", bytes);
      const GrFile changed(other);
      unsigned different = 0;
      for (Rank rank = 0; rank < 4; ++rank) {
        different += hashOfPart(changed, parts, rank) != wanted[rank] ? 1 : 0;
      }
      EXPECT_GT(different, 0u) << "byte " << at;
    }
  }
}

TEST_F(InputCheck, TheSameFileIsNotRead) {
  const std::string path = write("good.gr", good_);
  galois::dist::SimulatedNetwork network;
  network.ranks = 5;
  galois::dist::runSimulated(network, [&](SimulatedTransport& transport) {
    Endpoint<SimulatedTransport> endpoint(transport);
    EXPECT_EQ(galois::dist::differentInputs(endpoint, path,
                                            [](Rank /*rank*/) -> std::uint64_t {
                                              ADD_FAILURE();
                                              return 0;
                                            }),
              "");
  });
}

// Of weights, because a file with a damaged index has other parts.
TEST_F(InputCheck, OneByteOfACopyIsFound) {
  const std::string good = write("good.gr", good_);
  const std::string copy = write("copy.gr", good_);
  const NodeParts parts = NodeParts::balanced(GrFile(good), 4);
  EXPECT_EQ(compare({good, good, copy, copy}, parts), "");
  EXPECT_EQ(compare({good, copy, good, copy}, dealt(4)), "");
  const auto layout = GrFile(good).layout();
  for (std::size_t at = layout.edgeDataOffset; at < good_.size(); at += 7) {
    std::string bytes = good_;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    const std::string bad = write("bad.gr", bytes);
    for (const auto& paths : {std::vector{good, good, bad, bad}, std::vector{bad, good, bad, good},
                              std::vector{bad, bad, bad, good}, std::vector{good, bad, bad, bad}}) {
      for (const NodeParts& divided : {parts, parts.inColumns(2), dealt(4)}) {
        EXPECT_NE(compare(paths, divided).find("differ in the input"), std::string::npos) << at;
      }
    }
  }
}

TEST_F(InputCheck, AFileThatCannotBeReadIsReported) {
  const std::string good = write("good.gr", good_);
  galois::dist::SimulatedNetwork network;
  network.ranks = 3;
  galois::dist::runSimulated(network, [&](SimulatedTransport& transport) {
    Endpoint<SimulatedTransport> endpoint(transport);
    EXPECT_EQ(galois::dist::differentInputs(endpoint, std::to_string(endpoint.rank()),
                                            [&](Rank /*rank*/) -> std::uint64_t {
                                              if (endpoint.rank() == 1) {
                                                throw galois::graphs::GraphError("short");
                                              }
                                              return 0;
                                            }),
              "short");
  });
}

TEST_F(InputCheck, RanksCompareInTurn) {
  using galois::dist::comparingRanks;
  EXPECT_EQ(comparingRanks({"a", "a", "b", "b"}), (std::vector<Rank>{2, 3, 0, 1}));
  EXPECT_EQ(comparingRanks({"a", "b", "b", "b"}), (std::vector<Rank>{1, 0, 0, 0}));
  EXPECT_EQ(comparingRanks({"a", "b", "c"}), (std::vector<Rank>{1, 2, 0}));
}

} // namespace
