/** Reads environment variables as switches and values. */
#pragma once

#include <cstdlib>
#include <sstream>
#include <string>

namespace galois::substrate {

/// Returns whether the variable is set. As in Galois its value does not matter: "0" and "" count as
/// set.
inline bool EnvCheck(const std::string& name) { // NOLINT(readability-identifier-naming)
  return std::getenv(name.c_str()) != nullptr;
}

/// Returns whether the variable is set to a text that as a whole denotes a T, and then assigns it
/// to `value`. Otherwise `value` is unchanged.
template <typename T>
bool EnvCheck(const std::string& name, T& value) { // NOLINT(readability-identifier-naming)
  const char* text = std::getenv(name.c_str());
  if (text == nullptr) {
    return false;
  }
  std::istringstream in(text);
  T parsed;
  if (!(in >> parsed) || in.peek() != std::istringstream::traits_type::eof()) {
    return false;
  }
  value = parsed;
  return true;
}

/// Returns whether the variable is set, and then assigns its whole text, spaces included, to
/// `value`.
inline bool EnvCheck(const std::string& name, // NOLINT(readability-identifier-naming)
                     std::string& value) {
  const char* text = std::getenv(name.c_str());
  if (text == nullptr) {
    return false;
  }
  value = text;
  return true;
}

} // namespace galois::substrate
