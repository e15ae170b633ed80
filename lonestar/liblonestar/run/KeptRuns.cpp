#include "liblonestar/run/KeptRuns.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/HelperThread.h"

namespace lonestar {

namespace {

namespace order = galois::substrate::order;

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
/// The writing end of the watch's pipe. Only its value matters, so all accesses are relaxed.
galois::substrate::RealAtomics::Atomic<int> wakeUp{-1};

extern "C" void wakeWatch(int signal) {
  const int error = errno;
  const auto number = static_cast<unsigned char>(signal);
  // The pipe is empty but for other signals, so this fails only if one has come already.
  [[maybe_unused]] const ssize_t written = write(wakeUp.load(order::relaxed), &number, 1);
  errno = error;
}

} // namespace

/// Calls a function on a thread of its own when one of the signals arrives, and then repeats the
/// signal, which does what it did before there was a watch.
class SignalWatch {
public:
  /// @throws std::system_error  if there can be no more threads or files
  explicit SignalWatch(std::function<void()> before) : before_(std::move(before)) {
    if (pipe(ends_.data()) != 0) {
      throw std::system_error(errno, std::generic_category(), "a pipe for signals");
    }
    wakeUp.store(ends_[1], order::relaxed);
    try {
      thread_ = std::make_unique<galois::substrate::HelperThread>([this] { watch(); });
    } catch (...) {
      close(ends_[0]);
      close(ends_[1]);
      throw;
    }
    struct sigaction action {};
    action.sa_handler = wakeWatch;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      sigaction(kSignals[i], nullptr, &actionsBefore_[i]);
      if (actionsBefore_[i].sa_handler != SIG_IGN) { // An ignored signal stays ignored.
        sigaction(kSignals[i], &action, nullptr);
      }
    }
  }
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch() {
    restore();
    const unsigned char end = 0;
    [[maybe_unused]] const ssize_t written = write(ends_[1], &end, 1);
    thread_.reset(); // It does not return if a signal has come first.
    close(ends_[0]);
    // The writing end stays open, because a handler on another thread may be about to write.
  }

private:
  void restore() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      sigaction(kSignals[i], &actionsBefore_[i], nullptr);
    }
  }

  void watch() {
    unsigned char signal = 0;
    while (read(ends_[0], &signal, 1) < 0 && errno == EINTR) {
    }
    if (signal == 0) {
      return;
    }
    restore();
    before_();
    // Signals of this thread are blocked, so another thread gets it.
    kill(getpid(), signal);
    for (;;) {
      pause();
    }
  }

  const std::function<void()> before_;
  std::array<int, 2> ends_{};
  std::array<struct sigaction, kSignals.size()> actionsBefore_{};
  std::unique_ptr<galois::substrate::HelperThread> thread_;
};

KeptRuns::KeptRuns(std::size_t runs, bool onSignals, std::function<void()> report)
    : runs_(runs), onSignals_(onSignals), report_(std::move(report)) {
  if (runs > 1) {
    meter_ = std::make_unique<galois::inputs::ProgressMeter>("runs", runs);
  }
}

KeptRuns::~KeptRuns() = default;

void KeptRuns::reportAndKeepLocked(const std::function<void()>& report) {
  lock_.lock(); // for ever
  meter_.reset();
  report();
}

void KeptRuns::add(const std::function<void()>& keep) {
  {
    const std::lock_guard<std::mutex> guard(lock_);
    keep();
    ++finished_;
    if (meter_) {
      meter_->update(finished_);
    }
  }
  if (!onSignals_ || watch_ || finished_ == runs_) {
    return;
  }
  try {
    watch_ = std::make_unique<SignalWatch>([this] { reportAndKeepLocked(report_); });
  } catch (const std::system_error&) {
    onSignals_ = false; // Without the thread, signals do what they did before.
  }
}

} // namespace lonestar
