/** Pairs and triples that are trivially copyable if their members are, unlike std::pair. */
#pragma once

#include <tuple>

namespace galois {

/// A pair of values.
template <typename T1, typename T2>
struct Pair {
  /// Tells templates of Galois programs that the bytes of an object may be copied.
  using tt_is_copyable = int;
  T1 first{};  ///< the first value
  T2 second{}; ///< the second value

  Pair() = default;
  Pair(T1 a, T2 b) : first(a), second(b) {} ///< holds these values
  /// Compare like std::pair: the first values decide unless they are equal. @{
  friend bool operator==(const Pair& a, const Pair& b) {
    return a.first == b.first && a.second == b.second;
  }
  friend bool operator!=(const Pair& a, const Pair& b) { return !(a == b); }
  friend bool operator<(const Pair& a, const Pair& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  }
  friend bool operator>(const Pair& a, const Pair& b) { return b < a; }
  /// @}
};

/// A triple of values.
template <typename T1, typename T2, typename T3>
struct TupleOfThree {
  /// Tells templates of Galois programs that the bytes of an object may be copied.
  using tt_is_copyable = int;
  T1 first{};  ///< the first value
  T2 second{}; ///< the second value
  T3 third{};  ///< the third value

  TupleOfThree() = default;
  TupleOfThree(T1 a, T2 b, T3 c) : first(a), second(b), third(c) {} ///< holds these values
  /// Compare like std::tuple: the first values that differ decide. @{
  friend bool operator==(const TupleOfThree& a, const TupleOfThree& b) {
    return a.first == b.first && a.second == b.second && a.third == b.third;
  }
  friend bool operator!=(const TupleOfThree& a, const TupleOfThree& b) { return !(a == b); }
  friend bool operator<(const TupleOfThree& a, const TupleOfThree& b) {
    return std::tie(a.first, a.second, a.third) < std::tie(b.first, b.second, b.third);
  }
  friend bool operator>(const TupleOfThree& a, const TupleOfThree& b) { return b < a; }
  /// @}
};

} // namespace galois
