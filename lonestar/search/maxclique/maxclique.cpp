/** maxclique-cpu and maxclique-dist: a largest clique of a graph, or one of a given size (Clique.h). */
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/Words.h"
#include "maxclique/Clique.h"
#include "maxclique/CliqueSiblings.h"
#include "maxclique/CliqueVerify.h"
#include "maxclique/ReadClq.h"
#include "search/SearchExperiment.h"
#include "search/SearchOrder.h"
#include "search/SearchProgram.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "A largest clique of a graph; with --decision=K, a clique of K vertices.";

const lonestar::Examples examples{
    {"maxclique-cpu graph.clq --skeleton=stacksteal -d 3",
     "A largest clique, with another way to share the tree"},
    {"maxclique-cpu graph.clq --order=best-first -t 4", "The same, best bounds first"},
    {"maxclique-cpu graph.clq --decision=27", "Is there a clique of 27 vertices?"}};
constexpr std::uint32_t kMostVertices = 4096;

cll::opt<std::string> inputFlag(cll::Positional, cll::Required,
                                cll::desc("<graph in DIMACS format (.clq, .col)>"),
                                cll::cat(lonestar::inputGroup()));

using lonestar::search::VertexOrder;
cll::opt<VertexOrder, false, lonestar::ChoiceParser<VertexOrder>>
    vertexOrderFlag("vertex-order",
                    cll::desc("Which vertices are coloured first and tried last (default: "
                              "min-width with --order=best-first and auto, degree otherwise):"),
                    lonestar::Words<VertexOrder>{
                        {},
                        {{VertexOrder::kDegree, "degree", "those of the largest degree"},
                         {VertexOrder::kMinWidth, "min-width",
                          "an order in which no vertex has many neighbours before it"},
                         {VertexOrder::kDegreeSum, "degree-sum",
                          "as degree; of equal ones, those whose neighbours have larger degrees"}}},
                    cll::cat(lonestar::algorithmGroup()));

/// Searches by bounds visit far fewer nodes in the order of least width; depth first, the published
/// counts are those of the order by degree.
VertexOrder vertexOrder() {
  return vertexOrderFlag.getNumOccurrences() > 0 ? vertexOrderFlag
         : lonestar::isBestFirst()               ? VertexOrder::kMinWidth
                                                 : VertexOrder::kDegree;
}

using Adjacency = std::vector<std::vector<std::uint32_t>>;

class MaxClique : public lonestar::SearchExperiment {
public:
  explicit MaxClique(Adjacency adjacency) : adjacency_(std::move(adjacency)) {}

  lonestar::Json params() const override {
    lonestar::Json own{{"vertex_order", lonestar::wordOf(vertexOrderFlag, vertexOrder())}};
    if (const auto wanted = lonestar::decisionWanted()) {
      own["decision"] = *wanted;
    }
    return own;
  }
  void reset() override { clique_.clear(); }
  lonestar::Outcome run() override {
    const std::size_t vertices = adjacency_.size();
    return vertices <= 256    ? runWith<4>()
           : vertices <= 512  ? runWith<8>()
           : vertices <= 1024 ? runWith<16>()
                              : runWith<kMostVertices / 64>();
  }
  lonestar::Answer answer() override {
    std::vector<std::uint32_t> numbers = clique_;
    for (std::uint32_t& number : numbers) {
      ++number;
    }
    const lonestar::Json summary = {
        {"size", clique_.size()}, {"bound", bound_}, {"clique", numbers}};
    return {lonestar::decisionWanted() ? lonestar::Json(found_) : lonestar::Json(clique_.size()),
            summary};
  }
  std::string check(bool fully) override {
    std::string fault = lonestar::search::cliqueFault(adjacency_, clique_);
    const auto wanted = lonestar::decisionWanted();
    if (fault.empty() && found_ && clique_.size() < *wanted) {
      fault = fmt::format("the clique has only {} vertices", clique_.size());
    }
    if (fault.empty() && fully && complete() &&
        adjacency_.size() <= lonestar::search::kSmallGraph) {
      const unsigned largest = lonestar::search::largestCliqueOfSmall(adjacency_);
      if (wanted ? found_ != (largest >= *wanted) : clique_.size() != largest) {
        fault = fmt::format("the largest clique has {} vertices", largest);
      }
    }
    return fault;
  }
  std::vector<std::string> summary() const override {
    std::vector<std::uint32_t> numbers = clique_;
    for (std::uint32_t& number : numbers) {
      ++number;
    }
    const auto wanted = lonestar::decisionWanted();
    const bool none = wanted && !found_;
    return {none
                ? fmt::format("No clique of {} vertices {}", *wanted,
                              complete() ? "exists" : "was found")
                : fmt::format(
                      "A clique of {}{}: {}",
                      clique_.size() == 1 ? "1 vertex" : fmt::format("{} vertices", clique_.size()),
                      complete() && !wanted ? ", the largest" : "", fmt::join(numbers, " ")),
            searchSummary()};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (const std::uint32_t vertex : clique_) {
      file.write(fmt::format("{}\n", vertex + 1));
    }
  }

private:
  template <unsigned Words>
  lonestar::Outcome runWith() {
    using namespace lonestar::search;
    using Children = CliqueChildren<Words>;
    const BitGraph<Words> graph(adjacency_, vertexOrder());
    const auto root = CliqueNode<Words>::root(graph);
    const LargestClique<Words> problem;
    const auto wanted = lonestar::decisionWanted();
    const lonestar::Stopwatch watch;
    const auto result = lonestar::visitOrder([&](const auto& coordination) {
      const auto limits = lonestar::searchLimits();
      return wanted
                 ? galois::search::decide<Children>(graph, root, problem,
                                                    static_cast<std::int64_t>(*wanted),
                                                    coordination, limits)
                 : galois::search::optimise<Children>(graph, root, problem, coordination, limits);
    });
    const double seconds = watch.seconds();
    for (unsigned i = 0; i < graph.vertices; ++i) {
      if (result.node.members.contains(i)) {
        clique_.push_back(graph.original[i]);
      }
    }
    std::sort(clique_.begin(), clique_.end());
    bound_ = result.bound;
    found_ = result.found;
    return searched(wanted ? lonestar::SearchType::kDecide : lonestar::SearchType::kOptimise,
                    result, seconds);
  }

  const Adjacency adjacency_;
  std::vector<std::uint32_t> clique_; ///< numbers from 0, in increasing order
  std::int64_t bound_ = 0;
  bool found_ = false;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::offerOrders();
  lonestar::startSearch(argc, argv, kDescription, &inputFlag);
  const auto wanted = lonestar::decisionWanted();
  if (wanted && *wanted > kMostVertices) {
    throw lonestar::UsageError(
        fmt::format("--decision={}: graphs have at most {} vertices", *wanted, kMostVertices));
  }
  const lonestar::Stopwatch watch;
  Adjacency adjacency = lonestar::search::readClq(inputFlag, kMostVertices);
  std::uint64_t ends = 0;
  for (const auto& row : adjacency) {
    ends += row.size();
  }
  const lonestar::InputDescription input{inputFlag, lonestar::inputId(inputFlag), adjacency.size(),
                                         ends / 2, watch.seconds()};
  MaxClique experiment(std::move(adjacency));
  return lonestar::runSearchExperiment("maxclique", experiment, input);
}

} // namespace

int main(int argc, char** argv) { return lonestar::searchMain(argc, argv, program); }
