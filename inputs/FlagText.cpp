#include "inputs/FlagText.h"

#include "inputs/NearestName.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

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
                    const std::function<bool(const std::string&)>& takesValue) {
  const std::string program = std::filesystem::path(arguments.at(0)).filename().string();
  for (size_t i = 1; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& given = arguments[i];
    if (given.size() < 2 || given[0] != '-') {
      continue;
    }
    const size_t equals = std::min(given.find('='), given.size());
    const size_t begin = given[1] == '-' ? 2 : 1;
    const std::string name = equals > begin ? given.substr(begin, equals - begin) : "";
    if (has(flags, name)) {
      if (equals == given.size() && takesValue(name)) {
        ++i;
      }
      continue;
    }
    const std::string near = probableFlag(name, flags);
    return fmt::format("{}: there is no flag '{}'{} ({} --help lists all)", program, given,
                       near.empty() ? "" : fmt::format("; did you mean '--{}'?", near), program);
  }
  return "";
}

std::string onOneLine(const std::string& text, const std::string& program) {
  const std::string prefix = program + ": ";
  std::string line;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view part = std::string_view(text).substr(at, end - at);
    if (!line.empty() && part.starts_with(prefix)) {
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
