#include "galois/substrate/PtrLock.h"

#include <gtest/gtest.h>

#include <vector>

#include "galois/substrate/Backoff.h"
#include "support/Stress.h"

using galois::substrate::DummyPtrLock;
using galois::substrate::PtrLock;

namespace {

template <class Lock>
class PtrLockInterface : public testing::Test {};
using Both = testing::Types<PtrLock<int>, DummyPtrLock<int>>;
TYPED_TEST_SUITE(PtrLockInterface, Both);

TYPED_TEST(PtrLockInterface, CarriesAPointer) {
  int a = 0;
  int b = 0;
  TypeParam lock;
  EXPECT_EQ(lock.getValue(), nullptr);
  lock.setValue(&a);
  lock.lock();
  EXPECT_EQ(lock.getValue(), &a);
  lock.setValue(&b);
  lock.unlock();
  EXPECT_EQ(lock.getValue(), &b);
  EXPECT_TRUE(lock.try_lock());
  lock.unlock_and_clear();
  EXPECT_EQ(lock.getValue(), nullptr);
  lock.lock();
  lock.unlock_and_set(&a);
  EXPECT_EQ(lock.getValue(), &a);
  EXPECT_FALSE(lock.CAS(&b, &b));
  EXPECT_TRUE(lock.CAS(&a, &b));
  EXPECT_EQ(lock.getValue(), &b);
  EXPECT_FALSE(lock.is_locked());
  lock.lock();
  EXPECT_FALSE(lock.stealing_CAS(&a, &a));
  EXPECT_EQ(lock.getValue(), &b);
  EXPECT_TRUE(lock.stealing_CAS(&b, &a));
  EXPECT_EQ(lock.getValue(), &a);
  lock.setValue(&b);
  lock.unlock();
  EXPECT_EQ(TypeParam(lock).getValue(), &b);
}

TEST(PtrLock, CopiesThePointerAndNotTheLock) {
  int a = 0;
  PtrLock<int> lock(&a);
  lock.lock();
  PtrLock<int> assigned;
  assigned = lock;
  EXPECT_EQ(assigned.getValue(), &a);
  EXPECT_FALSE(assigned.is_locked());
  const PtrLock<int>& same = lock;
  lock = same;
  EXPECT_TRUE(lock.is_locked());
  lock.unlock();
}

TEST(PtrLock, TheLockBitIsNotThePointer) {
  int a = 0;
  int b = 0;
  PtrLock<int> lock(&a);
  lock.lock();
  EXPECT_TRUE(lock.is_locked());
  EXPECT_FALSE(lock.try_lock());
  EXPECT_EQ(lock.getValue(), &a);
  EXPECT_FALSE(lock.CAS(&a, &b)); // CAS fails while the lock is held.
  EXPECT_TRUE(lock.stealing_CAS(&a, &b));
  lock.setValue(&a);
  EXPECT_TRUE(lock.is_locked());
  PtrLock<int> copy(lock);
  EXPECT_FALSE(copy.is_locked());
  EXPECT_EQ(copy.getValue(), &a);
  lock.unlock();
  EXPECT_FALSE(lock.is_locked());
  EXPECT_FALSE(lock.stealing_CAS(&a, &b)); // It fails because no thread holds the lock.
}

TEST(PtrLock, ListUnderOversubscription) {
  struct Node {
    Node* next = nullptr;
  };
  constexpr unsigned kEach = 1000;
  constexpr unsigned kThreads = galois::test::kStressThreads;
  std::vector<Node> nodes(std::size_t{kThreads} * kEach);
  PtrLock<Node> head;
  galois::test::runThreads(kThreads, [&](unsigned tid) {
    for (unsigned i = 0; i < kEach; ++i) {
      Node& node = nodes[std::size_t{tid} * kEach + i];
      if (i % 2 == 0) {
        head.lock();
        node.next = head.getValue();
        head.unlock_and_set(&node);
      } else {
        for (galois::substrate::Backoff backoff;; backoff()) {
          node.next = head.getValue();
          if (head.CAS(node.next, &node)) {
            break;
          }
        }
      }
    }
  });
  std::size_t count = 0;
  for (const Node* node = head.getValue(); node != nullptr; node = node->next) {
    ++count;
  }
  EXPECT_EQ(count, nodes.size());
}

} // namespace
