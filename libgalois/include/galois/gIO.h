/**
 * Printing messages, and ending the program with an error message.
 *
 * gPrint, gInfo and gWarn write to stdout, gError and gDebug to stderr; LogSink.h can redirect all
 * but gPrint. The output of a call stays in one piece. The DIE macros print one line on stderr with
 * the place in the source, and end the process by abort(), as in Galois. They run no destructors,
 * since other threads may still use the objects.
 */
#pragma once

#include <sstream>
#include <string>
#include <utility>

#include "galois/config.h"

namespace galois {

/// Writes the text to stdout in one piece. Thread-safe.
void gPrintStr(const std::string& text);
/// Writes "INFO: " and the text as a line to stdout. Thread-safe.
void gInfoStr(const std::string& text);
/// Writes "WARNING: " and the text as a line to stdout. Thread-safe.
void gWarnStr(const std::string& text);
/// Writes "ERROR: " and the text as a line to stderr. Thread-safe.
void gErrorStr(const std::string& text);
/// Writes "DEBUG: " and the text as a line to stderr unless GALOIS_DEBUG_SKIP is set. If
/// GALOIS_DEBUG_TO_FILE is set, writes to the file gdebug-PROCESS.log of the current folder instead.
/// Thread-safe.
void gDebugStr(const std::string& text);
/// Flushes stdout and stderr.
void gFlush();

/// Prints "ERROR: text (file:line)", without the place if `file` is empty, and ends the process by
/// abort(). The DIE macros call it.
[[noreturn]] void gDie(const char* file, unsigned line, const std::string& text);

namespace internal {

template <typename... Args>
std::string joinText(Args&&... args) {
  std::ostringstream os;
  static_cast<void>((os << ... << std::forward<Args>(args)));
  return std::move(os).str();
}

} // namespace internal

/// Prints its arguments one after the other, without a line break.
template <typename... Args>
void gPrint(Args&&... args) {
  gPrintStr(internal::joinText(std::forward<Args>(args)...));
}
/// Joins its arguments and does as gInfoStr.
template <typename... Args>
void gInfo(Args&&... args) {
  gInfoStr(internal::joinText(std::forward<Args>(args)...));
}
/// Joins its arguments and does as gWarnStr.
template <typename... Args>
void gWarn(Args&&... args) {
  gWarnStr(internal::joinText(std::forward<Args>(args)...));
}
/// Joins its arguments and does as gErrorStr.
template <typename... Args>
void gError(Args&&... args) {
  gErrorStr(internal::joinText(std::forward<Args>(args)...));
}

/// Prints its arguments as gDebugStr does, in debug builds only.
template <typename... Args>
void gDebug([[maybe_unused]] Args&&... args) {
#ifndef NDEBUG
  gDebugStr(internal::joinText(std::forward<Args>(args)...));
#endif
}

/// Returns ": " and the text of the current errno.
std::string gErrnoText();

} // namespace galois

/// The arguments of gDie() for a place in a source. The library itself passes none, so it holds no
/// paths of sources.
#define GALOIS_HERE_ __FILE__, __LINE__

/// Ends the process with a message that joins the arguments.
#define GALOIS_DIE(...) ::galois::gDie(GALOIS_HERE_, ::galois::internal::joinText(__VA_ARGS__))

/// Does the same as GALOIS_DIE and appends the text of errno.
#define GALOIS_SYS_DIE(...)                                                                        \
  ::galois::gDie(GALOIS_HERE_, ::galois::internal::joinText(__VA_ARGS__) + ::galois::gErrnoText())

/// GALOIS_ASSERT(condition, texts...) ends the process if the condition is false, in every build
/// type. It prints the condition and the texts. @{
#define GALOIS_ASSERT(...) GALOIS_ASSERT_WITH_TEXT(__VA_ARGS__, "")
#define GALOIS_ASSERT_WITH_TEXT(cond, ...)                                                         \
  do {                                                                                             \
    if (!(cond)) {                                                                                 \
      ::galois::gDie(GALOIS_HERE_,                                                                 \
                     ::galois::internal::joinText("assertion failed: " #cond " ", __VA_ARGS__));   \
    }                                                                                              \
  } while (0)
/// @}
