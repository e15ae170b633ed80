/** knapsack-cpu and knapsack-dist: the best profit of a 0-1 knapsack problem (Knapsack.h). */
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "knapsack/Knapsack.h"
#include "knapsack/KnapsackVerify.h"
#include "knapsack/ReadKnapsack.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "search/SearchExperiment.h"
#include "search/SearchProgram.h"

namespace cll = llvm::cl;

namespace {

using lonestar::search::KnapsackChildren;
using lonestar::search::KnapsackInput;
using lonestar::search::KnapsackNode;
using lonestar::search::KnapsackSpace;

constexpr const char* kDescription = "The best profit of a 0-1 knapsack problem, by branch and "
                                     "bound; with --decision=K, a profit of at least K.";

const lonestar::Examples examples{
    {"knapsack-cpu items.txt -t 4", "The best profit, on four threads"},
    {"knapsack-cpu items.txt --order=best-first", "The same, best bounds first"},
    {"knapsack-cpu items.txt --decision=1000", "Is there a profit of 1000?"}};

cll::opt<std::string>
    inputFlag(cll::Positional, cll::Required,
              cll::desc("<problem: ITEMS, then ITEM PROFIT WEIGHT, then CAPACITY>"),
              cll::cat(lonestar::inputGroup()));

class Knapsack : public lonestar::SearchExperiment {
public:
  explicit Knapsack(KnapsackInput input) : input_(std::move(input)) {}

  lonestar::Json params() const override {
    const auto wanted = lonestar::decisionWanted();
    return wanted ? lonestar::Json{{"decision", *wanted}} : lonestar::Json::object();
  }
  void reset() override { taken_.clear(); }
  lonestar::Outcome run() override {
    const KnapsackSpace space(input_.items, input_.capacity);
    const KnapsackNode root = KnapsackNode::root(space);
    const lonestar::search::MostProfit problem;
    const auto wanted = lonestar::decisionWanted();
    const lonestar::Stopwatch watch;
    const auto result = lonestar::visitOrder([&](const auto& coordination) {
      const auto limits = lonestar::searchLimits();
      return wanted ? galois::search::decide<KnapsackChildren>(space, root, problem,
                                                               static_cast<std::int64_t>(*wanted),
                                                               coordination, limits)
                    : galois::search::optimise<KnapsackChildren>(space, root, problem, coordination,
                                                                 limits);
    });
    const double seconds = watch.seconds();
    for (std::size_t i = 0; i < space.items.size(); ++i) {
      if ((result.node.taken[i / 64] >> (i % 64) & 1) != 0) {
        taken_.push_back(space.original[i]);
      }
    }
    std::sort(taken_.begin(), taken_.end());
    profit_ = result.objective;
    bound_ = result.bound;
    found_ = result.found;
    return searched(wanted ? lonestar::SearchType::kDecide : lonestar::SearchType::kOptimise,
                    result, seconds);
  }
  lonestar::Answer answer() override {
    return {lonestar::decisionWanted() ? lonestar::Json(found_) : lonestar::Json(profit_),
            {{"profit", profit_}, {"bound", bound_}, {"items", taken_}}};
  }
  std::string check(bool fully) override {
    std::string fault =
        lonestar::search::knapsackFault(input_.items, input_.capacity, taken_, profit_);
    const auto wanted = lonestar::decisionWanted();
    if (fault.empty() && fully && complete() &&
        lonestar::search::isSmallKnapsack(input_.items.size(), input_.capacity)) {
      const std::int64_t best =
          lonestar::search::bestProfitByWeights(input_.items, input_.capacity);
      if (wanted ? found_ != (best >= static_cast<std::int64_t>(*wanted)) : profit_ != best) {
        fault = fmt::format("the best profit is {}", best);
      }
    }
    return fault;
  }
  std::vector<std::string> summary() const override {
    const auto wanted = lonestar::decisionWanted();
    return {wanted && !found_ ? fmt::format("No profit of {} or more {}", *wanted,
                                            complete() ? "is possible" : "was found")
                              : fmt::format("Profit {} by {}{}", profit_,
                                            lonestar::counted(taken_.size(), "item"),
                                            complete() && !wanted ? ", which is the best"
                                                                  : fmt::format("; at most {} is "
                                                                                "possible",
                                                                                bound_)),
            searchSummary()};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (const std::uint32_t item : taken_) {
      file.write(fmt::format("{}\n", item));
    }
  }

private:
  const KnapsackInput input_;
  std::vector<std::uint32_t> taken_; ///< numbers from 0, in increasing order
  std::int64_t profit_ = 0, bound_ = 0;
  bool found_ = false;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::offerOrders();
  lonestar::startSearch(argc, argv, kDescription, &inputFlag);
  const auto wanted = lonestar::decisionWanted();
  if (wanted && *wanted > static_cast<std::uint64_t>(INT64_MAX)) {
    throw lonestar::UsageError(fmt::format("--decision={}: profits have 63 bits", *wanted));
  }
  const lonestar::Stopwatch watch;
  KnapsackInput input = lonestar::search::readKnapsack(inputFlag);
  const lonestar::InputDescription description{inputFlag, lonestar::inputId(inputFlag),
                                               std::nullopt, std::nullopt, watch.seconds()};
  Knapsack experiment(std::move(input));
  return lonestar::runSearchExperiment("knapsack", experiment, description);
}

} // namespace

int main(int argc, char** argv) { return lonestar::searchMain(argc, argv, program); }
