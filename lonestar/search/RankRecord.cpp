#include <algorithm>

#include "search/RankFlags.h"

namespace lonestar {

namespace {

using galois::dist::Kind;
using galois::dist::RankReport;

double seconds(double microseconds) { return microseconds / 1e6; }

Json stealOf(const RankReport& report) {
  return {
      {"local", report.local},
      {"probes", report.probes},
      {"failed", report.failed},
      {"tasks", report.stolen},
      {"latency_us", report.probes > 0 ? report.latency / static_cast<double>(report.probes) : 0.0},
      {"lock_wait_s", seconds(report.lockWait)},
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
    all.lockWait += one.lockWait;
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

Json rankSections(const std::vector<RankReport>& reports) {
  const RankReport all = sum(reports);
  Json steal = stealSettings();
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
  if (perRankWanted()) {
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
