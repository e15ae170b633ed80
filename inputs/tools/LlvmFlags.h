/**
 * What LLVM's command line knows about the flags of a program, in the terms of FlagText.h, and how
 * a flag states the range of its values:
 *
 *     cll::opt<unsigned> runs("runs", WholeNumbers{1, 1000}, ...);
 */
#pragma once

#include "inputs/flags/FlagDocs.h"
#include "inputs/flags/FlagText.h"
#include "inputs/flags/NearestName.h"
#include "inputs/io/Messages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

namespace galois::inputs {

/// Returns the values of flags that state a range of their own.
inline std::map<const llvm::cl::Option*, FlagValue>& statedValues() {
  static std::map<const llvm::cl::Option*, FlagValue> values;
  return values;
}

/// Modifier of a flag whose values are whole numbers from `least` to `greatest`.
struct WholeNumbers {
  std::int64_t least = 0;
  std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();

  template <typename Flag>
  void apply(Flag& flag) const {
    FlagValue& value = statedValues()[std::addressof(flag)];
    value.kind = FlagValue::kWholeNumber;
    value.least = least;
    value.greatest = greatest;
  }
};

/// Modifier of a flag whose values are the numbers that `accepts` returns true for.
struct Numbers {
  const char* expected; ///< what they are in words: "a number above 0"
  bool (*accepts)(double);

  template <typename Flag>
  void apply(Flag& flag) const {
    FlagValue& value = statedValues()[std::addressof(flag)];
    value.kind = FlagValue::kNumber;
    value.expected = expected;
    value.accepts = accepts;
  }
};

/// The flags and operands that name a file that the program writes.
inline std::vector<const llvm::cl::opt<std::string>*>& writtenFiles() {
  static std::vector<const llvm::cl::opt<std::string>*> flags;
  return flags;
}

/// Modifier of a flag or an operand that names a file that the program writes, or "-" for standard
/// output.
struct WrittenFile {
  void apply(const llvm::cl::opt<std::string>& flag) const { writtenFiles().push_back(&flag); }
};

/// Returns the files that the command line says are to be written.
inline std::vector<std::string> filesToWrite() {
  std::vector<std::string> names;
  for (const llvm::cl::opt<std::string>* flag : writtenFiles()) {
    if (!flag->empty()) {
      names.push_back(*flag);
    }
  }
  return names;
}

/// Returns where text for people goes: to standard output, or to stderr if a file of the command
/// line goes to standard output, which then holds nothing else.
inline std::FILE* outputForPeople() {
  for (const std::string& name : filesToWrite()) {
    if (name == "-") {
      return stderr;
    }
  }
  return stdout;
}

/// The parsers of flags that take one of a few words.
inline std::map<const llvm::cl::Option*, const llvm::cl::generic_parser_base*>& choiceParsers() {
  static std::map<const llvm::cl::Option*, const llvm::cl::generic_parser_base*> parsers;
  return parsers;
}

/// The lists of values that are too long for --help.
inline std::map<const llvm::cl::Option*, NamedTexts (*)()>& listedValues() {
  static std::map<const llvm::cl::Option*, NamedTexts (*)()> lists;
  return lists;
}

/// Modifier of a flag that has many values.
struct ListedValues {
  NamedTexts (*list)();

  void apply(const llvm::cl::Option& flag) const { listedValues()[&flag] = list; }
};

/// Returns where a parser or a callback of ours leaves its complaint, which readFlags() returns.
inline std::string& parserComplaint() {
  static std::string complaint;
  return complaint;
}

/// A parser for a flag that takes one of a few words. It differs from LLVM's parser in its error
/// message, which lists the words.
template <typename Choice>
class ChoiceParser : public llvm::cl::parser<Choice> {
public:
  explicit ChoiceParser(llvm::cl::Option& flag) : llvm::cl::parser<Choice>(flag) {
    choiceParsers()[&flag] = this;
  }

  bool parse(llvm::cl::Option& /*flag*/, llvm::StringRef name, llvm::StringRef text,
             Choice& value) {
    FlagNames words;
    for (const auto& known : this->Values) {
      if (known.Name == text) {
        value = known.V.getValue();
        return false;
      }
      words.push_back(known.Name.str());
    }
    const std::string near = nearestName(text.str(), words);
    parserComplaint() = fmt::format("--{}={}: one of {} is needed{}", name.str(), text.str(),
                                    fmt::join(words, ", "),
                                    near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
    return true;
  }
};

/// Returns a modifier of a flag: with the value help, the program prints `table()` and ends with
/// status 0.
inline auto helpOf(std::string (*table)()) {
  return llvm::cl::callback([table](const std::string& value) {
    if (value == "help") {
      printAndExit(table());
    }
  });
}

/// Adds examples to the end of --help, which manual pages take over: commands, and what each does.
/// A program has one such object, at namespace scope.
class Examples {
public:
  struct Example {
    const char* command;
    const char* purpose;
  };
  Examples(std::initializer_list<Example> examples) : text_(textOf(examples)), help_(text_) {
    for (const auto& [command, purpose] : examples) {
      all().emplace_back(command, purpose);
    }
  }

