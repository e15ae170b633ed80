// The dealing cells under the model checker. Each item has one receiver, which sees what its sender
// wrote before. The sender sees what the receiver wrote before it waited. No marker is taken for an
// item, and an item for a frame is received by a thread that waits for this frame.
#include "galois/worklists/parts/stealing/WorkDealing.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

constexpr unsigned kThreads = 3;
constexpr int kMost = 6;

enum class Way { kOne, kBatch, kFailingBatch };

struct Frame {
  alignas(4) char unused;
};
Frame frames[3]; // Item i of the test is for frame i % 2 + 1, or for none if Framed is false.
int names[kMost];

/// The first `Senders` threads give their items to any of the others that waits. These wait, look
/// `Looks` times, and leave. They do it `Waits` times.
template <unsigned Senders, Way How, bool Framed, unsigned Waits, unsigned Looks>
struct Dealing : rl::test_suite<Dealing<Senders, How, Framed, Waits, Looks>, kThreads> {
  static constexpr int kItems = kMost / Senders; // per sender

  galois::worklists::WorkDealing<int*, CheckedAtomics> cells{kThreads};
  CheckedPlain<int> payload[kMost];
  CheckedPlain<int> note[kThreads]; // what a receiver writes before it waits
  int received[kMost] = {};
  int given[Senders] = {};

  static Frame* frameOf(unsigned number) { return Framed ? &frames[number % 2 + 1] : nullptr; }

  bool give(unsigned to, int item) {
    Frame* const frame = frameOf(static_cast<unsigned>(item));
    if (How == Way::kOne) {
      payload[item] = item + 100;
      return cells.give(to, &names[item], frame);
    }
    return cells.giveBatch(
        to,
        [&]() -> int* {
          RL_ASSERT(note[to].get() == 7); // only this sender reads and writes it now
          note[to] = 8;
          if (How == Way::kFailingBatch && rl::rand(2) == 0) {
            note[to] = 7;
            return nullptr;
          }
          payload[item] = item + 100;
          return &names[item];
        },
        frame);
  }

  void send(unsigned self) {
    const int first = static_cast<int>(self) * kItems;
    for (int attempt = 0; attempt < kItems; ++attempt) {
      const unsigned to = Senders + (Senders == 2 ? 0 : rl::rand(kThreads - Senders));
      if (cells.waiting(to) && give(to, first + given[self])) {
        if (How == Way::kOne) {
          RL_ASSERT(note[to].get() == 7);
        }
        ++given[self];
      }
      CheckedAtomics::pause();
    }
  }

  void receive(const int* name, unsigned wait) {
    const int item = static_cast<int>(name - names);
    RL_ASSERT(item >= 0 && item < kMost);
    RL_ASSERT(payload[item].get() == item + 100);
    RL_ASSERT(frameOf(static_cast<unsigned>(item)) == frameOf(wait));
    ++received[item];
  }

  void await(unsigned self) {
    for (unsigned wait = 0; wait < Waits; ++wait) {
      // With steal-one, the sender may read the note after the receiver has gone on.
      if (How != Way::kOne || wait == 0) {
        note[self] = 7;
      }
      cells.wait(self, frameOf(wait));
      int* name = nullptr;
      bool came = false;
      for (unsigned look = 0; look < Looks && !came; ++look) {
        came = cells.look(self, name);
        CheckedAtomics::pause();
      }
      if (came || !cells.leave(self, name)) {
        receive(name, wait);
      } else {
        RL_ASSERT(name == nullptr);
      }
      RL_ASSERT(!cells.waiting(self));
    }
  }

  void thread(unsigned self) {
    if (self < Senders) {
      send(self);
    } else {
      await(self);
    }
  }

  void after() {
    for (int i = 0; i < kMost; ++i) {
      const bool gave = i % kItems < given[i / kItems];
      RL_ASSERT(received[i] == (gave ? 1 : 0));
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Dealing<2, Way::kOne, false, 2, 2>>({2, 20000, 1000}) &&
                    explore<Dealing<2, Way::kBatch, false, 2, 2>>({2, 20000, 1000}) &&
                    explore<Dealing<2, Way::kFailingBatch, false, 2, 1>>({0, 50000, 1000}) &&
                    explore<Dealing<2, Way::kOne, true, 3, 1>>({2, 20000, 1000}) &&
                    explore<Dealing<2, Way::kBatch, true, 3, 1>>({0, 50000, 1000}) &&
                    explore<Dealing<1, Way::kOne, true, 2, 2>>({0, 30000, 1000}) &&
                    explore<Dealing<1, Way::kFailingBatch, true, 2, 2>>({0, 30000, 1000});
  return good ? 0 : 1;
}
