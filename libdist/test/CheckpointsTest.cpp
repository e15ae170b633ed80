// Searches that are ended again and again, by an exception in the middle or in good order, and go
// on from their checkpoint on another number of ranks: nothing is lost, and nothing is visited
// twice.
#include "galois/dist/search/Checkpoints.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "RankedTrees.h"
#include "galois/dist/RankedSearch.h"
#include "support/Seeds.h"
#include "support/TempFolder.h"

namespace galois::dist {
namespace {

using namespace disttest;
using galois::test::seeds;
namespace fs = std::filesystem;
using LoopCheckpoints = Checkpoints<SimulatedTransport>;

class CheckpointsTest : public RankedSearch {
protected:
  CheckpointsTest() {
    options_.folder = folder_ / "search";
    options_.search = "a tree";
    options_.warn = [this](const std::string& text) { warnings_ += text + "\n"; };
  }

  /// Calls fn(ranks, tree, checkpoints) on each rank, with checkpoints that are open.
  template <typename Fn>
  void onCheckedRanks(std::uint64_t seed, const RandomTree& tree, const Fn& fn) {
    onRanks(seed, tree, [&](LoopRanks& ranks, const SlowTree& own) {
      LoopCheckpoints checkpoints(ranks.endpoint(), options_);
      const std::string wrong = checkpoints.open();
      ASSERT_EQ(wrong, "");
      ranks.setCheckpoints(&checkpoints);
      fn(ranks, own, checkpoints);
    });
  }
  /// Returns what open() says on `ranks` ranks; all say the same.
  std::string openOn(Rank count) {
    std::string said;
    runSimulated({.ranks = count, .seed = 1, .limit = 1e7}, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      LoopCheckpoints checkpoints(endpoint, options_);
      const std::string own = checkpoints.open();
      EXPECT_TRUE(transport.rank() == 0 || own == said);
      said = own;
    });
    return said;
  }
  /// Leaves a checkpoint of two ranks in the folder.
  void leaveCheckpoint() {
    const RandomTree tree = makeTree(3, 3000);
    options_.every = 2000;
    onCheckedRanks(2, tree, [&](LoopRanks& ranks, const SlowTree& own, LoopCheckpoints&) {
      if (ranks.rank() == 0) {
        EXPECT_EQ(ranks.ranks(), 2u);
      }
      RandomTree& changing = const_cast<SlowTree&>(own);
      changing.cancelsAt = 0;
      const auto result = search::enumerate<SlowGenerator>(own, Node(0), search::CountByDepth(),
                                                           on(ranks, search::Budget{5}));
      EXPECT_FALSE(result.complete);
    });
    substrate::Cancellation::reset();
    ASSERT_TRUE(fs::exists(options_.folder / "checkpoint"));
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(options_.folder)) {
      all.push_back(entry.path());
    }
    return all;
  }

  const galois::test::TempFolder folder_;
  const fs::path above_ = folder_.path();
  CheckpointOptions options_;
  std::string warnings_;
};

/// Calls fn(coordination) for one that can have checkpoints.
template <typename WithCoordination, typename Fn>
void unlessOrdered(const WithCoordination& with, const Fn& fn) {
  with([&](const auto& coordination) {
    using Coordination = std::remove_cvref_t<decltype(coordination)>;
    if constexpr (std::is_same_v<Coordination, search::Ordered>) {
      fn(search::Budget{3});
    } else {
      fn(coordination);
    }
  });
}

TEST_F(CheckpointsTest, AnEnumerationThatIsKilledAgainAndAgainVisitsEveryNodeOnce) {
  std::uint64_t written = 0, killed = 0, restarted = 0, moved = 0;
  for (std::uint64_t seed = 0; seed < seeds(150); ++seed) {
    SCOPED_TRACE(seed);
    RandomTree tree = makeTree(seed, 100 + seed % 500);
    substrate::Random random(seed, 9);
    options_.restart = true;
    fs::remove_all(options_.folder);
    bool done = false;
    for (unsigned start = 0; !done; ++start) {
      options_.every = start < 12 ? 50 + random.below(400) : 1e9;
      tree.throwsAt = start < 12 ? random.below(static_cast<unsigned>(tree.size())) : ~0ul;
      const std::uint64_t shape = seed + start;
      unlessOrdered(
          [&](const auto& fn) { withCoordination(shape, fn); },
          [&](const auto& coordination) {
            try {
              onCheckedRanks(
                  shape, tree,
                  [&](LoopRanks& ranks, const SlowTree& own, LoopCheckpoints& checkpoints) {
                    restarted += checkpoints.continues() && ranks.rank() == 0 ? 1 : 0;
                    moved += checkpoints.continues() && ranks.rank() == 0 &&
                                     checkpoints.report().partsBefore != ranks.ranks()
                                 ? 1
                                 : 0;
                    auto result = search::enumerate<SlowGenerator>(own, Node(0), NodeList(),
                                                                   on(ranks, coordination));
                    written += ranks.rank() == 0 ? checkpoints.report().written : 0;
                    EXPECT_TRUE(result.complete);
                    expectAllOnce(result.value, tree);
                    EXPECT_EQ(result.statistics.nodes, tree.size());
                    EXPECT_EQ(result.statistics.maxDepth,
                              *std::max_element(tree.depth.begin(), tree.depth.end()));
                    EXPECT_EQ(result.perThread.size(), ranks.ranks());
                    done = true;
                    checkpoints.discardIfComplete();
                  });
            } catch (const std::runtime_error&) {
              ++killed;
            }
          });
      ASSERT_FALSE(HasFailure());
    }
    EXPECT_FALSE(fs::exists(options_.folder));
  }
  EXPECT_GT(written, 0U);
  EXPECT_GT(killed, seeds(150));
  EXPECT_GT(restarted, seeds(150) / 2);
  EXPECT_GT(moved, seeds(150) / 4);
  EXPECT_EQ(warnings_, "");
}

