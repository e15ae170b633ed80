/**
 * The hardware receive queue (hRQ) of HD-CPS:HW [HD-CPS, section III-D] on the simulated machine.
 * Other cores send entries to it as messages over the mesh, and its owner takes them.
 *
 * A sender has a flag for each receiver, which says that a message of its own is on its way or
 * waits there. So a receiver has at most one message of each sender. The receiver clears the flag
 * by a message back, after it has taken the entry. An entry that arrives while the queue is full
 * goes to a queue in memory, from which the owner takes it at the cost of software.
 *
 * Choices where the paper leaves one:
 *  - A sender's access takes one access to a queue: it looks at one flag, and injects the message
 *    if the flag is clear.
 *  - The owner looks for arrived messages when it pops. So an interrupt waits for the end of the
 *    task that runs, and all messages that have arrived by then cost one interrupt.
 *
 * Invariant: `messages_` has the entries that were sent and not taken, in the order of their
 * arrivals, which may be in the owner's future. If the owner's clock has passed k arrivals, the
 * first min(k, entries) of them are in the hardware queue. Each sender whose message is there has
 * the flag kNever. So there are never more messages than flags, and memory is reserved for as many.
 * All accesses follow a deviceStep(), which makes plain memory sufficient.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "galois/substrate/Charge.h"
#include "galois/substrate/VirtualDevice.h"

namespace galois::worklists {

/// What a receive port has counted.
struct ReceivePortCounters {
  std::uint64_t services = 0; ///< pops that found entries
  std::uint64_t found = 0;    ///< sum of the entries of the hardware queue that these pops found
  std::uint64_t spills = 0;   ///< entries that arrived when the hardware queue was full
  std::uint64_t flagsMet = 0; ///< sends that found the flag set
};

/// A receive queue in hardware with many senders and one receiver, its owner.
/// @tparam Entry  what is sent, trivially copyable (checked)
template <typename Entry>
class ReceivePort {
  static_assert(std::is_trivially_copyable<Entry>::value, "a message is copied as bytes");

public:
  using Time = substrate::virt::DeviceTime; ///< virtual time

  /// @param entries  size of the hardware queue; 0: there is none, and the port must not be used
  explicit ReceivePort(std::uint32_t entries) : entries_(entries) {}

  /// Returns whether there is a hardware queue.
  bool exists() const noexcept { return entries_ > 0; }

  // --- for any thread ------------------------------------------------------------------------

  /// Sends an entry from thread `from` to the owner, thread `to`, if the sender's flag is clear.
  /// O(messages).
  /// @return whether it was sent
  /// @throws std::bad_alloc; it is then not sent
  bool send(unsigned from, unsigned to, const Entry& entry) {
    using namespace substrate::virt;
    deviceStep(DeviceWork::kQueueAccess);
    if (from >= clearFrom_.size()) {
      messages_.reserve(from + 1);
      clearFrom_.resize(from + 1);
    }
    if (clearFrom_[from] > deviceTime()) {
      ++counters_.flagsMet;
      return false;
    }
    clearFrom_[from] = kNever;
    insert({sendMessage(to), from, entry});
    return true;
  }

  // --- for the owner alone -------------------------------------------------------------------

  /// Returns whether no entry is here or on its way.
  bool empty() const noexcept { return messages_.empty(); }

  /// Waits until the first entry has arrived. The port must not be empty.
  void wait() const noexcept { substrate::virt::deviceWait(messages_.front().arrives); }

  /// Takes the entries that have arrived, and calls `take(entry)` for each. O(messages) per entry.
  /// @throws what `take` throws; that entry and the later ones stay here
  template <typename Take>
  void receive(Take&& take);

  const ReceivePortCounters& counters() const noexcept { return counters_; }

private:
  static constexpr Time kNever = std::numeric_limits<Time>::max();

  struct Message {
    Time arrives;
    unsigned from;
    Entry entry;
  };

  /// Adds a message after those that arrive no later. There is memory for it.
  void insert(const Message& message) noexcept {
    const auto place =
        std::upper_bound(messages_.begin(), messages_.end(), message,
                         [](const Message& a, const Message& b) { return a.arrives < b.arrives; });
    messages_.insert(place, message);
  }

  std::uint32_t entries_;
  std::vector<Message> messages_;
  std::vector<Time> clearFrom_; ///< for each sender, the time from which its flag is clear
  ReceivePortCounters counters_;
};

template <typename Entry>
template <typename Take>
void ReceivePort<Entry>::receive(Take&& take) {
  using namespace substrate::virt;
  deviceStep(DeviceWork::kLook);
  const Time now = deviceTime();
  std::size_t arrived = 0;
  while (arrived < messages_.size() && messages_[arrived].arrives <= now) {
    ++arrived;
  }
  if (arrived == 0) {
    return;
  }
  ++counters_.services;
  counters_.found += std::min<std::size_t>(arrived, entries_);
  deviceStep(DeviceWork::kInterrupt);
  for (std::size_t i = 0; i < arrived; ++i) {
    // Each step lets other threads add messages, so the first one is looked up after it.
    if (i < entries_) {
      deviceStep(DeviceWork::kQueueAccess);
    } else {
      ++counters_.spills;
      substrate::charge(substrate::Work::kPop);
      substrate::chargeMemory(messages_.data(), sizeof(Message));
    }
    const Message first = messages_.front();
    messages_.erase(messages_.begin());
    try {
      take(static_cast<const Entry&>(first.entry));
    } catch (...) {
      messages_.insert(messages_.begin(), first); // the flag still reserves the memory
      throw;
    }
    clearFrom_[first.from] = sendMessage(first.from);
  }
}

} // namespace galois::worklists
