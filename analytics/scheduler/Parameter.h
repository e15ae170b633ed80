/**
 * The values of parameters (galois/worklists/parts/common/Parameter.h) as text and in records. A
 * value is a number of 32 bits; that of a list is its length.
 */
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galois/analytics/Options.h"
#include "galois/worklists/parts/common/Parameter.h"

namespace lonestar {

using galois::worklists::Parameter;
using galois::worklists::ParameterKind;
using galois::worklists::Scale;

/// Returns the value of a text that is written as simply as its kind allows: `16`, `1/8`, `auto`,
/// `none` or a word. parse() returns the same.
constexpr std::uint32_t plainValue(const Parameter& parameter, std::string_view text) {
  if (parameter.kind == ParameterKind::kWord) {
    std::uint32_t index = 0;
    while (index + 1 < Parameter::kMostChoices && parameter.choices[index] != text) {
      ++index;
    }
    return index;
  }
  std::uint32_t value = 0; // what `auto` and `none` stand for
  for (const char digit : text.substr(text.find('/') + 1)) {
    value = digit >= '0' && digit <= '9' ? value * 10 + static_cast<std::uint32_t>(digit - '0') : 0;
  }
  return value;
}

/// Returns the simplest text of a value, which is no list with elements.
inline std::string plainText(const Parameter& parameter, std::uint32_t value) {
  switch (parameter.kind) {
  case ParameterKind::kWord:
    return std::string(parameter.choices[value]);
  case ParameterKind::kNumbers:
    return "none";
  case ParameterKind::kProbability:
    return "1/" + std::to_string(value);
  case ParameterKind::kAutoNumber:
    return value == 0 ? "auto" : std::to_string(value);
  default:
    return std::to_string(value);
  }
}

/// The elements of a value of the kind kNumbers.
using NumberList = std::vector<std::uint32_t>;

/// Returns the value that `text` stands for.
/// @param list  receives the elements of a list; may be null
/// @throws galois::analytics::InvalidOption  when `text` is not a value of this parameter
std::uint32_t parse(const Parameter& parameter, std::string_view text, NumberList* list = nullptr);

/// A value as records show it: a probability as a floating-point number, and a choice or `auto` as
/// a word.
using ShownValue = galois::analytics::OptionValue;

/// Returns a value as records show it.
/// @param value, list  what parse() returned
ShownValue shown(const Parameter& parameter, std::uint32_t value, const NumberList& list = {});

/// Returns whether records show a value: all are shown but lists that are `none`.
bool isShown(const Parameter& parameter, std::uint32_t value);

/// Returns the line of help, with the words to choose from.
std::string helpOf(const Parameter& parameter);

/// Returns N for a probability 1/N, which is written as `1/N` or as a decimal fraction in (0, 1].
/// Returns 0 for any other text, and when the relative difference between the fraction and the
/// nearest 1/N is more than a thousandth.
std::uint32_t parseProbability(std::string_view text);

} // namespace lonestar
