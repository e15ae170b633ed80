/**
 * semigroups-cpu, semigroups-dist and semigroups-nodes: the number of numerical semigroups of each
 * genus (Semigroups.h). The first records trees, and the last searches them (RecordedTree.h).
 */
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "search/RankSession.h"
#include "search/SearchExperiment.h"
#include "search/SearchProgram.h"
#include "semigroups/RecordedTree.h"
#include "semigroups/Semigroups.h"
#include "semigroups/SemigroupsVerify.h"

namespace cll = llvm::cl;

namespace {

using galois::search::CountByDepth;

constexpr const char* kDescription = "The number of numerical semigroups of each genus.";

const lonestar::Examples examples{
    {"semigroups-cpu -g 35", "Counts numerical semigroups up to genus 35"},
    {"semigroups-cpu -g 40 --record-tree=40.tree", "Records the tree for semigroups-nodes"}};
constexpr unsigned kLargestGenus = 70;

cll::opt<unsigned> genusFlag("g", lonestar::WholeNumbers{0, kLargestGenus},
                             cll::desc("Count up to this genus, from 0 to 70 (default 30)"),
                             cll::value_desc("genus"), cll::init(30),
                             cll::cat(lonestar::inputGroup()));
cll::opt<std::string> inputFlag(cll::Positional, cll::desc("[recorded tree, in virtual time]"),
                                cll::cat(lonestar::inputGroup()));
cll::opt<std::string>
    recordFlag("record-tree", cll::desc("Search on one thread, and write the tree into this file"),
               cll::value_desc("file"), cll::cat(lonestar::reportGroup()));
cll::opt<unsigned> lumpFlag("record-lump", lonestar::WholeNumbers{1, 1'000'000'000},
                            cll::desc("Subtrees up to this number of nodes are one entry of a "
                                      "recorded tree, and not divided (default 10000)"),
                            cll::value_desc("nodes"), cll::init(10000),
                            cll::cat(lonestar::reportGroup()));

class SemigroupTree : public lonestar::SearchExperiment {
public:
  explicit SemigroupTree(lonestar::search::RecordedTree recorded)
      : recorded_(std::move(recorded)) {}

  lonestar::Json params() const override {
    lonestar::Json params = {{"g", unsigned{genusFlag}}};
    if (isRecorded()) {
      params["lump"] = recorded_.lump;
    }
    return params;
  }
  void reset() override { counts_ = {}; }
  lonestar::Outcome run() override {
    if (isRecorded()) {
      return runRecorded();
    }
    // Three vectors of 32 numbers are enough for genus 31, and so on.
    return genusFlag <= 31   ? runWith<3>()
           : genusFlag <= 42 ? runWith<4>()
           : genusFlag <= 53 ? runWith<5>()
                             : runWith<7>();
  }
  lonestar::Answer answer() override { return {count(genusFlag), {{"counts", counts()}}}; }
  std::string check(bool fully) override {
    return complete() ? lonestar::search::semigroupsFault(counts(), fully) : "";
  }
  std::vector<std::string> summary() const override {
    return {fmt::format("{} of genus {}",
                        lonestar::counted(count(genusFlag), "numerical semigroup"),
                        unsigned{genusFlag}),
            searchSummary()};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (unsigned genus = 0; genus <= genusFlag; ++genus) {
      file.write(fmt::format("{} {}\n", genus, count(genus)));
    }
  }

private:
  template <unsigned Blocks>
  lonestar::Outcome runWith() {
    using lonestar::search::Semigroup;
    static_assert(Blocks != 7 || Semigroup<Blocks>::kMaxGenus >= kLargestGenus);
    const lonestar::Stopwatch watch;
    if (!recordFlag.empty()) {
      return record<Blocks>(watch);
    }
    auto result = lonestar::visitCoordination([](const auto& coordination) {
      return galois::search::enumerate<lonestar::search::Semigroups<Blocks>>(
          {}, Semigroup<Blocks>::root(), CountByDepth(), coordination,
          lonestar::searchLimits(genusFlag + 1));
    });
    const double seconds = watch.seconds();
    counts_ = std::move(result.value);
    return searched(lonestar::SearchType::kEnumerate, result, seconds);
  }

  bool isRecorded() const { return !recorded_.vertices.empty(); }

  /// Searches the recorded tree, whose counts are those of the record if all nodes are counted.
  lonestar::Outcome runRecorded() {
    using namespace lonestar::search;
    const lonestar::Stopwatch watch;
    const auto result = lonestar::visitCoordination([this](const auto& coordination) {
      return galois::search::enumerate<RecordedChildren>(
          recorded_, RecordedChildren::at(recorded_, 0), CountRecorded(), coordination,
          lonestar::searchLimits());
    });
    auto outcome = searched(lonestar::SearchType::kEnumerate, result, watch.seconds());
    if (complete() &&
        (result.value.nodes != recorded_.nodes() || result.statistics.nodes != recorded_.nodes() ||
         result.value.deepest != recorded_.counts.back())) {
      throw lonestar::AppError(fmt::format(
          "{} nodes, {} of genus {}, but the record has {} and {}", result.value.nodes,
          result.value.deepest, recorded_.genus, recorded_.nodes(), recorded_.counts.back()));
    }
    keep(recorded_.counts);
    return outcome;
  }

  template <unsigned Blocks>
  lonestar::Outcome record(const lonestar::Stopwatch& watch) {
    lonestar::search::TreeRecorder<Blocks> recorder(genusFlag, lumpFlag);
    const auto tree = recorder.record();
    galois::search::Outcome result;
    result.complete = true;
    result.statistics.nodes = 1 + recorder.counts().nodes;
    result.statistics.expansions = recorder.counts().expansions;
    result.statistics.backtracks = recorder.counts().backtracks;
    result.statistics.maxDepth = genusFlag + 1;
    result.statistics.tasks = 1;
    const double seconds = watch.seconds();
    keep(tree.counts);
    tree.write(recordFlag);
    return searched(lonestar::SearchType::kEnumerate, result, seconds);
  }

  void keep(const std::vector<std::uint64_t>& counts) {
    for (std::size_t genus = 0; genus < counts.size(); ++genus) {
      counts_.addMany(static_cast<unsigned>(genus) + 1, counts[genus]);
    }
  }

  /// Returns the number of semigroups of a genus, which have its depth plus one.
  std::uint64_t count(unsigned genus) const { return counts_.at(genus + 1); }
  std::vector<std::uint64_t> counts() const {
    std::vector<std::uint64_t> all;
    for (unsigned genus = 0; genus <= genusFlag; ++genus) {
      all.push_back(count(genus));
    }
    return all;
  }

  const lonestar::search::RecordedTree recorded_; ///< without vertices if there is none
  CountByDepth counts_;
};

/// Returns the tree of the command line, or one without vertices. Sets -g to its genus.
/// @throws lonestar::UsageError, galois::inputs::InputError
lonestar::search::RecordedTree readTree() {
  lonestar::search::RecordedTree tree;
  if (!inputFlag.empty()) {
    const auto* const ranks = lonestar::rankSession();
    if (ranks == nullptr || !ranks->simulatedSeconds()) {
      throw lonestar::UsageError(
          fmt::format("{}: a recorded tree is searched in virtual time, by semigroups-nodes",
                      std::string{inputFlag}));
    }
    if (genusFlag.getNumOccurrences() > 0 || !recordFlag.empty()) {
      throw lonestar::UsageError("a recorded tree has its genus, and is not recorded again");
    }
    tree = lonestar::search::RecordedTree::read(inputFlag);
    genusFlag = tree.genus;
  } else if (!recordFlag.empty()) {
    if (lonestar::rankSession() != nullptr) {
      throw lonestar::UsageError("--record-tree: semigroups-cpu records trees");
    }
    if (genusFlag == 0) {
      throw lonestar::UsageError("--record-tree: the genus is at least 1");
    }
    if (!lonestar::isSequential(lonestar::selectedCoordination())) {
      throw lonestar::UsageError("--record-tree: one thread records; use --skeleton=seq or -t=1");
    }
  }
  return tree;
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::removeDecisionFlag();
  lonestar::startSearch(argc, argv, kDescription, &inputFlag);
  SemigroupTree experiment(readTree());
  const std::string name = fmt::format("genus-{}", unsigned{genusFlag});
  return lonestar::runSearchExperiment("semigroups", experiment, {name, name});
}

} // namespace

int main(int argc, char** argv) { return lonestar::searchMain(argc, argv, program); }
