// The request and answer cells under the model checker, with three threads. Each item has one
// receiver, which sees what its giver wrote before. The giver sees what the thief wrote before it
// asked. Each request that is not withdrawn is answered, however withdrawals, closing and opening
// interfere.
#include "galois/worklists/parts/stealing/StealRequests.h"

#include <deque>

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
using namespace galois::substrate;

namespace {

constexpr unsigned kThreads = 3;
constexpr int kMost = 8;

using Cells = galois::worklists::StealRequests<int, CheckedAtomics>;
using Answer = Cells::Answer;

/// What the tests below share: items with a payload, and notes of the thieves.
struct Exchange {
  Cells cells{kThreads};
  CheckedPlain<int> payload[kMost];
  CheckedPlain<int> note[kThreads]; // what a thief writes before it asks
  int received[kMost] = {};
  static inline int frames[kMost];

  bool ask(unsigned self, unsigned victim, int frame) {
    note[self] = frame;
    return cells.ask(self, victim, &frames[frame]);
  }

  void give(unsigned thief, const void* wants, int item, int& out) {
    RL_ASSERT(wants == &frames[note[thief].get()]);
    payload[item] = item + 100;
    out = item;
  }

  void receive(int item) {
    RL_ASSERT(item >= 0 && item < kMost);
    RL_ASSERT(payload[item].get() == item + 100);
    ++received[item];
  }

  /// Looks until the answer to an open request is there.
  void await(unsigned self) {
    int item = -1;
    Answer answer;
    while ((answer = cells.look(self, item)) == Answer::kWaiting) {
      CheckedAtomics::pause();
    }
    RL_ASSERT((answer == Answer::kItem) == (item >= 0));
    if (answer == Answer::kItem) {
      receive(item);
    }
  }

  void expectGiven(int begin, int end) {
    for (int i = begin; i < end; ++i) {
      RL_ASSERT(received[i] == 1);
    }
  }
};

/// The last thieves ask the first `Victims` threads in turn, and withdraw requests if `Cancel`. The
/// victims poll, and one closes, opens and polls again if `Reopen`.
template <unsigned Victims, unsigned Asks, bool Cancel, bool Reopen>
struct Asking : rl::test_suite<Asking<Victims, Asks, Cancel, Reopen>, kThreads> {
  static constexpr int kItems = 3; // per victim
  Exchange all;
  int given[Victims] = {};

  void poll(unsigned self) {
    const int before = given[self];
    const bool gave = all.cells.answer(self, [&](unsigned thief, const void* wants, int& out) {
      RL_ASSERT(thief >= Victims && thief < kThreads);
      if (given[self] == kItems) {
        return false;
      }
      all.give(thief, wants, static_cast<int>(self) * kItems + given[self]++, out);
      return true;
    });
    RL_ASSERT(gave == (given[self] != before));
    all.cells.setHasWork(self, given[self] < kItems);
  }

  void thread(unsigned self) {
    if (self < Victims) {
      all.cells.setHasWork(self, true);
      poll(self);
      if (Reopen) {
        all.cells.close(self);
        RL_ASSERT(!all.cells.requested(self));
        poll(self); // has no effect
        all.cells.open(self);
      }
      poll(self);
      all.cells.close(self);
      RL_ASSERT(!all.cells.requested(self));
      return;
    }
    for (unsigned i = 0; i < Asks; ++i) {
      const unsigned victim = (self + i) % Victims;
      if (!all.ask(self, victim, static_cast<int>(i))) {
        CheckedAtomics::pause();
        continue;
      }
      if (Cancel) {
        int item = -1;
        const Answer answer = all.cells.look(self, item);
        if (answer == Answer::kItem) {
          all.receive(item);
        }
        if (answer != Answer::kWaiting || all.cells.cancel(self, victim)) {
          continue;
        }
      }
      all.await(self);
    }
  }

  void after() {
    for (unsigned v = 0; v < Victims; ++v) {
      const int first = static_cast<int>(v) * kItems;
      all.expectGiven(first, first + given[v]);
      for (unsigned thief = Victims; thief < kThreads; ++thief) {
        RL_ASSERT(!all.cells.ask(thief, v)); // all are closed
      }
    }
  }
};

/// Three workers share tasks until all have been run. Idle ones poll, or close their cells.
template <bool Close, bool Cancel>
struct Workers : rl::test_suite<Workers<Close, Cancel>, kThreads> {
  static constexpr int kTasks = 4;
  Exchange all;
  CheckedAtomics::Atomic<int> done{0};
  std::deque<int> deque[kThreads]; // Each deque is accessed by its owner only.

