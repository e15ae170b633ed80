#include "DistExperiment.h"

#include <cstdio>

#include <fmt/format.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/ResultRecord.h"
#include "liblonestar/RunTimes.h"

namespace dist {

using lonestar::Json;

namespace {

const lonestar::Stopwatch sinceProgramStart;

/// Adds the numbers of the ranks, and objects of numbers likewise.
Json sumOf(const std::vector<Json>& ranks, const char* name) {
  Json sum;
  const auto add = [](Json& to, const Json& value) {
    if (value.is_number_unsigned() && !to.is_number_float()) {
      to = (to.is_null() ? std::uint64_t{0} : to.get<std::uint64_t>()) + value.get<std::uint64_t>();
    } else {
      to = (to.is_null() ? 0.0 : to.get<double>()) + value.get<double>();
    }
  };
  const auto addAll = [&add](const auto& self, Json& to, const Json& value) -> void {
    if (!value.is_object()) {
      add(to, value);
      return;
    }
    if (to.is_null()) {
      to = Json::object();
    }
    for (const auto& [key, part] : value.items()) {
      self(self, to[key], part);
    }
  };
  for (const Json& rank : ranks) {
    addAll(addAll, sum, rank.at(name));
  }
  return sum;
}

} // namespace

Json describe(const std::array<galois::dist::Traffic, galois::dist::kKinds>& traffic) {
  Json json = Json::object();
  for (std::size_t kind = 0; kind < galois::dist::kKinds; ++kind) {
    if (traffic[kind].sent > 0) {
      json[galois::dist::name(static_cast<galois::dist::Kind>(kind))] = {
          {"count", traffic[kind].sent}, {"bytes", traffic[kind].bytesSent}};
    }
  }
  return json;
}

Json describe(galois::dist::Rank rank, const RankRun& run, double seconds, const Json& messages,
              const Json& part, bool simulated) {
  Json json = {{"rank", rank}};
  json.update(part);
  if (!simulated) {
    json["max_rss_mib"] = lonestar::ResultRecord().toJson()["max_rss_mib"];
  }
  json.update({{"time_s", seconds},
               {"tasks",
                {{"executed", run.loops.executed},
                 {"pushed", run.loops.pushed},
                 {"stale", run.loops.stale}}},
               {"updates",
                {{"sent", run.updates.sent},
                 {"dropped", run.updates.dropped},
                 {"combined", run.updates.combined},
                 {"full", run.updates.full},
                 {"urgent", run.updates.urgent},
                 {"starving", run.updates.starving}}},
               {"loops", run.push.loops},
               {"rounds", run.push.rounds},
               {"waves", run.push.waves},
               {"holds", run.push.holds},
               {"messages", messages},
               {"worklist", lonestar::worklistCounters(run.loops.worklist, {})}});
  return json;
}

Json makeRecord(const DistSetting& setting, const Json& params, const std::vector<Json>& ranks,
                const lonestar::Answer& answer, std::optional<bool> verified) {
  lonestar::ResultRecord record;
  record.app = setting.app;
  record.input = setting.input.name;
  record.inputId = setting.input.id;
  record.nodes = setting.input.nodes;
  record.edges = setting.input.edges;
  record.params = setting.params;
  record.params.update(params);
  record.wl = setting.wl;
  record.wlParams = setting.wlParams;
  record.threads = static_cast<unsigned>(numThreads) * static_cast<unsigned>(ranks.size());
  record.seed = lonestar::seed;
  for (const Json& rank : ranks) {
    record.timeS = std::max(record.timeS, rank.at("time_s").get<double>());
  }
  record.simulated = setting.simulated;
  record.loadS = setting.simulated ? 0 : setting.input.loadSeconds;
  record.totalS = setting.simulated ? record.timeS : sinceProgramStart.seconds();
  const Json tasks = sumOf(ranks, "tasks");
  record.tasks = lonestar::TaskCounts{tasks.at("executed"), answer.useful, tasks.at("pushed"),
                                      tasks.at("stale")};
  record.worklist = sumOf(ranks, "worklist");
  record.answer = {{"checksum", answer.checksum}, {"summary", answer.summary}};
  record.verified = verified;
  Json json = record.toJson();
  json["dist"] = setting.dist;
  json["dist"]["rounds"] = ranks.at(0).at("rounds");
  json["dist"]["waves"] = ranks.at(0).at("waves");
  json["messages"] = sumOf(ranks, "messages");
  json["updates"] = sumOf(ranks, "updates");
  json["per_rank"] = ranks;
  return json;
}

void printRuns(const DistSetting& setting, const std::vector<std::string>& summary,
               const std::vector<Json>& records) {
  std::FILE* const out = lonestar::humanOutput();
  const Json& last = records.back();
  fmt::print(out, "Running {}, worklist {}, on {} with {} each\n",
             setting.params.at("exec").get<std::string>(), setting.wl,
             lonestar::counted(last.at("dist").at("ranks"), "rank"),
             lonestar::counted(static_cast<std::uint64_t>(numThreads), "thread"));
  for (const std::string& line : summary) {
    fmt::print(out, "{}\n", line);
  }
  std::vector<double> seconds;
  for (const Json& record : records) {
    seconds.push_back(record.at("time_s"));
  }
  fmt::print(out, "{}\n", lonestar::timeLine(seconds));
  const Json& tasks = last.at("tasks");
  fmt::print(out, "{} executed, {} of them stale, {:.3f} per useful task\n",
             lonestar::counted(tasks.at("executed"), "task"),
             tasks.at("stale").get<std::uint64_t>(), last.at("wasted_work").get<double>());
  if (last.at("messages").contains("updates")) {
    fmt::print(out, "{} between ranks in {}\n",
               lonestar::counted(last.at("updates").at("sent"), "update"),
               lonestar::counted(last.at("messages").at("updates").at("count"), "message"));
  }
  if (last.at("verified") == true) {
    fmt::print(out, "Verification successful.\n");
  }
}

void reportInterrupted(const DistSetting& setting, const std::vector<std::string>& summary,
                       const std::vector<Json>& records, galois::inputs::OutputFile* json) {
  lonestar::reportInterrupted(setting.app, records, lonestar::runs(), json,
                              [&] { printRuns(setting, summary, records); });
}

} // namespace dist
