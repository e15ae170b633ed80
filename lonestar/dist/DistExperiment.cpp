#include "DistExperiment.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/record/ResultRecord.h"

namespace dist {

using lonestar::Json;

namespace {

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

Json messagesOf(const AllTraffic& sent) {
  Json json = Json::object();
  for (std::size_t kind = 0; kind < galois::dist::kKinds; ++kind) {
    if (sent[kind].sent > 0) {
      json[galois::dist::name(static_cast<galois::dist::Kind>(kind))] = {
          {"count", sent[kind].sent}, {"bytes", sent[kind].bytesSent}};
    }
  }
  return json;
}

} // namespace

Json describe(galois::dist::Rank rank, const RankRun& run, double seconds, const AllTraffic& sent,
              const Json& part, bool simulated) {
  Json json = {{"rank", rank}};
  json.update(part);
  if (!simulated) {
    json["max_rss_mib"] = lonestar::maxRssMiB();
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
               {"messages", messagesOf(sent)},
               {"worklist", lonestar::worklistCounters(run.loops.worklist, {})}});
  return json;
}

lonestar::Outcome outcomeOf(const DistSetting& setting, const std::vector<Json>& ranks) {
  lonestar::Outcome outcome;
  outcome.scheduler = setting.wl;
  outcome.ownParameters = setting.wlParams;
  outcome.params = setting.params;
  outcome.threads = static_cast<unsigned>(numThreads) * static_cast<unsigned>(ranks.size());
  for (const Json& rank : ranks) {
    outcome.seconds = std::max(outcome.seconds, rank.at("time_s").get<double>());
  }
  outcome.simulated = setting.simulated;
  const Json tasks = sumOf(ranks, "tasks");
  outcome.executed = tasks.at("executed");
  outcome.pushed = tasks.at("pushed");
  outcome.stale = tasks.at("stale");
  for (const auto& [name, value] : sumOf(ranks, "worklist").items()) {
    using galois::analytics::OptionValue;
    outcome.measures.push_back({name, value.is_number_unsigned()
                                          ? OptionValue(value.get<std::uint64_t>())
                                          : OptionValue(value.get<double>())});
  }
  outcome.ranks["dist"] = setting.dist;
  outcome.ranks["dist"]["rounds"] = ranks.at(0).at("rounds");
  outcome.ranks["dist"]["waves"] = ranks.at(0).at("waves");
  outcome.ranks["messages"] = sumOf(ranks, "messages");
  outcome.ranks["updates"] = sumOf(ranks, "updates");
  outcome.ranks["per_rank"] = ranks;
  return outcome;
}

lonestar::RunEnded endedRun(const DistSetting& setting, double limit) {
  lonestar::Outcome known;
  known.params = setting.params;
  known.ranks["dist"] = setting.dist;
  return {limit, known};
}

std::string describeUpdates(const lonestar::Outcome& outcome) {
  const Json& messages = outcome.ranks.at("messages");
  return messages.contains("updates")
             ? fmt::format("{} between ranks in {}",
                           lonestar::counted(outcome.ranks.at("updates").at("sent"), "update"),
                           lonestar::counted(messages.at("updates").at("count"), "message"))
             : "";
}

lonestar::Setting runSetting(const DistSetting& setting, const lonestar::RankView& ranks) {
  lonestar::Setting runs;
  runs.ranks = ranks;
  runs.describe = [](const lonestar::Outcome& run) {
    return fmt::format("{}, worklist {},", run.params.at("exec").get<std::string>(), run.scheduler);
  };
  runs.endsRunOnSignal = setting.simulated; // the simulator ends then, without a report
  return runs;
}

} // namespace dist
