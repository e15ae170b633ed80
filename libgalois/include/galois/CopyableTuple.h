/** Pairs and triples that are trivially copyable if their members are, unlike std::pair. */
#ifndef GALOIS_COPYABLETUPLE_H
#define GALOIS_COPYABLETUPLE_H

namespace galois {

/// A pair of values.
template <typename T1, typename T2>
struct Pair {
  T1 first{};
  T2 second{};

  Pair() = default;
  Pair(T1 a, T2 b) : first(a), second(b) {}

  friend bool operator==(const Pair& a, const Pair& b) = default;
};

/// A triple of values.
template <typename T1, typename T2, typename T3>
struct TupleOfThree {
  T1 first{};
  T2 second{};
  T3 third{};

  TupleOfThree() = default;
  TupleOfThree(T1 a, T2 b, T3 c) : first(a), second(b), third(c) {}

  friend bool operator==(const TupleOfThree& a, const TupleOfThree& b) = default;
};

} // namespace galois

#endif
