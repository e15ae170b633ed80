// The parts by which threads send tasks to each other, together with the termination detection that
// relies on them, under the model checker. The end of the loop must not be announced while a task
// is in an offer, a mailbox, a receive queue or a bag. No task runs twice. A thread that sees the
// announcement sees what all tasks did.
//
// The parts are the real ones. The few lines between them perform, in the same order, the steps of
// the policies (StealingBucketQueue::popAmong() and Hdcps::popOwn()), which are too large for a
// model checker.
#include <utility>
#include <vector>

#include "galois/substrate/Termination.h"
#include "galois/worklists/parts/messages/Mailbox.h"
#include "galois/worklists/parts/messages/ReceiveQueue.h"
#include "galois/worklists/parts/stealing/StealingBuffer.h"
#include "support/CheckedAtomics.h"

using galois::substrate::TerminationTree;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace galois::worklists {
namespace {

constexpr int kNone = -1;

/// Threads run the tasks that `Policy` delivers until the termination tree announces the end.
template <typename Policy, unsigned Threads>
struct Loop : rl::test_suite<Loop<Policy, Threads>, Threads> {
  Policy policy;
  TerminationTree<CheckedAtomics, 2> tree;
  CheckedPlain<int> result[Policy::kTasks];

  void before() {
    tree.reinit(Threads);
    for (unsigned id = 0; id < Threads; ++id) {
      tree.initializeThread(id);
    }
    policy.start();
  }

  void thread(unsigned id) {
    while (!tree.globalTermination()) {
      bool worked = false;
      for (int task; (task = policy.pop(id)) != kNone;) {
        worked = true;
        RL_ASSERT(result[task].get() == 0);
        result[task] = 1;
        policy.ran(id, task);
      }
      tree.localTermination(id, worked);
      CheckedAtomics::pause();
    }
    for (auto& one : result) {
      RL_ASSERT(one.get() == 1);
    }
  }
};

/// Offers with take-back, and mailboxes. A thread with several tasks offers one to any thief and
/// sends one to a certain thread. When it has no other task, it takes both back if they are still
/// there.
template <unsigned Threads>
struct OffersAndMail {
  static constexpr int kTasks = 3;

  struct Own {
    std::vector<int> tasks;
    int offered = kNone;
    bool sentTo[Threads] = {};
  };
  struct Shared {
    StealingBuffer<int, CheckedAtomics> buffer{1};
    Mailbox<int, CheckedAtomics> mail;
  };
  Shared shared[Threads];
  Own owns[Threads];

  void start() { owns[0].tasks = {0, 1, 2}; }
  void ran(unsigned, int) {}

  int pop(unsigned id) {
    Own& own = owns[id];
    int task = kNone;
    if (shared[id].mail.take(task)) {
      own.tasks.push_back(task);
    }
    if (own.tasks.empty() && shared[id].buffer.takeBack()) {
      return own.offered;
    }
    share(id);
    if (!own.tasks.empty()) {
      task = own.tasks.back();
      own.tasks.pop_back();
      return task;
    }
    for (unsigned to = 0; to < Threads; ++to) {
      if (std::exchange(own.sentTo[to], false) && shared[to].mail.take(task)) {
        return task;
      }
    }
    for (unsigned i = 1; i < Threads; ++i) {
      if (shared[(id + i) % Threads].buffer.steal(&task) > 0) {
        return task;
      }
    }
    return kNone;
  }

  void share(unsigned id) {
    Own& own = owns[id];
    if (own.tasks.size() > 1 && shared[id].buffer.isTaken()) {
      own.offered = own.tasks.back();
      own.tasks.pop_back();
      shared[id].buffer.offer(&own.offered, 1);
    }
    const unsigned to = (id + 1 + rl::rand(Threads - 1)) % Threads;
    if (own.tasks.size() > 1 && shared[to].mail.claim()) {
      shared[to].mail.fill(own.tasks.back());
      own.tasks.pop_back();
      own.sentTo[to] = true;
    }
  }
};

/// Receive queues with bags that are sent as metadata. The receiver reads the tasks where the
/// sender has put them, and reuses the memory for a bag of its own. Each task except the last ones
/// makes a bag, which is sent to any thread, or kept if there is no room.
template <unsigned Threads>
struct BagsInQueues {
  static constexpr int kTasks = 5;
  static constexpr int kChildren[kTasks][2] = {
      {1, 2}, {3, kNone}, {4, kNone}, {kNone, kNone}, {kNone, kNone}};

  struct Bag {
    CheckedPlain<int> tasks[2];
    CheckedPlain<int> count{0};
  };
  struct Own {
    std::vector<Bag*> bags, spare;
  };
  struct In {
    ReceiveQueue<int, CheckedAtomics, 1> queue{
        1}; ///< holds bags, identified by their position in `memory`
  };
  In in[Threads];
  Own owns[Threads];
  Bag memory[2 * Threads];

  void start() {
    for (unsigned id = 0; id < Threads; ++id) {
      owns[id].spare = {&memory[2 * id], &memory[2 * id + 1]};
    }
    owns[0].bags.push_back(pack(owns[0], 0, kNone));
  }

  Bag* pack(Own& own, int first, int second) {
    RL_ASSERT(!own.spare.empty());
    Bag* const bag = own.spare.back();
    own.spare.pop_back();
    bag->tasks[0] = first;
    bag->tasks[1] = second;
    bag->count = second == kNone ? 1 : 2;
    return bag;
  }

  void ran(unsigned id, int task) {
    const auto& [first, second] = kChildren[task];
    if (first == kNone) {
      return;
    }
    Own& own = owns[id];
    Bag* const bag = pack(own, first, second);
    if (!in[rl::rand(Threads)].queue.send(static_cast<int>(bag - memory))) {
      own.bags.push_back(bag);
    }
  }

  int pop(unsigned id) {
    Own& own = owns[id];
    if (own.bags.empty()) {
      in[id].queue.drain([&](int bag, bool) { own.bags.push_back(&memory[bag]); });
    }
    if (own.bags.empty()) {
      return kNone;
    }
    Bag* const bag = own.bags.back();
    const int task = bag->tasks[--bag->count];
    if (bag->count == 0) {
      own.bags.pop_back();
      own.spare.push_back(bag);
    }
    return task;
  }
};

} // namespace
} // namespace galois::worklists

int main() {
  using namespace galois::worklists;
  const bool good = explore<Loop<OffersAndMail<2>, 2>>({0, 20000, 8000}) &&
                    explore<Loop<OffersAndMail<3>, 3>>({0, 10000, 16000}) &&
                    explore<Loop<BagsInQueues<2>, 2>>({0, 20000, 8000}) &&
                    explore<Loop<BagsInQueues<3>, 3>>({0, 10000, 16000});
  return good ? 0 : 1;
}
