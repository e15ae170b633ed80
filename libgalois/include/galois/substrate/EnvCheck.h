/** Environment variables as switches and values. */
#ifndef GALOIS_SUBSTRATE_ENVCHECK_H
#define GALOIS_SUBSTRATE_ENVCHECK_H

#include <cstdlib>
#include <sstream>
#include <string>

namespace galois::substrate {

/// True if the variable is set, to whatever value: "0" and "" count as set, as Galois has it.
inline bool EnvCheck(const std::string& name) { // NOLINT(readability-identifier-naming)
  return std::getenv(name.c_str()) != nullptr;
}

/// True if the variable is set to something that reads entirely as a T, which then goes to
/// `value`; otherwise `value` stays as it was.
template <typename T>
bool EnvCheck(const std::string& name, T& value) { // NOLINT(readability-identifier-naming)
  const char* text = std::getenv(name.c_str());
  if (text == nullptr) return false;
  std::istringstream in(text);
  T parsed;
  if (!(in >> parsed) || in.peek() != std::istringstream::traits_type::eof()) return false;
  value = parsed;
  return true;
}

/// The variable's text, if it is set; spaces and all.
inline bool EnvCheck(const std::string& name, // NOLINT(readability-identifier-naming)
                     std::string& value) {
  const char* text = std::getenv(name.c_str());
  if (text == nullptr) return false;
  value = text;
  return true;
}

} // namespace galois::substrate

#endif
