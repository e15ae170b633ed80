#include "liblonestar/run/Experiment.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analytics/scheduler/OneThreadIfSmall.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/flags/ReportFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/record/RunReport.h"
#include "liblonestar/run/KeptRuns.h"
#include "liblonestar/run/StandardInput.h"

namespace lonestar {

namespace {

const Stopwatch sinceProgramStart;

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

/// All runs of a program, and their report.
class Runs {
public:
  Runs(const std::string& app, Experiment& experiment, const Setting& setting,
       const InputDescription& input)
      : app_(app), experiment_(experiment), setting_(setting), input_(input),
        reports_(!setting.ranks || setting.ranks->leads),
        report_(app, setting, wanted(), severalRecords() || experiment.queries() > 1) {
    // All files are opened before the work, so that a bad path is an error at once.
    agreeIfReporting([&] { report_.open(); });
  }

  /// Makes the runs of all queries, until an answer is wrong or a run is ended.
  void make() {
    if (reports_ || !setting_.endsRunOnSignal) {
      kept_.emplace(wanted(), !setting_.endsRunOnSignal, [&] { reportInterrupted(); });
    }
    for (std::size_t query = 0; query < experiment_.queries() && goesOn(); ++query) {
      experiment_.selectQuery(query);
      makeRunsOfQuery();
      if (!report_.ended() && wrong_.empty()) {
        finishQuery();
      }
    }
    kept_.reset();
  }

  /// Reports them. @return the exit status
  int report(const std::function<void()>& last) {
    agreeIfReporting([&] {
      report_.write();
      if (last) {
        last();
      }
    });
    const bool answered = wrong_.empty() && !report_.ended();
    if (answered) {
      agree(setting_, [&] { report_.commitAnswer(); });
    }
    report_.makePage(answered);
    if (!wrong_.empty()) {
      throw AppError("Verification failed: " + wrong_);
    }
    return report_.ended() ? kRunEndedStatus : 0;
  }

private:
  std::size_t wanted() const { return experiment_.queries() * runs(); }

  bool goesOn() const { return wrong_.empty() && !report_.ended() && !experiment_.interrupted(); }

  /// Runs `action` on the rank that reports, and fails on all ranks or none.
  void agreeIfReporting(const std::function<void()>& action) const {
    agree(setting_, [&] {
      if (reports_) {
        action();
      }
    });
  }

  void makeRunsOfQuery() {
    for (unsigned run = 0; run < runs() && goesOn(); ++run) {
      RunMoments moments{.began = secondsSinceStart()};
      firstBegan_ = firstBegan_.value_or(moments.began);
      std::optional<Outcome> outcome = makeRun();
      if (outcome) {
        moments.ran = secondsSinceStart();
        keep(recordOf(std::move(*outcome), moments));
      }
    }
  }

  /// Makes a run. @return its outcome; none if it has been ended, which is in the report then
  std::optional<Outcome> makeRun() {
    {
      const OneThreadIfSmall few(inputSize());
      experiment_.reset();
    }
    const std::function<Outcome()> run = [&] { return experiment_.run(); };
    try {
      if (!setting_.watched) {
        return run();
      }
      params_ = experiment_.params();
      return setting_.watched(run, [&](const RunEnded& end) { return reportEnded(end); });
    } catch (const RunEnded& end) {
      report_.end(recordOfEnded(end, experiment_.params()));
      return std::nullopt;
    }
  }

  /// Adds the answer and its check to what a run did.
  ResultRecord recordOf(Outcome outcome, RunMoments moments) {
    const OneThreadIfSmall few(inputSize());
    // A run of a batch may have been searched during an earlier run.
    moments.algorithm = std::min(outcome.seconds, moments.ran - moments.began);
    ResultRecord record = recordWith(std::move(outcome));
    const Answer answer = experiment_.answer();
    record.answer = {{"checksum", answer.checksum}, {"summary", answer.summary}};
    record.run.useful = answer.useful.value_or(record.run.useful);
    moments.answered = secondsSinceStart();
    record.run.params.update(experiment_.params());
    if (verification() != Verification::kNone && experiment_.checkable()) {
      wrong_ = experiment_.check(verification() == Verification::kFull);
      record.verified = wrong_.empty();
    }
    moments.checked = secondsSinceStart();
    record.totalS = record.run.simulated ? record.run.seconds : moments.checked;
    if (input_.loading && !record.run.simulated) {
      record.phases = phasesOf(*input_.loading, *firstBegan_, moments);
    }
    return record;
  }

