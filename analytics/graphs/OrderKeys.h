/**
 * Weights of every type as 32-bit integers in the same order, for algorithms that only compare
 * weights.
 *
 * A weight first becomes a word, an unsigned integer that compares as the weight does
 * (galois/OrderedWord.h). Words of 64 bits that lie within 2^32 of each other then become keys by a
 * subtraction. Otherwise the key of a word is its rank among all different words.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/ParallelSTL.h"
#include "galois/Reduction.h"

namespace lonestar {

/// The keys of a set of 64-bit words.
class OrderKeys {
public:
  /// The keys of no words.
  OrderKeys() = default;

  /// Makes the keys of the words wordAt(0) to wordAt(count - 1). Runs on all active threads, outside
  /// loops: in O(count) time without ranks, and O(count log count) with them. Making ranks takes up
  /// to 16 bytes per word; afterwards there are 8 bytes per different word, or none without ranks.
  /// @throws std::bad_alloc
  /// @throws galois::substrate::Cancelled
  template <typename WordAt>
  OrderKeys(std::size_t count, const WordAt& wordAt);

  /// Returns whether there are keys enough. Otherwise there are more than 2^32 different words, and
  /// key() must not be called.
  bool suffice() const { return words_.size() <= kMost; }
  /// Returns the number of different words, if keys are ranks.
  std::size_t ranks() const { return words_.size(); }

  /// Returns the key of one of the words, in O(1) time, or O(log ranks()). Any thread may call it.
  std::uint32_t key(std::uint64_t word) const {
    return static_cast<std::uint32_t>(
        words_.empty()
            ? word - least_
            : static_cast<std::uint64_t>(std::lower_bound(words_.begin(), words_.end(), word) -
                                         words_.begin()));
  }
  /// Returns the word that has this key. O(1). Any thread may call it.
  std::uint64_t word(std::uint32_t key) const {
    return words_.empty() ? least_ + key : words_[key];
  }

private:
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 32;

  std::uint64_t least_ = 0;                 ///< the word with key 0, without ranks
  galois::LargeArray<std::uint64_t> words_; ///< all different words, ascending, with ranks
};

template <typename WordAt>
OrderKeys::OrderKeys(std::size_t count, const WordAt& wordAt) {
  if (count == 0) {
    return;
  }
  galois::GReduceMin<std::uint64_t> least;
  galois::GReduceMax<std::uint64_t> greatest;
  galois::do_all(galois::iterate(std::size_t{0}, count), [&](std::size_t i) {
    const std::uint64_t word = wordAt(i);
    least.update(word);
    greatest.update(word);
  });
  least_ = least.reduce();
  if (greatest.reduce() - least_ < kMost) {
    return;
  }
  galois::LargeArray<std::uint64_t> all;
  all.allocateInterleaved(count);
  galois::do_all(galois::iterate(std::size_t{0}, count),
                 [&](std::size_t i) { all[i] = wordAt(i); });
  galois::ParallelSTL::sort(all.begin(), all.end());
  const auto different =
      static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
  words_.allocateInterleaved(different);
  galois::do_all(galois::iterate(std::size_t{0}, different),
                 [&](std::size_t i) { words_[i] = all[i]; });
}

} // namespace lonestar
