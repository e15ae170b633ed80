#include "liblonestar/Experiment.h"

#include <algorithm>
#include <numeric>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/RunFlags.h"
#include "liblonestar/TimelineFlag.h"
#include "liblonestar/VirtualFlags.h"
#include "liblonestar/WorklistFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

cll::opt<std::uint64_t>
    driftEvery("drift",
               cll::desc("Sample the priority drift between threads after every so many tasks per "
                         "thread"),
               cll::value_desc("tasks"), cll::init(0), cll::cat(reportGroup()));

const Stopwatch sinceProgramStart;

template <typename Numbers>
std::uint64_t total(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

ResultRecord makeRecord(const std::string& app, const Experiment& experiment, const Method& method,
                        const InputDescription& input) {
  ResultRecord record;
  record.app = app;
  record.input = input.name;
  record.inputId = input.id;
  record.nodes = input.nodes;
  record.edges = input.edges;
  record.params = {{"algo", method.algorithm}};
  record.params.update(experiment.params());
  record.wl = method.worklist ? method.worklist->name : method.algorithm;
  if (method.worklist) {
    record.wlParams = worklistParameters(*method.worklist);
  }
  record.threads = method.sequential ? 1 : static_cast<unsigned>(numThreads);
  record.seed = seed;
  record.loadS = input.loadSeconds;
  return record;
}

void addOutcome(ResultRecord& record, Outcome&& outcome, const Answer& answer) {
  record.timeS = outcome.seconds;
  record.tasks = {outcome.executed, answer.useful, outcome.pushed, outcome.stale};
  record.worklist = std::move(outcome.worklist);
  record.perThread = std::move(outcome.perThread);
  record.drift = std::move(outcome.drift);
  record.breakdown = std::move(outcome.breakdown);
  record.answer = {{"checksum", answer.checksum}, {"summary", answer.summary}};
}

/// Prints one line about flags on the command line that have no effect on this method.
/// @param timeline  whether --timeline is given, and only a loop under a worklist writes one
void warnOfFlagsWithoutEffect(const Method& method, bool timeline) {
  std::vector<std::string> complaints;
  auto add = [&](const std::vector<std::string>& flags, const std::string& with) {
    if (!flags.empty()) {
      complaints.push_back(fmt::format("{} {} no effect with {}", fmt::join(flags, ", "),
                                       flags.size() == 1 ? "has" : "have", with));
    }
  };
  std::vector<std::string> idle;
  if (method.worklist) {
    add(worklistFlagsWithoutEffect({method.worklist}), "--wl=" + method.worklist->name);
  } else {
    idle = worklistFlagsWithoutEffect({});
    if (method.usesDelta) {
      std::erase(idle, "--delta");
    }
    if (driftEvery > 0) {
      idle.emplace_back("--drift");
    }
    if (timeline) {
      idle.emplace_back("--timeline");
    }
    if (perThreadWanted) {
      idle.emplace_back("--per-thread");
    }
  }
  for (const cll::Option* option : method.ignored) {
    if (option->getNumOccurrences() > 0) {
      idle.push_back("--" + option->ArgStr.str());
    }
  }
  add(idle, "--algo=" + method.algorithm);
  if (!complaints.empty()) {
    fmt::print(stderr, "warning: {}\n", fmt::join(complaints, "; "));
  }
}

/// Returns a description such as "worklist smq (steal-prob 0.125, ...) on 2 threads".
std::string describe(const ResultRecord& record, const Method& method) {
  // "sequential" may be an algorithm's name.
  const bool say = method.sequential && method.algorithm != "sequential";
  std::string what = (say ? "sequential " : "") + method.algorithm;
  if (method.worklist) {
    std::vector<std::string> parameters;
    for (const auto& [flag, value] : record.wlParams.items()) {
      parameters.push_back(flag + " " + value.dump());
    }
    what = fmt::format(
        "{} {} ({})", method.algorithm == "worklist" ? "worklist" : method.algorithm + ", worklist",
        record.wl, fmt::join(parameters, ", "));
  }
  const bool all = threadsByDefault() && !method.sequential && !kVirtual;
  return fmt::format("{} on {}{}", what, counted(record.threads, "thread"),
                     all ? " (all cores; another number with -t)" : "");
}

/// Prints at most ten lines for people. Lines that Galois prints, too, have the same form.
void printSummary(const Experiment& experiment, const Method& method, const ResultRecord& last,
                  std::vector<double> seconds) {
  std::FILE* out = humanOutput();
  fmt::print(out, "Running {}\n", describe(last, method));
  for (const std::string& line : experiment.summary()) {
    fmt::print(out, "{}\n", line);
  }
  std::sort(seconds.begin(), seconds.end());
  fmt::print(out, "Time {:.6f} s{}\n", seconds[seconds.size() / 2],
             seconds.size() == 1 ? ""
                                 : fmt::format(", median of {} ({:.6f} to {:.6f})", seconds.size(),
                                               seconds.front(), seconds.back()));
  if (last.tasks.executed > 0) {
    fmt::print(out, "{} executed, {} of them stale, {:.3f} per useful task\n",
               counted(last.tasks.executed, "task"), last.tasks.stale,
               static_cast<double>(last.tasks.executed) /
                   static_cast<double>(std::max<std::uint64_t>(last.tasks.useful, 1)));
  }
  if (last.verified == true) {
    fmt::print(out, "Verification successful.\n");
  }
}

void addObservations(Outcome& outcome,
                     const std::optional<galois::runtime::LoopReport::Drift>& drift,
                     const std::optional<galois::runtime::LoopReport::Breakdown>& spent) {
  if (drift) {
    outcome.drift = {{"mean", drift->mean}, {"max", drift->max}, {"samples", drift->samples}};
  }
  if (spent) {
    outcome.breakdown = {{"good_work", spent->goodWork},
                         {"useless_work", spent->uselessWork},
                         {"enqueue", spent->enqueue},
                         {"dequeue", spent->dequeue},
                         {"failed_dequeue", spent->failedDequeue},
                         {"other", spent->other},
                         {"cycles_per_enqueue", spent->cyclesPerEnqueue},
                         {"cycles_per_dequeue", spent->cyclesPerDequeue},
                         {"cycles", spent->cycles},
                         {"overhead", spent->overhead},
                         {"cycles_per_lap", spent->lapCost}};
  }
}

} // namespace

