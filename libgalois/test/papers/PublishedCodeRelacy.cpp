// Two constructions of published scheduler code that lose tasks, beside ours.
//
// A lock that waits with `while (lock.tryLock());`, the test turned round: it goes on at once when
// somebody else holds the lock, and then opens it under them. Ours: SimpleLock.
//
// A ring of messages whose senders count up a plain index and only then write the task: two senders
// may write to one place, and the owner may read a place before it is written. Ours: ReceiveQueue.
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

/// As published, with atomic words, so that what is found is the protocol's fault.
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

/// Two senders, one task each; the owner drains while they send and once more afterwards.
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
    std::cout << "not noticed: " << fault << '\n';
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
