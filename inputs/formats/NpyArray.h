/**
 * An array of NumPy in its file format: 6 bytes of mark, 2 of version, the length of the header (2
 * bytes, from version 2 on 4), the header, and the values. The header is the text of a Python
 * dictionary such as {'descr': '<i4', 'fortran_order': False, 'shape': (5,), }.
 */
#pragma once

#include "inputs/io/ZipReader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace galois::inputs {

/// What the header of an array says.
struct NpyHeader {
  char kind = 0;           ///< 'b' Boolean, 'i' and 'u' integers, 'f' floats, 'S' and 'U' text
  std::uint64_t bytes = 0; ///< per value
  std::vector<std::uint64_t> shape; ///< one number for each dimension

  /// Returns the number of values; nothing if it exceeds 2^48.
  std::optional<std::uint64_t> count() const;
};

/// Returns what the text of a header says; nothing if it is not that of an array of little-endian
/// numbers or text.
std::optional<NpyHeader> parseNpyHeader(std::string_view text);

/// An array of numbers or of text, with any number of dimensions.
struct NpyArray {
  NpyHeader header;         ///< what its header says
  std::uint64_t count = 0;  ///< number of values
  std::vector<char> values; ///< their bytes

  /// Returns the value at a place of an array of Boolean values or integers, as an integer with a
  /// sign. One of 2^63 or more becomes negative.
  std::int64_t integer(std::uint64_t place) const;
  /// Returns the value at a place of an array of numbers.
  double real(std::uint64_t place) const;
  /// Returns whether the values are integers or Boolean values.
  bool isWhole() const { return header.kind == 'i' || header.kind == 'u' || header.kind == 'b'; }
};

/// Reads the array that is the current entry of an archive.
/// @param file  the name of the file, for messages
/// @param most  how many bytes the array may have
/// @throws InputError  when the entry is no such array or has more bytes, and when it is longer or
///                     shorter than its header says
NpyArray readNpyArray(ZipReader& zip, const std::string& file, std::uint64_t most);

} // namespace galois::inputs
