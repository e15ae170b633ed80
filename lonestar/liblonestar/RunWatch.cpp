#include "liblonestar/RunWatch.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <unistd.h>

#include <fmt/format.h>

#include "analytics/scheduler/CountedCall.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/runtime/LastChange.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/HelperThread.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/TimeLimitFlag.h"
#include "liblonestar/VirtualFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

enum class Show { kAuto, kOn, kOff };

cll::opt<Show, false, ChoiceParser<Show>> progressFlag(
    "progress", cll::desc("Show on stderr the number of executed tasks, after two seconds:"),
    cll::values(clEnumValN(Show::kAuto, "auto", "if stderr is a terminal (default)"),
                clEnumValN(Show::kOn, "on", "also in a file, with one line every two seconds"),
                clEnumValN(Show::kOff, "off", "never")),
    cll::init(Show::kAuto), cll::cat(runGroup()));

using Counted = galois::analytics::CountedCall<>;

bool onTerminal() { return isatty(STDERR_FILENO) == 1; }

bool showsProgress() {
  return !kVirtual && (progressFlag == Show::kOn || (progressFlag == Show::kAuto && onTerminal()));
}

/// Returns a number of tasks in three digits, such as "12.3 million".
std::string rounded(double number) {
  return number < 1e6 ? fmt::format("{:.0f}", number) : fmt::format("{:.3g} million", number / 1e6);
}

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

  void update(std::uint64_t tasks, double seconds) {
    if (seconds < next_) {
      return;
    }
    constexpr double kOnTerminal = 0.2; // seconds between two updates
    constexpr double kElsewhere = 2;
    next_ = seconds + (terminal_ ? kOnTerminal : kElsewhere);
    const double rate = static_cast<double>(tasks - tasksBefore_) / (seconds - secondsBefore_);
    tasksBefore_ = tasks;
    secondsBefore_ = seconds;
    const double change = galois::runtime::LastChange::get();
    fmt::print(stderr, "{}{:.0f} s, {} tasks, {} per second{}{}", terminal_ ? "\r\033[K" : "",
               seconds, rounded(static_cast<double>(tasks)), rounded(rate),
               std::isnan(change) ? "" : fmt::format(", last change {:.3g}", change),
               terminal_ ? "" : "\n");
    std::fflush(stderr);
    shown_ = true;
  }

private:
  const bool terminal_;
  bool shown_ = false;
  double next_ = 2; // seconds from the start of the run
  std::uint64_t tasksBefore_ = 0;
  double secondsBefore_ = 0;
};

/// The thread that watches one run, from its start to its end.
class Watcher {
public:
  /// @param counted  the tasks of the run; null if they are not shown
  Watcher(std::optional<double> limit, Counted* counted)
      : limit_(limit), counted_(counted), asked_(limit && *limit <= 0) {
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
      galois::substrate::Cancellation::reset();
    }
    return asked_;
  }

private:
  /// How many seconds the thread may sleep.
  double patience(double seconds) const {
    constexpr double kBetweenLooks = 0.05;
    const double wait = counted_ != nullptr || asked_ ? kBetweenLooks : 1e9;
    return limit_ && !asked_ ? std::min(wait, *limit_ - seconds) : wait;
  }

  void watch() {
    std::optional<ProgressLine> line;
    if (counted_ != nullptr) {
      line.emplace();
    }
    while (!sleep_.sleep(patience(since_.seconds()))) {
      const double seconds = since_.seconds();
      if (line) {
        line->update(counted_->soFar(), seconds);
      }
      if (limit_ && seconds >= *limit_) {
        // Again each time: a call within the run withdraws requests when it ends.
        asked_ = true;
        galois::substrate::Cancellation::request();
      }
    }
  }

  const Stopwatch since_;
  const std::optional<double> limit_;
  Counted* const counted_;
  StoppableSleep sleep_;
  bool asked_; // written by the thread while there is one, read after it has ended
  std::unique_ptr<galois::substrate::HelperThread> thread_;
};

} // namespace

Outcome runWatched(const std::function<Outcome()>& run) {
  const std::optional<double> limit = timeLimit();
  const bool shows = showsProgress();
  if (!limit && !shows) {
    return run();
  }
  Counted counted;
  Watcher watcher(limit, shows ? &counted : nullptr);
  Outcome outcome;
  try {
    if (shows) {
      galois::runtime::LastChange::reset();
      counted.run([&] { outcome = run(); });
    } else {
      outcome = run();
    }
  } catch (const galois::substrate::Cancelled&) {
    if (watcher.stop()) {
      throw RunEnded{*limit};
    }
    throw;
  }
  return outcome;
}

} // namespace lonestar
