#include "search/RankFlags.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/flags/Words.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

using galois::dist::StealCount;
using galois::dist::VictimPolicy;

const galois::dist::RankOptions kUsual;

cll::opt<VictimPolicy, false, ChoiceParser<VictimPolicy>> victimFlag(
    "victim", cll::desc("Whom a rank without tasks asks for some:"),
    Words<VictimPolicy>{
        kUsual.victims.policy,
        {{VictimPolicy::kPerf, name(VictimPolicy::kPerf),
          "the rank with the highest score of load and delay"},
         {VictimPolicy::kPerfOrder, name(VictimPolicy::kPerfOrder),
          "the same among ranks with shallow tasks"},
         {VictimPolicy::kRandom, name(VictimPolicy::kRandom), "a random rank"},
         {VictimPolicy::kRandomSticky, name(VictimPolicy::kRandomSticky),
          "the rank that gave tasks last, or a random one"},
         {VictimPolicy::kMostTasks, name(VictimPolicy::kMostTasks), "the rank with most tasks"},
         {VictimPolicy::kLifeline, name(VictimPolicy::kLifeline),
          "random ranks, then all neighbours in a hypercube"}}},
    cll::cat(worklistGroup()));
cll::opt<StealCount, false, ChoiceParser<StealCount>>
    stealCountFlag("steal-count", cll::desc("How many tasks a victim gives:"),
                   Words<StealCount>{kUsual.stealCount,
                                     {{StealCount::kOne, "1", "one per worker without a task"},
                                      {StealCount::kHalf, "half", "half of those it has"}}},
                   cll::cat(worklistGroup()));
cll::opt<bool> nonpositiveFlag("steal-nonpositive",
                               cll::desc("With perf: a random rank if no score is above 0"),
                               cll::init(kUsual.victims.stealNonpositive),
                               cll::cat(worklistGroup()));
const std::string kBackoff =
    fmt::format("{}:{}", kUsual.victims.shortestSleep, kUsual.victims.longestSleep);
cll::opt<std::string> backoffFlag(
    "backoff",
    cll::desc(lasting("Shortest and longest sleep of a rank that finds no task, in microseconds "
                      "(default " +
                      kBackoff + ")")),
    cll::value_desc("min:max"), cll::init(kBackoff), cll::cat(worklistGroup()));
cll::opt<bool>
    lockFlag("published-lock",
             cll::desc("With random-sticky: threads of a rank that asks neither take nor "
                       "put tasks until the answer comes, as in the published code"),
             cll::init(kUsual.publishedLock), cll::cat(worklistGroup()));
cll::opt<bool>
    sleepFlag("published-sleep",
              cll::desc("A thread that finds no task sleeps by itself and seeks one task when it "
                        "wakes, as in the published code; otherwise the rank does for all threads"),
              cll::init(kUsual.workersSleep), cll::cat(worklistGroup()));
cll::opt<std::string> freshFlag(
    "perf-new",
    cll::desc(lasting(fmt::format("Weight of new measurements in loads and delays, from 0 to 1, or "
                                  "auto: the weight that predicts best (default {})",
                                  kUsual.load.fresh))),
    cll::value_desc("weight"), cll::init(fmt::to_string(kUsual.load.fresh)),
    cll::cat(worklistGroup()));
enum class Terms { kAll, kNoRate, kNoDelay };
cll::opt<Terms, false, ChoiceParser<Terms>>
    termsFlag("perf-terms", cll::desc("What the score of perf has besides the number of tasks:"),
              Words<Terms>{Terms::kAll,
                           {{Terms::kAll, "all", "work rate and delay"},
                            {Terms::kNoRate, "no-rate", "the delay; all work rates count as 1"},
                            {Terms::kNoDelay, "no-delay", "the work rate; all delays count as 0"}}},
              cll::cat(worklistGroup()));
