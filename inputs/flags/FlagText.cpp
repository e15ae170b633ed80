#include "inputs/flags/FlagText.h"

#include "inputs/flags/NearestName.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

bool has(const FlagNames& flags, std::string_view name) {
  return std::find(flags.begin(), flags.end(), name) != flags.end();
}

/// Names that other programs give to our flags.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kSynonyms{{
    {"worklist", "wl"},
    {"scheduler", "wl"},
    {"policy", "wl"},
    {"algorithm", "algo"},
    {"threads", "t"},
    {"num-threads", "t"},
    {"cores", "t"},
    {"j", "t"},
    {"source", "startNode"},
    {"src", "startNode"},
    {"start", "startNode"},
    {"repeats", "runs"},
    {"trials", "runs"},
    {"out", "output"},
    {"format", "from"},
}};

std::string programOf(const std::vector<std::string>& arguments) {
  return std::filesystem::path(arguments.at(0)).filename().string();
}

/// An argument that begins with a dash and is not the dash alone: a flag, and its value if it is
/// behind a '='.
struct GivenFlag {
  std::string name; ///< without dashes
  std::optional<std::string> value;
};

std::optional<GivenFlag> flagOf(const std::string& argument) {
  if (argument.size() < 2 || argument[0] != '-') {
    return std::nullopt;
  }
  const size_t equals = std::min(argument.find('='), argument.size());
  const size_t begin = argument[1] == '-' ? 2 : 1;
  GivenFlag flag{equals > begin ? argument.substr(begin, equals - begin) : "", std::nullopt};
  if (equals < argument.size()) {
    flag.value = argument.substr(equals + 1);
  }
  return flag;
}

/// Returns whether the text is a whole number as LLVM's parser reads it, in this range. A number
/// that begins with 0 would be octal there, and a person who writes 010 means 10.
bool isWholeNumber(std::string_view text, const FlagValue& value) {
  const bool negative = text.starts_with("-");
  text.remove_prefix(negative ? 1 : 0);
  const bool hexadecimal = text.starts_with("0x");
  if (!hexadecimal && text.size() > 1 && text.front() == '0') {
    return false;
  }
  text.remove_prefix(hexadecimal ? 2 : 0);
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number, hexadecimal ? 16 : 10);
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != end) {
    return false;
  }
  if (negative) {
    return value.least < 0 && number <= std::uint64_t{0} - static_cast<std::uint64_t>(value.least);
  }
  return number <= value.greatest &&
         (value.least <= 0 || number >= static_cast<std::uint64_t>(value.least));
}

bool isNumber(const std::string& text, const FlagValue& value) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || std::isspace(static_cast<unsigned char>(text[0])) != 0 || *end != '\0' ||
      std::isnan(number)) {
    return false;
  }
  return value.accepts == nullptr ? std::isfinite(number) : value.accepts(number);
}

bool isSwitch(std::string_view text) {
  return text == "true" || text == "false" || text == "1" || text == "0";
}

/// Returns what a single value must be, or "" if `text` is that.
std::string expectedInstead(const std::string& text, const FlagValue& value) {
  switch (value.kind) {
  case FlagValue::kSwitch:
    return isSwitch(text) ? "" : "true or false";
  case FlagValue::kWholeNumber:
    return isWholeNumber(text, value)
               ? ""
               : fmt::format("a whole number from {} to {}", value.least, value.greatest);
  case FlagValue::kNumber:
    return isNumber(text, value) ? "" : value.expected;
  default:
    return "";
  }
}

/// Returns what is wrong with the text after a flag, or "".
/// @param spelled  the flag with its dashes
std::string wrongValue(const std::string& spelled, const std::string& text,
                       const FlagValue& value) {
  if (text.empty()) {
    return value.kind == FlagValue::kSwitch
               ? fmt::format("{}=: true or false is needed after '='", spelled)
               : fmt::format("{0}=: the value is missing; give {0}=<{1}>", spelled, value.name);
  }
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = value.list ? std::min(text.find(',', begin), text.size()) : text.size();
    const std::string expected = expectedInstead(text.substr(begin, end - begin), value);
    if (!expected.empty()) {
      return fmt::format("{}={}: {} is needed{}", spelled, text, expected,
                         value.list ? ", or several with commas between them" : "");
    }
    begin = end + 1;
  }
  return "";
}

/// Returns where the name of the flag that begins at `at` ends.
size_t endOfName(const std::string& text, size_t at) {
  while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                              (text[at] == '-' && at + 1 < text.size() &&
                               std::isalnum(static_cast<unsigned char>(text[at + 1])) != 0))) {
    ++at;
  }
  return at;
}

/// Returns whether text[at..] is "--" and a name that does not continue a word.
bool beginsFlag(const std::string& text, size_t at) {
  return text.compare(at, 2, "--") == 0 && at + 2 < text.size() &&
         std::islower(static_cast<unsigned char>(text[at + 2])) != 0 &&
         (at == 0 || std::string_view(" ('\"").find(text[at - 1]) != std::string_view::npos);
}

