/**
 * The single interface through which concurrent code accesses atomics.
 *
 * A data structure that threads share is a template over an *atomics policy*. The policy defines
 * the type of atomic words, the type of plain data that the structure's own protocol guards, and
 * how to pause briefly. The default policy, DefaultAtomics, is RealAtomics: std::atomic without
 * overhead. In builds with GALOIS_VIRTUAL it is VirtualAtomics, whose accesses take virtual time on
 * a simulated machine. Tests use the policy of a model checker (test/support/CheckedAtomics.h) and
 * run the same code under it.
 *
 * Shared words outside such templates are Atomic<T>, and applications access words of their own
 * arrays through AtomicRef<T>. Both use the default policy. Some words are written only between
 * parallel regions: the number of active threads, the seed, and tables of per-thread storage. They
 * are std::atomic and take no virtual time, since no thread ever waits for them.
 *
 * Code writes memory orders as `order::acquire` and so on. These names work in C++17 and C++20, and
 * also under the model checker, which defines the standard names as macros.
 */
#pragma once

#include <atomic>

#include "galois/substrate/CompilerSpecific.h"
#ifdef GALOIS_VIRTUAL
#include "galois/substrate/VirtualAtomics.h"
#endif

namespace galois::substrate {

/// Memory orders under names that are valid in C++17, in C++20 and under the model checker.
namespace order {
inline constexpr std::memory_order relaxed = std::memory_order_relaxed;
inline constexpr std::memory_order acquire = std::memory_order_acquire;
inline constexpr std::memory_order release = std::memory_order_release;
inline constexpr std::memory_order acq_rel = std::memory_order_acq_rel;
inline constexpr std::memory_order seq_cst = std::memory_order_seq_cst;
} // namespace order

/// The atomics policy of production code.
struct RealAtomics {
  /// A word that several threads may access concurrently. Every access names its memory order.
  template <typename T>
  using Atomic = std::atomic<T>;

  /// Plain data that the protocol of the enclosing structure lets only one thread access at a time.
  /// Under the model checker this is a variable that reports data races.
  template <typename T>
  using Plain = T;

  /// Pauses the processor briefly. Loops that may wait long use Backoff instead.
  static void pause() noexcept { asmPause(); }

#ifdef __cpp_lib_atomic_ref
  /// An atomic reference to a word of plain memory. While such references exist, all threads must
  /// access the word through them.
  template <typename T>
  using Ref = std::atomic_ref<T>;
#endif
};

#ifdef GALOIS_VIRTUAL
using DefaultAtomics = VirtualAtomics;
#else
/// The atomics policy of this build.
using DefaultAtomics = RealAtomics;
#endif

/// An atomic word of this build's policy, with the interface of std::atomic.
template <typename T>
using Atomic = DefaultAtomics::Atomic<T>;

#ifdef __cpp_lib_atomic_ref
/// An atomic reference of this build's policy to a word of a plain array, with the interface of
/// std::atomic_ref.
template <typename T>
using AtomicRef = DefaultAtomics::Ref<T>;
#endif

} // namespace galois::substrate

namespace galois {
/// The same names for code outside substrate/.
namespace order = substrate::order;
using substrate::Atomic;
#ifdef __cpp_lib_atomic_ref
using substrate::AtomicRef;
#endif
} // namespace galois
