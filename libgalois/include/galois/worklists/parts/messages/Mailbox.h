/**
 * One place in which any thread leaves content for another thread that has not requested it. Any
 * thread can take it: the receiver, or the sender if it becomes idle first.
 *
 * Invariant. The place is empty, claimed or full. The thread that changes empty or full to claimed
 * has the place and its content to itself until it makes the place full or empty. So the content is
 * plain memory, and no content is lost or taken twice. No thread waits: a thread that finds the
 * place in another state returns. A thread that is descheduled in between keeps the content that it
 * was about to leave or has taken.
 */
#pragma once

#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// The mailbox of one thread. Thread-safe; each operation is O(1) and wait-free.
/// @tparam T        type of the content, which is copied
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename T, typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) Mailbox {
public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Claims the place if it is empty; fill() or cancel() must follow. @return whether it was empty
  bool claim() noexcept { return claimFrom(kEmpty); }

  /// Leaves `content`. Only for the thread whose claim() returned true, once.
  void fill(const T& content) noexcept {
    substrate::chargeMemory(&content_, sizeof(content_));
    content_ = content;
    // (1) release: synchronizes with (3), so that the taker sees the content, and all that it
    // refers to, as this thread left it.
    state_.store(kFull, order::release);
  }

  /// Ends a claim and leaves the place empty.
  void cancel() noexcept {
    // (2) release: synchronizes with (3), so that the next sender writes after this thread's reads.
    state_.store(kEmpty, order::release);
  }

  /// Takes the content if there is any. Costs one load if there is none. @return whether there was
  bool take(T& content) noexcept {
    if (!claimFrom(kFull)) {
      return false;
    }
    content = content_;
    cancel();
    return true;
  }

private:
  enum State : std::uint32_t { kEmpty, kClaimed, kFull };

  /// Changes the state from `from` to claimed. @return whether it did
  bool claimFrom(std::uint32_t from) noexcept {
    // The relaxed load avoids a write that cannot succeed. Strong, because a spurious failure would
    // hide content from its receiver.
    return state_.load(order::relaxed) == from &&
           // (3) acquire: synchronizes with (1) and (2).
           state_.compare_exchange_strong(from, kClaimed, order::acquire, order::relaxed);
  }

  typename Atomics::template Atomic<std::uint32_t> state_{kEmpty};
  T content_{};
};

} // namespace galois::worklists
