/**
 * Reads and sets environment variables. Setting them is not thread-safe: no other thread may read
 * or set any variable meanwhile.
 */
#pragma once

#include <cstdlib>
#include <string>

#include "galois/substrate/EnvCheck.h"

namespace galois {

// NOLINTBEGIN(readability-identifier-naming): Galois' names

/// Returns whether the variable is set. Its value does not matter: "0" and "" count as set.
inline bool GetEnv(const std::string& name) { return substrate::EnvCheck(name); }

/// Returns whether the variable is set to a text that as a whole denotes a T, and then assigns it to
/// `*value`. Otherwise `*value` is unchanged. A std::string gets the whole text.
template <typename T>
bool GetEnv(const std::string& name, T* value) {
  return substrate::EnvCheck(name, *value);
}

/// Does the same for a truth value: 1, true, yes or on, or 0, false, no or off, in small or capital
/// letters.
inline bool GetEnv(const std::string& name, bool* value) {
  std::string text;
  if (!substrate::EnvCheck(name, text)) {
    return false;
  }
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  const bool yes = text == "1" || text == "true" || text == "yes" || text == "on";
  const bool no = text == "0" || text == "false" || text == "no" || text == "off";
  if (yes || no) {
    *value = yes;
  }
  return yes || no;
}

/// Sets the variable, unless it is set already and `overwrite` is false. Returns false if the name is
/// empty or contains `=`, or if there is no memory.
inline bool SetEnv(const std::string& name, const std::string& value, bool overwrite = true) {
  return setenv(name.c_str(), value.c_str(), overwrite ? 1 : 0) == 0;
}

/// Removes the variable. Returns false if the name is empty or contains `=`.
inline bool UnsetEnv(const std::string& name) { return unsetenv(name.c_str()) == 0; }

// NOLINTEND(readability-identifier-naming)

} // namespace galois
