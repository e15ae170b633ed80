/** nqueens-cpu and nqueens-dist: the number of placements of n queens, or one placement (Queens.h). */
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "nqueens/Queens.h"
#include "nqueens/QueensVerify.h"
#include "search/SearchExperiment.h"
#include "search/SearchProgram.h"

namespace cll = llvm::cl;

namespace {

using galois::search::CountByDepth;
using lonestar::search::kMostQueens;
using lonestar::search::QueensChildren;
using lonestar::search::QueensNode;

constexpr const char* kDescription = "The number of placements of n queens of which none attacks "
                                     "another; with --decision=K, one placement of K "
                                     "queens.";

const lonestar::Examples examples{
    {"nqueens-cpu --n=14 -t 4", "Counts the placements of 14 queens, on four threads"},
    {"nqueens-cpu --n=30 --decision=30", "Finds one placement of 30 queens"}};

cll::opt<unsigned> sizeFlag("n", lonestar::WholeNumbers{1, kMostQueens},
                            cll::desc("Queens, rows and columns, from 1 to 32 (default 12)"),
                            cll::value_desc("count"), cll::init(12),
                            cll::cat(lonestar::inputGroup()));

class Queens : public lonestar::SearchExperiment {
public:
  lonestar::Json params() const override {
    lonestar::Json json = {{"n", unsigned{sizeFlag}}};
    if (const auto wanted = lonestar::decisionWanted()) {
      json["decision"] = *wanted;
    }
    return json;
  }
  void reset() override {
    count_ = 0;
    board_.reset();
  }
  lonestar::Outcome run() override {
    const unsigned size = sizeFlag;
    const lonestar::Stopwatch watch;
    if (const auto wanted = lonestar::decisionWanted()) {
      const auto result = lonestar::visitCoordination([&](const auto& coordination) {
        return galois::search::decide<QueensChildren>(
            size, QueensNode(), lonestar::search::MostQueens(), static_cast<std::int64_t>(*wanted),
            coordination, lonestar::searchLimits());
      });
      if (result.found) {
        board_.emplace(result.node.column.begin(), result.node.column.begin() + result.node.rows);
      }
      return searched(lonestar::SearchType::kDecide, result, watch.seconds());
    }
    const auto result = lonestar::visitCoordination([&](const auto& coordination) {
      return galois::search::enumerate<QueensChildren>(size, QueensNode(), CountByDepth(),
                                                       coordination, lonestar::searchLimits());
    });
    count_ = result.value.at(size + 1);
    return searched(lonestar::SearchType::kEnumerate, result, watch.seconds());
  }
  lonestar::Answer answer() override {
    if (lonestar::decisionWanted()) {
      lonestar::Json columns = board_ ? lonestar::Json(*board_) : lonestar::Json::array();
      return {board_.has_value(), {{"columns", columns}}};
    }
    return {count_};
  }
  std::string check(bool fully) override {
    if (board_) {
      return board_->size() < *lonestar::decisionWanted()
                 ? fmt::format("only {} queens", board_->size())
                 : lonestar::search::placementFault(*board_, sizeFlag);
    }
    return lonestar::decisionWanted() || !complete()
               ? ""
               : lonestar::search::queensFault(sizeFlag, count_, fully);
  }
  std::vector<std::string> summary() const override {
    const auto wanted = lonestar::decisionWanted();
    return {!wanted  ? fmt::format("{} of {} queens", lonestar::counted(count_, "placement"),
                                   unsigned{sizeFlag})
            : board_ ? fmt::format("Found: columns {}", fmt::join(*board_, " "))
                     : fmt::format("No placement of {} queens{}", *wanted,
                                   complete() ? " exists" : " was found"),
            searchSummary()};
  }
  void write(galois::inputs::OutputFile& file) const override {
    file.write(lonestar::decisionWanted()
                   ? fmt::format("{}\n", fmt::join(board_.value_or(std::vector<int>()), " "))
                   : fmt::format("{}\n", count_));
  }

private:
  std::uint64_t count_ = 0;
  std::optional<std::vector<int>> board_; ///< of a decision
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startSearch(argc, argv, kDescription, nullptr);
  const auto wanted = lonestar::decisionWanted().value_or(1);
  if (wanted < 1 || wanted > sizeFlag) {
    throw lonestar::UsageError(
        fmt::format("--decision={}: a number of queens from 1 to {} (--n) is needed", wanted,
                    unsigned{sizeFlag}));
  }
  Queens experiment;
  const std::string name = fmt::format("queens-{}", unsigned{sizeFlag});
  return lonestar::runSearchExperiment("nqueens", experiment, {name, name});
}

} // namespace

int main(int argc, char** argv) { return lonestar::searchMain(argc, argv, program); }
