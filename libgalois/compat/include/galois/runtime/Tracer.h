/**
 * Galois' trace of a run: lines that a program writes while it runs, for the search of errors.
 *
 *     galois::runtime::trace("node % has distance %", node, distance);
 *
 * Builds with NDEBUG compile it away. Otherwise, environment variables that are set decide:
 *
 * | variable | effect |
 * | --- | --- |
 * | GALOIS_DEBUG_TRACE | the lines go to the file gtrace-<process>.log of the current folder |
 * | GALOIS_DEBUG_TRACE_STDERR | they go to stderr, too |
 * | GALOIS_DEBUG_TRACE_PAUSE | the first trace waits for 10 seconds, so that a debugger can attach |
 */
#pragma once

#include <sstream>
#include <string>

namespace galois::runtime {

namespace internal {

/// Returns whether a variable asks for a trace.
bool isTracing();
/// Writes a line. Thread-safe.
void writeTrace(const std::string& line);

inline void formatTrace(std::ostream& out, const char* format) { out << format; }
template <typename First, typename... Rest>
void formatTrace(std::ostream& out, const char* format, const First& first, const Rest&... rest) {
  while (*format != '\0' && *format != '%') {
    out << *format++;
  }
  if (*format == '%') {
    out << first;
    formatTrace(out, format + 1, rest...);
  }
}

} // namespace internal

/// Writes a line in which each `%` stands for one of the arguments. Thread-safe.
template <typename... Args>
void trace([[maybe_unused]] const char* format, [[maybe_unused]] const Args&... args) {
#ifndef NDEBUG
  if (internal::isTracing()) {
    std::ostringstream line;
    internal::formatTrace(line, format, args...);
    internal::writeTrace(line.str());
  }
#endif
}

} // namespace galois::runtime
