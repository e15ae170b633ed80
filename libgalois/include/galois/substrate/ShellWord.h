/** Names of files in commands that messages advise: a shell reads them as one word. */
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace galois::substrate {

/// Returns the text with a backslash before each character that means something to a shell.
inline std::string shellWord(std::string_view text) {
  constexpr std::string_view kPlain = "_@%+=:,./-";
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) == 0 && byte < 0x80 && kPlain.find(c) == std::string_view::npos) {
      word += '\\';
    }
    word += c;
  }
  return word;
}

} // namespace galois::substrate
