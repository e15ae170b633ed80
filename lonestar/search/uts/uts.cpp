/** uts-cpu and uts-dist: the number of nodes of an unbalanced tree (UnbalancedTree.h). */
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "search/SearchExperiment.h"
#include "search/SearchProgram.h"
#include "uts/UnbalancedTree.h"
#include "uts/UtsVerify.h"

namespace cll = llvm::cl;

namespace {

using galois::search::CountByDepth;
using lonestar::search::TreeShape;
using lonestar::search::UnbalancedTree;

constexpr const char* kDescription = "The number of nodes of an unbalanced tree (UTS).";

const lonestar::Examples examples{
    {"uts-cpu T1", "Counts the nodes of a sample tree"},
    {"uts-cpu --shape=binomial --children=8 --probability=0.12", "A tree of one's own"}};

cll::opt<std::string> sampleFlag(cll::Positional,
                                 cll::desc("[T1 | T1L | T3: a sample tree of UTS]"),
                                 cll::cat(lonestar::inputGroup()));
cll::opt<TreeShape, false, lonestar::ChoiceParser<TreeShape>> shapeFlag(
    "shape", cll::desc("Distribution of the numbers of children:"),
    cll::values(clEnumValN(TreeShape::kGeometric, "geometric",
                           "geometric with mean --branching, down to --levels (default)"),
                clEnumValN(TreeShape::kBinomial, "binomial",
                           "--children with probability --probability, otherwise 0; the root has "
                           "--branching")),
    cll::init(TreeShape::kGeometric), cll::cat(lonestar::inputGroup()));
cll::opt<double> branchingFlag("branching",
                               lonestar::Numbers{
                                   "a number above 0, at most 1e6,",
                                   [](double number) { return number > 0 && number <= 1e6; }},
                               cll::desc("See --shape (default 4)"), cll::value_desc("number"),
                               cll::init(4), cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> levelsFlag("levels",
                              cll::desc("Levels of a geometric tree besides the root (default 8)"),
                              cll::value_desc("count"), cll::init(8),
                              cll::cat(lonestar::inputGroup()));
cll::opt<double> probabilityFlag("probability",
                                 lonestar::Numbers{
                                     "a number from 0 to 1",
                                     [](double number) { return number >= 0 && number <= 1; }},
                                 cll::desc("See --shape (default 0.1)"), cll::value_desc("number"),
                                 cll::init(0.1), cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> childrenFlag("children", cll::desc("See --shape (default 8)"),
                                cll::value_desc("count"), cll::init(8),
                                cll::cat(lonestar::inputGroup()));
cll::opt<std::uint32_t> treeSeedFlag("tree-seed", cll::desc("Seed of the tree (default 19)"),
                                     cll::value_desc("seed"), cll::init(19),
                                     cll::cat(lonestar::inputGroup()));

/// A sample tree and its published number of nodes.
struct Sample {
  const char* name;
  UnbalancedTree tree;
  std::uint64_t nodes;
};
const Sample kSamples[] = {{"T1", {TreeShape::kGeometric, 4, 10, 0, 0, 19}, 4130071},
                           {"T1L", {TreeShape::kGeometric, 4, 13, 0, 0, 29}, 102181082},
                           {"T3", {TreeShape::kBinomial, 2000, 0, 0.124875, 8, 42}, 4112897}};

class Uts : public lonestar::SearchExperiment {
public:
  Uts(const UnbalancedTree& tree, std::optional<std::uint64_t> published)
      : tree_(tree), published_(published) {}

  lonestar::Json params() const override {
    const bool geometric = tree_.shape == TreeShape::kGeometric;
    lonestar::Json json = {{"shape", geometric ? "geometric" : "binomial"},
                           {"branching", tree_.branching},
                           {"tree_seed", tree_.seed}};
    if (geometric) {
      json["levels"] = tree_.depth;
    } else {
      json["probability"] = tree_.probability;
      json["children"] = tree_.children;
    }
    return json;
  }
  void reset() override { counts_ = {}; }
  lonestar::Outcome run() override {
    const lonestar::Stopwatch watch;
    auto result = lonestar::visitCoordination([this](const auto& coordination) {
      return galois::search::enumerate<lonestar::search::UtsChildren>(
          tree_, lonestar::search::UtsNode::root(tree_), CountByDepth(), coordination,
          lonestar::searchLimits());
    });
    const double seconds = watch.seconds();
    counts_ = std::move(result.value);
    return searched(lonestar::SearchType::kEnumerate, result, seconds);
  }
  lonestar::Answer answer() override {
    return {counts_.total(), {{"height", counts_.deepest() - 1}}};
  }
  std::string check(bool fully) override {
    if (!complete()) {
      return "";
    }
    if (published_ && counts_.total() != *published_) {
      return fmt::format("{} nodes, but this tree has {}", counts_.total(), *published_);
    }
    const std::uint64_t right =
        fully ? lonestar::search::utsNodesByDefinition(tree_) : counts_.total();
    return counts_.total() == right
               ? ""
               : fmt::format("{} nodes, and {} by the definition", counts_.total(), right);
  }
  std::vector<std::string> summary() const override {
    return {fmt::format("The tree has {} and height {}", lonestar::counted(counts_.total(), "node"),
                        counts_.deepest() - 1),
            searchSummary()};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (unsigned depth = 1; depth <= counts_.deepest(); ++depth) {
      file.write(fmt::format("{} {}\n", depth - 1, counts_.at(depth)));
    }
  }

private:
  const UnbalancedTree tree_;
  const std::optional<std::uint64_t> published_;
  CountByDepth counts_;
};

/// Refuses flags that are given and have no effect. @throws UsageError
void refuseFlags(const std::string& beside, const std::vector<const cll::Option*>& flags) {
  for (const cll::Option* flag : flags) {
    if (flag->getNumOccurrences() > 0) {
      throw lonestar::UsageError(
          fmt::format("--{} has no effect with {}; leave it out", flag->ArgStr.str(), beside));
    }
  }
}

/// Returns the tree of the flags. @throws UsageError
UnbalancedTree treeOfFlags() {
  if (shapeFlag == TreeShape::kGeometric) {
    refuseFlags("--shape=geometric", {&probabilityFlag, &childrenFlag});
  } else {
    refuseFlags("--shape=binomial", {&levelsFlag});
  }
  const UnbalancedTree tree{shapeFlag,       branchingFlag, levelsFlag,
                            probabilityFlag, childrenFlag,  treeSeedFlag};
  if (tree.shape == TreeShape::kBinomial &&
      !(tree.probability >= 0 && tree.probability * tree.children < 1)) {
    throw lonestar::UsageError(fmt::format("--probability={} --children={}: their product is below "
                                           "1, or the tree would have no end",
                                           tree.probability, tree.children));
  }
  return tree;
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::removeDecisionFlag();
  lonestar::startSearch(argc, argv, kDescription, nullptr);
  if (sampleFlag.empty()) {
    Uts experiment(treeOfFlags(), std::nullopt);
    const std::string name =
        fmt::format("{}-{}", shapeFlag == TreeShape::kGeometric ? "geometric" : "binomial",
                    std::uint32_t{treeSeedFlag});
    return lonestar::runSearchExperiment("uts", experiment, {name, name});
  }
  for (const Sample& sample : kSamples) {
    if (sampleFlag == sample.name) {
      refuseFlags("the sample tree " + sampleFlag,
                  {&shapeFlag, &branchingFlag, &levelsFlag, &probabilityFlag, &childrenFlag,
                   &treeSeedFlag});
      Uts experiment(sample.tree, sample.nodes);
      return lonestar::runSearchExperiment("uts", experiment, {sample.name, sample.name});
    }
  }
  throw lonestar::UsageError(
      fmt::format("'{}' is no sample tree; it is T1, T1L or T3", std::string{sampleFlag}));
}

} // namespace

int main(int argc, char** argv) { return lonestar::searchMain(argc, argv, program); }
