#include "galois/gIO.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "galois/LogSink.h"
#include "galois/substrate/AtFork.h"

namespace galois {

namespace {

// Write each text by one fwrite call: the lock of the stream then keeps the texts of several
// threads apart.
void writeWhole(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

void writeLine(std::FILE* stream, const char* prefix, const std::string& text) {
  std::string line = prefix + text;
  if (line.back() != '\n') {
    line += '\n';
  }
  writeWhole(stream, line);
}

/// The sink of the process. A thread inside a sink holds `calls_`. The other members are accessed
/// under `mutex_`, which nobody holds while code of the program runs, so that fork() can wait for it.
class Sinks {
public:
  /// Never destroyed, because destructors of static objects may log.
  static Sinks& get() {
    static Sinks& sinks = *new Sinks;
    return sinks;
  }

  LogSink set(LogSink sink) {
    auto next = sink ? std::make_shared<LogSink>(std::move(sink)) : nullptr;
    bool inside = false; // inside the sink that is replaced, or one that was replaced in its call
    {
      const std::lock_guard wait(calls_);
      const std::lock_guard lock(mutex_);
      inside = calling_;
      sink_.swap(next);
    }
    // Not under the lock, since copying and destroying may run code of the program.
    if (next == nullptr) {
      return {};
    }
    return inside ? *next : std::move(*next);
  }

  /// Returns whether a sink has taken the message.
  bool take(LogLevel level, std::string_view text) noexcept {
    const std::lock_guard wait(calls_);
    const std::shared_ptr<LogSink> sink = begin(); // it may replace itself
    if (sink == nullptr) {
      return false;
    }
    bool taken = true;
    try {
      (*sink)(level, text);
    } catch (...) {
      taken = false;
    }
    const std::lock_guard lock(mutex_);
    calling_ = false;
    return taken;
  }

private:
  Sinks() { substrate::atFork<&get, &Sinks::lock, &Sinks::unlock, &Sinks::unlockInChild>(); }

  /// For a thread that forks.
  void lock() {
    mutex_.lock();
    forksInside_ = false;
    if (calls_.try_lock()) { // no other thread is inside
      forksInside_ = calling_;
      calls_.unlock();
    }
  }
  void unlock() { mutex_.unlock(); }

  /// Returns the sink for a call that begins now, or null if there is none or the thread is inside.
  std::shared_ptr<LogSink> begin() noexcept {
    const std::lock_guard lock(mutex_);
    if (sink_ == nullptr || calling_) {
      return nullptr;
    }
    calling_ = true;
    return sink_;
  }

  /// In a child, other threads that hold `calls_` do not exist, and what they have left of a sink is
  /// not used.
  void unlockInChild() {
    new (&calls_) std::recursive_mutex(); // a child cannot unlock the one of its parent
    if (forksInside_) {
      calls_.lock(); // fork() was called in the sink, which goes on
    } else if (calling_) {
      new (&sink_) std::shared_ptr<LogSink>(); // no destructor runs
      calling_ = false;
    }
    mutex_.unlock();
  }

  std::recursive_mutex calls_;
  std::mutex mutex_;
  std::shared_ptr<LogSink> sink_; // none: empty
  bool calling_ = false;          // whether a thread is inside a sink
  bool forksInside_ = false;      // whether the thread that forks is
};

/// Passes the message to the sink. Returns whether it took it.
bool passToSink(LogLevel level, std::string_view text) {
  if (!text.empty() && text.back() == '\n') {
    text.remove_suffix(1);
  }
  return Sinks::get().take(level, text);
}

/// Passes the message to the sink or, without one, writes it.
void log(LogLevel level, std::FILE* stream, const char* prefix, const std::string& text) {
  if (!passToSink(level, text)) {
    writeLine(stream, prefix, text);
  }
}

constexpr const char* kErrorPrefix = "ERROR: ";

/// Returns where debug messages go. The file stays open until the process ends.
std::FILE* debugStream() {
  if (std::getenv("GALOIS_DEBUG_TO_FILE") == nullptr) {
    return stderr;
  }
  const std::string name = "gdebug-" + std::to_string(getpid()) + ".log";
  std::FILE* const file = std::fopen(name.c_str(), "a");
  if (file == nullptr) {
    gErrorStr("cannot write " + name + gErrnoText() + "; debug messages go to stderr");
    return stderr;
  }
  gInfoStr("debug messages go to " + name);
  return file;
}

} // namespace

LogSink setLogSink(LogSink sink) { return Sinks::get().set(std::move(sink)); }

void gPrintStr(const std::string& text) { writeWhole(stdout, text); }

void gInfoStr(const std::string& text) { log(LogLevel::kInfo, stdout, "INFO: ", text); }

void gWarnStr(const std::string& text) { log(LogLevel::kWarning, stdout, "WARNING: ", text); }

void gErrorStr(const std::string& text) { log(LogLevel::kError, stderr, kErrorPrefix, text); }

void gDebugStr(const std::string& text) {
  static const bool skip = std::getenv("GALOIS_DEBUG_SKIP") != nullptr;
  if (!skip) {
    static std::FILE* const stream = debugStream();
    log(LogLevel::kDebug, stream, "DEBUG: ", text);
    if (stream != stderr) {
      std::fflush(stream); // what was logged before a crash is there
    }
  }
}

void gFlush() {
  std::fflush(stdout);
  std::fflush(stderr);
}

void gDie(const char* file, unsigned line, const std::string& text) {
  std::fflush(stdout);
  std::string message = text;
  if (*file != '\0') {
    message += std::string(" (") + file + ":" + std::to_string(line) + ")";
  }
  passToSink(LogLevel::kFatal, message);
  writeLine(stderr, kErrorPrefix, message);
  std::fflush(stderr);
  // Other threads may still use their data, so no destructor may run.
  std::abort();
}

std::string gErrnoText() { return ": " + std::system_category().message(errno); }

} // namespace galois
