/**
 * search-bench: a sequential search by a skeleton beside the same search written by hand
 * (SearchByHand.h), each run several times in turn. Prints the medians and their ratio. With
 * --only=hand or --only=skeleton it runs one of them, for a profiler that counts instructions.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "SearchByHand.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/record/RunTimes.h"
#include "maxclique/ReadClq.h"

namespace cll = llvm::cl;

namespace {

using galois::search::CountByDepth;
using galois::search::Sequential;

constexpr unsigned kGenusOfThreeBlocks = 31;
constexpr std::uint32_t kVertices = 256;

enum class Only { kBoth, kHand, kSkeleton };

cll::opt<std::string> graphFlag(cll::Positional,
                                cll::desc("[graph of up to 256 vertices, for maxclique]"),
                                cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> genusFlag("g", lonestar::WholeNumbers{1, kGenusOfThreeBlocks},
                             cll::desc("Without a graph: semigroups up to this genus, from 1 to "
                                       "31 (default 30)"),
                             cll::value_desc("genus"), cll::init(30),
                             cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> runsFlag("runs", lonestar::WholeNumbers{1, UINT32_MAX},
                            cll::desc("Runs of each, in turn (default 7)"),
                            cll::value_desc("count"), cll::init(7), cll::cat(lonestar::runGroup()));
cll::opt<Only, false, lonestar::ChoiceParser<Only>>
    onlyFlag("only", cll::desc("What is run:"),
             cll::values(clEnumValN(Only::kBoth, "both", "both, in turn (default)"),
                         clEnumValN(Only::kHand, "hand", "what is written by hand"),
                         clEnumValN(Only::kSkeleton, "skeleton", "the skeleton")),
             cll::init(Only::kBoth), cll::cat(lonestar::runGroup()));

/// Runs both and compares what they return. @return the exit status
int compare(const std::string& what, const std::function<std::vector<std::uint64_t>()>& byHand,
            const std::function<std::vector<std::uint64_t>()>& bySkeleton) {
  std::vector<double> hand, skeleton;
  std::vector<std::uint64_t> one, other;
  for (unsigned run = 0; run < runsFlag; ++run) {
    if (onlyFlag != Only::kSkeleton) {
      const lonestar::Stopwatch watch;
      one = byHand();
      hand.push_back(watch.seconds());
    }
    if (onlyFlag != Only::kHand) {
      const lonestar::Stopwatch watch;
      other = bySkeleton();
      skeleton.push_back(watch.seconds());
    }
  }
  if (onlyFlag != Only::kBoth) {
    galois::inputs::printTo(stdout, "{}: {:.6f} s\n", what,
                            lonestar::median(onlyFlag == Only::kHand ? hand : skeleton));
    return 0;
  }
  const double ours = lonestar::median(skeleton), plain = lonestar::median(hand);
  const double leastOurs = *std::min_element(skeleton.begin(), skeleton.end());
  const double leastPlain = *std::min_element(hand.begin(), hand.end());
  galois::inputs::printTo(
      stdout,
      "{}: by hand {:.6f} s, skeleton {:.6f} s, ratio {:.3f}; least {:.6f} s, {:.6f} s, "
      "ratio {:.3f}\n",
      what, plain, ours, ours / plain, leastPlain, leastOurs, leastOurs / leastPlain);
  if (one != other) {
    galois::inputs::printTo(stderr, "search-bench: the two searches of {} differ\n", what);
    return 1;
  }
  return 0;
}

int semigroups() {
  using namespace lonestar::search;
  const unsigned genus = genusFlag;
  return compare(
      fmt::format("semigroups up to genus {}", genus),
      [&] {
        std::vector<std::uint64_t> counts(genus + 1);
        SemigroupsByHand<3>(counts).run();
        return counts;
      },
      [&] {
        const auto result = galois::search::enumerate<Semigroups<3>>(
            {}, Semigroup<3>::root(), CountByDepth(), Sequential(), {.maxDepth = genus + 1});
        std::vector<std::uint64_t> counts;
        for (unsigned depth = 1; depth <= genus + 1; ++depth) {
          counts.push_back(result.value.at(depth));
        }
        return counts;
      });
}

int maxclique() {
  using namespace lonestar::search;
  const BitGraph<kVertices / 64> graph(readClq(graphFlag, kVertices));
  return compare(
      graphFlag,
      [&]() -> std::vector<std::uint64_t> {
        CliqueByHand<kVertices / 64> search(graph);
        search.run();
        return {search.size(), search.expansions()};
      },
      [&]() -> std::vector<std::uint64_t> {
        const auto result = galois::search::optimise<CliqueChildren<kVertices / 64>>(
            graph, CliqueNode<kVertices / 64>::root(graph), LargestClique<kVertices / 64>(),
            Sequential());
        return {static_cast<std::uint64_t>(result.objective), result.statistics.expansions};
      });
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::parseCommandLine(argc, argv, "Searches by a skeleton and by hand, in turn.");
  return graphFlag.empty() ? semigroups() : maxclique();
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
