#include "galois/worklists/parts/chunks/ChunkList.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "support/CountedHeap.h"

namespace galois::worklists {
namespace {

struct Node {
  int value = 0;
  Node* next = nullptr;
};

TEST(ChunkList, IsAQueue) {
  ChunkList<Node, false, substrate::DefaultAtomics, /*Hinted=*/true> list;
  std::vector<Node> nodes(10);
  EXPECT_TRUE(list.seemsEmpty());
  EXPECT_EQ(list.pop(), nullptr);
  for (int i = 0; i < 5; ++i) {
    list.push(&nodes[i]);
  }
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(list.seemsEmpty());
    EXPECT_FALSE(list.stillSeemsEmpty());
    EXPECT_EQ(list.pop(), &nodes[i]);
    if (i < 5) {
      list.push(&nodes[5 + i]);
    }
  }
  EXPECT_TRUE(list.seemsEmpty());
  EXPECT_TRUE(list.stillSeemsEmpty());
  EXPECT_EQ(list.pop(), nullptr);
}

TEST(ChunkList, IsAStack) {
  ChunkList<Node, true, substrate::DefaultAtomics, /*Hinted=*/true> list;
  std::vector<Node> nodes(10);
  EXPECT_EQ(list.pop(), nullptr);
  for (Node& node : nodes) {
    list.push(&node);
  }
  EXPECT_EQ(list.pop(), &nodes[9]);
  list.push(&nodes[9]);
  for (int i = 9; i >= 0; --i) {
    EXPECT_FALSE(list.stillSeemsEmpty());
    EXPECT_EQ(list.pop(), &nodes[i]);
  }
  EXPECT_TRUE(list.seemsEmpty());
  EXPECT_EQ(list.pop(), nullptr);
}

template <bool Lifo>
void pushChain() {
  ChunkList<Node, Lifo> list;
  std::vector<Node> nodes(5);
  list.push(&nodes[0]);
  for (int i = 1; i < 4; ++i) {
    nodes[i].next = &nodes[i + 1];
  }
  list.push(&nodes[1], &nodes[3]); // and not the one behind
  list.push(&nodes[4], &nodes[4]);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(list.pop(), &nodes[Lifo ? 4 - i : i]);
  }
  EXPECT_EQ(list.pop(), nullptr);
}

TEST(ChunkList, TakesChainsAsAQueue) { pushChain<false>(); }
TEST(ChunkList, TakesChainsAsAStack) { pushChain<true>(); }

TEST(ChunkLists, StealingStartsAtTheNextList) {
  ChunkLists<Node, false> lists(3);
  std::vector<Node> nodes(3);
  for (unsigned i = 0; i < 3; ++i) {
    lists.push(i, &nodes[i]);
  }
  EXPECT_EQ(lists.steal(1), &nodes[2]);
  EXPECT_EQ(lists.steal(1), &nodes[0]);
  EXPECT_EQ(lists.steal(1), nullptr);
  EXPECT_EQ(lists.pop(1), &nodes[1]);
}

TEST(ChunkLists, SeemEmptyOneByOneAndTogether) {
  ChunkLists<Node, false, substrate::DefaultAtomics, /*Hinted=*/true> lists(3);
  Node node;
  EXPECT_TRUE(lists.stillSeemsEmpty());
  lists.push(1, &node);
  EXPECT_TRUE(lists.seemsEmpty(0));
  EXPECT_FALSE(lists.seemsEmpty(1));
  EXPECT_FALSE(lists.stillSeemsEmpty());
  EXPECT_EQ(lists.popAny(2), &node);
  EXPECT_TRUE(lists.seemsEmpty(1));
  EXPECT_TRUE(lists.stillSeemsEmpty());
}

TEST(ChunkLists, ClearingDisposesOfEveryNode) {
  ChunkLists<Node, true> lists(3);
  std::vector<Node> nodes(7);
  for (unsigned i = 0; i < nodes.size(); ++i) {
    lists.push(i % 2 * 2, &nodes[i]);
  }
  std::set<Node*> disposed;
  lists.clear([&](Node* node) { EXPECT_TRUE(disposed.insert(node).second); });
  EXPECT_EQ(disposed.size(), nodes.size());
  EXPECT_EQ(lists.popAny(0), nullptr);
}