Experiment::~Experiment() = default;

WorklistSettings loopSettings(const WorklistInfo& worklist) {
  WorklistSettings settings = worklistSettings(worklist);
  settings.driftEvery = driftEvery;
  settings.timeline = timelineOfLoops();
  return settings;
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

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Outcome outcomeOf(const LoopRun& run) {
  Outcome outcome;
  outcome.seconds = run.report.seconds;
  outcome.executed = total(run.report.iterations);
  outcome.pushed = run.initial + total(run.report.pushes);
  outcome.stale = total(run.stale);
  outcome.worklist = worklistCounters(run.report);
  if (perThreadWanted) {
    outcome.perThread = perThreadCounters(run.report, run.stale);
  }
  addObservations(outcome, run.report.drift, run.report.breakdown);
  return outcome;
}

Outcome outcomeOf(const galois::analytics::Execution& execution) {
  Outcome outcome;
  outcome.seconds = execution.seconds;
  outcome.executed = execution.executed;
  outcome.pushed = execution.pushed;
  outcome.stale = execution.stale;
  outcome.worklist = worklistCounters(execution.counters, execution.histories);
  for (const auto& [name, value] : execution.measures) {
    outcome.worklist[name] = std::visit([](const auto& number) { return Json(number); }, value);
  }
  if (!execution.perThread.empty()) {
    outcome.perThread = perThreadCounters(execution.perThread, execution.counters);
  }
  addObservations(outcome, execution.drift, execution.breakdown);
  return outcome;
}

int conduct(const std::string& app, Experiment& experiment, const Method& method,
            const InputDescription& input) {
  if (driftEvery.getNumOccurrences() > 0 && driftEvery == 0) {
    throw UsageError("--drift=0: a sample after how many tasks? at least 1");
  }
  // All files are opened before the work, so that a bad path is an error at once.
  TimelineOfRun timeline;
  warnOfFlagsWithoutEffect(method, timeline.isOfLoops());
  std::optional<galois::inputs::OutputFile> output, json;
  if (!outputFile.empty()) {
    output.emplace(outputFile);
  }
  if (!jsonFile.empty()) {
    json.emplace(jsonFile);
  }
  std::vector<Json> records;
  std::vector<double> seconds;
  ResultRecord record;
  std::string wrong;
  for (std::size_t query = 0; query < experiment.queries() && wrong.empty(); ++query) {
    experiment.selectQuery(query);
    for (unsigned run = 0; run < runs() && wrong.empty(); ++run) {
      experiment.reset();
      Outcome outcome = experiment.run();
      record = makeRecord(app, experiment, method, input);
      addOutcome(record, std::move(outcome), experiment.answer());
      if (verification() != Verification::kNone) {
        wrong = experiment.check(verification() == Verification::kFull);
        record.verified = wrong.empty();
      }
      record.totalS = sinceProgramStart.seconds();
      records.push_back(record.toJson());
      seconds.push_back(record.timeS);
    }
    if (output && wrong.empty()) {
      experiment.write(*output);
    }
    if (wrong.empty()) {
      experiment.finish();
    }
  }
  printSummary(experiment, method, record, seconds);
  if (json) {
    writeRecords(*json, records, severalRecords() || experiment.queries() > 1);
  }
  timeline.write();
  if (!wrong.empty()) {
    throw AppError("Verification failed: " + wrong);
  }
  if (output) {
    output->commit();
  }
  return 0;
}

} // namespace lonestar