  /// The number of nodes and edges; of an input that is no graph, a large number.
  std::uint64_t inputSize() const noexcept {
    return input_.nodes && input_.edges ? *input_.nodes + *input_.edges : ~std::uint64_t{0};
  }

  /// Returns the record of a run that has been ended: what is known without its outcome.
  ResultRecord recordOfEnded(const RunEnded& ended, const Json& params) const {
    ResultRecord record = recordWith(ended.known);
    record.run.params.update(params);
    record.run.threads = setting_.sequential ? 1 : static_cast<unsigned>(numThreads);
    if (setting_.ranks && setting_.ranks->agree) {
      record.run.threads *= setting_.ranks->count; // as in the records of their runs
    }
    record.totalS = secondsSinceStart();
    record.failure = {{"kind", "time"},
                      {"reason", fmt::format("the run took longer than {:g} s", ended.limit)},
                      {"limit_s", ended.limit}};
    return record;
  }

  ResultRecord recordWith(Outcome run) const {
    run.seed = seed;
    ResultRecord record;
    record.app = app_;
    record.input = input_;
    record.run = std::move(run);
    return record;
  }

  void keep(ResultRecord record) {
    std::vector<std::string> summary = experiment_.summary();
    if (kept_) {
      kept_->add([&] {
        if (reports_) {
          report_.add(std::move(record), std::move(summary));
        }
      });
    }
  }

  /// Writes the answer of the current query.
  void finishQuery() {
    if (!outputFile.empty() || !reportFile.empty()) {
      galois::inputs::OutputFile* const file = report_.answerFile();
      experiment_.gather();
      if (setting_.ranks && setting_.ranks->agree) {
        experiment_.writeOnRanks(file);
      } else if (file != nullptr) {
        experiment_.write(*file);
      }
      if (experiment_.hasValues()) {
        report_.keepAnswer(
            [&](galois::inputs::OutputFile& kept) { experiment_.writeForPage(kept); });
      }
    }
    experiment_.finish();
  }

  /// For a watch that ends the process: called on another thread, while the main thread is in a run.
  /// @return the exit status
  int reportEnded(const RunEnded& end) {
    int status = 0;
    kept_->reportAndKeepLocked([&] {
      report_.end(recordOfEnded(end, params_));
      status = report_.writeEnded();
    });
    return status;
  }

  void reportInterrupted() {
    if (reports_) {
      report_.writeInterrupted();
    } else {
      // A launcher ends all ranks when one has ended, perhaps before the other one has reported.
      ::usleep(kReportMicroseconds);
    }
  }

  const std::string& app_;
  Experiment& experiment_;
  const Setting& setting_;
  const InputDescription& input_;
  const bool reports_;
  RunReport report_;
  std::string wrong_;                ///< what is wrong with the last answer, or ""
  std::optional<double> firstBegan_; ///< the moment of the first run
  Json params_;                      ///< of the current run, for its record if it is ended
  std::optional<KeptRuns> kept_;
};

} // namespace

Experiment::~Experiment() = default;

double secondsSinceStart() { return sinceProgramStart.seconds() - secondsOfReportCheck(); }

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string describeScheduler(const Outcome& run) {
  const Json values = run.schedulerParameters();
  std::vector<std::string> parameters;
  for (const auto& [name, value] : values.items()) {
    parameters.push_back(name + " " +
                         (value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return run.orderedBy() +
         (parameters.empty() ? "" : fmt::format(" ({})", fmt::join(parameters, ", ")));
}

int runExperiment(const std::string& app, Experiment& experiment, const Setting& setting,
                  const InputDescription& input, const std::function<void()>& last) {
  dropStandardInput(); // what is left to read of it is mapped or open
  Runs all(app, experiment, setting, input);
  all.make();
  return all.report(last);
}

} // namespace lonestar
