#include "analytics/scheduler/Parameter.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "galois/analytics/Errors.h"

namespace lonestar {

namespace {

/// Returns all of `text` as an integer, or nothing if it is not one.
std::optional<std::uint32_t> wholeNumber(std::string_view text) {
  std::uint32_t value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) {
    return std::nullopt;
  }
  return value;
}

std::span<const std::string_view> choicesOf(const Parameter& parameter) {
  const auto end =
      std::find(parameter.choices.begin(), parameter.choices.end(), std::string_view());
  return {parameter.choices.begin(), end};
}

/// Returns the length of a list of numbers in the parameter's range, or nothing.
std::optional<std::uint32_t> listOf(const Parameter& parameter, std::string_view text,
                                    NumberList& list) {
  list.clear();
  if (text == "none") {
    return 0;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto number = wholeNumber(text.substr(begin, end - begin));
    if (!number || *number < parameter.low || *number > parameter.high) {
      return std::nullopt;
    }
    list.push_back(*number);
    begin = end + 1;
  }
  return static_cast<std::uint32_t>(list.size());
}

/// Returns the number that `text` stands for, without checking the parameter's range.
std::optional<std::uint32_t> numberOf(const Parameter& parameter, std::string_view text,
                                      NumberList& list) {
  switch (parameter.kind) {
  case ParameterKind::kProbability: {
    const std::uint32_t denominator = parseProbability(text);
    return denominator > 0 ? std::optional(denominator) : std::nullopt;
  }
  case ParameterKind::kRunLength:
    if (const auto number = wholeNumber(text)) {
      return number;
    }
    return parseProbability(text);
  case ParameterKind::kWord: {
    const auto words = choicesOf(parameter);
    const auto found = std::find(words.begin(), words.end(), text);
    return found == words.end() ? std::nullopt
                                : std::optional(static_cast<std::uint32_t>(found - words.begin()));
  }
  case ParameterKind::kNumbers:
    return listOf(parameter, text, list);
  default:
    return wholeNumber(text);
  }
}

bool inRange(const Parameter& parameter, std::uint32_t number) {
  switch (parameter.kind) {
  case ParameterKind::kProbability:
  case ParameterKind::kWord:
  case ParameterKind::kNumbers:
    return true;
  case ParameterKind::kChosenNumber: {
    const auto choices = choicesOf(parameter);
    return std::any_of(choices.begin(), choices.end(),
                       [&](std::string_view choice) { return wholeNumber(choice) == number; });
  }
  default:
    return number >= parameter.low && number <= parameter.high;
  }
}

std::string expectedOf(const Parameter& parameter) {
  switch (parameter.kind) {
  case ParameterKind::kNumber:
    return fmt::format("a whole number from {} to {} is needed", parameter.low, parameter.high);
  case ParameterKind::kAutoNumber:
    return fmt::format("auto, or a whole number from {} to {} is needed", parameter.low,
                       parameter.high);
  case ParameterKind::kProbability:
    return "a probability 1/N is needed, such as 1/8 or 0.125";
  case ParameterKind::kRunLength:
    return fmt::format("a whole number from 1 to {} is needed, or a probability 1/N that stands "
                       "for N",
                       parameter.high);
  case ParameterKind::kNumbers:
    return fmt::format("none, or whole numbers from {} to {} with commas between them are needed",
                       parameter.low, parameter.high);
  default:
    return fmt::format("one of {} is needed", fmt::join(choicesOf(parameter), ", "));
  }
}

} // namespace

std::uint32_t parse(const Parameter& parameter, std::string_view text, NumberList* list) {
  if (parameter.kind == ParameterKind::kAutoNumber && text == "auto") {
    return 0;
  }
  NumberList own;
  const auto number = numberOf(parameter, text, list != nullptr ? *list : own);
  if (!number || !inRange(parameter, *number)) {
    throw galois::analytics::InvalidOption(std::string(parameter.name), std::string(text),
                                           expectedOf(parameter));
  }
  return *number;
}

ShownValue shown(const Parameter& parameter, std::uint32_t value, const NumberList& list) {
  switch (parameter.kind) {
  case ParameterKind::kProbability:
    return 1.0 / value;
  case ParameterKind::kWord:
    return std::string(parameter.choices.at(value));
  case ParameterKind::kNumbers:
    return value == 0 ? "none" : fmt::format("{}", fmt::join(list, ","));
  case ParameterKind::kAutoNumber:
    if (value == 0) {
      return "auto";
    }
    [[fallthrough]];
  default:
    return std::uint64_t{value};
  }
}

bool isShown(const Parameter& parameter, std::uint32_t value) {
  return parameter.kind != ParameterKind::kNumbers || value != 0;
}

std::string helpOf(const Parameter& parameter) {
  return parameter.kind == ParameterKind::kWord
             ? fmt::format("{}: {}", parameter.help, fmt::join(choicesOf(parameter), " or "))
             : std::string(parameter.help);
}

std::uint32_t parseProbability(std::string_view text) {
  if (text.starts_with("1/")) {
    return wholeNumber(text.substr(2)).value_or(0);
  }
  double fraction = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, fraction);
  // The smallest fraction whose denominator is a 32-bit number.
  constexpr double kSmallest = 1.0 / std::numeric_limits<std::uint32_t>::max();
  if (text.empty() || result.ec != std::errc() || result.ptr != end || !(fraction >= kSmallest) ||
      fraction > 1) {
    return 0;
  }
  const double rounded = std::round(1 / fraction);
  const bool near = std::fabs(rounded * fraction - 1) <= 1e-3;
  return near ? static_cast<std::uint32_t>(rounded) : 0;
}

} // namespace lonestar