  void before() {
    for (int task = 0; task < kTasks; ++task) {
      deque[0].push_back(task);
    }
    all.cells.setHasWork(0, true);
  }

  bool finished() { return done.load(order::relaxed) == kTasks; }

  void poll(unsigned self) {
    all.cells.answer(self, [&](unsigned thief, const void* wants, int& out) {
      if (deque[self].empty()) {
        return false;
      }
      all.give(thief, wants, deque[self].front(), out);
      deque[self].pop_front();
      return true;
    });
    all.cells.setHasWork(self, !deque[self].empty());
  }

  void wait(unsigned self, unsigned victim) {
    int item = -1;
    Answer answer;
    unsigned looks = 0;
    while ((answer = all.cells.look(self, item)) == Answer::kWaiting) {
      if (Cancel && ++looks == 3 && all.cells.cancel(self, victim)) {
        return;
      }
      if (!Close) {
        poll(self);
      }
      CheckedAtomics::pause();
    }
    if (answer == Answer::kItem) {
      RL_ASSERT(all.payload[item].get() == item + 100);
      deque[self].push_back(item);
    }
  }

  void acquire(unsigned self) {
    if (Close) {
      all.cells.close(self);
    }
    while (!finished() && deque[self].empty()) {
      const unsigned victim = (self + 1 + rl::rand(kThreads - 1)) % kThreads;
      if (all.ask(self, victim, static_cast<int>(victim))) {
        wait(self, victim);
      } else if (!Close) {
        poll(self);
      }
      CheckedAtomics::pause();
    }
    if (Close && !deque[self].empty()) {
      all.cells.open(self);
    }
  }

  void thread(unsigned self) {
    while (!finished()) {
      if (deque[self].empty()) {
        acquire(self);
        continue;
      }
      ++all.received[deque[self].back()];
      deque[self].pop_back();
      poll(self);
      done.fetch_add(1, order::relaxed);
    }
    // A request that is open now is answered by this.
    all.cells.close(self);
  }

  void after() { all.expectGiven(0, kTasks); }
};

/// A thread goes to sleep, unless it sees work. Two others announce work and wake it: no sleeper is
/// overlooked, and it gets one item. `asleep` stands for a bit of the executor.
struct Sleeping : rl::test_suite<Sleeping, kThreads> {
  Exchange all;
  CheckedAtomics::Atomic<bool> asleep{false};
  int wakers = 0;

  void thread(unsigned self) {
    if (self < 2) {
      all.cells.setHasWork(self, true);
      if (asleep.load(order::seq_cst) && asleep.exchange(false, order::acquire)) {
        int item = -1;
        all.give(2, &Exchange::frames[5], static_cast<int>(self), item);
        all.cells.deliver(2, item);
      }
      return;
    }
    all.note[2] = 5;
    all.cells.expect(2, &Exchange::frames[5]);
    asleep.exchange(true, order::seq_cst);
    if (all.cells.hasWorkBeforeSleep(0) || all.cells.hasWorkBeforeSleep(1)) {
      if (asleep.exchange(false, order::relaxed)) {
        return; // It does not sleep, and none has taken the right to answer.
      }
    }
    all.await(2); // sleeps; a lost wake-up is a livelock here
  }

  void after() { RL_ASSERT(all.received[0] + all.received[1] <= 1); }
};

} // namespace

int main() {
  const bool good = explore<Asking<1, 2, false, false>>({2, 20000, 1000}) &&
                    explore<Asking<1, 2, true, false>>({2, 20000, 1000}) &&
                    explore<Asking<1, 2, false, true>>({2, 20000, 1000}) &&
                    explore<Asking<2, 3, true, false>>({2, 20000, 1000}) &&
                    explore<Asking<1, 3, true, true>>({0, 50000, 1000}) &&
                    explore<Sleeping>({2, 20000, 500}) &&
                    explore<Workers<false, false>>({0, 10000, 20000}) &&
                    explore<Workers<true, false>>({0, 10000, 20000}) &&
                    explore<Workers<false, true>>({0, 10000, 20000}) &&
                    explore<Workers<true, true>>({0, 10000, 20000});
  return good ? 0 : 1;
}
