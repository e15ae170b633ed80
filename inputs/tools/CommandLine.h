/**
 * What the main functions of the tools share: flags through LLVM's command line, and errors as one
 * line.
 */
#pragma once

#include "inputs/Error.h"
#include "inputs/Graph.h"
#include "inputs/flags/FlagText.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/Messages.h"
#include "inputs/io/OutputFile.h"
#include "inputs/tools/LlvmFlags.h"
#include "inputs/weights/WeightKinds.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

namespace galois::inputs {

/// Returns the values of --weight-type with their help texts.
inline auto weightTypeValues() {
  const auto value = [](size_t i) {
    const WeightKindValue& kind = kWeightKinds[i];
    return llvm::cl::OptionEnumValue{kind.name, static_cast<int>(kind.kind), kind.help};
  };
  static_assert(kWeightKinds.size() == 4);
  return llvm::cl::values(value(0), value(1), value(2), value(3));
}

/// The help text of --keep-ids.
inline constexpr const char* kKeepIdsHelp =
    "Edge lists: every number up to the highest id is a node (default: only those used, "
    "renumbered if some are not)";

/// The same of --names.
inline constexpr const char* kNamesHelp =
    "Edge lists: ends are names, also where they look like numbers (default: names if the first "
    "line has some)";

/// Prints what a reader has to say to people on stderr.
inline void printNotes(const Graph& graph) {
  for (const std::string& note : graph.notes) {
    printTo(stderr, "note: {}\n", note);
  }
}

/// Refuses flags that have no meaning for what the command line asks for, instead of ignoring them.
/// @throws UsageError
template <typename... Flags>
void refuseFlags(const std::string& what, const Flags&... flags) {
  const auto check = [&what](const auto& flag) {
    if (flag.getNumOccurrences() > 0) {
      failUsage("--{} means nothing for {}", flag.ArgStr.str(), what);
    }
  };
  (check(flags), ...);
}

/// Reads the flags of `category` (--help leaves all others out), runs `work` and returns the exit
/// status. It is 0, 1 with one line on stderr when `work` throws InputError, when memory runs out
/// or standard output cannot be written, or 2 with one line for flags that are not understood.
/// Temporary files are removed on a signal, and no output replaces an input.
template <typename Work>
int toolMain(int argc, char** argv, llvm::cl::OptionCategory& category, const char* overview,
             Work&& work) {
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::SetVersionPrinter(
      [](llvm::raw_ostream& out) { out << "galois-cps " GALOIS_VERSION "\n"; });
  const std::string program = std::filesystem::path(argv[0]).filename().string();
  keepStandardStreams();
  const auto say = [&program](const std::string& what) { printMessage(program, what); };
  if (const auto refused = readFlags(argc, argv, "galois-cps " GALOIS_VERSION, overview)) {
    say(*refused);
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN); // write(2) reports a closed reader as an error
  OutputFile::removeTemporariesOnSignal();
  keepFilesApart();
  try {
    checkOutputs(filesToWrite());
    requireWritable(filesToWrite());
    work();
    flushStandardOutput();
    return 0;
  } catch (const UsageError& error) {
    say(error.what());
    return 2;
  } catch (const InputError& error) {
    say(withOwnFlags(error.what(), ownFlags()));
  } catch (const std::bad_alloc&) {
    say("out of memory; converting a graph takes some 20 bytes per arc");
  } catch (const std::exception& error) {
    say(error.what());
  }
  return 1;
}

} // namespace galois::inputs
