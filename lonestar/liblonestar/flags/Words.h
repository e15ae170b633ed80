/**
 * Flags that take one of a few words. The words are written once, in the flag: --help marks the
 * default, and wordOf() returns the word for the record.
 *
 *     cll::opt<Way, false, ChoiceParser<Way>> wayFlag(
 *         "way", cll::desc("How to go:"),
 *         Words<Way>{Options().way, {{Way::kFast, "fast", "by car"}, {Way::kSlow, "slow", "on foot"}}});
 */
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "liblonestar/CommandLine.h"
#include "llvm/Support/CommandLine.h"

namespace lonestar {

/// Returns a text that lives as long as the program, for flags, which refer to their texts.
inline llvm::StringRef lasting(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

/// Modifier of a flag with a ChoiceParser.
template <typename Choice>
struct Words {
  struct Word {
    Choice value;
    const char* word;
    const char* meaning; ///< one line
  };
  std::optional<Choice> preset; ///< the default; nothing if that depends on other flags
  std::vector<Word> words;      ///< in the order of --help

  template <typename Flag>
  void apply(Flag& flag) const {
    for (const Word& each : words) {
      const std::string mark = each.value == preset ? " (default)" : "";
      flag.getParser().addLiteralOption(each.word, each.value, lasting(each.meaning + mark));
    }
    flag.setInitialValue(preset.value_or(words.front().value));
  }
};

/// Returns the word of a flag for one of its values.
template <typename Choice>
std::string wordOf(llvm::cl::opt<Choice, false, ChoiceParser<Choice>>& flag, Choice choice) {
  auto& parser = flag.getParser();
  const llvm::cl::OptionValue<Choice> value(choice);
  unsigned at = 0;
  while (parser.getOptionValue(at).compare(value)) { // returns whether they differ
    ++at;
  }
  return parser.getOption(at).str();
}

/// Returns the word that is the value of a flag.
template <typename Choice>
std::string wordOf(llvm::cl::opt<Choice, false, ChoiceParser<Choice>>& flag) {
  return wordOf(flag, flag.getValue());
}

} // namespace lonestar