  /// Returns those of the program, for --help=json.
  static NamedTexts& all() {
    static NamedTexts examples;
    return examples;
  }

private:
  static std::string textOf(std::initializer_list<Example> examples) {
    std::string text = "\nEXAMPLES:\n";
    for (const auto& [command, purpose] : examples) {
      text += fmt::format("\n  {}\n      {}\n", command, purpose);
    }
    return text;
  }

  std::string text_; ///< declared before help_, which only refers to it
  llvm::cl::extrahelp help_;
};

namespace flagtypes {

template <typename Value, typename Flag>
bool isFlagOf(const Flag& flag) {
  using llvm::cl::list;
  using llvm::cl::opt;
  if constexpr (std::is_same_v<Value, bool>) {
    return dynamic_cast<const opt<Value>*>(&flag) != nullptr ||
           dynamic_cast<const opt<Value, true>*>(&flag) != nullptr;
  } else {
    return dynamic_cast<const opt<Value>*>(&flag) != nullptr ||
           dynamic_cast<const opt<Value, true>*>(&flag) != nullptr ||
           dynamic_cast<const list<Value>*>(&flag) != nullptr;
  }
}

/// Sets the range of a flag's type if that is Integer.
template <typename Integer>
void setRange(const llvm::cl::Option& flag, FlagValue& value) {
  if (isFlagOf<Integer>(flag)) {
    value.kind = FlagValue::kWholeNumber;
    value.least = std::is_signed_v<Integer> ? std::numeric_limits<Integer>::min() : 0;
    value.greatest = static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
  }
}

} // namespace flagtypes

/// Returns what the values of a flag may be: what it states, else what its type can hold.
inline FlagValue valueOf(const llvm::cl::Option& flag) {
  namespace types = flagtypes;
  FlagValue value;
  const auto stated = statedValues().find(&flag);
  if (stated != statedValues().end()) {
    value = stated->second;
  } else if (types::isFlagOf<bool>(flag)) {
    value.kind = FlagValue::kSwitch;
  } else if (types::isFlagOf<double>(flag) || types::isFlagOf<float>(flag)) {
    value.kind = FlagValue::kNumber;
  }
  if (stated == statedValues().end()) {
    types::setRange<int>(flag, value);
    types::setRange<unsigned>(flag, value);
    types::setRange<long>(flag, value);
    types::setRange<unsigned long>(flag, value);
    types::setRange<long long>(flag, value);
    types::setRange<unsigned long long>(flag, value);
  }
  value.required = flag.getValueExpectedFlag() == llvm::cl::ValueRequired;
  value.repeatable = flag.getNumOccurrencesFlag() == llvm::cl::ZeroOrMore ||
                     flag.getNumOccurrencesFlag() == llvm::cl::OneOrMore;
  value.list = (flag.getMiscFlags() & llvm::cl::CommaSeparated) != 0;
  value.name = flag.ValueStr.empty() ? "value" : flag.ValueStr.str();
  return value;
}

/// Returns the same for the flag of the program that has this name.
inline FlagValue valueOfFlag(const std::string& name) {
  const llvm::cl::Option* const flag = llvm::cl::getRegisteredOptions().lookup(name);
  return flag ? valueOf(*flag) : FlagValue(); // only -h is in no such table
}

/// Returns the names of the flags that the program has, without dashes.
inline FlagNames ownFlags() {
  FlagNames names;
  for (const auto& option : llvm::cl::getRegisteredOptions()) {
    names.push_back(option.getKey().str());
  }
  return names;
}

/// Returns what LLVM knows about the program's operands.
inline const auto& positionalOptions() {
#if LLVM_VERSION_MAJOR >= 16
  return llvm::cl::SubCommand::getTopLevel().PositionalOpts;
#else
  return llvm::cl::TopLevelSubCommand->PositionalOpts;
#endif
}

/// Returns what the program is called with besides flags.
inline std::vector<Operand> ownOperands() {
  std::vector<Operand> operands;
  for (const llvm::cl::Option* operand : positionalOptions()) {
    const auto occurrences = operand->getNumOccurrencesFlag();
    operands.push_back({operand->HelpStr.str(),
                        occurrences == llvm::cl::Required || occurrences == llvm::cl::OneOrMore,
                        occurrences == llvm::cl::ZeroOrMore || occurrences == llvm::cl::OneOrMore});
  }
  return operands;
}

/// Returns a flag with its values.
inline FlagDoc describe(const std::string& name, const llvm::cl::Option& flag) {
  FlagDoc doc{(name.size() == 1 ? "-" : "--") + name, valueOf(flag), flag.HelpStr.str(), {}};
  if (flag.getValueExpectedFlag() == llvm::cl::ValueDisallowed) {
    doc.value.kind = FlagValue::kSwitch;
  }
  const auto words = choiceParsers().find(&flag);
  const auto list = listedValues().find(&flag);
  if (words != choiceParsers().end()) {
    for (unsigned i = 0; i < words->second->getNumOptions(); ++i) {
      doc.choices.emplace_back(words->second->getOption(i).str(),
                               words->second->getDescription(i).str());
    }
  } else if (list != listedValues().end()) {
    doc.choices = list->second();
  }
  return doc;
}

/// Returns what the program says about itself with --help. Groups and flags are in the order of
/// their names, as there.
/// @param version  the first two words of --version
inline ProgramDoc describeProgram(const std::string& program, const std::string& version,
                                  const std::string& overview) {
  std::map<std::string, std::map<std::string, const llvm::cl::Option*>> groups;
  std::map<std::string, std::string> help;
  for (const auto& option : llvm::cl::getRegisteredOptions()) {
    const llvm::cl::Option* const flag = option.getValue();
    // LLVM shows --help-list where flags are in groups, as in all our programs, and hides it
    // before.
    if (flag->getOptionHiddenFlag() == llvm::cl::NotHidden || option.getKey() == "help-list") {
      const llvm::cl::OptionCategory& group = *flag->Categories.front();
      groups[group.getName().str()][option.getKey().str()] = flag;
      help[group.getName().str()] = group.getDescription().str();
    }
  }
  ProgramDoc doc{program, version, overview, program + " [options]", {}, Examples::all()};
  for (const Operand& operand : ownOperands()) {
    doc.usage += " " + operand.name;
  }
  for (const auto& [title, flags] : groups) {
    FlagGroupDoc& group = doc.groups.emplace_back(FlagGroupDoc{title, help[title], {}});
    for (const auto& [name, flag] : flags) {
      group.flags.push_back(describe(name, *flag));
    }
  }
  return doc;
}

/// Makes a program that LLVM ends after --help or --version say that standard output cannot be
/// written. LLVM itself would abort.
inline void checkOutputAtExit() {
  // It is made before the function is registered, and so destroyed after that was called.
  llvm::outs();
  std::atexit([] {
    llvm::outs().flush();
    if (const std::error_code error = llvm::outs().error()) {
      llvm::outs().clear_error();
      printMessage(program_invocation_short_name,
                   "cannot write standard output: " + error.message());
      std::_Exit(1);
    }
  });
}

/// Reads the command line. --help, -h, --version and --help=json print and end the program.
/// @param version   the first two words of --version, for --help=json
/// @param overview  the first lines of --help
/// @return one line about what is wrong, without the program's name; nothing if all is right
inline std::optional<std::string> readFlags(int argc, const char* const* argv,
                                            const std::string& version,
                                            const std::string& overview) {
  const std::string program = std::filesystem::path(argv[0]).filename().string();
  if (asksForJson(argc, argv)) {
    printAndExit(jsonOf(describeProgram(program, version, overview)));
  }
  const std::vector<std::string> arguments = readableArguments(argc, argv, ownFlags());
  FlagNames flags = ownFlags();
  flags.emplace_back("h"); // LLVM's short form of --help, which it adds later
  std::string refused = refusal(arguments, flags, valueOfFlag);
  if (!refused.empty()) {
    return refused;
  }
  std::vector<const char*> words;
  words.reserve(arguments.size());
  for (const std::string& argument : arguments) {
    words.push_back(argument.c_str());
  }
  checkOutputAtExit();
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  const bool parsed = llvm::cl::ParseCommandLineOptions(static_cast<int>(words.size()),
                                                        words.data(), overview, &stream);
  if (!parserComplaint().empty()) {
    return parserComplaint();
  }
  if (parsed) {
    return std::nullopt;
  }
  refused = refusedOperands(arguments, ownOperands(), valueOfFlag);
  return refused.empty() ? onOneLine(stream.str(), program) : refused;
}

} // namespace galois::inputs
