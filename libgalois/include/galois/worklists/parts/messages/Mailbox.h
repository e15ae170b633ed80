/**
 * One place where any thread leaves something for another that has not asked for it, and from which
 * anybody can take it: the receiver, or the sender if it runs out of work first.
 *
 * Invariant. The place is empty, claimed or full. Whoever turns empty or full into claimed has the
 * place, and its content, to itself until it makes it full or empty. So the content is plain
 * memory, and nothing in it is lost or comes twice. Nobody waits: who finds the place in another
 * state goes away. A thread that stops in between keeps what it was about to leave or has taken.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MESSAGES_MAILBOX_H
#define GALOIS_WORKLISTS_PARTS_MESSAGES_MAILBOX_H

#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// Thread-safe; each operation O(1), without a loop.
/// @tparam T        what is sent; copied
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename T, typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) Mailbox {
public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Claims the empty place: fill() or cancel() must follow. @return whether it was empty
  bool claim() noexcept { return turn(kEmpty); }

  /// Leaves something. Only for the thread whose claim() said true, once.
  void fill(const T& content) noexcept {
    substrate::chargeMemory(&content_, sizeof(content_));
    content_ = content;
    // (1) release: synchronizes with (3), so that the taker finds the content, and all that it
    // refers to, as it was left.
    state_.store(kFull, order::release);
  }

  /// Gives a claim up.
  void cancel() noexcept {
    // (2) release: synchronizes with (3), so that the next sender writes after this thread's reads.
    state_.store(kEmpty, order::release);
  }

  /// Takes what was left; one load if there is nothing. @return whether there was anything
  bool take(T& content) noexcept {
    if (!turn(kFull)) {
      return false;
    }
    content = content_;
    cancel();
    return true;
  }

private:
  enum State : std::uint32_t { kEmpty, kClaimed, kFull };

  /// From that state to claimed.
  bool turn(std::uint32_t from) noexcept {
    // relaxed load: to write nothing where it cannot succeed. Strong: a spurious failure would hide
    // mail from its receiver.
    return state_.load(order::relaxed) == from &&
           // (3) acquire: pairs with (1) and (2).
           state_.compare_exchange_strong(from, kClaimed, order::acquire, order::relaxed);
  }

  typename Atomics::template Atomic<std::uint32_t> state_{kEmpty};
  T content_{};
};

} // namespace galois::worklists

#endif
