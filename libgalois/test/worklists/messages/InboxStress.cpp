// One thread gives nodes and all threads take them. Every node reaches one thread, with the content
// that the giver wrote.
#include "galois/worklists/parts/messages/Inbox.h"

#include <atomic>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Backoff.h"
#include "support/Stress.h"

namespace galois::worklists {
namespace {

struct Node {
  std::uint64_t left = 0;   ///< It is plain data that the inbox orders.
  std::uint64_t passed = 0; ///< how often the node changed threads
};

TEST(InboxStress, EveryNodeReachesOneTaker) {
  SharedMemSys system;
  constexpr std::uint64_t kRounds = 20000;
  for (const unsigned threads : {2u, 4u, 16u}) {
    Inbox<Node> inbox;
    std::vector<Node> nodes(kRounds);
    std::atomic<std::uint64_t> taken{0};
    test::runThreads(threads, [&](unsigned tid) {
      substrate::Backoff backoff;
      std::uint64_t next = 0;
      while (taken.load() < kRounds) {
        if (tid == 0 && next < kRounds && inbox.hasRoom()) {
          nodes[next].left = next + 1;
          inbox.put(&nodes[next++]);
          backoff.reset();
          if (next % 7 != 0) { // Sometimes the giver takes, too.
            continue;
          }
        }
        if (Node* node = inbox.take()) {
          EXPECT_EQ(node->left, static_cast<std::uint64_t>(node - nodes.data()) + 1);
          ++node->passed;
          ++taken;
          backoff.reset();
        }
        backoff();
      }
      EXPECT_TRUE(tid != 0 || next == kRounds);
    });
    EXPECT_TRUE(inbox.seemsEmpty());
    for (const Node& node : nodes) {
      ASSERT_EQ(node.passed, 1u);
    }
  }
}

} // namespace
} // namespace galois::worklists
