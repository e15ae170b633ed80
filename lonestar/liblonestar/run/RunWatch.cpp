#include "liblonestar/run/RunWatch.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "analytics/scheduler/CountedCall.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/runtime/report/LastChange.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/HelperThread.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/flags/VirtualFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

enum class Show { kAuto, kOn, kOff };

cll::opt<Show, false, ChoiceParser<Show>> progressFlag(
    "progress", cll::desc("Show on stderr how far the run has come, after two seconds:"),
    cll::values(clEnumValN(Show::kAuto, "auto", "if stderr is a terminal (default)"),
                clEnumValN(Show::kOn, "on", "also in a file, with one line every two seconds"),
                clEnumValN(Show::kOff, "off", "never")),
    cll::init(Show::kAuto), cll::cat(runGroup()));

using Counted = galois::analytics::CountedCall<>;

bool onTerminal() { return isatty(STDERR_FILENO) == 1; }

std::string rounded(double number) {
  return number < 1e6 ? fmt::format("{:.0f}", number) : fmt::format("{:.1f} million", number / 1e6);
}

/// The number of executed tasks and the last change, as a line.
class TaskLine {
public:
  explicit TaskLine(Counted& counted) : counted_(counted) {}
  std::string operator()(double seconds) {
    const double change = galois::runtime::LastChange::get();
    return rate_(seconds, counted_.soFar(), "tasks") +
           (std::isnan(change) ? "" : fmt::format(", last change {:.3g}", change));
  }

private:
  Counted& counted_;
  CountAndRate rate_;
};

/// The line about the progress of a run: one that is rewritten on a terminal, else a line each time.
class ProgressLine {
public:
  ProgressLine() : terminal_(onTerminal()) {}
  ~ProgressLine() {
    if (terminal_ && shown_) {
      std::fputs("\r\033[K", stderr);
      std::fflush(stderr);
    }
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(const LineOfRun& line, double seconds) {
    if (seconds < next_) {
      return;
    }
    constexpr double kOnTerminal = 0.2; // seconds between two updates
    constexpr double kElsewhere = 2;
    next_ = seconds + (terminal_ ? kOnTerminal : kElsewhere);
    std::fputs((terminal_ ? "\r\033[K" + line(seconds) : line(seconds) + "\n").c_str(), stderr);
    std::fflush(stderr);
    shown_ = true;
  }

private:
  const bool terminal_;
  bool shown_ = false;
  double next_ = 2; // seconds from the start of the run
};

/// The thread that watches one run, or several at once, from the start to the end.
class Watcher {
public:
  /// @param line     what is shown of the run; empty: nothing
  /// @param longest  see runsWatched(); empty: there is one run, which begins now
  Watcher(std::optional<double> limit, LineOfRun line, std::function<double()> longest)
      : limit_(limit), line_(std::move(line)), longest_(std::move(longest)),
        asked_(limit && *limit <= 0) {
    thread_ = std::make_unique<galois::substrate::HelperThread>([this] { watch(); });
    if (limit_ && *limit_ <= 0) {
      galois::substrate::Cancellation::request(); // before the run begins
    }
  }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  ~Watcher() { stop(); }

  /// Stops watching. Returns whether the run has been asked to end. Called once or more.
  bool stop() {
    if (thread_) {
      sleep_.stop();
      thread_.reset();
      if (limit_) {
        galois::substrate::Cancellation::reset();
      }
    }
    return asked_;
  }

private:
  /// How many seconds the thread may sleep.
  double patience() const {
    constexpr double kBetweenLooks = 0.05;
    const double wait = line_ || asked_ ? kBetweenLooks : 1e9;
    // A run that begins later also ends later.
    return limit_ && !asked_ ? std::min(wait, *limit_ - taken()) : wait;
  }

  /// Returns how many seconds a run has taken, for the limit.
  double taken() const { return longest_ ? longest_() : since_.seconds(); }

  void watch() {
    std::optional<ProgressLine> line;
    if (line_) {
      line.emplace();
    }
    while (!sleep_.sleep(patience())) {
      if (line) {
        line->update(line_, since_.seconds());
      }
      if (limit_ && taken() >= *limit_) {
        // Again each time: a call within the run withdraws requests when it ends.
        asked_ = true;
        galois::substrate::Cancellation::request();
      }
    }
  }

  const Stopwatch since_;
  const std::optional<double> limit_;
  const LineOfRun line_;
  const std::function<double()> longest_;
  StoppableSleep sleep_;
  bool asked_; // written by the thread while there is one, read after it has ended
  std::unique_ptr<galois::substrate::HelperThread> thread_;
};

/// Calls `work`, and watches it if there is a limit or progress is shown.
/// @return whether `work` was asked to end, and ended for that reason
bool watched(const std::function<void()>& work, const std::function<double()>& longest) {
  const std::optional<double> limit = timeLimit();
  const bool shows = showsProgress();
  if (!limit && !shows) {
    work();
    return false;
  }
  Counted counted;
  Watcher watcher(limit, shows ? LineOfRun(TaskLine(counted)) : LineOfRun(), longest);
  try {
    if (shows) {
      galois::runtime::LastChange::reset();
      counted.run(work);
    } else {
      work();
    }
  } catch (const galois::substrate::Cancelled&) {
    if (!watcher.stop()) {
      throw;
    }
    return true;
  }
  return false;
}

} // namespace

bool showsProgress() {
  return !kVirtual &&
         (progressFlag == Show::kOn || (progressFlag == Show::kAuto && onTerminal() && !beQuiet()));
}

Outcome runWatched(const std::function<Outcome()>& run) {
  Outcome outcome;
  if (watched([&] { outcome = run(); }, {})) {
    throw RunEnded{*timeLimit()};
  }
  return outcome;
}

Outcome runShown(const std::function<Outcome()>& run, const LineOfRun& line) {
  const Watcher watcher({}, line, {});
  return run();
}

std::string CountAndRate::operator()(double seconds, std::uint64_t count, const char* what) {
  const double rate = static_cast<double>(count - countBefore_) / (seconds - secondsBefore_);
  countBefore_ = count;
  secondsBefore_ = seconds;
  return fmt::format("{:.0f} s, {} {}, {} per second", seconds, rounded(static_cast<double>(count)),
                     what, rounded(rate));
}

bool runsWatched(const std::function<void()>& runs, const std::function<double()>& longest) {
  return watched(runs, longest);
}

} // namespace lonestar
