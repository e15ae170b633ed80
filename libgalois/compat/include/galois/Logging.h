/**
 * Macros that log a message made by a format string of the library fmt:
 *
 *     GALOIS_LOG_WARN("skipped {} of {} edges", skipped, total);
 *
 * The compiler checks the format string against the arguments. Messages go where those of gIO.h go,
 * with the sink of LogSink.h among them.
 *
 * | macro | message |
 * | --- | --- |
 * | GALOIS_LOG_FATAL | an error with its place, which ends the process by abort() |
 * | GALOIS_LOG_ERROR, GALOIS_LOG_WARN | an error, a warning |
 * | GALOIS_WARN_ONCE | a warning, only the first time that this line of code is reached |
 * | GALOIS_LOG_VERBOSE | information, if the environment variable GALOIS_LOG_VERBOSE is set |
 * | GALOIS_LOG_DEBUG | a debug message, in builds without NDEBUG |
 * | GALOIS_LOG_ASSERT, GALOIS_LOG_VASSERT | an error that ends the process if a condition is false |
 */
#pragma once

#include <system_error>

#include <fmt/format.h>

#include "galois/gIO.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/EnvCheck.h"

namespace galois::internal {

/// Returns whether the environment variable GALOIS_LOG_VERBOSE was set at the first call.
inline bool logsVerbose() {
  static const bool verbose = substrate::EnvCheck("GALOIS_LOG_VERBOSE");
  return verbose;
}

} // namespace galois::internal

/// @cond  Doxygen knows no scope of fmt here.
/// Formats an error code as its message: "No such file or directory".
template <>
struct fmt::formatter<std::error_code> : fmt::formatter<std::string> {
  template <typename Context>
  auto format(const std::error_code& code, Context& context) const {
    return fmt::formatter<std::string>::format(code.message(), context);
  }
};
/// @endcond

/// Returns the text that the other macros log. Calls with a format string alone pass it with an
/// empty text, because a macro with `...` needs an argument in C++17; no format refers to it. @{
#define GALOIS_LOG_TEXT_(...) GALOIS_LOG_FORMAT_(__VA_ARGS__, "")
#define GALOIS_LOG_FORMAT_(pattern, ...) ::fmt::format(FMT_STRING(pattern), __VA_ARGS__)
/// @}
/// Logs an error and ends the process by abort().
#define GALOIS_LOG_FATAL(...) ::galois::gDie(GALOIS_HERE_, GALOIS_LOG_TEXT_(__VA_ARGS__))

/// Logs an error.
#define GALOIS_LOG_ERROR(...) ::galois::gErrorStr(GALOIS_LOG_TEXT_(__VA_ARGS__))

/// Logs a warning.
#define GALOIS_LOG_WARN(...) ::galois::gWarnStr(GALOIS_LOG_TEXT_(__VA_ARGS__))

/// Logs a warning the first time that a thread comes to this line of code.
#define GALOIS_WARN_ONCE(...)                                                                      \
  do {                                                                                             \
    static ::galois::Atomic<bool> galoisWarned{false};                                             \
    if (!galoisWarned.exchange(true, ::galois::order::relaxed)) {                                  \
      GALOIS_LOG_WARN(__VA_ARGS__);                                                                \
    }                                                                                              \
  } while (0)

/// Logs information if the environment variable GALOIS_LOG_VERBOSE is set. Otherwise the arguments
/// are not evaluated.
#define GALOIS_LOG_VERBOSE(...)                                                                    \
  do {                                                                                             \
    if (::galois::internal::logsVerbose()) {                                                       \
      ::galois::gInfoStr(GALOIS_LOG_TEXT_(__VA_ARGS__));                                           \
    }                                                                                              \
  } while (0)

/// Logs a debug message in builds without NDEBUG. Otherwise the arguments are not evaluated.
#ifdef NDEBUG
#define GALOIS_LOG_DEBUG(...)                                                                      \
  do {                                                                                             \
    if (false) {                                                                                   \
      ::galois::gDebugStr(GALOIS_LOG_TEXT_(__VA_ARGS__));                                          \
    }                                                                                              \
  } while (0)
#else
#define GALOIS_LOG_DEBUG(...) ::galois::gDebugStr(GALOIS_LOG_TEXT_(__VA_ARGS__))
#endif

/// Ends the process with a message that quotes the condition if it is false, in every build type.
#define GALOIS_LOG_ASSERT(condition) GALOIS_LOG_VASSERT(condition, "")

/// Ends the process if the condition is false, in every build type. The message quotes the condition
/// and continues with the formatted text.
#define GALOIS_LOG_VASSERT(condition, ...)                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      ::galois::gDie(GALOIS_HERE_,                                                                 \
                     "assertion failed: " #condition " " + GALOIS_LOG_TEXT_(__VA_ARGS__));         \
    }                                                                                              \
  } while (0)
