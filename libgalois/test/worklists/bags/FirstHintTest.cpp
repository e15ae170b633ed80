#include "galois/worklists/parts/bags/FirstHint.h"

#include <array>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/parts/chunks/ChunkList.h"

namespace galois::worklists {
namespace {

constexpr int kNothing = std::numeric_limits<int>::max();
using Hint = FirstHint<int, std::less<>>;

TEST(FirstHint, LowerKeepsTheMostUrgent) {
  Hint hint(kNothing);
  EXPECT_EQ(hint.get(), kNothing);
  for (const int priority : {7, 9, 3, 5}) {
    hint.lower(priority);
  }
  EXPECT_EQ(hint.get(), 3);
}

TEST(FirstHint, RaisesOnlyWhatTheCallerHasSeenAndLooksAgain) {
  Hint hint(3);
  int looks = 0;
  hint.raise(2, 8, [&] { ++looks; }); // It was 2 when the caller read it.
  hint.raise(3, 3, [&] { ++looks; });
  hint.raise(3, 1, [&] { ++looks; });
  EXPECT_EQ(hint.get(), 3);
  EXPECT_EQ(looks, 0);
  hint.raise(3, 8, [&] {
    ++looks;
    hint.lower(5); // Meanwhile a node was added there.
  });
  EXPECT_EQ(hint.get(), 5);
  EXPECT_EQ(looks, 1);
}

TEST(FirstHint, TheLargestMayBeTheMostUrgent) {
  FirstHint<int, std::greater<>> hint(-5);
  hint.lower(4);
  hint.lower(2);
  EXPECT_EQ(hint.get(), 4);
  hint.raise(4, 1, [] {});
  EXPECT_EQ(hint.get(), 1);
}

/// Threads add nodes to lists and take them as OrderedBags does. When all threads have stopped, no
/// non-empty list is before the hint.
TEST(FirstHint, CoversAllThatLiesThereOnceThreadsRest) {
  SharedMemSys system;
  setActiveThreads(4);
  struct Node {
    Node* next = nullptr;
  };
  constexpr int kLists = 8, kSteps = 2000, kNodes = 50;
  for (int round = 0; round < 20; ++round) {
    std::array<ChunkList<Node, false, substrate::DefaultAtomics, /*Hinted=*/true>, kLists> lists;
    std::array<std::array<Node, kNodes>, 4> nodes;
    Hint hint(kLists);
    on_each([&](unsigned tid, unsigned) {
      substrate::Random random(round, tid);
      std::array<Node*, kNodes> mine;
      std::size_t held = 0;
      for (Node& node : nodes[tid]) {
        mine[held++] = &node;
      }
      for (int step = 0; step < kSteps; ++step) {
        if (held > 0 && random.below(2)) {
          const int at = static_cast<int>(random.below(kLists));
          lists[at].push(mine[--held]);
          hint.lower(at);
        } else if (held < kNodes) {
          const int seen = hint.get();
          int at = seen;
          Node* node = nullptr;
          while (at < kLists && !(node = lists[at].pop())) {
            ++at;
          }
          if (node) {
            mine[held++] = node;
          }
          hint.raise(seen, at, [&] {
            for (int again = seen; again < at; ++again) {
              if (!lists[again].stillSeemsEmpty()) {
                hint.lower(again);
              }
            }
          });
        }
      }
    });
    for (int at = 0; at < hint.get(); ++at) {
      EXPECT_TRUE(lists[at].seemsEmpty()) << "list " << at << ", hint " << hint.get();
    }
  }
}

} // namespace
} // namespace galois::worklists
