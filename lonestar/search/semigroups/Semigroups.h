/**
 * The tree of numerical semigroups: sets of natural numbers that contain 0, all but finitely many
 * others, and all sums of their elements. The missing numbers are the gaps. Their number is the
 * genus, and the largest gap is the Frobenius number. A generator is an element other than 0 that
 * is not the sum of two smaller elements other than 0. The root is the set of all natural numbers.
 * Each child of a semigroup lacks one more number: a generator above the Frobenius number. So the
 * genus is the depth.
 *
 * A node holds its decomposition numbers, after Fromentin and Hivert, "Exploring the tree of
 * numerical semigroups" (Mathematics of Computation 2016): for each x, the number of ways to write x
 * as a sum of two elements, whose order does not count. It is 0 for gaps and 1 for generators.
 * Removing x decreases the number of x + z by one for each element z. That and the search for
 * generators take some vector operations over the whole array. Numbers up to three times the genus
 * are enough: the Frobenius number is below twice the genus, and no generator exceeds it by more
 * than the least positive element, which is at most the genus plus one.
 */
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lonestar::search {

/// The number of decomposition numbers that one vector operation handles.
inline constexpr unsigned kSemigroupBlock = 32;
using SemigroupBytes [[gnu::vector_size(32)]] = std::uint8_t; ///< one block

/// A semigroup. @tparam Blocks  32 * Blocks is more than three times the largest genus
template <unsigned Blocks>
struct Semigroup {
  static constexpr unsigned kBlock = kSemigroupBlock;
  /// The largest genus whose children can be counted.
  static constexpr unsigned kMaxGenus = (Blocks * kBlock - 1) / 3;

  /// A block of zeros, the decomposition numbers, and another block of zeros.
  alignas(kBlock) std::array<std::uint8_t, (Blocks + 2) * kBlock> numbers;
  std::uint32_t conductor;    ///< the Frobenius number plus one; of the root 1
  std::uint32_t multiplicity; ///< the least positive element

  /// Returns the decomposition number of x.
  std::uint8_t& at(unsigned x) { return numbers[kBlock + x]; }
  std::uint8_t at(unsigned x) const { return numbers[kBlock + x]; }

  /// Returns the set of all natural numbers.
  static Semigroup root() {
    Semigroup all;
    all.numbers.fill(0);
    for (unsigned x = 0; x < Blocks * kBlock; ++x) {
      all.at(x) = static_cast<std::uint8_t>(x / 2 + 1);
    }
    all.conductor = 1; // its generator is 1, and 0 is none
    all.multiplicity = 1;
    return all;
  }
};

/// Generators of a semigroup above its Frobenius number, as bits: bit i stands for conductor + i.
/// Two words are enough for each genus that fits.
struct GeneratorBits {
  std::uint64_t low, high;

  std::size_t count() const {
    return static_cast<std::size_t>(std::popcount(low)) +
           static_cast<std::size_t>(std::popcount(high));
  }
  /// Removes the first bit that is set and returns its number. There must be one.
  unsigned takeFirst() {
    std::uint64_t& word = low != 0 ? low : high;
    const unsigned base = low != 0 ? 0 : 64;
    const auto bit = static_cast<unsigned>(std::countr_zero(word));
    word &= word - 1;
    return base + bit;
  }
};

/// The operations on whole arrays, which the compiler turns into vector instructions.
template <unsigned Blocks>
struct SemigroupSteps {
  static constexpr unsigned kBlock = Semigroup<Blocks>::kBlock;
  using Bytes = SemigroupBytes;

  /// Copies a block. It returns nothing, because vectors are returned in another way without AVX.
  static void load(Bytes& bytes, const std::uint8_t* from) {
    std::memcpy(&bytes, from, sizeof(bytes));
  }

  /// Returns which of the 32 numbers at `from` are 1.
  static std::uint32_t ones(const std::uint8_t* from) {
    Bytes bytes;
    load(bytes, from);
#if defined(__AVX2__)
    using Chars [[gnu::vector_size(32)]] = char;
    return static_cast<std::uint32_t>(
        __builtin_ia32_pmovmskb256(reinterpret_cast<Chars>(bytes == 1)));
#else
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < kBlock; ++i) {
      bits |= static_cast<std::uint32_t>(bytes[i] == 1) << i;
    }
    return bits;
#endif
  }

  /// Returns the generators above the Frobenius number.
  static GeneratorBits generators(const Semigroup<Blocks>& parent) {
    const std::uint8_t* const from = &parent.numbers[kBlock + parent.conductor];
    const unsigned width = parent.multiplicity;
    GeneratorBits bits{ones(from), 0};
    if (width < kBlock) [[likely]] {
      bits.low &= (std::uint64_t{1} << width) - 1;
      return bits;
    }
    bits.low |= std::uint64_t{ones(from + kBlock)} << 32;
    if (width < 64) {
      bits.low &= (std::uint64_t{1} << width) - 1;
    } else {
      bits.high = ones(from + 2 * kBlock) & ((std::uint64_t{1} << (width - 64)) - 1);
    }
    return bits;
  }

  /// Returns what remains when element x, a generator above the Frobenius number, is removed.
  static Semigroup<Blocks> without(const Semigroup<Blocks>& parent, unsigned x) {
    Semigroup<Blocks> child;
    std::memset(child.numbers.data(), 0, kBlock);
    for (unsigned block = 0; block < Blocks; ++block) {
      const std::uint8_t* const from = &parent.numbers[(block + 1) * kBlock];
      Bytes bytes, before;
      load(bytes, from);
      if ((block + 1) * kBlock > x) {
        load(before, from - x);
        bytes -= reinterpret_cast<Bytes>(before != 0) & 1; // x + z loses one for each element z
      }
      std::memcpy(&child.numbers[(block + 1) * kBlock], &bytes, sizeof(bytes));
    }
    std::memset(child.numbers.data() + (Blocks + 1) * kBlock, 0, kBlock);
    child.conductor = x + 1;
    child.multiplicity = parent.multiplicity + (x == parent.multiplicity ? 1 : 0);
    return child;
  }
};

/// The Lazy Node Generator: removes one generator after the other, the smallest first.
template <unsigned Blocks>
class Semigroups {
public:
  /// Nodes need nothing in common.
  struct Space {};
  using Node = Semigroup<Blocks>;

  Semigroups(const Space& /*space*/, const Node& parent)
      : parent_(parent), left_(SemigroupSteps<Blocks>::generators(parent)), count_(left_.count()) {}

  std::size_t numChildren() const { return count_; }
  Node next() {
    return SemigroupSteps<Blocks>::without(parent_, parent_.conductor + left_.takeFirst());
  }

private:
  const Node& parent_;
  GeneratorBits left_;
  std::size_t count_;
};

} // namespace lonestar::search
