/**
 * Numbers as unsigned integers that compare as the numbers do. Code that only compares numbers, such
 * as sorting and merging, then needs one form for integers with and without a sign and for
 * floating-point numbers. A few bits change: of integers with a sign the upper bit, of positive
 * floating-point numbers the same, and of negative ones all bits.
 */
#pragma once

#include <cstdint>
#include <type_traits>

namespace galois {

/// The unsigned integers of the size of a number.
template <typename Number>
using WordOf = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;

/// The word of zero for integers with a sign and floating-point numbers.
/// @tparam Word  std::uint32_t or std::uint64_t
template <typename Word>
inline constexpr Word kSignBit = Word{1} << (8 * sizeof(Word) - 1);

/// Returns a word that compares, as an unsigned integer, as the number does. -0.0 has the word of
/// 0.0.
/// @tparam Number  an integer or a floating-point type of 4 or 8 bytes; not NaN
template <typename Number>
constexpr WordOf<Number> orderedWord(Number number) {
  using Word = WordOf<Number>;
  // The built-in function of gcc and clang, since std::bit_cast is not in C++17.
  const auto bits = __builtin_bit_cast(Word, number);
  if constexpr (std::is_floating_point_v<Number>) {
    if (number == 0) {
      return kSignBit<Word>;
    }
    return (bits & kSignBit<Word>) != 0 ? static_cast<Word>(~bits) : bits | kSignBit<Word>;
  } else {
    return std::is_signed_v<Number> ? bits ^ kSignBit<Word> : bits;
  }
}

/// Returns the number that has this word.
template <typename Number>
constexpr Number numberOfWord(WordOf<Number> word) {
  using Word = WordOf<Number>;
  if constexpr (std::is_floating_point_v<Number>) {
    return __builtin_bit_cast(Number, (word & kSignBit<Word>) != 0 ? word ^ kSignBit<Word>
                                                                   : static_cast<Word>(~word));
  } else {
    return __builtin_bit_cast(Number, std::is_signed_v<Number> ? word ^ kSignBit<Word> : word);
  }
}

} // namespace galois