enum class Refresh { kAtOnce, kInTurn };
cll::opt<Refresh, false, ChoiceParser<Refresh>> refreshFlag(
    "refresh", cll::desc("How a rank asks others for their loads:"),
    Words<Refresh>{kUsual.refreshInTurn ? Refresh::kInTurn : Refresh::kAtOnce,
                   {{Refresh::kAtOnce, "at-once", "all at the same time"},
                    {Refresh::kInTurn, "published",
                     "one after the other, two round trips each, as in the published code"}}},
    cll::cat(worklistGroup()));
cll::opt<bool> onDemandFlag("refresh-on-demand",
                            cll::desc(lasting(fmt::format(
                                "A rank without tasks and victim asks for loads at once, and does "
                                "not wait for the timer (default {})",
                                kUsual.victims.refreshOnDemand))),
                            cll::init(kUsual.victims.refreshOnDemand), cll::cat(worklistGroup()));
cll::opt<unsigned> mostFlag(
    "refresh-most",
    cll::desc(lasting(fmt::format("A rank asks at most so many random others for their loads, or "
                                  "all with 0 (default {})",
                                  kUsual.refreshMost))),
    cll::value_desc("ranks"), cll::init(kUsual.refreshMost), cll::cat(worklistGroup()));
const std::string kTimer =
    fmt::format("{}:{}:{}:{}:{}", kUsual.refresh.first, kUsual.refresh.longer,
                kUsual.refresh.shorter, kUsual.refresh.least, kUsual.refresh.most);
cll::opt<std::string> timerFlag(
    "refresh-timer",
    cll::desc(lasting("Microseconds of the timer: the first period, what a success adds, what a "
                      "failure takes away, the shortest and the longest period (default " +
                      kTimer + ")")),
    cll::value_desc("first:longer:shorter:least:most"), cll::init(kTimer),
    cll::cat(worklistGroup()));
enum class Progress { kPoll, kThread };
cll::opt<Progress, false, ChoiceParser<Progress>>
    progressFlag("progress", cll::desc("Who sends and receives:"),
                 Words<Progress>{kUsual.progressThread ? Progress::kThread : Progress::kPoll,
                                 {{Progress::kPoll, "poll", "the threads that search"},
                                  {Progress::kThread, "thread", "one more thread per rank"}}},
                 cll::cat(runGroup()));
cll::opt<std::string> burnFlag("load",
                               cll::desc("Share of their time that ranks waste, as if another "
                                         "program had it, such as 0:0.5,4-7:0.2"),
                               cll::value_desc("rank:share,..."), cll::cat(runGroup()));
cll::opt<double> nodeCostFlag(
    "node-cost",
    Numbers{"a number of 0 or more", [](double us) { return us >= 0 && std::isfinite(us); }},
    cll::desc("On simulated machines: microseconds per node of the tree on "
              "a host of 1 Gf/s (default 1)"),
    cll::value_desc("microseconds"), cll::init(1), cll::cat(runGroup()));
cll::opt<double, false, SecondsParser> stuckFlag(
    "stuck-after",
    cll::desc("End the program and name the rank when a rank has not communicated for this "
              "time, such as 600s; it is longer than any node takes (default: never)"),
    cll::value_desc("time"), cll::cat(runGroup()));
cll::opt<bool> perRankFlag("per-rank", cll::desc("What each rank did, in the record"),
                           cll::init(false), cll::cat(reportGroup()));

/// A constant of the equations of perf, at least `least`.
struct ConstantFlag {
  ConstantFlag(const char* name, const std::string& text, double value, double atLeast)
      : flag(llvm::StringRef(name), cll::desc(lasting(text)), cll::value_desc("number"),
             cll::init(value), cll::cat(worklistGroup())),
        least(atLeast) {}
  /// @throws UsageError
  double get() const {
    if (!(flag >= least && std::isfinite(flag))) {
      throw UsageError(
          fmt::format("--{}={}: it is {} or more", flag.ArgStr.str(), double{flag}, least));
    }
    return flag;
  }
  cll::opt<double> flag;
  double least;
};
/// One with a default of its own.
struct UsualConstantFlag : ConstantFlag {
  UsualConstantFlag(const char* name, const char* text, double value, double atLeast)
      : ConstantFlag(name, fmt::format("{} (default {})", text, value), value, atLeast) {}
};
// The logarithms of the equations must not be negative.
UsualConstantFlag shiftFlag("perf-shift", "What perf adds inside its logarithms", kUsual.load.shift,
                            1);
