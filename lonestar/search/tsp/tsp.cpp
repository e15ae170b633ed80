/** tsp-cpu and tsp-dist: a shortest tour through all cities (Tours.h). */
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "search/SearchExperiment.h"
#include "search/SearchProgram.h"
#include "tsp/ReadTsplib.h"
#include "tsp/TourVerify.h"
#include "tsp/Tours.h"

namespace cll = llvm::cl;

namespace {

using lonestar::search::Distances;
using lonestar::search::ShortestTour;
using lonestar::search::TourChildren;
using lonestar::search::TourNode;
using lonestar::search::TourSpace;

constexpr const char* kDescription =
    "A shortest tour through up to 64 cities, by branch and bound; "
    "with --decision=K, a tour of length at most K.";

const lonestar::Examples examples{{"tsp-cpu burma14.tsp --output=tour.txt", "A shortest tour"},
                                  {"tsp-cpu burma14.tsp --order=best-first --time-limit=60",
                                   "The best that a minute finds, best bounds first"}};

cll::opt<std::string> inputFlag(cll::Positional, cll::Required,
                                cll::desc("<cities in the format of TSPLIB (.tsp)>"),
                                cll::cat(lonestar::inputGroup()));

class Tsp : public lonestar::SearchExperiment {
public:
  explicit Tsp(Distances distances) : distances_(std::move(distances)) {}

  lonestar::Json params() const override {
    const auto wanted = lonestar::decisionWanted();
    return wanted ? lonestar::Json{{"decision", *wanted}} : lonestar::Json::object();
  }
  void reset() override { tour_.clear(); }
  lonestar::Outcome run() override {
    const ShortestTour problem;
    const auto wanted = lonestar::decisionWanted();
    const lonestar::Stopwatch watch;
    const TourSpace space(distances_);
    const TourNode root = TourNode::root(space);
    const auto result = lonestar::visitOrder([&](const auto& coordination) {
      const auto limits = lonestar::searchLimits();
      return wanted ? galois::search::decide<TourChildren>(space, root, problem,
                                                           static_cast<std::int64_t>(*wanted),
                                                           coordination, limits)
                    : galois::search::optimise<TourChildren>(space, root, problem, coordination,
                                                             limits);
    });
    const double seconds = watch.seconds();
    length_ = result.objective;
    bound_ = result.bound;
    found_ = result.found;
    if (length_ != ShortestTour::kNoTour) {
      tour_.assign(result.node.path.begin(), result.node.path.begin() + result.node.visited);
    }
    return searched(wanted ? lonestar::SearchType::kDecide : lonestar::SearchType::kOptimise,
                    result, seconds);
  }
  lonestar::Answer answer() override {
    const lonestar::Json length = tour_.empty() ? lonestar::Json() : lonestar::Json(length_);
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t city : tour_) {
      numbers.push_back(city + 1);
    }
    return {lonestar::decisionWanted() ? lonestar::Json(found_) : length,
            {{"length", length}, {"bound", bound_}, {"tour", numbers}}};
  }
  std::string check(bool fully) override {
    const auto wanted = lonestar::decisionWanted();
    if (tour_.empty()) {
      return complete() && !wanted ? "no tour was found" : "";
    }
    std::string fault = lonestar::search::tourFault(distances_, tour_, length_);
    if (fault.empty() && fully && complete() && distances_.size() <= lonestar::search::kFewCities) {
      const std::int64_t best = lonestar::search::shortestBySets(distances_);
      if (wanted ? found_ != (best <= static_cast<std::int64_t>(*wanted)) : length_ != best) {
        fault = fmt::format("the shortest tour has length {}", best);
      }
    }
    return fault;
  }
  std::vector<std::string> summary() const override {
    const auto wanted = lonestar::decisionWanted();
    return {tour_.empty() || (wanted && !found_)
                ? fmt::format("No tour {}{}",
                              wanted ? fmt::format("of length {} or less ", *wanted) : "",
                              complete() ? "exists" : "was found")
                : fmt::format("A tour of length {}{}", length_,
                              complete() && !wanted ? ", the shortest"
                                                    : fmt::format("; none is below {}", bound_)),
            searchSummary()};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (const std::uint32_t city : tour_) {
      file.write(fmt::format("{}\n", city + 1));
    }
  }

private:
  const Distances distances_;
  std::vector<std::uint32_t> tour_; ///< numbers from 0; empty if there is none yet
  std::int64_t length_ = 0, bound_ = 0;
  bool found_ = false;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::offerOrders();
  lonestar::startSearch(argc, argv, kDescription, &inputFlag);
  const auto wanted = lonestar::decisionWanted();
  if (wanted && *wanted >= static_cast<std::uint64_t>(INT64_MAX)) {
    throw lonestar::UsageError(fmt::format("--decision={}: lengths have 63 bits", *wanted));
  }
  const lonestar::Stopwatch watch;
  Distances distances = lonestar::search::readTsplib(inputFlag);
  const lonestar::InputDescription description{inputFlag, lonestar::inputId(inputFlag),
                                               std::nullopt, std::nullopt, watch.seconds()};
  Tsp experiment(std::move(distances));
  return lonestar::runSearchExperiment("tsp", experiment, description);
}

} // namespace

int main(int argc, char** argv) { return lonestar::searchMain(argc, argv, program); }
