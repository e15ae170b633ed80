// Two constructions from published scheduler code that lose tasks, each beside the version that we
// use.
//
// The first is a lock that waits with `while (lock.tryLock());`, which is the inverted condition. A
// thread enters although another one holds the lock, and then releases the lock of that thread. Our
// version is SimpleLock.
//
// The second is a ring of messages whose senders increment a plain index and write the task only
// afterwards. Two senders may write to one slot, and the owner may read a slot before it is
// written. Our version is ReceiveQueue.
#include "galois/substrate/SimpleLock.h"
#include "galois/worklists/parts/messages/ReceiveQueue.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
using galois::test::findsFault;
namespace order = galois::substrate::order;

namespace {

struct InvertedLock {
  CheckedAtomics::Atomic<int> word{0};
  bool tryLock() { return word.exchange(1, order::acquire) == 0; }
  void lock() {
    while (tryLock()) {
    }
  }
  void unlock() { word.store(0, order::release); }
};

struct OurLock {
  galois::substrate::BasicSimpleLock<CheckedAtomics> inner;
  void lock() { inner.lock(); }
  void unlock() { inner.unlock(); }
};

template <typename Lock>
struct Counting : rl::test_suite<Counting<Lock>, 2> {
  Lock lock;
  CheckedPlain<int> count{0};

  void thread(unsigned) {
    lock.lock();
    count += 1;
    lock.unlock();
  }
  void after() { RL_ASSERT(count.get() == 2); }
};

/// The published algorithm with atomic words, so that every fault found is one of the protocol.
struct EagerRing {
  CheckedAtomics::Atomic<unsigned> next{0};
  CheckedAtomics::Atomic<int> place[4];
  unsigned read = 0;

  bool send(int task) {
    const unsigned index = next.load(order::relaxed);
    next.store(index + 1, order::release);
    place[index % 4].store(task, order::relaxed);
    return true;
  }
  template <typename Receive>
  void drain(Receive receive) {
    while (read != next.load(order::acquire)) {
      receive(place[read++ % 4].load(order::relaxed));
    }
  }
};

struct OurRing {
  galois::worklists::ReceiveQueue<int, CheckedAtomics> queue{4};
  bool send(int task) { return queue.send(&task, 1); }
  template <typename Receive>
  void drain(Receive receive) {
    queue.drain([&](int task, bool) { receive(task); });
  }
};

/// Two senders send one task each. The owner drains while they send, and once more afterwards.
template <typename Ring>
struct Sending : rl::test_suite<Sending<Ring>, 3> {
  Ring ring;
  int received[3] = {};

  void drain() {
    ring.drain([&](int task) { ++received[task]; });
  }
  void thread(unsigned id) {
    if (id == 0) {
      drain();
    } else {
      RL_ASSERT(ring.send(static_cast<int>(id)));
    }
  }
  void after() {
    drain();
    RL_ASSERT(received[0] == 0 && received[1] == 1 && received[2] == 1);
  }
};

template <typename Published, typename Ours>
bool tellsApart(const char* fault) {
  if (!findsFault<Published>()) {
    std::cout << "not detected: " << fault << '\n';
    return false;
  }
  return explore<Ours>();
}

} // namespace

int main() {
  const bool lock = tellsApart<Counting<InvertedLock>, Counting<OurLock>>("the inverted lock");
  const bool ring = tellsApart<Sending<EagerRing>, Sending<OurRing>>("the eager ring");
  return lock && ring ? 0 : 1;
}
