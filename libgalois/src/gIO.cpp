#include "galois/gIO.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

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

} // namespace

void gPrintStr(const std::string& text) { writeWhole(stdout, text); }

void gInfoStr(const std::string& text) { writeLine(stdout, "INFO: ", text); }

void gWarnStr(const std::string& text) { writeLine(stdout, "WARNING: ", text); }

void gErrorStr(const std::string& text) { writeLine(stderr, "ERROR: ", text); }

void gDebugStr(const std::string& text) {
  static const bool skip = std::getenv("GALOIS_DEBUG_SKIP") != nullptr;
  if (!skip) {
    writeLine(stderr, "DEBUG: ", text);
  }
}

void gFlush() {
  std::fflush(stdout);
  std::fflush(stderr);
}

void gDie([[maybe_unused]] const char* file, [[maybe_unused]] unsigned line,
          const std::string& text) {
  std::fflush(stdout);
#ifdef NDEBUG
  gErrorStr(text);
#else
  gErrorStr(text + " (" + file + ":" + std::to_string(line) + ")");
#endif
  std::fflush(stderr);
  // Other threads may still use their data, so no destructor may run.
  std::_Exit(EXIT_FAILURE);
}

std::string gErrnoText() { return ": " + std::system_category().message(errno); }

} // namespace galois
