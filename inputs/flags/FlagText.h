/**
 * Messages about flags, and the alternative spellings that all programs allow on the command line.
 * The functions take a program's flags as plain names, so they need no parser.
 */
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
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

/// What the command line may hold after the name of a flag.
struct FlagValue {
  /// What a value must be. Values of kAny are checked by the program alone.
  enum Kind { kAny, kSwitch, kWholeNumber, kNumber };

  Kind kind = kAny;        ///< what a value must be
  bool required = false;   ///< without '=', the next argument is the value
  bool repeatable = false; ///< the flag may be given more than once
  bool list = false;       ///< several values may follow each other with commas between them
  std::string name{};      ///< what --help calls the value: "file"
  /// The least and the greatest whole number. @{
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
  /// @}
  std::string expected = "a number"; ///< for kNumber, what is expected in words: "a number above 0"
  bool (*accepts)(double) = nullptr; ///< for kNumber, whether the number is one; null: any finite
};

/// Returns one line about the first argument that the program's flags do not allow: a flag that it
/// does not have, with probableFlag(), a flag without its value or given twice, an empty value, or
/// one that is no number in the flag's range. Returns "" when there is none. Programs call it before
/// LLVM's parser, whose messages take up to three lines and do not say what would be right.
///
/// @param arguments  starts with the program's path
/// @param valueOf    describes the values of a flag
std::string refusal(const std::vector<std::string>& arguments, const FlagNames& flags,
                    const std::function<FlagValue(const std::string&)>& valueOf);

/// What a program is called with besides flags.
struct Operand {
  std::string name;        ///< as --help has it
  bool required = false;   ///< the program does nothing without it
  bool repeatable = false; ///< it takes all that follow
};

/// Returns one line that says that these are too few or too many operands, or "" if they are as many
/// as the program takes.
/// @param arguments  as for refusal(), which has returned "" for them
std::string refusedOperands(const std::vector<std::string>& arguments,
                            const std::vector<Operand>& operands,
                            const std::function<FlagValue(const std::string&)>& valueOf);

/// Joins the lines of a text into one. They may begin with the program's name, which is removed.
std::string onOneLine(const std::string& text, const std::string& program);

/// Adapts a message of this library to a program that may lack the flags it names. The library's
/// messages name graph-convert's flags. A flag that the program lacks becomes "graph-convert
/// --flag".
std::string withOwnFlags(const std::string& message, const FlagNames& flags);

} // namespace galois::inputs
