/**
 * The one seam through which concurrent parts reach atomics.
 *
 * A part that threads share is a template over an *atomics policy*. The policy says what an atomic
 * word is, what plain data guarded by the part's own protocol is, and how to wait a moment. The
 * default, DefaultAtomics, is RealAtomics, which is std::atomic and costs nothing; in a build with
 * GALOIS_VIRTUAL it is VirtualAtomics, whose accesses take virtual time on a simulated machine.
 * Tests substitute a model checker's (test/support/CheckedAtomics.h) and run the very same code
 * under it.
 *
 * Shared words outside such parts are Atomic<T>, and words of an application's own arrays are
 * reached through AtomicRef<T>: the same seam, with the default policy. Words that are written
 * between parallel regions only (the number of active threads, the seed, tables of per-thread
 * storage) are std::atomic and stand outside: nobody ever waits for them.
 *
 * Code above this seam names memory orders as `order::acquire` and so on: the spelling works in
 * C++17 and C++20 and survives the model checker, which turns the standard names into macros.
 */
#ifndef GALOIS_SUBSTRATE_ATOMICS_H
#define GALOIS_SUBSTRATE_ATOMICS_H

#include <atomic>

#include "galois/substrate/CompilerSpecific.h"
#ifdef GALOIS_VIRTUAL
#include "galois/substrate/VirtualAtomics.h"
#endif

namespace galois::substrate {

/// Memory orders under names that are valid in every language level and under the model checker.
namespace order {
inline constexpr std::memory_order relaxed = std::memory_order_relaxed;
inline constexpr std::memory_order acquire = std::memory_order_acquire;
inline constexpr std::memory_order release = std::memory_order_release;
inline constexpr std::memory_order acq_rel = std::memory_order_acq_rel;
inline constexpr std::memory_order seq_cst = std::memory_order_seq_cst;
} // namespace order

/// The atomics policy of production code.
struct RealAtomics {
  /// A word that several threads may touch at once. Every access names its order.
  template <typename T>
  using Atomic = std::atomic<T>;

  /// Data that only one thread at a time may touch, by the protocol of the part that holds it.
  /// Under the model checker this becomes a checked variable that reports a race.
  template <typename T>
  using Plain = T;

  /// One polite step of a short wait. Loops that may last long use Backoff instead.
  static void pause() noexcept { asmPause(); }

#ifdef __cpp_lib_atomic_ref
  /// A word of plain memory, for as long as all threads reach it through such references.
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

/// A shared word under the policy of this build; std::atomic's interface.
template <typename T>
using Atomic = DefaultAtomics::Atomic<T>;

#ifdef __cpp_lib_atomic_ref
/// A shared word in an array of plain ones under the policy of this build; std::atomic_ref's
/// interface.
template <typename T>
using AtomicRef = DefaultAtomics::Ref<T>;
#endif

} // namespace galois::substrate

namespace galois {
/// The same names for the rooms above.
namespace order = substrate::order;
using substrate::Atomic;
#ifdef __cpp_lib_atomic_ref
using substrate::AtomicRef;
#endif
} // namespace galois

#endif