TEST_F(CheckpointsTest, AnOptimisationGoesOnWithItsBestNode) {
  for (std::uint64_t seed = 0; seed < seeds(100); ++seed) {
    SCOPED_TRACE(seed);
    RandomTree tree = makeTree(seed, 100 + seed % 500);
    const LargestValue problem{seed % 3 != 0};
    options_.restart = true;
    options_.every = 100 + seed % 300;
    fs::remove_all(options_.folder);
    bool done = false;
    for (unsigned start = 0; !done; ++start) {
      tree.throwsAt = start < 6 ? (seed * 31 + start * 17) % tree.size() : ~0ul;
      const std::uint64_t shape = seed * 3 + start;
      unlessOrdered([&](const auto& fn) { withCoordination(shape, fn); },
                    [&](const auto& coordination) {
                      try {
                        onCheckedRanks(
                            shape, tree,
                            [&](LoopRanks& ranks, const SlowTree& own, LoopCheckpoints&) {
                              const auto result = search::optimise<SlowGenerator>(
                                  own, Node(0), problem, on(ranks, coordination));
                              EXPECT_TRUE(result.complete);
                              EXPECT_EQ(result.objective, tree.best());
                              EXPECT_EQ(tree.value[*result.node.number], tree.best());
                              if (!problem.prunes) {
                                EXPECT_EQ(result.statistics.nodes, tree.size());
                              }
                              done = true;
                            });
                      } catch (const std::runtime_error&) {
                      }
                    });
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST_F(CheckpointsTest, ADecisionGoesOnToo) {
  for (std::uint64_t seed = 0; seed < seeds(40); ++seed) {
    SCOPED_TRACE(seed);
    const RandomTree tree = makeTree(seed, 100 + seed % 500);
    for (const std::int64_t expected : {tree.value[0], tree.best(), tree.best() + 1}) {
      fs::remove_all(options_.folder);
      options_.restart = true;
      options_.every = 150;
      for (int start = 0; start < 2; ++start) { // the first run may end with a checkpoint alone
        onCheckedRanks(seed + start, tree,
                       [&](LoopRanks& ranks, const SlowTree& own, LoopCheckpoints&) {
                         const auto result = search::decide<SlowGenerator>(
                             own, Node(0), LargestValue(), expected, on(ranks, search::Budget{3}));
                         EXPECT_TRUE(result.complete);
                         EXPECT_EQ(result.found, expected <= tree.best());
                       });
      }
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST_F(CheckpointsTest, ACancelledSearchIsSavedAndGoesOn) {
  for (std::uint64_t seed = 0; seed < seeds(100); ++seed) {
    SCOPED_TRACE(seed);
    RandomTree tree = makeTree(seed, 3000);
    if (tree.size() < 500) {
      continue;
    }
    fs::remove_all(options_.folder);
    options_.restart = true;
    options_.every = 1e9;
    std::uint64_t nodesBefore = 0;
    for (bool complete = false; !complete;) {
      tree.cancelsAt = nodesBefore == 0 ? seed % 50 : ~0ul;
      while (tree.cancelsAt < tree.size() && tree.children[tree.cancelsAt].empty()) {
        ++tree.cancelsAt;
      }
      onCheckedRanks(seed + nodesBefore, tree,
                     [&](LoopRanks& ranks, const SlowTree& own, LoopCheckpoints& checkpoints) {
                       EXPECT_EQ(checkpoints.report().nodesBefore, nodesBefore);
                       const auto result =
                           search::enumerate<SlowGenerator>(own, Node(0), search::CountByDepth(),
                                                            on(ranks, search::StackStealing{}));
                       EXPECT_EQ(result.value.total(), result.statistics.nodes);
                       EXPECT_TRUE(!result.complete || result.value.total() == tree.size());
                       complete = result.complete;
                       nodesBefore = result.statistics.nodes;
                       EXPECT_EQ(checkpoints.report().written, complete ? 0u : 1u);
                     });
      substrate::Cancellation::reset();
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST_F(CheckpointsTest, SomebodyMayAskForACheckpoint) {
  const RandomTree tree = makeTree(8, 4000);
  options_.every = 1e9;
  unsigned asked = 0, looks = 0;
  options_.isWanted = [&] {
    ++looks;
    asked += looks % 40 == 0 ? 1 : 0;
    return looks % 40 == 0;
  };
  std::uint64_t written = 0;
  onCheckedRanks(3, tree, [&](LoopRanks& ranks, const SlowTree& own, LoopCheckpoints& checkpoints) {
    const auto result = search::enumerate<SlowGenerator>(own, Node(0), search::CountByDepth(),
                                                         on(ranks, search::Budget{5}));
    EXPECT_EQ(result.value.total(), tree.size());
    written = checkpoints.report().written;
  });
  EXPECT_GT(written, 1u);
  EXPECT_LE(written, asked);
}

TEST_F(CheckpointsTest, AFolderWithACheckpointIsNotOverwritten) {
  leaveCheckpoint();
  EXPECT_NE(openOn(2).find("has a checkpoint; --restart"), std::string::npos);
  options_.restart = true;
  EXPECT_EQ(openOn(3), "");
  options_.search = "another tree";
  EXPECT_NE(openOn(3).find("of another search"), std::string::npos);
}

TEST_F(CheckpointsTest, EveryDamagedFileIsRefused) {
  leaveCheckpoint();
  options_.restart = true;
  unsigned refused = 0;
  for (const fs::path& file : files()) {
    if (file.filename() == "ranks" || file.filename() == "lock") {
      continue;
    }
    std::string text;
    {
      std::ifstream in(file, std::ios::binary);
      text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    const auto write = [&](const std::string& changed) {
      std::ofstream(file, std::ios::binary) << changed;
    };
    for (std::size_t at = 0; at < text.size(); at += 1 + text.size() / 40) {
      std::string changed = text;
      changed[at] = static_cast<char>(changed[at] ^ 4);
      write(changed);
      EXPECT_NE(openOn(2), "") << file << " at " << at;
      write(text.substr(0, at));
      EXPECT_NE(openOn(2), "") << file << " up to " << at;
      ++refused;
    }
    fs::remove(file);
    if (file.filename() != "checkpoint") {
      EXPECT_NE(openOn(2).find("cannot be read"), std::string::npos);
    }
    write(text);
    EXPECT_EQ(openOn(2), "");
  }
  EXPECT_GT(refused, 60u);
}

TEST_F(CheckpointsTest, LeftoversOfAKillAreDeleted) {
  leaveCheckpoint();
  options_.restart = true;
  const std::size_t before = files().size();
  for (const auto& [name, text] : {std::pair("9-0.part", "galois checkpoint part 1\nx"),
                                   std::pair("9-1.part.tmp-0a1b2c", "galois checkpoint part 1\n"),
                                   std::pair("checkpoint.tmp-0a1b2c", "galois checkpoint 1\n"),
                                   std::pair("ranks.tmp-0a1b2c", "")}) {
    std::ofstream(options_.folder / name) << text;
  }
  EXPECT_EQ(openOn(2), "");
  EXPECT_EQ(files().size(), before);
}

TEST_F(CheckpointsTest, FilesOfOthersStay) {
  leaveCheckpoint();
  options_.restart = true;
  const std::set<std::string> others{"notes",       "checkpoint.txt",     "checkpoint.77.tmp",
                                     "thesis.part", "9-0.part.old",       "a-1.part",
                                     "09-0.part",   "9-0.part.tmp-0a1b2", "checkpoint.tmp-0a1b2c"};
  for (const std::string& name : others) {
    std::ofstream(options_.folder / name) << "important";
  }
  EXPECT_EQ(openOn(2), "");
  for (const std::string& name : others) {
    EXPECT_TRUE(fs::exists(options_.folder / name)) << name;
  }
  // Under a name of ours, a file of others would be overwritten.
  for (const char* name : {"9-0.part", "ranks", "lock", "checkpoint"}) {
    fs::remove_all(options_.folder);
    fs::create_directories(options_.folder);
    for (const char* text : {"important", ""}) {
      if (std::string(name) == "lock" && *text == '\0') {
        continue; // has nothing to lose
      }
      std::ofstream(options_.folder / name) << text;
      const std::string said = openOn(2);
      EXPECT_NE(said.find("give --checkpoint a folder of its own"), std::string::npos) << said;
      std::ifstream file(options_.folder / name);
      EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
    }
  }
}

TEST_F(CheckpointsTest, OneJobHasTheFolder) {
  leaveCheckpoint();
  options_.restart = true;
  const auto names = [&] {
    std::set<fs::path> all;
    for (const auto& path : files()) {
      all.insert(path.filename());
    }
    return all;
  };
  const std::set<fs::path> before = names();
  runSimulated({.ranks = 1, .seed = 1, .limit = 1e7}, [&](SimulatedTransport& transport) {
    Endpoint<SimulatedTransport> endpoint(transport);
    LoopCheckpoints first(endpoint, options_);
    EXPECT_EQ(first.open(), "");
    LoopCheckpoints second(endpoint, options_);
    EXPECT_EQ(second.open(), "another job is using " + options_.folder.string() +
                                 "; give each job a folder of its own");
    EXPECT_EQ(names(), before);
    first.setComplete();
    first.discardIfComplete();
    EXPECT_FALSE(fs::exists(options_.folder));
    LoopCheckpoints third(endpoint, options_);
    EXPECT_EQ(third.open(), "");
  });
  EXPECT_EQ(openOn(2), ""); // free again
}

TEST_F(CheckpointsTest, AFolderThatCannotBeMadeIsSaid) {
  std::ofstream(above_ / "file") << "x";
  options_.folder = above_ / "file" / "search";
  EXPECT_NE(openOn(3).find("cannot be made"), std::string::npos);
}

TEST_F(CheckpointsTest, ASearchOutlivesACheckpointThatCannotBeWritten) {
  const RandomTree tree = makeTree(8, 4000);
  options_.every = 300;
  std::uint64_t failed = 0, written = 0;
  onCheckedRanks(3, tree, [&](LoopRanks& ranks, const SlowTree& own, LoopCheckpoints& checkpoints) {
    if (ranks.rank() == 0) {
      // Whatever is written now has a name that cannot be replaced by a file.
      fs::create_directories(options_.folder / "2-1.part" / "x");
    }
    const auto result = search::enumerate<SlowGenerator>(own, Node(0), search::CountByDepth(),
                                                         on(ranks, search::Budget{5}));
    EXPECT_EQ(result.value.total(), tree.size());
    failed = checkpoints.report().failed;
    written = checkpoints.report().written;
  });
  EXPECT_EQ(failed, 1u);
  EXPECT_GT(written, 1u); // also those after it
  EXPECT_NE(warnings_.find("could not be written, so that the last one is kept: rank 1"),
            std::string::npos)
      << warnings_;
}

TEST_F(CheckpointsTest, OrderedHasNone) {
  const RandomTree tree = makeTree(8, 100);
  EXPECT_THROW(onCheckedRanks(3, tree,
                              [&](LoopRanks& ranks, const SlowTree& own, LoopCheckpoints&) {
                                search::enumerate<SlowGenerator>(own, Node(0),
                                                                 search::CountByDepth(),
                                                                 on(ranks, search::Ordered{2}));
                              }),
               std::logic_error);
}

std::uint32_t slowNode = 0;

/// A tree in which building a child of slowNode takes long.
struct StuckGenerator : SlowGenerator {
  using SlowGenerator::SlowGenerator;
  Node next() {
    if (parent == slowNode) {
      transport.spend(1e6);
    }
    return SlowGenerator::next();
  }
};

TEST_F(CheckpointsTest, AStuckRankIsNamed) {
  const RandomTree tree = makeTree(8, 4000);
  for (slowNode = 7; tree.children[slowNode].empty(); ++slowNode) {
  }
  for (const double limit : {2e5, 1e8}) {
    for (const Rank count : {2u, 3u, 8u}) {
      RankOptions options = optionsOf(3);
      options.stuckAfter = limit;
      options.burn = 0;
      options.hosts.assign(count, "a-host");
      std::string said;
      Rank slow = count;
      try {
        onRanks(3, count, options, tree, [&](LoopRanks& ranks, const SlowTree& own) {
          const auto result = search::enumerate<StuckGenerator>(
              own, Node(0), search::CountByDepth(), on(ranks, search::Budget{5}));
          EXPECT_EQ(result.value.total(), tree.size());
          slow = ranks.rank();
        });
      } catch (const std::exception& error) {
        said = error.what();
      }
      if (limit > 1e6) {
        EXPECT_EQ(said, "");
        EXPECT_LT(slow, count);
      } else {
        EXPECT_NE(said.find("on a-host is stuck: it has sent nothing for 0 s"), std::string::npos)
            << said;
      }
    }
  }
}

} // namespace
} // namespace galois::dist
