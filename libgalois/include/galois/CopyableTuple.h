/** Pairs and triples that are trivially copyable if their members are, unlike std::pair. */
#ifndef GALOIS_COPYABLETUPLE_H
#define GALOIS_COPYABLETUPLE_H

namespace galois {

/// A pair of values.
template <typename T1, typename T2>
struct Pair {
  T1 first{};  ///< the first value
  T2 second{}; ///< the second value

  Pair() = default;
  Pair(T1 a, T2 b) : first(a), second(b) {} ///< holds these values
  /// Returns whether both values are equal.
  friend bool operator==(const Pair& a, const Pair& b) {
    return a.first == b.first && a.second == b.second;
  }
  /// Returns whether a value differs.
  friend bool operator!=(const Pair& a, const Pair& b) { return !(a == b); }
};

/// A triple of values.
template <typename T1, typename T2, typename T3>
struct TupleOfThree {
  T1 first{};  ///< the first value
  T2 second{}; ///< the second value
  T3 third{};  ///< the third value

  TupleOfThree() = default;
  TupleOfThree(T1 a, T2 b, T3 c) : first(a), second(b), third(c) {} ///< holds these values
  /// Returns whether all values are equal.
  friend bool operator==(const TupleOfThree& a, const TupleOfThree& b) {
    return a.first == b.first && a.second == b.second && a.third == b.third;
  }
  /// Returns whether a value differs.
  friend bool operator!=(const TupleOfThree& a, const TupleOfThree& b) { return !(a == b); }
};

} // namespace galois

#endif
