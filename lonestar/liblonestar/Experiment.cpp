#include "liblonestar/Experiment.h"

#include <algorithm>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "galois/substrate/DefaultThreads.h"
#include "inputs/Error.h"
#include "inputs/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/KeptRuns.h"
#include "liblonestar/ReportFlag.h"
#include "liblonestar/RunFlags.h"
#include "liblonestar/RunTimes.h"
#include "liblonestar/StandardInput.h"
#include "liblonestar/VirtualFlags.h"

namespace lonestar {

namespace {

const Stopwatch sinceProgramStart;

ResultRecord makeRecord(const std::string& app, const InputDescription& input) {
  ResultRecord record;
  record.app = app;
  record.input = input.name;
  record.inputId = input.id;
  record.nodes = input.nodes;
  record.edges = input.edges;
  record.seed = seed;
  record.loadS = input.loadSeconds;
  return record;
}

void addOutcome(ResultRecord& record, Outcome&& outcome, const Answer& answer, bool countsTasks) {
  record.wl = std::move(outcome.wl);
  record.wlParams = std::move(outcome.wlParams);
  record.params = std::move(outcome.params);
  record.threads = outcome.threads;
  record.timeS = outcome.seconds;
  record.simulated = outcome.simulated;
  record.tasks.reset();
  if (countsTasks) {
    record.tasks = TaskCounts{outcome.executed, answer.useful, outcome.pushed, outcome.stale};
  }
  record.worklist = std::move(outcome.worklist);
  record.search = std::move(outcome.search);
  record.batch = std::move(outcome.batch);
  record.ranks = std::move(outcome.ranks);
  record.perThread = std::move(outcome.perThread);
  record.drift = std::move(outcome.drift);
  record.breakdown = std::move(outcome.breakdown);
  record.answer = {{"checksum", answer.checksum}, {"summary", answer.summary}};
}

/// The results of the runs that have finished.
struct Results {
  std::vector<Json> records;
  std::vector<double> seconds;
  ResultRecord last;
  std::vector<std::string> summary; ///< Experiment::summary() of the last run
};

/// Returns the record of a run that has been ended: what is known without its outcome.
Json recordOfEnded(const std::string& app, const InputDescription& input, const Setting& setting,
                   const Json& params, const RunEnded& ended) {
  ResultRecord record = makeRecord(app, input);
  record.params = ended.params;
  record.params.update(params);
  record.ranks = ended.ranks;
  record.threads = setting.sequential ? 1 : static_cast<unsigned>(numThreads);
  if (setting.ranks && setting.ranks->agree) {
    record.threads *= setting.ranks->count; // as in the records of their runs
  }
  record.totalS = secondsSinceStart();
  record.failure = {{"kind", "time"},
                    {"reason", fmt::format("the run took longer than {:g} s", ended.limit)},
                    {"limit_s", ended.limit}};
  return record.toJson();
}

/// Prints at most ten lines for people. Lines that Galois prints, too, have the same form.
void printSummary(const Setting& setting, const Results& results) {
  std::FILE* out = humanOutput();
  const ResultRecord& last = results.last;
  const bool all = threadsByDefault() && !setting.sequential && !kVirtual;
  const auto each = setting.sequential ? 1U : static_cast<unsigned>(numThreads);
  const std::string what = setting.describe(last);
  if (setting.ranks) {
    galois::inputs::printTo(out, "Running {} on {} with {} each\n", what,
                            counted(setting.ranks->count, "rank"), counted(each, "thread"));
  } else {
    galois::inputs::printTo(out, "Running {} on {}{}\n", what, counted(last.threads, "thread"),
                            all ? fmt::format(" ({}; another number with -t)",
                                              oneThreadTaken()
                                                  ? "a small graph"
                                                  : galois::substrate::defaultThreads().because)
                                : "");
  }
  for (const std::string& line : results.summary) {
    galois::inputs::printTo(out, "{}\n", line);
  }
  galois::inputs::printTo(out, "{}\n", timeLine(results.seconds, kVirtual || last.simulated));
  if (last.tasks && last.tasks->executed > 0) {
    galois::inputs::printTo(
        out, "{} executed, {} of them stale, {:.3f} per useful task\n",
        counted(last.tasks->executed, "task"), last.tasks->stale,
        static_cast<double>(last.tasks->executed) /
            static_cast<double>(std::max<std::uint64_t>(last.tasks->useful, 1)));
  }
  if (last.verified == true) {
    galois::inputs::printTo(out, "Verification successful.\n");
  }
}

} // namespace

Experiment::~Experiment() = default;

double secondsSinceStart() { return sinceProgramStart.seconds() - secondsOfReportCheck(); }

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string describeScheduler(const ResultRecord& run) {
  std::vector<std::string> parameters;
  for (const auto& [name, value] : run.wlParams.items()) {
    parameters.push_back(name + " " +
                         (value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return run.wl + (parameters.empty() ? "" : fmt::format(" ({})", fmt::join(parameters, ", ")));
}

namespace {

/// Says that there is no answer, if there should be a file with it.
std::string withoutAnswer() {
  return outputFile.empty() ? "" : fmt::format(", and {} is not written", std::string(outputFile));
}

} // namespace

void reportInterrupted(const std::string& app, const std::vector<Json>& records, std::size_t runs,
                       galois::inputs::OutputFile* json, const std::function<void()>& print) {
  std::fflush(stdout);
  galois::inputs::printTo(stderr,
                          "{}: interrupted after {} of {} runs; what follows is about these{}\n",
                          app, records.size(), runs, withoutAnswer());
  try {
    if (json != nullptr) {
      writeRecords(*json, records, true);
    }
  } catch (const galois::inputs::InputError& error) {
    galois::inputs::printMessage(app, error.what());
  }
  print();
  std::fflush(stdout);
}

namespace {

/// The files of a program, on the rank that reports.
struct Files {
  std::optional<galois::inputs::OutputFile> output, json;
  std::optional<ReportPage> page;

  void open(const std::string& app) {
    if (!outputFile.empty()) {
      output.emplace(outputFile);
    }
    if (!jsonFile.empty()) {
      json.emplace(jsonFile);
    }
    if (!reportFile.empty()) {
      page.emplace(app);
    }
  }
};

/// How long a rank that does not report waits for the one that does, when a signal has come.
constexpr unsigned kReportMicroseconds = 500'000;

/// Runs `action` on all ranks, and fails on all or none.
void agree(const Setting& setting, const std::function<void()>& action) {
  if (setting.ranks && setting.ranks->agree) {
    setting.ranks->agree(action);
  } else {
    action();
  }
}

} // namespace

int runExperiment(const std::string& app, Experiment& experiment, const Setting& setting,
                  const InputDescription& input, const std::function<void()>& last) {
  dropStandardInput(); // what is left to read of it is mapped or open
  const bool reports = !setting.ranks || setting.ranks->leads;
  // All files are opened before the work, so that a bad path is an error at once.
  Files files;
  agree(setting, [&] {
    if (reports) {
      files.open(app);
    }
  });
  auto& output = files.output;
  auto& json = files.json;
  auto& page = files.page;
  Results results;
  std::string wrong;
  std::optional<Json> ended; // the record of the run that took too long
  const std::size_t wanted = experiment.queries() * runs();
  const auto printAndWrite = [&] {
    if (ended) {
      std::fflush(stdout);
      galois::inputs::printTo(
          stderr, "{}: {}, and has been ended after {} of {} runs{}{}\n", app,
          (*ended)["failure"]["reason"].get<std::string>(), results.records.size(), wanted,
          results.records.empty() ? "" : "; what follows is about these", withoutAnswer());
    }
    if (!results.records.empty()) {
      printSummary(setting, results);
    }
    if (ended) {
      results.records.push_back(*ended);
    }
    if (json) {
      writeRecords(*json, results.records, severalRecords() || experiment.queries() > 1);
    }
  };
  const auto makePage = [&](bool withAnswer) {
    if (page) {
      std::fflush(stdout);
      page->make(results.records, withAnswer);
    }
  };
  {
    const auto report = [&] {
      if (reports) {
        reportInterrupted(app, results.records, wanted, json ? &*json : nullptr,
                          [&] { printSummary(setting, results); });
      } else {
        // A launcher ends all ranks when one has ended, perhaps before the other one has reported.
        ::usleep(kReportMicroseconds);
      }
    };
    std::optional<KeptRuns> kept;
    if (reports || !setting.endsRunOnSignal) {
      kept.emplace(wanted, !setting.endsRunOnSignal, report);
    }
    const auto goesOn = [&] { return wrong.empty() && !ended && !experiment.interrupted(); };
    const std::function<Outcome()> runOnce = [&] { return experiment.run(); };
    Json params; // of the current run, for its record if it is ended
    const auto isEnded = [&](const RunEnded& end) {
      ended = recordOfEnded(app, input, setting, params, end);
    };
    // For a watch that ends the process. On another thread, while the main thread is in a run.
    const std::function<int(const RunEnded&)> reportEnded = [&](const RunEnded& end) {
      int status = kRunEndedStatus;
      kept->reportAndKeepLocked([&] {
        try {
          isEnded(end);
          output.reset();
          printAndWrite();
        } catch (const galois::inputs::InputError& error) {
          galois::inputs::printMessage(app, error.what());
          status = 1;
        }
        makePage(false);
      });
      return status;
    };
    double firstBegan = 0; // the moment of the first run
    for (std::size_t query = 0; query < experiment.queries() && goesOn(); ++query) {
      experiment.selectQuery(query);
      for (unsigned run = 0; run < runs() && goesOn(); ++run) {
        RunMoments moments{.began = secondsSinceStart()};
        if (query == 0 && run == 0) {
          firstBegan = moments.began;
        }
        experiment.reset();
        if (setting.watched) {
          params = experiment.params();
        }
        Outcome outcome;
        try {
          outcome = setting.watched ? setting.watched(runOnce, reportEnded) : runOnce();
        } catch (const RunEnded& end) {
          params = experiment.params();
          isEnded(end);
          break;
        }
        moments.ran = secondsSinceStart();
        // A run of a batch may have been searched during an earlier run.
        moments.algorithm = std::min(outcome.seconds, moments.ran - moments.began);
        ResultRecord record = makeRecord(app, input);
        addOutcome(record, std::move(outcome), experiment.answer(), setting.countsTasks);
        moments.answered = secondsSinceStart();
        record.params.update(experiment.params());
        if (verification() != Verification::kNone && experiment.checkable()) {
          wrong = experiment.check(verification() == Verification::kFull);
          record.verified = wrong.empty();
        }
        moments.checked = secondsSinceStart();
        record.totalS = record.simulated ? record.timeS : moments.checked;
        if (input.loading && !record.simulated) {
          record.phases = phasesOf(*input.loading, firstBegan, moments);
        }
        record.loadS = record.simulated ? 0 : record.loadS;
        std::vector<std::string> summary = experiment.summary();
        if (kept) {
          kept->add([&] {
            if (!reports) {
              return;
            }
            results.records.push_back(record.toJson());
            results.seconds.push_back(record.timeS);
            results.last = std::move(record);
            results.summary = std::move(summary);
          });
        }
      }
      if (ended) {
        break;
      }
      if ((!outputFile.empty() || !reportFile.empty()) && wrong.empty()) {
        experiment.gather();
        if (setting.ranks && setting.ranks->agree) {
          experiment.writeOnRanks(output ? &*output : nullptr);
        } else if (output) {
          experiment.write(*output);
        }
        if (page && experiment.hasValues()) {
          page->keepAnswer([&](galois::inputs::OutputFile& file) { experiment.write(file); });
        }
      }
      if (wrong.empty()) {
        experiment.finish();
      }
    }
  }
  agree(setting, [&] {
    if (!reports) {
      return;
    }
    printAndWrite();
    if (last) {
      last();
    }
  });
  const bool answered = wrong.empty() && !ended;
  if (answered) {
    agree(setting, [&] {
      if (output) {
        output->commit();
      }
    });
  }
  makePage(answered);
  if (!wrong.empty()) {
    throw AppError("Verification failed: " + wrong);
  }
  return ended ? kRunEndedStatus : 0;
}

} // namespace lonestar
