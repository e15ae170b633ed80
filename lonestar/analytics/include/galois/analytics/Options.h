/** The value of an option, as results name it. */
#ifndef GALOIS_ANALYTICS_OPTIONS_H
#define GALOIS_ANALYTICS_OPTIONS_H

#include <cstdint>
#include <string>
#include <variant>

namespace galois::analytics {

/// A whole number, a fraction, or a word.
using OptionValue = std::variant<std::uint64_t, double, std::string>;

/// An option and the value that it had.
struct Option {
  std::string name;
  OptionValue value;
};

} // namespace galois::analytics

#endif
