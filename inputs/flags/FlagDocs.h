/**
 * What a program says about itself with --help, as data. With --help=json it prints that for other
 * programs; manual pages and completion are made from it (scripts/dev/program-docs).
 */
#pragma once

#include "inputs/flags/FlagText.h"

#include <string>
#include <utility>
#include <vector>

namespace galois::inputs {

/// Names, such as those of values, and what each means.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// A flag.
struct FlagDoc {
  std::string name;   ///< with its dashes: "--wl", "-t"
  FlagValue value;    ///< what may follow the name
  std::string help;   ///< one line
  NamedTexts choices; ///< all values, if these are a few words
};

/// Flags under one heading.
struct FlagGroupDoc {
  std::string title;          ///< the heading
  std::string help;           ///< one line
  std::vector<FlagDoc> flags; ///< in the order of --help
};

/// A program.
struct ProgramDoc {
  std::string name;                 ///< of the executable
  std::string version;              ///< the first two words of --version
  std::string overview;             ///< the first lines of --help
  std::string usage;                ///< the program's name and its operands
  std::vector<FlagGroupDoc> groups; ///< in the order of --help
  NamedTexts examples;              ///< commands, and what each does
};

/// Returns whether the command line contains --help=json.
bool asksForJson(int argc, const char* const* argv);

/// Returns the description as JSON. docs/tune.md describes its fields.
std::string jsonOf(const ProgramDoc& program);

} // namespace galois::inputs
