#include "liblonestar/RankFlags.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "liblonestar/CommandLine.h"
#include "liblonestar/RunFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

using galois::dist::Kind;
using galois::dist::RankReport;
using galois::dist::StealCount;
using galois::dist::VictimPolicy;

cll::opt<VictimPolicy, false, ChoiceParser<VictimPolicy>> victimFlag(
    "victim", cll::desc("Whom a rank without tasks asks for some:"),
    cll::values(clEnumValN(VictimPolicy::kPerf, "perf",
                           "the rank with the highest score of load and delay (default)"),
                clEnumValN(VictimPolicy::kPerfOrder, "perf-order",
                           "the same among ranks with shallow tasks"),
                clEnumValN(VictimPolicy::kRandom, "random", "a random rank"),
                clEnumValN(VictimPolicy::kRandomSticky, "random-sticky",
                           "the rank that gave tasks last, or a random one"),
                clEnumValN(VictimPolicy::kMostTasks, "most-tasks", "the rank with most tasks"),
                clEnumValN(VictimPolicy::kLifeline, "lifeline",
                           "random ranks, then all neighbours in a hypercube")),
    cll::init(VictimPolicy::kPerf), cll::cat(worklistGroup()));
cll::opt<StealCount, false, ChoiceParser<StealCount>> stealCountFlag(
    "steal-count", cll::desc("How many tasks a victim gives:"),
    cll::values(clEnumValN(StealCount::kOne, "1", "one per worker without a task (default)"),
                clEnumValN(StealCount::kHalf, "half", "half of those it has")),
    cll::init(StealCount::kOne), cll::cat(worklistGroup()));
cll::opt<bool> nonpositiveFlag("steal-nonpositive",
                               cll::desc("With perf: a random rank if no score is above 0"),
                               cll::init(false), cll::cat(worklistGroup()));
cll::opt<std::string> backoffFlag("backoff",
                                  cll::desc("Shortest and longest sleep of a rank that finds no "
                                            "task, in microseconds (default 200:500000)"),
                                  cll::value_desc("min:max"), cll::init("200:500000"),
                                  cll::cat(worklistGroup()));
cll::opt<double> freshFlag("perf-new",
                           cll::desc("Weight of new measurements in loads and delays, from 0 to 1 "
                                     "(default 0.65)"),
                           cll::value_desc("weight"), cll::init(0.65), cll::cat(worklistGroup()));
cll::opt<bool> perRankFlag("per-rank", cll::desc("What each rank did, in the record"),
                           cll::init(false), cll::cat(reportGroup()));

/// Reads "min:max".
void readBackoff(galois::dist::VictimOptions& victims) {
  const std::string text = backoffFlag;
  const auto bad = [&] {
    return UsageError(fmt::format("--backoff={}: it is two numbers of microseconds above 0, the "
                                  "smaller one first, such as 200:500000",
                                  text));
  };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw bad();
  }
  try {
    std::size_t first = 0, second = 0;
    victims.shortestSleep = std::stod(text.substr(0, colon), &first);
    victims.longestSleep = std::stod(text.substr(colon + 1), &second);
    if (first != colon || second != text.size() - colon - 1) {
      throw bad();
    }
  } catch (const std::logic_error&) {
    throw bad();
  }
  if (!(victims.shortestSleep > 0 && victims.longestSleep >= victims.shortestSleep &&
        std::isfinite(victims.longestSleep))) {
    throw bad();
  }
}

double seconds(double microseconds) { return microseconds / 1e6; }

Json stealOf(const RankReport& report) {
  return {
      {"local", report.local},
      {"probes", report.probes},
      {"failed", report.failed},
      {"tasks", report.stolen},
      {"latency_us", report.probes > 0 ? report.latency / static_cast<double>(report.probes) : 0.0},
      {"starved_s", seconds(std::max(report.elapsed * report.workers - report.busy, 0.0))}};
}

Json victimOf(const RankReport& report) {
  const std::uint64_t refreshes = report.refreshesTimer + report.refreshesWorker;
  return {{"refreshes_timer", report.refreshesTimer},
          {"refreshes_worker", report.refreshesWorker},
          {"refresh_us", refreshes > 0 ? report.refreshTime / static_cast<double>(refreshes) : 0.0},
          {"nonpositive", report.nonpositive},
          {"changes", report.victimChanges}};
}

Json messagesOf(const RankReport& report) {
  Json json = Json::object();
  for (std::size_t kind = 0; kind < galois::dist::kKinds; ++kind) {
    if (report.messages[kind] > 0) {
      json[name(static_cast<Kind>(kind))] = {{"count", report.messages[kind]},
                                             {"bytes", report.bytes[kind]}};
    }
  }
  return json;
}

/// Returns the sum of reports. Elapsed times are averaged.
RankReport sum(const std::vector<RankReport>& reports) {
  RankReport all;
  for (const RankReport& one : reports) {
    all.local += one.local;
    all.probes += one.probes;
    all.failed += one.failed;
    all.stolen += one.stolen;
    all.latency += one.latency;
    all.busy += one.busy;
    all.elapsed += one.elapsed / static_cast<double>(reports.size());
    all.refreshesTimer += one.refreshesTimer;
    all.refreshesWorker += one.refreshesWorker;
    all.refreshTime += one.refreshTime;
    all.nonpositive += one.nonpositive;
    all.victimChanges += one.victimChanges;
    all.workers += one.workers;
    for (std::size_t kind = 0; kind < galois::dist::kKinds; ++kind) {
      all.messages[kind] += one.messages[kind];
      all.bytes[kind] += one.bytes[kind];
    }
  }
  return all;
}

} // namespace

galois::dist::RankOptions rankOptions(unsigned workers) {
  galois::dist::RankOptions options;
  options.workers = workers;
  options.victims.policy = victimFlag;
  options.victims.stealNonpositive = nonpositiveFlag;
  readBackoff(options.victims);
  if (!(freshFlag >= 0 && freshFlag <= 1)) {
    throw UsageError(fmt::format("--perf-new={}: it is from 0 to 1", double{freshFlag}));
  }
  options.load.fresh = freshFlag;
  options.load.kept = 1 - freshFlag;
  options.stealCount = stealCountFlag;
  options.seed = seed;
  return options;
}

Json rankSections(const std::vector<RankReport>& reports) {
  const RankReport all = sum(reports);
  Json steal = {{"policy", name(VictimPolicy{victimFlag})},
                {"params",
                 {{"steal-count", stealCountFlag == StealCount::kOne ? "1" : "half"},
                  {"steal-nonpositive", bool{nonpositiveFlag}},
                  {"backoff", std::string{backoffFlag}},
                  {"perf-new", double{freshFlag}}}}};
  steal.update(stealOf(all));
  double last = 0, mean = 0;
  Json busy = Json::array();
  for (const RankReport& one : reports) {
    last = std::max(last, one.lastTask);
    mean += one.lastTask / static_cast<double>(reports.size());
    busy.push_back(seconds(one.busy));
  }
  Json json = {{"steal", steal},
               {"victim", victimOf(all)},
               {"balance", {{"busy_s", busy}, {"last_minus_mean_s", seconds(last - mean)}}},
               {"messages", messagesOf(all)}};
  if (perRankFlag) {
    json["per_rank"] = Json::array();
    for (const RankReport& one : reports) {
      json["per_rank"].push_back({{"steal", stealOf(one)},
                                  {"victim", victimOf(one)},
                                  {"busy_s", seconds(one.busy)},
                                  {"last_task_s", seconds(one.lastTask)},
                                  {"messages", messagesOf(one)}});
    }
  }
  return json;
}

} // namespace lonestar
