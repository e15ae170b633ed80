/**
 * Reductions: each thread updates its own value, and reduce() merges the values.
 *
 *     galois::GAccumulator<std::uint64_t> edges;
 *     galois::do_all(galois::iterate(graph), [&](Node n) { edges += graph.getDegree(n); });
 *     std::uint64_t total = edges.reduce();
 */
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "galois/SharedMemSys.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

/// A function object that returns the greater of two values.
template <typename T>
struct gmax { /// Returns the greater value.
  constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

/// A function object that returns the lesser of two values.
template <typename T>
struct gmin { /// Returns the lesser value.
  constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};

namespace internal {

/// Whether values of T are numbers that the processor merges in a register.
template <typename T, typename MergeFunc>
inline constexpr bool kMergesNumbers =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= sizeof(std::uint64_t) &&
    (std::is_same_v<MergeFunc, std::plus<T>> || std::is_same_v<MergeFunc, std::multiplies<T>> ||
     std::is_same_v<MergeFunc, gmax<T>> || std::is_same_v<MergeFunc, gmin<T>>);

/// A thread's value, and in kMergesNumbers a second one, of what update() has merged since the value
/// was last looked at. It is kept as an object of the type Word, which belongs to this slot alone: a
/// compiler sees that nothing else in a loop reads or writes it, not even a T. So it has the second
/// value in a register for the length of the loop, and turns the loop into vectors.
template <typename T, typename MergeFunc, typename IdFunc>
class ReducedValue {
public:
  explicit ReducedValue(IdFunc idFunc) : value_(idFunc()) {
    if constexpr (kMergesNumbers<T, MergeFunc>) {
      recent_ = wordOf(idFunc());
    }
  }

  /// Sets the second value to merge(it, v). Only in kMergesNumbers.
  template <typename Merge>
  void update(const T& v, const Merge& merge) {
    recent_ = wordOf(merge(numberOf(recent_), v));
  }

  /// Merges the second value into the first, and returns that.
  T& get([[maybe_unused]] const IdFunc& idFunc) const {
    if constexpr (kMergesNumbers<T, MergeFunc>) {
      value_ = MergeFunc()(value_, numberOf(recent_));
      recent_ = wordOf(idFunc());
    }
    return value_;
  }

private:
  enum class Word8 : std::uint8_t {};
  enum class Word16 : std::uint16_t {};
  enum class Word32 : std::uint32_t {};
  enum class Word64 : std::uint64_t {};
  using Word =
      std::conditional_t<sizeof(T) == 1, Word8,
                         std::conditional_t<sizeof(T) == 2, Word16,
                                            std::conditional_t<sizeof(T) == 4, Word32, Word64>>>;

  // Only variables are copied as bytes. An access to recent_ as bytes could concern any object.
  static T numberOf(Word word) {
    T number;
    std::memcpy(&number, &word, sizeof(T));
    return number;
  }
  static Word wordOf(T number) {
    Word word;
    std::memcpy(&word, &number, sizeof(T));
    return word;
  }

  mutable Word recent_{};
  mutable T value_;
};

} // namespace internal

/**
 * A reduction with an associative and commutative MergeFunc (T, T) -> T. IdFunc () -> T returns its
 * identity element.
 *
 * The result of reduce() outlives the object for a while, as in Galois, because functions there return
 * references to it: until 16 more reductions with a result have ended or the SharedMemSys ends.
 *
 * update() and getLocal() access the calling thread's value only, so all threads of a loop may call
 * them concurrently. The merge function may fork and join: while a thread waits at a join it runs
 * nothing but parts of the branch that it waits for (Tasks.h), so no other update() of its value comes in
 * between, unless the branch itself makes it. An executor with JoinRule::kAny does not promise that.
 * reduce() and reset() access the values of all threads: call them outside
 * loops, from any thread.
 */
template <typename T, typename MergeFunc, typename IdFunc>
class Reducible : public MergeFunc, public IdFunc {
public: /// The type of the values.
  using value_type = T;
  /// Merges values with `mergeFunc`, from the identity that `idFunc` returns.
  Reducible(MergeFunc mergeFunc, IdFunc idFunc)
      : MergeFunc(mergeFunc), IdFunc(idFunc), values_(idFunc) {}

