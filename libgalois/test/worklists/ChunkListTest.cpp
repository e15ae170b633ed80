#include "galois/worklists/parts/ChunkList.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/worklists/parts/Chunk.h"

namespace galois::worklists {
namespace {

struct Node {
  int value = 0;
  Node* next = nullptr;
};

TEST(ChunkList, IsAQueueOrAStack) {
  ChunkList<Node> list;
  std::vector<Node> nodes(10);
  EXPECT_TRUE(list.seemsEmpty());
  EXPECT_EQ(list.popFront(), nullptr);
  for (Node& node : nodes) {
    list.pushBack(&node);
  }
  for (Node& node : nodes) {
    EXPECT_EQ(list.popFront(), &node);
  }
  EXPECT_TRUE(list.seemsEmpty());
  for (Node& node : nodes) {
    list.pushFront(&node);
  }
  EXPECT_EQ(list.popFront(), &nodes[9]);
  list.pushBack(&nodes[9]);
  for (int i = 8; i >= 0; --i) {
    EXPECT_EQ(list.popFront(), &nodes[i]);
  }
  EXPECT_EQ(list.popFront(), &nodes[9]);
  EXPECT_EQ(list.popFront(), nullptr);
}

TEST(ChunkLists, StealingStartsAtTheNextList) {
  ChunkLists<Node> lists(3);
  std::vector<Node> nodes(3);
  for (unsigned i = 0; i < 3; ++i) {
    lists.push(i, &nodes[i], false);
  }
  EXPECT_EQ(lists.steal(1), &nodes[2]);
  EXPECT_EQ(lists.steal(1), &nodes[0]);
  EXPECT_EQ(lists.steal(1), nullptr);
  EXPECT_EQ(lists.pop(1), &nodes[1]);
}

TEST(ChunkList, ThreadsPassNodesWithoutLossOrCopy) {
  SharedMemSys system;
  setActiveThreads(16);
  constexpr int kNodes = 8000;
  ChunkList<Node> list;
  std::vector<Node> nodes(kNodes);
  std::vector<std::atomic<int>> got(kNodes);
  std::atomic<int> total{0};
  for (int i = 0; i < kNodes; ++i) {
    nodes[i].value = i;
  }
  on_each([&](unsigned tid, unsigned n) {
    substrate::Backoff backoff;
    for (int i = static_cast<int>(tid); i < kNodes; i += static_cast<int>(n)) {
      if (i % 2) {
        list.pushBack(&nodes[i]);
      } else {
        list.pushFront(&nodes[i]);
      }
      if (Node* node = list.popFront()) {
        ++got[node->value];
        ++total;
      }
    }
    while (total < kNodes) {
      if (Node* node = list.popFront()) {
        ++got[node->value];
        ++total;
      } else {
        backoff();
      }
    }
  });
  for (const auto& count : got) {
    ASSERT_EQ(count.load(), 1);
  }
}

TEST(ChunkPool, ChunksAreReusedAcrossThreads) {
  SharedMemSys system;
  setActiveThreads(2);
  ChunkPool<std::string> pool(3);
  ChunkList<Chunk<std::string>> list;
  std::atomic<int> freed{0};
  std::atomic<int> distinct{0};
  // One thread makes chunks, the other frees them: the surplus must find its way back.
  on_each([&](unsigned tid, unsigned) {
    substrate::Backoff backoff;
    std::vector<Chunk<std::string>*> known;
    for (int i = 0; i < 20000; ++i) {
      if (tid == 0) {
        Chunk<std::string>* chunk = pool.allocate();
        EXPECT_TRUE(chunk->empty());
        chunk->pushBack(40, 'a');
        if (std::find(known.begin(), known.end(), chunk) == known.end()) {
          known.push_back(chunk);
        }
        list.pushBack(chunk);
        while (i - freed > 100) {
          backoff();
        }
        backoff.reset();
      } else {
        Chunk<std::string>* chunk;
        while (!(chunk = list.popFront())) {
          backoff();
        }
        backoff.reset();
        EXPECT_EQ(chunk->size(), 1u);
        pool.free(chunk);
        ++freed;
      }
    }
    if (tid == 0) {
      distinct = static_cast<int>(known.size());
    }
  });
  EXPECT_LT(distinct.load(), 2000);
}

} // namespace
} // namespace galois::worklists
