#include "dist/NodeLines.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "DistGraphs.h"
#include "dist/SharedFile.h"
#include "inputs/io/InputFile.h"
#include "support/Seeds.h"

namespace {

using disttest::Drawn;
using disttest::NodeParts;
using galois::dist::Endpoint;
using galois::dist::Rank;
using galois::dist::SimulatedTransport;
using galois::inputs::OutputFile;
using galois::test::seeds;

/// Returns what a file has, without its compression.
std::string contentOf(const std::string& path) {
  galois::inputs::InputFile file(path);
  std::string text;
  std::array<char, 4096> block{};
  while (const std::size_t size = file.read(block.data(), block.size())) {
    text.append(block.data(), size);
  }
  return text;
}

class DistOutput : public ::testing::Test {
protected:
  using Lines = std::vector<std::vector<std::string>>; ///< per rank

  /// Returns lines of which some fill a block, and those of all ranks several blocks.
  static Lines linesOf(Rank ranks, std::uint64_t seed) {
    constexpr std::array<std::size_t, 5> kLengths{1, 2, 30, 4000, 400'000};
    std::mt19937_64 random(seed);
    Lines lines(ranks);
    for (auto& own : lines) {
      own.resize(random() % 3 == 0 ? 0 : random() % 8);
      for (std::string& line : own) {
        line.assign(random() % kLengths[random() % kLengths.size()],
                    static_cast<char>('a' + random() % 26));
        line += '\n';
      }
    }
    return lines;
  }

  /// Writes the lines of all ranks. Returns what the ranks complain of.
  /// @param before  before(rank, line) is called before each line
  std::set<std::string> write(
      const std::string& path, const Lines& lines, std::uint64_t seed,
      const std::function<void(Rank, std::uint64_t)>& before = [](Rank, std::uint64_t) {}) {
    galois::dist::SimulatedNetwork network;
    network.ranks = static_cast<Rank>(lines.size());
    network.seed = seed;
    std::set<std::string> errors;
    std::size_t failed = 0;
    galois::dist::runSimulated(network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const auto& own = lines[endpoint.rank()];
      std::optional<OutputFile> file;
      if (endpoint.rank() == 0) {
        file.emplace(path);
      }
      try {
        dist::writeLines(endpoint, file ? &*file : nullptr, own.size(),
                         [&](std::string& text, std::uint64_t line) {
                           before(endpoint.rank(), line);
                           text += own[line];
                         });
        dist::agreedByRank(endpoint, [&] {
          if (file) {
            file->commit();
          }
        });
      } catch (const lonestar::AppError& error) {
        errors.insert(error.what());
        ++failed;
      }
    });
    EXPECT_TRUE(failed == 0 || failed == lines.size()) << "seed " << seed;
    return errors;
  }

  static std::string allOf(const Lines& lines) {
    std::string all;
    for (const auto& own : lines) {
      for (const std::string& line : own) {
        all += line;
      }
    }
    return all;
  }

  graphtest::TempFolder folder_;
};

TEST_F(DistOutput, HasTheLinesOfAllRanksInTheirOrder) {
  for (std::uint64_t seed = 0; seed < seeds(64); ++seed) {
    const Lines lines = linesOf(static_cast<Rank>(1 + seed % 8), seed);
    const std::string path = folder_.file(seed / 8 % 4 == 0 ? "out.gz" : "out");
    ASSERT_EQ(write(path, lines, seed), std::set<std::string>()) << "seed " << seed;
    ASSERT_TRUE(contentOf(path) == allOf(lines)) << "seed " << seed;
    ASSERT_EQ(folder_.files(), 1u);
    std::filesystem::remove(path);
  }
}

TEST_F(DistOutput, ReplacesAFileAndKeepsALink) {
  graphtest::writeBytes(folder_.file("there"), std::string(5000, 'x'));
  std::filesystem::create_symlink("there", folder_.file("link"));
  EXPECT_EQ(write(folder_.file("link"), {{"1\n"}, {}, {"2\n", "3\n"}}, 1), std::set<std::string>());
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.file("link")));
  EXPECT_EQ(contentOf(folder_.file("there")), "1\n2\n3\n");
}

TEST_F(DistOutput, IsNotThereIfARankFails) {
  for (std::uint64_t seed = 0; seed < seeds(64); ++seed) {
    const auto ranks = static_cast<Rank>(1 + seed % 8);
    Lines lines = linesOf(ranks, seed);
    const auto bad = static_cast<Rank>(seed / 8 % ranks);
    lines[bad].emplace_back("last\n");
    const std::string path = folder_.file(seed % 3 == 0 ? "out.gz" : "out");
    graphtest::writeBytes(path, "old");
    // When the rank counts its bytes, and when it writes them.
    const std::uint64_t good = seed % 3 == 0 ? 0 : seed % 2;
    std::uint64_t made = 0;
    const auto errors = write(path, lines, seed, [&](Rank rank, std::uint64_t line) {
      if (rank == bad && line + 1 == lines[bad].size() && made++ == good) {
        throw std::runtime_error("no more");
      }
    });
    const std::string wanted = "rank " + std::to_string(bad) + ": no more";
    ASSERT_EQ(errors, std::set<std::string>{wanted}) << "seed " << seed;
    ASSERT_EQ(graphtest::readBytes(path), "old");
    ASSERT_EQ(folder_.files(), 1u);
    std::filesystem::remove(path);
  }
}

TEST_F(DistOutput, SaysWhichRankCannotWrite) {
  using testing::ElementsAre;
  EXPECT_THAT(write("/dev/full", linesOf(3, 2), 3),
              ElementsAre("rank 0: cannot write /dev/full: No space left on device"));
  const std::string path = folder_.file("out");
  const auto removed = [&](Rank rank, std::uint64_t /*line*/) {
    if (rank == 1) {
      for (const auto& file : std::filesystem::directory_iterator(folder_.file(""))) {
        std::filesystem::remove(file);
      }
    }
  };
  EXPECT_THAT(write(path, {{"a\n"}, {"b\n"}}, 4, removed),
              ElementsAre(testing::StartsWith("rank 0: cannot write " + path + ": ")));
}

TEST_F(DistOutput, HasALinePerNodeForAllParts) {
  for (std::uint64_t seed = 0; seed < seeds(200); ++seed) {
    const Drawn drawn(seed);
    const NodeParts parts = drawn.write(folder_.file("graph.gr"));
    const std::string path = folder_.file("out");
    std::string wanted;
    for (std::uint64_t node = 0; node < drawn.list.nodes; ++node) {
      wanted += std::to_string(node) + " " + std::to_string(node * node) + "\n";
    }
    galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const disttest::GrFile file(folder_.file("graph.gr"));
      const galois::dist::PartitionedGraph<void> graph(file, parts, endpoint.rank());
      std::vector<std::uint64_t> own;
      for (std::uint32_t node = 0; node < graph.owned(); ++node) {
        own.push_back(graph.globalOf(node) * graph.globalOf(node));
      }
      std::optional<OutputFile> out;
      if (endpoint.rank() == 0) {
        out.emplace(path);
      }
      dist::writeNodeLines(
          endpoint, out ? &*out : nullptr, folder_.file("graph.gr"), dist::Called::kNumbers, graph,
          std::span<const std::uint64_t>(own),
          [](std::string& text, std::uint64_t value) { text += ' ' + std::to_string(value); });
      if (out) {
        out->commit();
      }
    });
    ASSERT_EQ(graphtest::readBytes(path), wanted) << "seed " << seed;
  }
}

} // namespace
