#include "liblonestar/run/WorklistExperiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "galois/analytics/Session.h"
#include "galois/substrate/DefaultThreads.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/NoEffect.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/flags/TimelineFlag.h"
#include "liblonestar/flags/VirtualFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/RunWatch.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

cll::opt<std::uint64_t>
    driftEvery("drift", WholeNumbers{1},
               cll::desc("Sample the priority drift between threads after every so many tasks per "
                         "thread"),
               cll::value_desc("tasks"), cll::init(0), cll::cat(reportGroup()));

/// Prints one line about flags on the command line that have no effect on this method.
void warnOfFlagsWithoutEffect(const Method& method) {
  std::vector<std::string> complaints;
  auto add = [&](const std::vector<std::string>& flags, const std::string& with) {
    if (!flags.empty()) {
      complaints.push_back(noEffect(flags, with));
    }
  };
  std::vector<std::string> idle;
  if (method.worklist) {
    add(worklistFlagsWithoutEffect({method.worklist}), "--wl=" + method.worklist->name);
  } else {
    idle = flagsOfWorklistLoops();
    if (method.usesDelta) {
      std::erase(idle, "--delta");
    }
  }
  if (method.sequential && !method.chosen && severalThreadsGiven()) {
    idle.emplace_back("-t");
  }
  for (const cll::Option* option : method.ignored) {
    if (option->getNumOccurrences() > 0) {
      idle.push_back("--" + option->ArgStr.str());
    }
  }
  add(idle, "--algo=" + method.algorithm);
  if (!complaints.empty()) {
    warn(fmt::format("{}", fmt::join(complaints, "; ")));
  }
}

/// Returns a description such as "worklist smq (steal-prob 0.125, ...)".
std::string describe(const Method& method, const Outcome& run) {
  const std::string& algorithm = run.algorithm;
  if (!method.worklist) {
    // "sequential" may be an algorithm's name.
    const bool say = method.sequential && algorithm != "sequential";
    return (say ? "sequential " : "") + algorithm;
  }
  return fmt::format("{} {}", algorithm == "worklist" ? "worklist" : algorithm + ", worklist",
                     describeScheduler(run));
}

} // namespace

Method methodOf(const char* name, const galois::analytics::AlgorithmNeeds& needs,
                const WorklistInfo& worklist, const std::vector<const cll::Option*>& own) {
  Method method{name, needs.worklist ? &worklist : nullptr, needs.oneThread};
  for (const cll::Option* option : own) {
    if (!needs.uses(option->ArgStr.str())) {
      method.ignored.push_back(option);
    }
  }
  method.usesDelta = !needs.worklist && needs.uses("delta");
  return method;
}

std::vector<std::string> flagsOfWorklistLoops() {
  std::vector<std::string> flags = worklistFlagsWithoutEffect({});
  if (driftEvery > 0) {
    flags.emplace_back("--drift");
  }
  if (timelineWanted() && !kVirtual) { // a simulated machine records everything
    flags.emplace_back("--timeline");
  }
  if (perThreadWanted) {
    flags.emplace_back("--per-thread");
  }
  return flags;
}

void fitThreads(std::uint64_t nodes, std::uint64_t edges) {
  if (threadsByDefault() && !kVirtual && nodes + edges <= galois::analytics::Session::kSmallGraph &&
      flagsOfWorklistLoops().empty() && !galois::substrate::defaultThreads().asked) {
    takeOneThread();
  }
}

std::vector<std::string> withChoice(std::vector<std::string> lines, const std::string& algorithm,
                                    const std::string& reason) {
  if (!reason.empty()) {
    lines.insert(lines.begin(), fmt::format("Chosen: {} {}", algorithm, reason));
  }
  return lines;
}

galois::analytics::RunOptions runOptions(const WorklistInfo* worklist) {
  galois::analytics::RunOptions options;
  options.threads = static_cast<unsigned>(numThreads);
  options.seed = seed;
  options.driftEvery = driftEvery;
  options.perThread = perThreadWanted;
  options.timeline = timelineOfLoops();
  if (worklist) {
    options.scheduler = schedulerOf(*worklist);
  }
  return options;
}

int runExperiment(const std::string& app, Experiment& experiment, const Method& method,
                  const InputDescription& input) {
  checkTimeLimit();
  // The file is opened before the work, so that a bad path is an error at once.
  TimelineOfRun timeline;
  warnOfFlagsWithoutEffect(method);
  Setting setting;
  setting.describe = [&](const Outcome& run) { return describe(method, run); };
  setting.sequential = method.sequential;
  if (!method.watchesItself) {
    setting.watched = [](const auto& run, const auto& /*report*/) { return runWatched(run); };
  }
  return runExperiment(app, experiment, setting, input, [&] { timeline.write(); });
}

} // namespace lonestar
