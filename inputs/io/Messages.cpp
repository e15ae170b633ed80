#include "inputs/io/Messages.h"

#include "inputs/Error.h"
#include "inputs/io/Utf8.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace galois::inputs {

namespace {

/// Returns the number of bytes of the UTF-8 character that the text begins with, or 0 if that is
/// none or a control character, also one beyond ASCII.
size_t visibleBytes(std::string_view text) {
  const size_t size = characterIn(text);
  const bool control = size == 2 && text[0] == '\xc2' && text[1] < '\xa0';
  return control ? 0 : size;
}

/// Writes to standard error, which may be closed or full.
void writeError(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

/// @param error  0 if it was lost because somebody else printed
[[noreturn]] void failForOutput(int error) {
  fail("cannot write standard output{}{}", error == 0 ? "" : ": ",
       error == 0 ? "" : std::strerror(error));
}

} // namespace

std::string visible(std::string_view text, std::string_view kept) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    size_t size = visibleBytes(text);
    if (size == 0 && kept.find(text[0]) != std::string_view::npos) {
      size = 1;
    }
    if (size > 0) {
      shown += text.substr(0, size);
    } else {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
      size = 1;
    }
    text.remove_prefix(size);
  }
  return shown;
}

void printText(std::FILE* stream, std::string_view text) {
  const std::string shown = visible(text, "\n\t");
  if (stream == stderr) {
    writeError(shown);
    return;
  }
  errno = 0;
  // A write that fails within a long text shows in the state of the stream alone.
  if (std::fwrite(shown.data(), 1, shown.size(), stream) != shown.size() ||
      std::ferror(stream) != 0) {
    failForOutput(errno);
  }
}

void printMessage(std::string_view program, std::string_view message) {
  std::fflush(stdout);
  writeError(fmt::format("{}: {}\n", program, visible(message)));
}

void keepStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0) {
      // The lowest free number is this one. What is not open for it cannot be read or written.
      open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

void flushStandardOutput() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    failForOutput(errno);
  }
}

void printAndExit(std::string_view text) {
  try {
    printText(stdout, text);
    flushStandardOutput();
  } catch (const InputError& error) {
    printMessage(program_invocation_short_name, error.what());
    std::_Exit(1);
  }
  std::exit(0);
}

} // namespace galois::inputs
