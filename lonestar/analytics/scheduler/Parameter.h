/**
 * A parameter of worklist policies, as data: its name, what values it takes, its default, and a
 * line of help. Command-line flags, `--wl=help`, `--wl=json`, result records and the C++ interface
 * are all made from these descriptions.
 *
 * A policy's header declares its parameters as constants, and several policies may name the same
 * one. Every value is a 32-bit number in the program; parse() makes it from text.
 */
#ifndef GALOIS_LONESTAR_SCHEDULER_PARAMETER_H
#define GALOIS_LONESTAR_SCHEDULER_PARAMETER_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "galois/analytics/Options.h"

namespace lonestar {

/// What the text of a parameter's value looks like, and which number it stands for.
enum class ParameterKind {
  kNumber,       ///< a whole number from `low` to `high`; the value is that number
  kAutoNumber,   ///< the same, or `auto`, which is 0: the policy finds the value itself
  kChosenNumber, ///< one of the whole numbers in `choices`; the value is that number
  kProbability,  ///< a probability 1/N, written `1/8` or `0.125`; the value is N
  kRunLength,    ///< a length up to `high`, as `16`, or as the chance of its end, `1/16`; it is 16
  kWord          ///< one of the words in `choices`; the value is the word's index
};

/// The description of a parameter. Declare it as a constant at namespace scope: its address tells
/// it apart from others.
struct Parameter {
  static constexpr std::size_t kMostChoices = 8;

  std::string_view name; ///< without dashes
  ParameterKind kind;
  std::string_view preset;                              ///< the default, as text
  std::uint32_t low = 0;                                ///< the least number
  std::uint32_t high = 0;                               ///< the greatest number
  std::array<std::string_view, kMostChoices> choices{}; ///< filled from the front
  std::string_view help;                                ///< one line, not a sentence
};

/// The value that `text` stands for. Allocates only to fail.
/// @throws galois::analytics::InvalidOption  when `text` is no value of this parameter
std::uint32_t parse(const Parameter& parameter, std::string_view text);

/// A value as records show it: a probability as a fraction, a choice or `auto` as a word.
using ShownValue = galois::analytics::OptionValue;

/// @param value  what parse() returned
ShownValue shown(const Parameter& parameter, std::uint32_t value);

/// The line of help, with the words to choose from.
std::string helpOf(const Parameter& parameter);

/// N of a probability 1/N that is written as `1/N` or as a decimal fraction in (0, 1]. 0 for any
/// other text, or when the fraction is further than one part in a thousand from every 1/N.
std::uint32_t parseProbability(std::string_view text);

} // namespace lonestar

#endif