template <bool Lifo>
void passNodes() {
  SharedMemSys system;
  setActiveThreads(16);
  constexpr int kNodes = 8000;
  ChunkList<Node, Lifo> list;
  std::vector<Node> nodes(kNodes);
  std::vector<std::atomic<int>> got(kNodes);
  std::atomic<int> total{0};
  for (int i = 0; i < kNodes; ++i) {
    nodes[i].value = i;
  }
  on_each([&](unsigned tid, unsigned n) {
    substrate::Backoff backoff;
    for (int i = static_cast<int>(tid); i < kNodes; i += static_cast<int>(n)) {
      list.push(&nodes[i]);
      if (Node* node = list.pop()) {
        ++got[node->value];
        ++total;
      }
    }
    while (total < kNodes) {
      if (Node* node = list.pop()) {
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

TEST(ChunkList, ThreadsPassNodesOfAQueueWithoutLossOrCopy) { passNodes<false>(); }
TEST(ChunkList, ThreadsPassNodesOfAStackWithoutLossOrCopy) { passNodes<true>(); }

/// A node whose link calls functions when a list reads or writes it, which it does under the lock.
struct Watched {
  struct Link {
    Link& operator=(Watched* node) { // A list that holds the lock writes null instead.
      to = node;
      return *this;
    }
    Link& operator=(std::nullptr_t) {
      to = nullptr;
      if (onLocked) {
        onLocked();
      }
      return *this;
    }
    operator Watched*() const {
      if (onRead) {
        onRead();
      }
      return to;
    }
    Watched* to = nullptr;
    std::function<void()> onLocked, onRead;
  };
  Link next;
};

TEST(ChunkList, AThreadThatFindsTheListEmptyWhileItWaitsLeavesTheLockAlone) {
  // Thread 0 takes the only node while thread 1 waits for the lock, and then holds the lock again.
  // When thread 1 has given up because the list is empty, it adds a node. The lock is not free, so
  // it does so without the lock.
  SharedMemSys system;
  setActiveThreads(2);
  for (int round = 0; round < 20; ++round) {
    ChunkList<Watched, false> list;
    Watched only, second, third;
    std::atomic<int> phase{0};
    const auto await = [&phase](int wanted) {
      while (phase < wanted) {
        std::this_thread::yield();
      }
    };
    bool held = false, locked = false;
    Watched* got[2];
    list.push(&only);
    only.next.onRead = [&] {
      phase = 1;
      await(2);
      for (int i = 0; i < 3; ++i) { // Meanwhile thread 1 begins to wait.
        std::this_thread::yield();
      }
    };
    second.next.onLocked = [&] {
      held = true;
      phase = 3;
      await(4);
    };
    third.next.onLocked = [&] { locked = true; };
    on_each([&](unsigned tid, unsigned) {
      if (tid == 0) {
        got[0] = list.pop();
        list.push(&second);
        if (!held) { // because thread 1 has stopped for long under the lock
          phase = 3;
        }
      } else {
        await(1);
        phase = 2;
        got[1] = list.pop();
        await(3);
        list.push(&third);
        phase = 4;
      }
    });
    EXPECT_FALSE(held && locked) << "both threads have held the lock";
    const std::multiset<Watched*> nodes{got[0], got[1], list.pop(), list.pop()};
    EXPECT_EQ(nodes, (std::multiset<Watched*>{nullptr, &only, &second, &third}));
  }
}

TEST(ChunkPool, ChunksAreReusedAcrossThreads) {
  SharedMemSys system;
  setActiveThreads(2);
  ChunkPool<std::string> pool(3);
  ChunkList<Chunk<std::string>, false> list;
  std::atomic<int> freed{0};
  std::atomic<int> distinct{0};
  // One thread allocates chunks and the other frees them, so the surplus must return to the first.
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
        list.push(chunk);
        while (i - freed > 100) {
          backoff();
        }
        backoff.reset();
      } else {
        Chunk<std::string>* chunk;
        while (!(chunk = list.pop())) {
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

TEST(ChunkPool, ManyChunksOfAnotherThreadAreUsedAgain) {
  SharedMemSys system;
  setActiveThreads(2);
  constexpr int kChunks = 20000; // This is five times as many as the depot has slots.
  ChunkPool<int> pool(1);
  std::vector<Chunk<int>*> chunks(kChunks);
  std::set<Chunk<int>*> distinct;
  for (int round = 0; round < 20; ++round) {
    on_each([&](unsigned tid, unsigned) {
      if (tid == 0) {
        for (auto& chunk : chunks) {
          chunk = pool.allocate();
        }
      }
    });
    distinct.insert(chunks.begin(), chunks.end());
    on_each([&](unsigned tid, unsigned) {
      if (tid == 1) {
        for (auto* chunk : chunks) {
          pool.free(chunk);
        }
      }
    });
  }
  EXPECT_LT(distinct.size(), std::size_t{kChunks} * 3 / 2);
}

TEST(ChunkPool, TheListOfSlabsIsNotCopiedForEachSlab) {
  SharedMemSys system;
  constexpr std::size_t kSlabs = 500;
  ChunkPool<int> pool(1 << 14); // One such chunk fills a slab.
  const std::size_t before = test::CountedHeap::calls();
  for (std::size_t i = 0; i < kSlabs; ++i) {
    pool.allocate();
  }
  const std::size_t calls = test::CountedHeap::calls() - before;
  EXPECT_GE(calls, kSlabs);
  EXPECT_LT(calls, kSlabs + 20) << "the list grows by a factor";
}

} // namespace
} // namespace galois::worklists