ConstantFlag keptFlag("perf-kept",
                      "Weight of the value before a measurement (default: 1 less --perf-new)", 0,
                      0);
UsualConstantFlag leastRateFlag("perf-least-rate", "A smaller work rate counts as this",
                                kUsual.load.leastWorkRate, 0);
UsualConstantFlag firstRateFlag("perf-first-rate", "The work rate before any measurement",
                                kUsual.load.firstWorkRate, 0);
UsualConstantFlag firstDelayFlag("perf-first-delay", "The delay before any measurement",
                                 kUsual.load.firstDelay, 0);

/// Returns the number that a text is, or nothing.
std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Returns the numbers of a text such as 1:2:3, or none if it is not so many.
std::vector<double> numbers(std::string_view text, std::size_t count) {
  std::vector<double> found;
  for (const std::string_view part : split(text, ':')) {
    const auto value = number(part);
    if (!value) {
      return {};
    }
    found.push_back(*value);
  }
  return found.size() == count ? found : std::vector<double>();
}

void readBackoff(galois::dist::VictimOptions& victims) {
  const auto found = numbers(std::string{backoffFlag}, 2);
  if (found.empty() || found[0] <= 0 || found[1] < found[0]) {
    throw UsageError(fmt::format("--backoff={}: it is two numbers of microseconds above 0, the "
                                 "smaller one first, such as {}",
                                 std::string{backoffFlag}, kBackoff));
  }
  victims.shortestSleep = found[0];
  victims.longestSleep = found[1];
}

galois::dist::RefreshConstants refreshTimer() {
  const auto found = numbers(std::string{timerFlag}, 5);
  if (found.empty() || *std::min_element(found.begin(), found.end()) < 0 || found[3] <= 0 ||
      found[4] < found[3]) {
    throw UsageError(fmt::format("--refresh-timer={}: it is five numbers of microseconds, the last "
                                 "two above 0 and in order, such as {}",
                                 std::string{timerFlag}, kTimer));
  }
  return {found[0], found[1], found[2], found[3], found[4]};
}

galois::dist::LoadConstants loadConstants() {
  galois::dist::LoadConstants load;
  load.automatic = freshFlag == "auto";
  if (!load.automatic) {
    const auto fresh = number(std::string{freshFlag});
    if (!fresh || *fresh < 0 || *fresh > 1) {
      throw UsageError(
          fmt::format("--perf-new={}: it is from 0 to 1, or auto", std::string{freshFlag}));
    }
    load.fresh = *fresh;
    load.kept = 1 - *fresh;
  }
  if (keptFlag.flag.getNumOccurrences() > 0) {
    if (load.automatic) {
      throw UsageError("--perf-kept: --perf-new=auto sets both weights");
    }
    load.kept = keptFlag.get();
  }
  load.shift = shiftFlag.get();
  load.leastWorkRate = leastRateFlag.get();
  load.firstWorkRate = firstRateFlag.get();
  load.firstDelay = firstDelayFlag.get();
  load.usesRate = termsFlag != Terms::kNoRate;
  load.usesDelay = termsFlag != Terms::kNoDelay;
  return load;
}

