/**
 * A parameter of worklist policies, as data: its name, its possible values, its default, and a line
 * of help. Command-line flags, `--wl=help`, `--wl=json`, result records and the C++ interface are
 * all made from these descriptions.
 *
 * A policy's header declares its parameters as constants, and several policies may have the same
 * parameter. In the program, every value is a 32-bit number, which parse() makes from text.
 */
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galois/analytics/Options.h"

namespace lonestar {

/// The form of a parameter's value as text, and the number that the text stands for.
enum class ParameterKind {
  kNumber,       ///< an integer from `low` to `high`; the value is that number
  kAutoNumber,   ///< the same, or `auto`, whose value is 0: the policy chooses a number itself
  kChosenNumber, ///< one of the integers in `choices`; the value is that number
  kProbability,  ///< a probability 1/N, written `1/8` or `0.125`; the value is N
  kRunLength,    ///< a length N from `low` to `high`, written `16`, or, for a mean length, as the
                 ///< probability 1/N of its end; the value is N
  kWord,         ///< one of the words in `choices`; the value is the word's index
  kNumbers       ///< `none`, whose value is 0, or integers from `low` to `high` with commas between
                 ///< them; the value names the list for numbersOf()
};

/// The steps in which a parameter is worth varying, for programs that search for good values.
enum class Scale {
  kNone,        ///< its values have no order
  kLinear,      ///< equal differences
  kLogarithmic, ///< equal factors
  kExponent     ///< equal differences, because the value is the logarithm of what it sets
};

/// The description of a parameter. Declare it as a constant at namespace scope, because its address
/// identifies it. The functions below make one parameter of each kind; their `preset` is the
/// default as text, and `help` is one line that is not a sentence.
struct Parameter {
  static constexpr std::size_t kMostChoices = 8;
  using Choices = std::array<std::string_view, kMostChoices>;

  /// The least and the greatest value of a number.
  struct Range {
    std::uint32_t low, high;
  };

  std::string_view name; ///< without dashes
  ParameterKind kind;
  std::string_view preset; ///< the default, as text
  std::uint32_t low = 0;   ///< the least number
  std::uint32_t high = 0;  ///< the greatest number
  Choices choices{};       ///< filled from the front
  std::string_view help;   ///< one line, not a sentence
  Scale scale = Scale::kLogarithmic;

  static constexpr Parameter number(std::string_view name, Range range, std::string_view preset,
                                    std::string_view help, Scale scale = Scale::kLogarithmic) {
    return {name, ParameterKind::kNumber, preset, range.low, range.high, {}, help, scale};
  }
  static constexpr Parameter autoNumber(std::string_view name, Range range, std::string_view preset,
                                        std::string_view help) {
    return {name, ParameterKind::kAutoNumber, preset, range.low, range.high, {}, help};
  }
  static constexpr Parameter chosenNumber(std::string_view name, const Choices& choices,
                                          std::string_view preset, std::string_view help) {
    return {name, ParameterKind::kChosenNumber, preset, 0, 0, choices, help};
  }
  static constexpr Parameter probability(std::string_view name, std::string_view preset,
                                         std::string_view help) {
    return {name, ParameterKind::kProbability, preset, 0, 0, {}, help};
  }
  static constexpr Parameter runLength(std::string_view name, Range range, std::string_view preset,
                                       std::string_view help) {
    return {name, ParameterKind::kRunLength, preset, range.low, range.high, {}, help};
  }
  static constexpr Parameter word(std::string_view name, const Choices& choices,
                                  std::string_view preset, std::string_view help) {
    return {name, ParameterKind::kWord, preset, 0, 0, choices, help, Scale::kNone};
  }
  static constexpr Parameter numbers(std::string_view name, Range range, std::string_view help) {
    return {name, ParameterKind::kNumbers, "none", range.low, range.high, {}, help, Scale::kNone};
  }
};

/// Returns the value of a default, which is written as simply as its kind allows: `16`, `1/8`, `auto`,
/// `none` or a word. parse() returns the same.
constexpr std::uint32_t defaultValue(const Parameter& parameter, std::string_view preset) {
  if (parameter.kind == ParameterKind::kWord) {
    std::uint32_t index = 0;
    while (index + 1 < Parameter::kMostChoices && parameter.choices[index] != preset) {
      ++index;
    }
    return index;
  }
  std::uint32_t value = 0; // what `auto` and `none` stand for
  for (const char digit : preset.substr(preset.find('/') + 1)) {
    value = digit >= '0' && digit <= '9' ? value * 10 + static_cast<std::uint32_t>(digit - '0') : 0;
  }
  return value;
}

/// Returns the value that `text` stands for. It allocates memory only for the exception, and for a
/// list that no earlier call has met. Thread-safe.
/// @throws galois::analytics::InvalidOption  when `text` is not a value of this parameter
std::uint32_t parse(const Parameter& parameter, std::string_view text);

/// A value as records show it: a probability as a floating-point number, and a choice or `auto` as
/// a word.
using ShownValue = galois::analytics::OptionValue;

/// Returns a value as records show it.
/// @param value  what parse() returned
ShownValue shown(const Parameter& parameter, std::uint32_t value);

/// Returns whether records show a value: all are shown but lists that are `none`.
bool isShown(const Parameter& parameter, std::uint32_t value);

/// Returns the list that a value of the kind kNumbers stands for. The list lives as long as the
/// program, and equal lists are one.
const std::vector<std::uint32_t>& numbersOf(std::uint32_t value);

/// Returns the line of help, with the words to choose from.
std::string helpOf(const Parameter& parameter);

/// Returns N for a probability 1/N, which is written as `1/N` or as a decimal fraction in (0, 1].
/// Returns 0 for any other text, and when the relative difference between the fraction and the
/// nearest 1/N is more than a thousandth.
std::uint32_t parseProbability(std::string_view text);

} // namespace lonestar