/// Returns whether the position is inside a command that begins with graph-convert.
bool inConvertCommand(const std::string& text, size_t at) {
  const size_t command = text.rfind("graph-convert", at);
  return command != std::string::npos &&
         std::string_view(text).substr(command, at - command).find_first_of(":;(),") ==
             std::string_view::npos;
}

} // namespace

std::vector<std::string> readableArguments(int argc, const char* const* argv,
                                           const FlagNames& flags) {
  std::vector<std::string> arguments;
  for (int i = 0; i < argc; ++i) {
    std::string argument = argv[i];
    const bool joined = argument.size() > 2 && argument.compare(0, 2, "-t") == 0 &&
                        argument.find_first_not_of("0123456789", 2) == std::string::npos;
    if (i > 0 && joined && has(flags, "t") && !has(flags, argument.substr(1))) {
      argument = fmt::format("-t={}", argument.substr(2));
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

std::string probableFlag(std::string_view name, const FlagNames& flags) {
  for (const auto& [foreign, ours] : kSynonyms) {
    if (name == foreign && has(flags, ours)) {
      return std::string(ours);
    }
  }
  return nearestName(name, flags, 3);
}

std::string refusal(const std::vector<std::string>& arguments, const FlagNames& flags,
                    const std::function<FlagValue(const std::string&)>& valueOf) {
  std::map<std::string, std::string> before; // values by the names of flags
  for (size_t i = 1; i < arguments.size() && arguments[i] != "--"; ++i) {
    auto given = flagOf(arguments[i]);
    if (!given) {
      continue;
    }
    if (!has(flags, given->name)) {
      const std::string near = probableFlag(given->name, flags);
      return fmt::format("there is no flag '{}'{} ({} --help lists all)", arguments[i],
                         near.empty() ? "" : fmt::format("; did you mean '--{}'?", near),
                         programOf(arguments));
    }
    const FlagValue value = valueOf(given->name);
    const std::string spelled = arguments[i].substr(0, arguments[i].find('='));
    if (!given->value && value.required) {
      if (i + 1 == arguments.size()) {
        return fmt::format("{0}: the value is missing; give {0}=<{1}>", spelled, value.name);
      }
      given->value = arguments[++i];
    }
    if (given->value) {
      std::string wrong = wrongValue(spelled, *given->value, value);
      if (!wrong.empty()) {
        return wrong;
      }
    }
    const auto [first, isFirst] = before.emplace(given->name, given->value.value_or("true"));
    if (!isFirst && !value.repeatable) {
      return fmt::format("{} is given twice, as {} and as {}; give it once", spelled, first->second,
                         given->value.value_or("true"));
    }
  }
  return "";
}

std::string refusedOperands(const std::vector<std::string>& arguments,
                            const std::vector<Operand>& operands,
                            const std::function<FlagValue(const std::string&)>& valueOf) {
  std::vector<std::string> given;
  bool flagsEnded = false;
  for (size_t i = 1; i < arguments.size(); ++i) {
    const auto flag = flagsEnded ? std::nullopt : flagOf(arguments[i]);
    if (!flagsEnded && arguments[i] == "--") {
      flagsEnded = true;
    } else if (!flag) {
      given.push_back(arguments[i]);
    } else if (!flag->value && valueOf(flag->name).required) {
      ++i;
    }
  }
  const std::string program = programOf(arguments);
  std::string usage = program + " [options]";
  std::vector<std::string> missing;
  bool unlimited = false;
  for (size_t at = 0; at < operands.size(); ++at) {
    usage += " " + operands[at].name;
    unlimited = unlimited || operands[at].repeatable;
    if (operands[at].required && at >= given.size()) {
      missing.push_back(operands[at].name);
    }
  }
  if (!missing.empty()) {
    return fmt::format("{} missing; the usage is '{}' ({} --help says more)",
                       missing.size() == 1
                           ? missing[0] + " is"
                           : fmt::format("{} and {} are",
                                         fmt::join(missing.begin(), missing.end() - 1, ", "),
                                         missing.back()),
                       usage, program);
  }
  if (!unlimited && given.size() > operands.size()) {
    return fmt::format("'{}' is one operand too many; the usage is '{}' ({} --help says more)",
                       given[operands.size()], usage, program);
  }
  return "";
}

std::string onOneLine(const std::string& text, const std::string& program) {
  const std::string prefix = program + ": ";
  std::string line;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view part = std::string_view(text).substr(at, end - at);
    if (part.starts_with(prefix)) {
      part.remove_prefix(prefix.size());
    }
    if (!line.empty() && !part.empty()) {
      line += ' ';
    }
    line += part;
    at = end + 1;
  }
  return line;
}

std::string withOwnFlags(const std::string& message, const FlagNames& flags) {
  std::string text;
  for (size_t at = 0; at < message.size();) {
    if (!beginsFlag(message, at)) {
      text += message[at++];
      continue;
    }
    const size_t end = endOfName(message, at + 2);
    const bool foreign = !has(flags, std::string_view(message).substr(at + 2, end - at - 2));
    if (foreign && !inConvertCommand(message, at)) {
      text += "graph-convert ";
    }
    text += message.substr(at, end - at);
    at = end;
  }
  return text;
}

} // namespace galois::inputs
