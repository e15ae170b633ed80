#include "dist/GeneratedRows.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/dist/transport/SimulatedTransport.h"
#include "graphs/GraphTestSupport.h"
#include "inputs/formats/Formats.h"
#include "inputs/generate/Rmat.h"
#include "inputs/generate/UniformRandom.h"
#include "inputs/transform/RandomWeights.h"
#include "support/Seeds.h"

namespace {

using galois::dist::Endpoint;
using galois::dist::Rank;
using galois::dist::SimulatedTransport;
using galois::inputs::Graph;
using galois::inputs::OutputFile;
using galois::inputs::RmatArcs;
using galois::inputs::UniformArcs;
using galois::test::seeds;

constexpr galois::inputs::WeightSpec kWeights{1, 255, 7};

class DistGenerated : public ::testing::Test {
protected:
  /// Returns the file of a graph that one rank makes.
  std::string onOneRank(Graph graph, bool weighted) {
    if (weighted) {
      galois::inputs::setRandomWeights(graph, kWeights);
    }
    const std::string path = folder_.file("one.gr");
    OutputFile file(path);
    galois::inputs::formatOfOutput(path, "").write(graph, file, {});
    file.commit();
    return graphtest::readBytes(path);
  }

  /// Returns the file of a graph whose arcs ranks draw together.
  template <typename Arcs>
  std::string onRanks(const Arcs& arcs, Rank ranks, std::uint64_t seed, bool weighted) {
    const std::string path = folder_.file("ranks.gr");
    galois::dist::SimulatedNetwork network;
    network.ranks = ranks;
    network.seed = seed;
    galois::dist::runSimulated(network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      std::optional<OutputFile> file;
      if (endpoint.rank() == 0) {
        file.emplace(path);
      }
      const auto parts = dist::evenParts(arcs.nodes(), ranks);
      Graph rows = dist::drawnRows(endpoint, arcs, parts, 1 + seed % 40);
      EXPECT_EQ(rows.numNodes(), parts.size(endpoint.rank()));
      if (weighted) {
        galois::inputs::setRandomWeights(rows, kWeights, parts.first(endpoint.rank()));
      }
      EXPECT_EQ(dist::writeRows(endpoint, file ? &*file : nullptr, rows, parts, weighted),
                arcs.arcs());
      if (file) {
        file->commit();
      }
    });
    return graphtest::readBytes(path);
  }

  graphtest::TempFolder folder_;
};

TEST_F(DistGenerated, GraphsAreThoseOfOneRank) {
  for (std::uint64_t seed = 0; seed < seeds(100); ++seed) {
    const auto ranks = static_cast<Rank>(1 + seed % 8);
    const bool weighted = seed % 3 != 0;
    const std::uint64_t nodes = 1 + seed % 37;
    const std::uint64_t arcs = seed * 7 % 500;
    ASSERT_TRUE(onRanks(UniformArcs(nodes, arcs, seed), ranks, seed, weighted) ==
                onOneRank(galois::inputs::generateUniform(nodes, arcs, seed), weighted))
        << "seed " << seed;
    const galois::inputs::RmatOptions options{
        .scale = static_cast<unsigned>(seed % 8), .edgeFactor = seed % 6, .seed = seed};
    ASSERT_TRUE(onRanks(RmatArcs(options), ranks, seed, weighted) ==
                onOneRank(galois::inputs::generateRmat(options), weighted))
        << "seed " << seed;
  }
}

TEST_F(DistGenerated, AreWrittenToPlainFilesOnly) {
  galois::dist::SimulatedNetwork network;
  network.ranks = 3;
  galois::dist::runSimulated(network, [&](SimulatedTransport& transport) {
    Endpoint<SimulatedTransport> endpoint(transport);
    std::optional<OutputFile> file;
    if (endpoint.rank() == 0) {
      file.emplace(folder_.file("graph.gr.gz"));
    }
    const auto parts = dist::evenParts(5, endpoint.ranks());
    const Graph rows = dist::drawnRows(endpoint, UniformArcs(5, 9, 1), parts);
    try {
      dist::writeRows(endpoint, file ? &*file : nullptr, rows, parts, false);
      ADD_FAILURE() << "it was written";
    } catch (const lonestar::AppError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("graph.gr.gz is no plain file"));
    }
  });
  EXPECT_EQ(folder_.files(), 0u);
}

} // namespace
