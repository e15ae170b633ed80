#ifndef GALOIS_INPUTS_FLAGTEXT_H
#define GALOIS_INPUTS_FLAGTEXT_H

// What programs say about flags, and small liberties that all of them allow on the command line.
// The functions take the flags that a program has as plain names, so that this part needs no
// parser.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// The flags that a program has, without dashes: "wl", "t".
using FlagNames = std::vector<std::string>;

/// The arguments of main, with -t4 written as -t=4 unless the program has a flag of the name t4.
std::vector<std::string> readableArguments(int argc, const char* const* argv,
                                           const FlagNames& flags);

/// The flag that `name` (no dashes, no value) was probably meant to be: one of the same meaning
/// that other programs call so, or the nearest name when at most a third of its letters differ. ""
/// when there is none.
std::string probableFlag(std::string_view name, const FlagNames& flags);

/// One line about the first argument that is a flag which the program does not have, with
/// probableFlag(), or "" when there is none. Asked before LLVM's parser is: what that says of such
/// a flag takes up to three lines, and its guesses compare values, too.
///
/// @param arguments   with the program's path first
/// @param takesValue  whether the next argument is the value of a flag that has no '='
std::string refusal(const std::vector<std::string>& arguments, const FlagNames& flags,
                    const std::function<bool(const std::string&)>& takesValue);

/// The lines of a text, of which all but the first may begin with the program's name, as one.
std::string onOneLine(const std::string& text, const std::string& program);

/// A message of this library for a program that need not have the flags it names. The library
/// speaks of graph-convert's flags; one that the program lacks becomes "graph-convert --flag".
std::string withOwnFlags(const std::string& message, const FlagNames& flags);

} // namespace galois::inputs

#endif
