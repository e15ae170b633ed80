/** An option and its value, as results report them. */
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace galois::analytics {

/// The value of an option: an integer, a floating-point number, or a word.
using OptionValue = std::variant<std::uint64_t, double, std::string>;

/// An option and the value that it had in a run.
struct Option {
  std::string name;  ///< such as "steal-prob"
  OptionValue value; ///< a probability is a floating-point number; "auto" is a word
};

} // namespace galois::analytics
