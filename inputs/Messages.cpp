#include "inputs/Messages.h"

#include "inputs/Error.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace galois::inputs {

namespace {

/// Returns how many bytes the character has that the text begins with, or 0 if that is not UTF-8
/// or a control character.
size_t visibleBytes(std::string_view text) {
  constexpr std::uint32_t kContinued = 0x80, kDelete = 0x7f, kLastControl = 0x9f;
  constexpr std::uint32_t kFirstOfTwo = 0xc2, kFirstOfThree = 0xe0, kFirstOfFour = 0xf0;
  constexpr std::uint32_t kLowBits = 0x3f;
  const auto first = static_cast<std::uint32_t>(static_cast<unsigned char>(text[0]));
  if (first < kContinued) {
    return first >= ' ' && first != kDelete ? 1 : 0;
  }
  const size_t size = first < kFirstOfTwo     ? 0
                      : first < kFirstOfThree ? 2
                      : first < kFirstOfFour  ? 3
                                              : 4;
  if (size == 0 || size > text.size()) {
    return 0;
  }
  std::uint32_t code = first & (kDelete >> size);
  for (size_t i = 1; i < size; ++i) {
    const auto next = static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    if ((next & ~kLowBits) != kContinued) {
      return 0;
    }
    code = code << 6 | (next & kLowBits);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, kLastControl + 1, 0x800, 0x10000};
  constexpr std::uint32_t kGreatest = 0x10ffff, kSurrogates = 0xd800, kAfterSurrogates = 0xe000;
  const bool isCharacter = code <= kGreatest && (code < kSurrogates || code >= kAfterSurrogates);
  return code >= kLeast[size] && isCharacter ? size : 0;
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
