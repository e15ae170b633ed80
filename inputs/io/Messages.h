/**
 * Text that programs print for people. Names of files and nodes come from elsewhere and may contain
 * control characters, which would move the cursor or change the colours of a terminal. They are
 * printed as `\xNN`. That standard error is closed or full is no reason to end a program. That
 * standard output is, is an error, because its reader would take a part for the whole.
 */
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace galois::inputs {

/// Returns the text with each control character, and each byte that is not UTF-8, as `\xNN`.
/// @param kept  control characters that stay
std::string visible(std::string_view text, std::string_view kept = "");

/// Prints text of any number of lines, made visible.
/// @param stream  stdout or stderr
/// @throws InputError when standard output cannot be written; text that standard error does not
///         take is lost
void printText(std::FILE* stream, std::string_view text);

/// Formats text and prints it in the same way.
template <typename... Args>
void printTo(std::FILE* stream, fmt::format_string<Args...> format, Args&&... args) {
  printText(stream, fmt::format(format, std::forward<Args>(args)...));
}

/// Prints a message as one line on standard error, after what has been printed before.
/// @param program  the name that it begins with
void printMessage(std::string_view program, std::string_view message);

/// Opens the standard streams that are closed, so that no file that is opened later gets the number
/// of one. Reading and writing them fails as before. Call it first in main().
void keepStandardStreams();

/// Writes what is buffered for standard output. @throws InputError when it, or what was printed
/// before, could not be written
void flushStandardOutput();

/// Prints the text to standard output and ends the program: with 0, or with 1 and a line on
/// standard error when that fails. It is for --help and the like.
[[noreturn]] void printAndExit(std::string_view text);

} // namespace galois::inputs
