/**
 * The atomics policy of builds for the simulated machine (GALOIS_VIRTUAL, docs/virtual.md).
 *
 * All virtual cores run on one thread of the operating system, so a word is plain memory. Before
 * each access the machine runs every core whose clock is behind the caller's. Then the access takes
 * the time that it would take on the simulated machine. Memory orders only affect this cost: a
 * simulated run is sequentially consistent, and weak memory orders are tested with the model
 * checker.
 */
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace galois::substrate {

namespace virt {

/// What an access does to the cache line, and whether the core waits for it.
enum class Access : std::uint8_t {
  kLoad,           ///< waits for the line
  kStore,          ///< goes to the store buffer, so the core does not wait
  kUpdate,         ///< read-modify-write: waits for the line and for the store buffer
  kDataLoad,       ///< a load from an application's array: several can be in flight at once
  kPlain,          ///< plain memory that is read and written without a race: waits for the line
  kPrefetch,       ///< requests a shared copy of the line, does not wait
  kPrefetchToWrite ///< requests the only copy of the line, does not wait
};

/// Runs the cores whose clocks are behind, and then advances the caller's clock by the time of the
/// access. The caller performs the access when this returns. Does nothing on other threads than the
/// machine's.
void access(const void* word, Access kind) noexcept;

/// Returns whether the caller's operation, which may fail spuriously, is to fail now.
bool failsForNoReason() noexcept;

/// @name The ways to wait that Backoff.h uses.
///@{
void pause(unsigned times) noexcept;
void yield() noexcept;
void sleep(unsigned microseconds) noexcept;
///@}

/// The operations of std::atomic, for a class that has `T& word() const`.
/// @tparam Data  whether the word belongs to an application's array
template <class Self, typename T, bool Data>
class Operations {
  static_assert(std::is_trivially_copyable_v<T>);
  using Difference = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
  using Order = std::memory_order;

public:
  using value_type = T;
  static constexpr bool is_always_lock_free = std::atomic<T>::is_always_lock_free;
  bool is_lock_free() const noexcept { return is_always_lock_free; }

  T load(Order /*order*/ = std::memory_order_seq_cst) const noexcept {
    return at(Data ? Access::kDataLoad : Access::kLoad);
  }
  operator T() const noexcept { return load(); } // as std::atomic
  void store(T value, Order order = std::memory_order_seq_cst) const noexcept {
    at(order == std::memory_order_seq_cst ? Access::kUpdate : Access::kStore) = value;
  }
  T exchange(T value, Order /*order*/ = std::memory_order_seq_cst) const noexcept {
    return std::exchange(at(Access::kUpdate), value);
  }
  bool compare_exchange_strong(T& expected, T wanted, Order /*success*/,
                               Order /*failure*/) const noexcept {
    T& word = at(Access::kUpdate);
    if (std::memcmp(static_cast<const void*>(&word), static_cast<const void*>(&expected),
                    sizeof(T)) == 0) {
      word = wanted;
      return true;
    }
    expected = word;
    return false;
  }
  bool compare_exchange_strong(T& expected, T wanted,
                               Order order = std::memory_order_seq_cst) const noexcept {
    return compare_exchange_strong(expected, wanted, order, order);
  }
  /// Also fails spuriously, as often as the machine's costs say.
  bool compare_exchange_weak(T& expected, T wanted, Order success, Order failure) const noexcept {
    if (failsForNoReason()) {
      expected = at(Access::kUpdate);
      return false;
    }
    return compare_exchange_strong(expected, wanted, success, failure);
  }
  bool compare_exchange_weak(T& expected, T wanted,
                             Order order = std::memory_order_seq_cst) const noexcept {
    return compare_exchange_weak(expected, wanted, order, order);
  }

  T fetch_add(Difference by, Order /*order*/ = std::memory_order_seq_cst) const noexcept {
    return update([by](T old) { return static_cast<T>(old + by); });
  }
  T fetch_sub(Difference by, Order /*order*/ = std::memory_order_seq_cst) const noexcept {
    return update([by](T old) { return static_cast<T>(old - by); });
  }
  T fetch_and(T bits, Order /*order*/ = std::memory_order_seq_cst) const noexcept {
    return update([bits](T old) { return static_cast<T>(old & bits); });
  }
  T fetch_or(T bits, Order /*order*/ = std::memory_order_seq_cst) const noexcept {
    return update([bits](T old) { return static_cast<T>(old | bits); });
  }
  T fetch_xor(T bits, Order /*order*/ = std::memory_order_seq_cst) const noexcept {
    return update([bits](T old) { return static_cast<T>(old ^ bits); });
  }
  T operator++() const noexcept { return fetch_add(1) + 1; }
  T operator--() const noexcept { return fetch_sub(1) - 1; }
  T operator++(int) const noexcept { return fetch_add(1); }
  T operator--(int) const noexcept { return fetch_sub(1); }
  T operator+=(Difference by) const noexcept { return fetch_add(by) + by; }
  T operator-=(Difference by) const noexcept { return fetch_sub(by) - by; }
  T operator&=(T bits) const noexcept { return fetch_and(bits) & bits; }
  T operator|=(T bits) const noexcept { return fetch_or(bits) | bits; }

private:
  /// Returns the word after the time of the access has passed.
  T& at(Access kind) const noexcept {
    T& word = static_cast<const Self&>(*this).word();
    access(&word, kind);
    return word;
  }
  template <typename Next>
  T update(Next next) const noexcept {
    T& word = at(Access::kUpdate);
    return std::exchange(word, next(word));
  }
};

/// std::atomic<T> on the simulated machine.
template <typename T>
class Word : public Operations<Word<T>, T, false> {
public:
  constexpr Word() noexcept : value_() {}
  constexpr Word(T value) noexcept : value_(value) {} // as std::atomic
  Word(const Word&) = delete;
  Word& operator=(const Word&) = delete;
  T operator=(T value) noexcept { // NOLINT(misc-unconventional-assign-operator): as std::atomic
    this->store(value);
    return value;
  }

private:
  friend class Operations<Word<T>, T, false>;
  T& word() const noexcept { return value_; }

  // mutable: the operations are const, because those of atomic references are
  alignas(std::atomic<T>) mutable T value_;
};

/// std::atomic_ref<T> on the simulated machine.
template <typename T>
class Ref : public Operations<Ref<T>, T, true> {
public:
  explicit Ref(T& word) noexcept : word_(&word) {}
  Ref(const Ref&) noexcept = default;
  Ref& operator=(const Ref&) = delete;
  T operator=(
      T value) const noexcept { // NOLINT(misc-unconventional-assign-operator): as atomic_ref
    this->store(value);
    return value;
  }

private:
  friend class Operations<Ref<T>, T, true>;
  T& word() const noexcept { return *word_; }

  T* word_;
};

} // namespace virt

/// The atomics policy.
struct VirtualAtomics {
  template <typename T>
  using Atomic = virt::Word<T>;
  template <typename T>
  using Ref = virt::Ref<T>;
  template <typename T>
  using Plain = T;

  static void pause() noexcept { virt::pause(1); }

  /// The ways in which Backoff waits.
  struct Waits {
    static void pause(unsigned times) noexcept { virt::pause(times); }
    static void yield() noexcept { virt::yield(); }
    static bool yieldIfCheap() noexcept { return virt::yield(), false; }
    static void sleep(unsigned microseconds) noexcept { virt::sleep(microseconds); }
  };
};

} // namespace galois::substrate
