/**
 * A model check that fits each work-stealing deque: its owner follows a script, and thieves steal.
 * Each item has one receiver, which sees what the owner wrote before it pushed the item.
 */
#pragma once

#include "galois/worklists/parts/stealing/ChaseLevDeque.h"
#include "support/CheckedAtomics.h"

namespace galois::test {

/// In the script '+' is a push and '-' a pop; other letters are for `Adapter`. Each thief steals
/// `Steals` times. @tparam Adapter  has the type `Deque` of numbers, made from a capacity, and the
/// static functions push(deque, item), which returns whether there was room, act(deque, letter), and
/// empty(deque), for the owner at the end
template <typename Adapter, unsigned Threads, unsigned Capacity, unsigned Steals,
          const char* Script>
struct ScriptedDeque
    : rl::test_suite<ScriptedDeque<Adapter, Threads, Capacity, Steals, Script>, Threads> {
  static constexpr int kMost = 10;
  typename Adapter::Deque deque{Capacity};
  CheckedPlain<int> payload[kMost];
  int received[kMost] = {};
  int pushed = 0;

  void receive(int item) {
    RL_ASSERT(item >= 0 && item < kMost);
    RL_ASSERT(payload[item].get() == item + 1);
    ++received[item];
  }

  void own() {
    int item = -1;
    for (const char* step = Script; *step; ++step) {
      if (*step == '+') {
        payload[pushed] = pushed + 1;
        if (Adapter::push(deque, pushed)) {
          ++pushed;
        }
      } else if (*step != '-') {
        Adapter::act(deque, *step);
      } else if (deque.pop(item)) {
        receive(item);
      }
    }
  }

  void thread(unsigned id) {
    if (id == 0) {
      own();
      return;
    }
    int item = -1;
    for (unsigned i = 0; i < Steals; ++i) {
      if (deque.steal(item) == worklists::Steal::kGot) {
        receive(item);
      }
    }
  }

  void after() {
    int item = -1;
    while (deque.pop(item)) {
      receive(item);
    }
    RL_ASSERT(deque.seemsEmpty() && Adapter::empty(deque));
    for (int i = 0; i < kMost; ++i) {
      RL_ASSERT(received[i] == (i < pushed ? 1 : 0));
    }
  }
};

} // namespace galois::test
