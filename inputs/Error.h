/** The errors that this library throws, and functions that throw them. */
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace galois::inputs {

/// The exception that every function of this library throws. Its text is one line, without a
/// newline, that names the file (and line, where there is one), what was wrong and what would be
/// right. A program prints what() and exits with 1.
class InputError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// An InputError in the request rather than in a file, such as an impossible value of a flag.
/// Programs exit with 2 for it.
class UsageError : public InputError {
public:
  using InputError::InputError;
};

/// Throws InputError with a formatted message.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw InputError(fmt::format(format, std::forward<Args>(args)...));
}

/// Throws UsageError with a formatted message.
template <typename... Args>
[[noreturn]] void failUsage(fmt::format_string<Args...> format, Args&&... args) {
  throw UsageError(fmt::format(format, std::forward<Args>(args)...));
}

} // namespace galois::inputs
