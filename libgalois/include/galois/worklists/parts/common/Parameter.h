/**
 * A parameter of worklist policies, as data: its name, its possible values, and a line of help.
 *
 * Beside the struct of a policy's parameters stand their descriptions, as constants in the
 * namespace `parameters`, and the struct's `visitParameters(self, visit)` calls
 * `visit(description, field)` for each. The field's initializer is the default. All else visits the
 * fields: flags, `--wl=help`, `--wl=json`, records, and what C++ and Python set by name. As a
 * number of 32 bits, every value has a text; words have the order of their enumerators.
 */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace galois::worklists {

/// The form of a parameter's value as text, and the number that the text stands for.
enum class ParameterKind {
  kNumber,       ///< an integer from `low` to `high`; the value is that number
  kAutoNumber,   ///< the same, or `auto`, whose value is 0: the policy chooses a number itself
  kChosenNumber, ///< one of the integers in `choices`; the value is that number
  kProbability,  ///< a probability 1/N, written `1/8` or `0.125`; the value is N
  kRunLength,    ///< a length N from `low` to `high`, written `16`, or, for a mean length, as the
                 ///< probability 1/N of its end; the value is N
  kWord,         ///< one of the words in `choices`; the value is the word's index
  kNumbers       ///< `none`, or integers from `low` to `high` with commas between them; the value
                 ///< is their number
};

/// The steps in which a parameter is worth varying, for programs that search for good values.
enum class Scale {
  kNone,        ///< its values have no order
  kLinear,      ///< equal differences
  kLogarithmic, ///< equal factors
  kExponent     ///< equal differences, because the value is the logarithm of what it sets
};

/// The description of a parameter. Declare it as a constant at namespace scope, because its address
/// identifies it. Several policies may have the same parameter. The functions below make one of
/// each kind; their `help` is one line that is not a sentence.
struct Parameter {
  static constexpr std::size_t kMostChoices = 8;              ///< of numbers or words
  using Choices = std::array<std::string_view, kMostChoices>; ///< filled from the front

  /// The least and the greatest value of a number.
  struct Range {
    std::uint32_t low, high; ///< both are values
  };

  std::string_view name;             ///< without dashes
  ParameterKind kind;                ///< the form of its values
  std::uint32_t low = 0;             ///< the least number
  std::uint32_t high = 0;            ///< the greatest number
  Choices choices{};                 ///< filled from the front
  std::string_view help{};           ///< one line, not a sentence
  Scale scale = Scale::kLogarithmic; ///< how to vary it

  /// Makes the description of a parameter of the kind that has the function's name.
  /// @{
  static constexpr Parameter number(std::string_view name, Range range, std::string_view help,
                                    Scale scale = Scale::kLogarithmic) {
    return {name, ParameterKind::kNumber, range.low, range.high, {}, help, scale};
  }
  static constexpr Parameter autoNumber(std::string_view name, Range range, std::string_view help) {
    return {name, ParameterKind::kAutoNumber, range.low, range.high, {}, help};
  }
  static constexpr Parameter chosenNumber(std::string_view name, const Choices& choices,
                                          std::string_view help) {
    return {name, ParameterKind::kChosenNumber, 0, 0, choices, help};
  }
  static constexpr Parameter probability(std::string_view name, std::string_view help) {
    return {name, ParameterKind::kProbability, 0, 0, {}, help};
  }
  static constexpr Parameter runLength(std::string_view name, Range range, std::string_view help) {
    return {name, ParameterKind::kRunLength, range.low, range.high, {}, help};
  }
  static constexpr Parameter word(std::string_view name, const Choices& choices,
                                  std::string_view help) {
    return {name, ParameterKind::kWord, 0, 0, choices, help, Scale::kNone};
  }
  static constexpr Parameter numbers(std::string_view name, Range range, std::string_view help) {
    return {name, ParameterKind::kNumbers, range.low, range.high, {}, help, Scale::kNone};
  }
  /// @}
};

} // namespace galois::worklists