/// Returns the share of --load for a rank; a later one replaces an earlier one.
double burnOf(const ThisRank& self) {
  const std::string text = burnFlag;
  const auto bad = [&](const std::string& why) {
    return UsageError(fmt::format("--load={}: {}", text, why));
  };
  double own = 0;
  if (burnFlag.getNumOccurrences() == 0) {
    return own;
  }
  for (const std::string_view part : split(text, ',')) {
    const auto sides = split(part, ':');
    const auto ranks = split(sides[0], '-');
    const double first = number(ranks[0]).value_or(-1);
    const double last = number(ranks[ranks.size() - 1]).value_or(-1);
    const double share = number(sides[sides.size() - 1]).value_or(-1);
    if (sides.size() != 2 || ranks.size() > 2 || first != std::floor(first) ||
        last != std::floor(last) || first < 0 || last < first) {
      throw bad("it is a list of RANK:SHARE or FIRST-LAST:SHARE, such as 0:0.5,4-7:0.2");
    }
    if (!(share >= 0 && share <= 0.99)) {
      throw bad("a share is from 0 to 0.99");
    }
    if (last >= self.ranks) {
      throw bad(fmt::format("there is no rank {:.0f}; there are {}", last, self.ranks));
    }
    own = self.rank >= first && self.rank <= last ? share : own;
  }
  return own;
}

} // namespace

std::string progressName() { return wordOf(progressFlag); }

bool perRankWanted() { return perRankFlag; }

galois::dist::RankOptions rankOptions(const ThisRank& self) {
  galois::dist::RankOptions options;
  options.workers = self.workers;
  options.victims.policy = victimFlag;
  options.victims.stealNonpositive = nonpositiveFlag;
  options.victims.refreshOnDemand = onDemandFlag;
  readBackoff(options.victims);
  options.load = loadConstants();
  options.refresh = refreshTimer();
  options.stealCount = stealCountFlag;
  options.seed = seed;
  options.refreshInTurn = refreshFlag == Refresh::kInTurn;
  options.refreshMost = mostFlag;
  options.publishedLock = lockFlag;
  options.workersSleep = sleepFlag;
  if (lockFlag && victimFlag != VictimPolicy::kRandomSticky) {
    throw UsageError("--published-lock: only --victim=random-sticky has it");
  }
  options.progressThread = progressFlag == Progress::kThread;
  if (options.progressThread && self.oneThread) {
    throw UsageError("--progress=thread: virtual ranks have one thread each");
  }
  options.burn = burnOf(self);
  if (nodeCostFlag.getNumOccurrences() > 0 && !self.simulated) {
    throw UsageError("--node-cost: only nodes on simulated machines take virtual time");
  }
  if (stuckFlag.getNumOccurrences() > 0) {
    if (self.simulated) {
      throw UsageError("--stuck-after: it is by the clock of the machine that simulates");
    }
    if (stuckFlag.getValue() < 1) {
      throw UsageError(fmt::format("--stuck-after={}s: it is at least 1s", stuckFlag.getValue()));
    }
    options.stuckAfter = stuckFlag.getValue() * 1e6;
  }
  options.hosts = self.hosts;
  options.nodeCost = self.simulated ? nodeCostFlag / self.hostSpeed : 0;
  return options;
}

Json stealSettings() {
  Json params = Json::object();
  const auto add = [&](const cll::Option& flag, const auto& value) {
    params[flag.ArgStr.str()] = value;
  };
  add(stealCountFlag, wordOf(stealCountFlag));
  add(nonpositiveFlag, bool{nonpositiveFlag});
  add(backoffFlag, std::string{backoffFlag});
  add(lockFlag, bool{lockFlag});
  if (sleepFlag.getNumOccurrences() > 0) {
    add(sleepFlag, bool{sleepFlag});
  }
  add(freshFlag, std::string{freshFlag});
  add(termsFlag, wordOf(termsFlag));
  add(refreshFlag, wordOf(refreshFlag));
  add(mostFlag, unsigned{mostFlag});
  add(onDemandFlag, bool{onDemandFlag});
  add(timerFlag, std::string{timerFlag});
  add(burnFlag, std::string{burnFlag});
  for (const ConstantFlag* constant : std::initializer_list<const ConstantFlag*>{
           &shiftFlag, &keptFlag, &leastRateFlag, &firstRateFlag, &firstDelayFlag}) {
    if (constant->flag.getNumOccurrences() > 0) {
      add(constant->flag, double{constant->flag});
    }
  }
  return {{"policy", wordOf(victimFlag)}, {"params", params}};
}

} // namespace lonestar