  /// A reduction can be moved outside loops, but not copied. @{
  Reducible(Reducible&&) noexcept = default;
  Reducible& operator=(Reducible&&) noexcept = default; /// @}
  ~Reducible() {
    if (result_ < values_.size()) {
      substrate::keepReadable(values_.release(result_));
    }
  }

  /// Merges `v` into the calling thread's value. @{
  void update(T&& v) {
    if constexpr (kNumbers) {
      own().update(v, MergeFunc());
    } else {
      merge(getLocal(), std::move(v));
    }
  }
  void update(const T& v) {
    if constexpr (kNumbers) {
      own().update(v, MergeFunc());
    } else if constexpr (std::is_invocable_v<MergeFunc&, T&, const T&>) {
      merge(getLocal(), v);
    } else {
      static_assert(
          std::is_copy_constructible_v<T>,
          "update() of a const value needs a type of values that can be copied, or a merge "
          "function whose second parameter is a const reference; pass std::move(value)");
      merge(getLocal(), T(v));
    }
  }
  /// @}
  /// Returns the calling thread's value. In a sum, a product, a maximum and a minimum of numbers, later
  /// calls of update() change it only when it is asked for again, or by reduce(). @{
  T& getLocal() { return own().get(*this); }
  const T& getLocal() const { return values_.getOwn()->get(*this); }
  /// @}
  /// Merges the values of all threads and returns the result. Afterwards the caller's value is the
  /// result and all others are the identity, so a second call without updates returns the same.
  /// O(threads).
  T& reduce() {
    T& result = getLocal();
    result_ = substrate::ThreadPool::getTID();
    for (unsigned tid = 0; tid < values_.size(); ++tid) {
      T& other = values_.getRemote(tid)->get(*this);
      if (&other == &result) {
        continue;
      }
      merge(result, std::move(other));
      other = identity();
    }
    return result;
  }

  /// Sets every thread's value to the identity. O(threads).
  void reset() {
    for (unsigned tid = 0; tid < values_.size(); ++tid) {
      values_.getRemote(tid)->get(*this) = identity();
    }
  }

protected:
  /// Whether update() may merge into a value that getLocal() does not return yet.
  static constexpr bool kNumbers = internal::kMergesNumbers<T, MergeFunc>;

  /// Returns what the calling thread updates.
  internal::ReducedValue<T, MergeFunc, IdFunc>& own() { return *values_.getOwn(); }

private:
  T identity() { return IdFunc::operator()(); }

  /// Calls the merge function. It either returns the result, or changes its first argument and
  /// returns a reference to it or nothing. Arguments that it takes by value are moved, so that T
  /// may be a type without copies.
  template <typename V>
  void merge(T& into, V&& v) {
    using Named = std::remove_reference_t<V>&;
    if constexpr (std::is_invocable_v<MergeFunc&, T&, V&&>) {
      mergeFrom(into, into, std::forward<V>(v));
    } else if constexpr (std::is_invocable_v<MergeFunc&, T&, Named>) {
      mergeFrom(into, into, static_cast<Named>(v));
    } else {
      static_assert(
          std::is_invocable_v<MergeFunc&, T&&, V&&>,
          "the merge function of a Reducible takes two values: (T, T), (T&, T), (T&, T&), "
          "(T&, T&&) or (T&, const T&), and a type T without copies must not be taken by value "
          "from a const reference");
      mergeFrom(into, std::move(into), std::forward<V>(v));
    }
  }

  template <typename First, typename V>
  void mergeFrom(T& into, First&& first, V&& v) {
    using Result = std::invoke_result_t<MergeFunc&, First&&, V&&>;
    if constexpr (std::is_void_v<Result>) {
      static_assert(std::is_lvalue_reference_v<First>,
                    "a merge function that returns nothing changes its first argument, a T&");
      MergeFunc::operator()(std::forward<First>(first), std::forward<V>(v));
    } else if constexpr (std::is_reference_v<Result>) {
      Result merged = MergeFunc::operator()(std::forward<First>(first), std::forward<V>(v));
      if (std::addressof(merged) != std::addressof(into)) {
        assign(into, merged);
      }
    } else {
      into = MergeFunc::operator()(std::forward<First>(first), std::forward<V>(v));
    }
  }

