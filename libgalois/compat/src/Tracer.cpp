#include "galois/runtime/Tracer.h"

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "galois/gIO.h"

namespace galois::runtime::internal {

namespace {

/// What the environment says, read once.
struct Trace {
  std::FILE* file = nullptr;
  bool onStderr = std::getenv("GALOIS_DEBUG_TRACE_STDERR") != nullptr;

  Trace() {
    if (std::getenv("GALOIS_DEBUG_TRACE") != nullptr) {
      const std::string name = "gtrace-" + std::to_string(getpid()) + ".log";
      file = std::fopen(name.c_str(), "a");
      if (file == nullptr) {
        gErrorStr("cannot write " + name + gErrnoText());
      }
    }
    if ((file != nullptr || onStderr) && std::getenv("GALOIS_DEBUG_TRACE_PAUSE") != nullptr) {
      gErrorStr("process " + std::to_string(getpid()) + " waits 10 seconds for a debugger");
      sleep(10);
    }
  }

  static const Trace& get() {
    static const Trace& trace = *new Trace; // never destroyed: other threads may still write
    return trace;
  }
};

} // namespace

bool isTracing() {
  const Trace& trace = Trace::get();
  return trace.file != nullptr || trace.onStderr;
}

void writeTrace(const std::string& line) {
  // One call per line keeps the lines of several threads apart.
  const std::string text = "TRACE: " + line + "\n";
  const Trace& trace = Trace::get();
  for (std::FILE* const stream : {trace.file, trace.onStderr ? stderr : nullptr}) {
    if (stream != nullptr) {
      std::fwrite(text.data(), 1, text.size(), stream);
      std::fflush(stream);
    }
  }
}

} // namespace galois::runtime::internal
