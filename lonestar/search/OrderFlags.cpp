#include "search/OrderFlags.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "analytics/scheduler/Runs.h"
#include "analytics/scheduler/WorklistRegistry.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/Words.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/RunWatch.h"
#include "search/SearchOrder.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace search {

// bestFirstOperator.h has it, which is compiled once per policy.
template <typename Policy>
LoopRun runFrontier(galois::search::FrontierWork& work, const galois::search::FrontierTask& first,
                    const WorklistSettings& settings);

} // namespace search

namespace {

/// The worklist that auto stands for.
constexpr std::string_view kPreferred = "smq";

enum class Order { kDepthFirst, kBestFirst, kAuto };

cll::opt<Order, false, ChoiceParser<Order>> orderFlag(
    "order", cll::desc("Which node comes next:"),
    Words<Order>{Order::kDepthFirst,
                 {{Order::kDepthFirst, "depth-first", "the deepest, as --skeleton says"},
                  {Order::kBestFirst, "best-first",
                   "the one with the best bound, as far as --wl keeps the order"},
                  {Order::kAuto, "auto",
                   "best first; after a while, tasks also search depth first, but not for long"}}},
    cll::cat(worklistGroup()));

/// Reads a number of bytes, such as 64M. Units are powers of 1024. Returns nothing for other texts.
std::optional<std::uint64_t> bytesIn(std::string_view text) {
  std::uint64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  constexpr std::string_view kUnits = "KMGT";
  constexpr std::uint64_t kMost = INT64_MAX;
  unsigned shift = 0;
  if (error == std::errc() && last - end == 1) {
    const std::size_t unit = kUnits.find(*end);
    shift = unit == kUnits.npos ? 0 : 10 * static_cast<unsigned>(unit + 1);
  }
  if (error != std::errc() || last - end != (shift > 0 ? 1 : 0) || number > kMost >> shift) {
    return std::nullopt;
  }
  return number << shift;
}

/// The default of --frontier per thread. With little memory, threads often search depth first, which
/// finds good solutions early, and nodes that wait stay in caches.
constexpr std::uint64_t kUsualMiB = 64;

cll::opt<std::string>
    frontierFlag("frontier",
                 cll::desc(lasting(fmt::format(
                     "Memory for nodes that wait, with --order=best-first and auto, such as 1G; "
                     "when it is used up, threads search depth first for a while "
                     "(default: {}M per thread)",
                     kUsualMiB))),
                 cll::value_desc("bytes"), cll::cat(worklistGroup()));

/// Returns the value of --frontier. @throws UsageError
std::uint64_t frontierBytes() {
  if (frontierFlag.getNumOccurrences() == 0) {
    return static_cast<std::uint64_t>(numThreads) * kUsualMiB << 20;
  }
  const std::optional<std::uint64_t> read = bytesIn(frontierFlag);
  if (!read) {
    throw UsageError(
        fmt::format("--frontier={}: it is a number of bytes, or one with K, M, G or T; such as 64M",
                    frontierFlag.getValue()));
  }
  return *read;
}

galois::search::ShortDives divesOfFlags() {
  return orderFlag == Order::kAuto ? galois::search::kShortDives : galois::search::ShortDives();
}

/// What the flags select.
class OrderOfFlags : public SearchOrder {
public:
  bool isBestFirst() const override { return orderFlag != Order::kDepthFirst; }
  std::string name() const override { return wordOf(orderFlag); }
  void check() const override {
    selectedWorklist(kPreferred);
    frontierBytes();
  }
  std::string worklist() const override { return selectedWorklist(kPreferred).name; }
  Json worklistParameters() const override { return jsonOf(used_); }
  Json parameters() const override {
    Json own = {{"frontier", frontierBytes()}};
    if (const auto dives = divesOfFlags(); dives.levels > 0) {
      own.update({{"levels", dives.levels}, {"after", dives.after}});
    }
    return own;
  }
  std::vector<std::string> flagsWithoutEffect() const override {
    if (isBestFirst()) {
      return worklistFlagsWithoutEffect({&selectedWorklist(kPreferred)});
    }
    std::vector<std::string> idle = worklistFlagsWithoutEffect({});
    if (frontierFlag.getNumOccurrences() > 0) {
      idle.emplace_back("--frontier");
    }
    return idle;
  }

  /// Runs the loop of a search.
  void run(galois::search::FrontierWork& work, const galois::search::FrontierTask& first,
           std::uint64_t last) {
    // Policies that keep a bag per priority get some thousands of them at most.
    constexpr unsigned kBagBits = 12;
    const auto bits = static_cast<unsigned>(std::bit_width(last));
    const unsigned shift = bits > kBagBits ? bits - kBagBits : 0;
    const ChosenWorklist chosen =
        chosenWorklist(schedulerOf(selectedWorklist(kPreferred)),
                       {.foundIn = kFoundIn, .find = [shift] { return shift; }},
                       static_cast<unsigned>(numThreads));
    used_ = chosen.parameters;
    visitWorklist(chosen.info, [&](auto tag) {
      search::runFrontier<typename decltype(tag)::type>(work, first, chosen.settings);
    });
  }

  Outcome watched(const std::function<Outcome()>& run) override {
    if (!showsProgress()) {
      return run();
    }
    progress_.emplace();
    Outcome outcome = runShown(run, [this, rate = CountAndRate()](double seconds) mutable {
      return rate(seconds, progress_->nodes(), "nodes") + best();
    });
    progress_.reset();
    return outcome;
  }
  galois::search::Progress* progress() override { return progress_ ? &*progress_ : nullptr; }

  static constexpr std::string_view kFoundIn = "the bounds";

private:
  /// Returns the best value so far, and the bound of a current task, as the end of a line.
  std::string best() const {
    const double best = progress_->best();
    const double bound = progress_->bound();
    std::string text = std::isnan(best) ? "" : fmt::format(", best {:.15g}", best);
    if (!std::isnan(bound)) {
      text += fmt::format(", bounds near {:.15g}", bound);
    }
    if (std::isfinite(best - bound) && best != 0) {
      text += fmt::format(" (gap {:.3g} %)", 100 * std::abs((bound - best) / best));
    }
    return text;
  }

  std::vector<galois::analytics::Option> used_;      ///< of the last run
  std::optional<galois::search::Progress> progress_; ///< of a run that is shown
};

OrderOfFlags order;

} // namespace

void offerOrders() {
  setDefaultShift({.foundIn = OrderOfFlags::kFoundIn});
  setSearchOrder(&order);
}

galois::search::BestFirst bestFirstOfFlags() {
  return {[](galois::search::FrontierWork& work, const galois::search::FrontierTask& first,
             std::uint64_t last) { order.run(work, first, last); },
          frontierBytes(), divesOfFlags()};
}

} // namespace lonestar
