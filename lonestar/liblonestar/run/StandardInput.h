/**
 * An input that is `-`: a copy of standard input as a file, because graphs are read more than once.
 */
#pragma once

#include <string>

namespace lonestar {

/// Returns the path of the file that an argument names: for "-" that of a copy of standard input,
/// which the first call makes below $TMPDIR (else /tmp), and else the argument itself.
/// @throws galois::inputs::InputError  if it cannot be copied
std::string pathOfInput(const std::string& argument);

/// Removes the copy, if there is one. Whoever has it open can read on.
void dropStandardInput() noexcept;

} // namespace lonestar
