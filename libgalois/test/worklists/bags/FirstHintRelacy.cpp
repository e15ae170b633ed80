// The hint under the model checker, together with the lists that it is about. If a thread raises it
// past a list to which another thread is adding a node, one of the two threads corrects the hint.
#include "galois/worklists/parts/bags/FirstHint.h"

#include <functional>

#include "galois/worklists/parts/chunks/ChunkList.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Node {
  CheckedPlain<Node*> next{nullptr};
};

/// Threads 0 and 1 add one node each, thread 0 before the hint or at it, and search for one. The
/// other threads only search.
template <unsigned Threads, bool Lifo>
struct Cover : rl::test_suite<Cover<Threads, Lifo>, Threads> {
  static constexpr int kLists = 3;
  galois::worklists::FirstHint<int, std::less<>, CheckedAtomics> hint{kLists};
  galois::worklists::ChunkList<Node, Lifo, CheckedAtomics, /*Hinted=*/true> lists[kLists];
  Node nodes[2];
  bool taken[Threads] = {};

  void thread(unsigned id) {
    if (id < 2) {
      const int at = id == 0 ? 0 : 1;
      lists[at].push(&nodes[id]);
      hint.lower(at);
    }
    const int seen = hint.get();
    int at = seen;
    Node* node = nullptr;
    while (at < kLists && !(node = lists[at].pop())) {
      ++at;
    }
    taken[id] = node != nullptr;
    hint.raise(seen, at, [&] {
      for (int again = seen; again < at; ++again) {
        if (!lists[again].stillSeemsEmpty()) {
          hint.lower(again);
        }
      }
    });
  }

  void after() {
    unsigned left = 0;
    for (int at = 0; at < kLists; ++at) {
      if (!lists[at].seemsEmpty()) {
        RL_ASSERT(hint.get() <= at);
      }
      while (!lists[at].seemsEmpty()) {
        left += lists[at].pop() ? 1 : 0;
      }
    }
    for (const bool one : taken) {
      left += one ? 1 : 0;
    }
    RL_ASSERT(left == 2);
  }
};

/// The hint is too low. Thread 0 adds a node behind it while thread 1 raises it. One of them has to
/// see the other's change.
struct Meet : rl::test_suite<Meet, 2> {
  galois::worklists::FirstHint<int, std::less<>, CheckedAtomics> hint{2};
  galois::worklists::ChunkList<Node, true, CheckedAtomics, /*Hinted=*/true> list;
  Node node;

  void before() { hint.lower(0); }

  void thread(unsigned id) {
    if (id == 0) {
      list.push(&node);
      hint.lower(1);
    } else {
      hint.raise(0, 2, [&] {
        if (!list.stillSeemsEmpty()) {
          hint.lower(1);
        }
      });
    }
  }

  void after() { RL_ASSERT(hint.get() <= 1); }
};

} // namespace

int main() {
  return explore<Meet>({2, 40000, 2000}) && explore<Cover<2, false>>({2, 40000, 2000}) &&
                 explore<Cover<3, false>>({0, 60000, 2000}) &&
                 explore<Cover<3, true>>({0, 60000, 2000})
             ? 0
             : 1;
}
