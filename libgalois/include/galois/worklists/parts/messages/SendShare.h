/**
 * Decides which of a thread's enqueues go to another thread, so that they are exactly a given share
 * of all, evenly spaced. Of every two enqueues, for example, exactly one is sent at a share of 50
 * %.
 *
 * The share grows a credit with each enqueue, and an enqueue that makes the credit whole is sent.
 * The share may change at any time.
 */
#pragma once

#include <cstdint>

namespace galois::worklists {

/// The decisions of one thread. A plain value, not thread-safe.
class SendShare {
public:
  /// Decides about the next enqueue. O(1).
  /// @param share     the share to send, at most `whole`
  /// @param whole     the value of `share` that stands for all enqueues, 1 or more
  /// @param mustKeep  () -> whether the thread keeps this enqueue in any case; the next one is then
  ///                  sent instead. Called only if the enqueue would be sent
  /// @return whether the enqueue is sent
  template <typename MustKeep>
  bool next(std::uint32_t share, std::uint32_t whole, MustKeep&& mustKeep) {
    credit_ += share;
    if (credit_ < whole) {
      return false;
    }
    if (mustKeep()) {
      credit_ = whole;
      return false;
    }
    credit_ -= whole;
    return true;
  }

private:
  std::uint32_t credit_ = 0;
};

/// The decisions of the HD-CPS that was released: of every ten enqueues, the first are kept and the
/// last are sent. A plain value, not thread-safe.
class SendTenths {
public:
  /// See SendShare::next(); the share is rounded down to tenths, and every enqueue may be sent.
  template <typename MustKeep>
  bool next(std::uint32_t share, std::uint32_t whole, MustKeep&& /*mustKeep*/) {
    const bool sent = count_ * whole >= (whole - share) * kEnqueues;
    count_ = count_ + 1 == kEnqueues ? 0 : count_ + 1;
    return sent;
  }

private:
  static constexpr std::uint32_t kEnqueues = 10;
  std::uint32_t count_ = 0; ///< enqueues of the current ten
};

} // namespace galois::worklists
