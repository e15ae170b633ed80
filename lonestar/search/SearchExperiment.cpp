#include "search/SearchExperiment.h"

#include <csignal>
#include <cstdio>
#include <vector>

#include <fmt/format.h>

#include "galois/substrate/Cancellation.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/NoEffect.h"
#include "liblonestar/flags/ReportFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/record/BuildInfo.h"
#include "search/RankSession.h"
#include "search/SearchOrder.h"

namespace lonestar {

namespace {

volatile std::sig_atomic_t caught = 0; // the signal that ended the search
struct sigaction actionsBefore[2];     // of SIGINT and SIGTERM

/// Cancels the search. A second signal does what it did before.
void cancelSearch(int signal) {
  caught = signal;
  galois::substrate::Cancellation::request();
  sigaction(SIGINT, &actionsBefore[0], nullptr);
  sigaction(SIGTERM, &actionsBefore[1], nullptr);
}

void cancelOnSignal() {
  struct sigaction action {};
  action.sa_handler = cancelSearch;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  const int signals[] = {SIGINT, SIGTERM};
  for (int i = 0; i < 2; ++i) {
    sigaction(signals[i], nullptr, &actionsBefore[i]);
    if (actionsBefore[i].sa_handler != SIG_IGN) { // An ignored signal stays ignored.
      sigaction(signals[i], &action, nullptr);
    }
  }
}

/// Returns what people are told about a search that ended early.
const char* endOf(SearchType type) {
  switch (type) {
  case SearchType::kOptimise:
    return "; interrupted, so this is the best so far";
  case SearchType::kDecide:
    return "; interrupted before there was an answer";
  default:
    return "; interrupted, so these are the counts of a part of the tree, which are not checked";
  }
}

const char* nameOf(SearchType type) {
  switch (type) {
  case SearchType::kOptimise:
    return "optimise";
  case SearchType::kDecide:
    return "decide";
  default:
    return "enumerate";
  }
}

void warnOfIdle(const std::vector<std::string>& flags, const std::string& with) {
  if (!flags.empty()) {
    warn(noEffect(flags, with));
  }
}

Json describe(const galois::search::Statistics& counts) {
  return {{"nodes", counts.nodes},           {"expansions", counts.expansions},
          {"pruned", counts.pruned},         {"backtracks", counts.backtracks},
          {"max_depth", counts.maxDepth},    {"spawned", counts.spawned},
          {"incumbents", counts.incumbents}, {"tasks", counts.tasks}};
}

} // namespace

void startSearch(int argc, char** argv, const std::string& description,
                 llvm::cl::opt<std::string>* input) {
  symmetricGraph.removeArgument();
  outputFile.setDescription("Write the answer there as text ('-': stdout)");
  timeLimitFlag.setDescription("End the search after this time, such as 30s, with the best so far "
                               "(default: none)");
  if (rankSession() != nullptr) {
    refuseReport();
  }
  start(argc, argv, description, input);
  if (rankSession() != nullptr) {
    rankSession()->connect();
  }
  selectedCoordination(); // wrong flags are an error before the input is made
  if (searchOrder() != nullptr) {
    searchOrder()->check();
  }
}

Outcome SearchExperiment::searched(SearchType type, const galois::search::Outcome& result,
                                   double seconds) {
  const auto simulated =
      rankSession() != nullptr ? rankSession()->simulatedSeconds() : std::optional<double>();
  seconds = simulated.value_or(seconds);
  statistics_ = result.statistics;
  type_ = type;
  complete_ = result.complete;
  seconds_ = seconds;
  Outcome outcome;
  const Coordination& coordination = selectedCoordination();
  const bool bestFirst = isBestFirst();
  outcome.scheduler = bestFirst ? searchOrder()->worklist() : lonestar::nameOf(coordination);
  outcome.ownParameters =
      bestFirst ? searchOrder()->worklistParameters() : parametersOf(coordination);
  outcome.countsTasks = false;
  outcome.threads =
      isSequential(coordination) && !bestFirst ? 1 : static_cast<unsigned>(numThreads);
  outcome.seconds = seconds;
  outcome.simulated = simulated.has_value();
  visitedHere_ = statistics_.nodes - (rankSession() != nullptr ? rankSession()->nodesBefore() : 0);
  Json search = {{"type", nameOf(type)},
                 {"coordination", bestFirst ? searchOrder()->name() : outcome.scheduler},
                 {"params", bestFirst ? searchOrder()->parameters() : outcome.ownParameters},
                 {"complete", result.complete},
                 {"nodes_per_s", static_cast<double>(visitedHere_) / std::max(seconds, 1e-9)}};
  search.update(describe(statistics_));
  if (result.frontier) {
    search.update({{"dropped", result.frontier->dropped},
                   {"dives", result.frontier->dives},
                   {"most_waiting", result.frontier->most},
                   {"frontier_bytes", result.frontier->bytes}});
  }
  outcome.search = search;
  if (rankSession() != nullptr) {
    outcome.ranks = rankSession()->sections();
  }
  if (perThreadWanted) {
    outcome.searchPerThread = Json::array();
    for (const galois::search::Statistics& own : result.perThread) {
      outcome.searchPerThread->push_back({{"search", describe(own)}});
    }
  }
  return outcome;
}

bool SearchExperiment::interrupted() const {
  // On several ranks all of them do all runs, of which those after a signal end at once.
  return caught != 0 && rankSession() == nullptr;
}

std::string SearchExperiment::searchSummary() const {
  const double rate = static_cast<double>(visitedHere_) / std::max(seconds_, 1e-9) / 1e6;
  return fmt::format("{} visited, {} pruned, {} million nodes per second{}",
                     counted(statistics_.nodes, "node"), statistics_.pruned,
                     rate < 999.5 ? fmt::format("{:.3g}", rate) : fmt::format("{:.0f}", rate),
                     complete_ ? "" : endOf(type_));
}

int runSearchExperiment(const std::string& name, SearchExperiment& experiment,
                        const InputDescription& input) {
  Setting setting;
  const std::string coordination = lonestar::nameOf(selectedCoordination());
  setting.sequential = isSequential(selectedCoordination()) && !isBestFirst();
  setting.describe = [](const Outcome& run) {
    return (isBestFirst() ? searchOrder()->name() + ", worklist " : "skeleton ") +
           describeScheduler(run);
  };
  setting.endsRunOnSignal = true;
  if (searchOrder() != nullptr) {
    setting.watched = [](const auto& run, const auto& /*report*/) {
      return searchOrder()->watched(run);
    };
  }
  warnOfIdle(skeletonFlagsWithoutEffect(),
             isBestFirst() ? "--order=" + searchOrder()->name() : "--skeleton=" + coordination);
  if (searchOrder() != nullptr) {
    warnOfIdle(searchOrder()->flagsWithoutEffect(),
               isBestFirst() ? "--wl=" + searchOrder()->worklist() : "--order=depth-first");
  }
  cancelOnSignal();
  int status = 0;
  RankSession* const ranks = rankSession();
  if (ranks != nullptr) {
    setting.ranks = RankView{ranks->ranks(), ranks->leads()};
    const Json search = {{"program", name},
                         {"input", input.id},
                         {"parameters", experiment.params()},
                         {"build", buildInfo().commit},
                         {"compiler", buildInfo().compiler}};
    ranks->identify(search);
    ranks->state(search);
    ranks->state({{"skeleton", coordination},
                  {"skeleton parameters", parametersOf(selectedCoordination())},
                  {"seed", std::uint64_t{seed}},
                  {"runs", runs()},
                  {"-t", threadsByDefault() ? Json("the default") : Json(int{numThreads})},
                  {"--time-limit", timeLimit() ? Json(*timeLimit()) : Json("none")}});
  }
  if (ranks == nullptr || ranks->leads()) {
    status = runExperiment(name + (ranks == nullptr ? "-cpu" : ranks->suffix()), experiment,
                           setting, input);
  } else {
    for (unsigned run = 0; run < runs(); ++run) {
      experiment.reset();
      experiment.run();
    }
  }
  constexpr int kSignalled = 128; // as shells report it
  return caught != 0 ? kSignalled + caught : status;
}

} // namespace lonestar
