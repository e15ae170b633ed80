/**
 * What a thread asks of an entrant's queue, whichever of the forms of docs/entries.md the queue has.
 *
 * A queue may be used by all threads as it is, or hand each thread a handle. It may take a number of
 * threads, and settings. Its answers may be a flag with two results, or an optional item.
 */
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "Adapter.h"

namespace entries {

/// An item.
struct Item {
  std::uint64_t priority; ///< smaller is more urgent
  std::uint64_t value;
};

/// Makes a queue for so many threads.
template <typename Queue>
std::unique_ptr<Queue> makeQueue(unsigned threads, const peers::Settings& settings) {
  if constexpr (std::is_constructible_v<Queue, unsigned, const peers::Settings&>) {
    return std::make_unique<Queue>(threads, settings);
  } else if constexpr (std::is_constructible_v<Queue, unsigned>) {
    return std::make_unique<Queue>(threads);
  } else {
    return std::make_unique<Queue>();
  }
}

/// One thread's use of a queue.
template <typename Queue>
class Access {
  static constexpr bool kHandles = requires(Queue & queue) { queue.handle(); };
  static auto open(Queue& queue) {
    if constexpr (kHandles) {
      return queue.handle();
    } else {
      return &queue;
    }
  }

  decltype(open(std::declval<Queue&>())) user_;

  auto& user() {
    if constexpr (kHandles) {
      return user_;
    } else {
      return *user_;
    }
  }

public:
  explicit Access(Queue& queue) : user_(open(queue)) {}

  /// Adds an item.
  void push(Item item) { user().push(item.priority, item.value); }

  /// Takes an item. Returns whether there was one.
  bool tryPop(Item& item) {
    if constexpr (requires { user().tryPop(item.priority, item.value); }) {
      return user().tryPop(item.priority, item.value);
    } else {
      const auto found = user().tryPop();
      if (!found) {
        return false;
      }
      if constexpr (requires { found->priority; }) {
        item = {found->priority, found->value};
      } else {
        item = {found->first, found->second};
      }
      return true;
    }
  }
};

} // namespace entries