  /// Takes over a result to which the merge function returned a reference: its second argument.
  template <typename Merged>
  static void assign(T& into, Merged& merged) {
    if constexpr (std::is_copy_assignable_v<T>) {
      into = merged;
    } else {
      static_assert(!std::is_const_v<Merged>,
                    "the merge function of a Reducible returns a const reference to a value that "
                    "cannot be copied; return a reference that is not const, or a value");
      into = std::move(merged);
    }
  }

  static constexpr unsigned kNone = std::numeric_limits<unsigned>::max();

  substrate::PerThreadStorage<internal::ReducedValue<T, MergeFunc, IdFunc>> values_;
  unsigned result_ = kNone; ///< the thread whose value reduce() has returned
};

/// Returns a Reducible over the type that `idFn()` returns.
template <typename MergeFn, typename IdFn>
auto make_reducible(const MergeFn& mergeFn, const IdFn& idFn) {
  return Reducible<decltype(idFn()), MergeFn, IdFn>(mergeFn, idFn);
}

namespace internal {

template <typename T>
struct IdentityZero {
  T operator()() const { return T{}; }
};
template <typename T>
struct IdentityLowest {
  // lowest(), not min(): for floating types min() is the smallest positive value.
  T operator()() const { return std::numeric_limits<T>::lowest(); }
};
template <typename T>
struct IdentityHighest {
  T operator()() const { return std::numeric_limits<T>::max(); }
};
template <bool Value>
struct IdentityBool {
  bool operator()() const { return Value; }
};

} // namespace internal

/// Computes a sum. T has + and -, and T{} is zero.
template <typename T>
class GAccumulator : public Reducible<T, std::plus<T>, internal::IdentityZero<T>> {
  using Base = Reducible<T, std::plus<T>, internal::IdentityZero<T>>;

public:
  GAccumulator() : Base(std::plus<T>(), internal::IdentityZero<T>()) {}

  /// Adds `v` to the calling thread's value. Thread-safe.
  GAccumulator& operator+=(const T& v) {
    this->update(v);
    return *this;
  }
  /// Subtracts `v` from the calling thread's value. Thread-safe.
  GAccumulator& operator-=(const T& v) {
    if constexpr (Base::kNumbers) {
      this->own().update(v, std::minus<T>());
    } else {
      T& local = this->getLocal();
      local = local - v;
    }
    return *this;
  }
};

/// Computes a maximum: the lowest value of T if there were no updates.
template <typename T>
class GReduceMax : public Reducible<T, gmax<T>, internal::IdentityLowest<T>> {
public:
  GReduceMax() : Reducible<T, gmax<T>, internal::IdentityLowest<T>>({}, {}) {}
};

/// Computes a minimum: the highest value of T if there were no updates.
template <typename T>
class GReduceMin : public Reducible<T, gmin<T>, internal::IdentityHighest<T>> {
public:
  GReduceMin() : Reducible<T, gmin<T>, internal::IdentityHighest<T>>({}, {}) {}
};

/// Computes whether all updates were true.
class GReduceLogicalAnd
    : public Reducible<bool, std::logical_and<bool>, internal::IdentityBool<true>> {
public:
  GReduceLogicalAnd() : Reducible({}, {}) {}
};

/// Computes whether at least one update was true.
class GReduceLogicalOr
    : public Reducible<bool, std::logical_or<bool>, internal::IdentityBool<false>> {
public:
  GReduceLogicalOr() : Reducible({}, {}) {}
};

/// The names that Galois 5 uses. @{
using GReduceLogicalAND = GReduceLogicalAnd;
using GReduceLogicalOR = GReduceLogicalOr;
/// @}
} // namespace galois
