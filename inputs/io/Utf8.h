/** Characters of text in UTF-8. */
#pragma once

#include <cstddef>
#include <string_view>

namespace galois::inputs {

/// Returns the number of bytes of the UTF-8 character that the text begins with, or 0 if that is
/// none or a control character of ASCII.
std::size_t characterIn(std::string_view text);

} // namespace galois::inputs
