/**
 * Messages about flags, and the alternative spellings that all programs allow on the command line.
 * The functions take a program's flags as plain names, so they need no parser.
 */
#ifndef GALOIS_INPUTS_FLAGTEXT_H
#define GALOIS_INPUTS_FLAGTEXT_H

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// The flags of a program, without dashes: "wl", "t".
using FlagNames = std::vector<std::string>;

/// Returns the arguments of main, with -t4 rewritten as -t=4 unless the program has a flag named
/// t4.
std::vector<std::string> readableArguments(int argc, const char* const* argv,
                                           const FlagNames& flags);

/// Returns the flag that `name` (without dashes or value) was probably meant to be. That is the
/// flag of the same meaning that other programs call so, or the nearest name if at most a third of
/// its letters differ. Returns "" when there is none.
std::string probableFlag(std::string_view name, const FlagNames& flags);

/// Returns one line about the first argument that looks like a flag but is not one of the
/// program's, with probableFlag(). Returns "" when there is none. Programs call it before LLVM's
/// parser, whose message about such a flag takes up to three lines and whose guesses also compare
/// values.
///
/// @param arguments   starts with the program's path
/// @param takesValue  returns whether a flag without '=' takes the next argument as its value
std::string refusal(const std::vector<std::string>& arguments, const FlagNames& flags,
                    const std::function<bool(const std::string&)>& takesValue);

/// Joins the lines of a text into one. All lines but the first may begin with the program's name,
/// which is removed.
std::string onOneLine(const std::string& text, const std::string& program);

/// Adapts a message of this library to a program that may lack the flags it names. The library's
/// messages name graph-convert's flags. A flag that the program lacks becomes "graph-convert
/// --flag".
std::string withOwnFlags(const std::string& message, const FlagNames& flags);

} // namespace galois::inputs

#endif
