// How threads tell a node of changes, under the model checker: a node whose residual is at least
// the threshold has a task when all threads are done, and never two; PullPush has pulled all that
// it was told of, and one thread at a time works on the node.
//
// The worklist is a word of its own that orders nothing: the protocol needs no help from it.
#include "pagerank/Residuals.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
namespace order = galois::substrate::order;

namespace {

/// One node, and the worklist of its tasks.
struct Node {
  CheckedAtomics::Atomic<int> residualWord{0};
  CheckedAtomics::Atomic<unsigned> queuedWord{0}, busyWord{0};
  CheckedAtomics::Atomic<int> tasks{0};

  void made() { RL_ASSERT(tasks.fetch_add(1, order::relaxed) == 0); }
  bool takeTask() {
    return tasks.load(order::relaxed) != 0 && tasks.exchange(0, order::relaxed) != 0;
  }
};

struct Words {
  Node* node;
  CheckedAtomics::Atomic<int>& residual(unsigned) const { return node->residualWord; }
  CheckedAtomics::Atomic<unsigned>& queued(unsigned) const { return node->queuedWord; }
  CheckedAtomics::Atomic<unsigned>& busy(unsigned) const { return node->busyWord; }
};
using Residuals = pagerank::Residuals<int, Words>;

/// The node has a task. Threads 1 and up tell it of changes, of which one takes its residual below
/// the threshold for a moment; thread 0 runs the task, and a second one if there is one.
template <unsigned Threads>
struct Push : rl::test_suite<Push<Threads>, Threads> {
  static constexpr int kThreshold = 2;
  Node node;
  CheckedAtomics::Atomic<int> rank{0};

  void run(const Residuals& residuals) {
    residuals.push(
        0, kThreshold, [](int) { return 0; },
        [&](int taken) { rank.fetch_add(taken, order::relaxed); }, [&](int) { node.made(); });
  }

  void before() {
    Residuals(Words{&node}).add(0, kThreshold, kThreshold, [&](int) { node.made(); });
  }

  void thread(unsigned id) {
    const Residuals residuals(Words{&node});
    if (id > 0) {
      for (const int amount : {-1, 2}) {
        residuals.add(0, amount, kThreshold, [&](int) { node.made(); });
      }
      return;
    }
    for (int turn = 0; turn < 2; ++turn) {
      if (node.takeTask()) {
        run(residuals);
      }
    }
  }

  void after() {
    const Residuals residuals(Words{&node});
    if (node.takeTask()) {
      run(residuals);
    }
    RL_ASSERT(residuals.of(0) < kThreshold);
    RL_ASSERT(residuals.of(0) + rank.load(order::relaxed) ==
              kThreshold + static_cast<int>(Threads) - 1);
  }
};

/// Threads give the node something each, tell it so, and run its tasks.
template <unsigned Threads>
struct PullPush : rl::test_suite<PullPush<Threads>, Threads> {
  Node node;
  CheckedAtomics::Atomic<int> shares[Threads];
  CheckedPlain<int> rank{0};

  void before() {
    for (auto& share : shares) {
      share.store(0, order::relaxed);
    }
  }

  void run(const Residuals& residuals) {
    const auto improve = [&] {
      int sum = 0;
      for (auto& share : shares) {
        sum += share.load(order::relaxed);
      }
      rank = sum;
      return 0;
    };
    residuals.pullPush(0, 1, improve, [&](int) { node.made(); });
  }

  void thread(unsigned id) {
    const Residuals residuals(Words{&node});
    for (int turn = 1; turn <= 2; ++turn) {
      shares[id].store(turn, order::relaxed);
      residuals.add(0, 1, 1, [&](int) { node.made(); });
      if (node.takeTask()) {
        run(residuals);
      }
    }
  }

  void after() {
    const Residuals residuals(Words{&node});
    if (node.takeTask()) {
      run(residuals);
    }
    RL_ASSERT(residuals.of(0) == 0);
    RL_ASSERT(rank.get() == 2 * static_cast<int>(Threads));
  }
};

} // namespace

int main() {
  const bool good = explore<Push<2>>({3, 40000, 1000}) && explore<Push<3>>({0, 40000, 1000}) &&
                    explore<PullPush<2>>({2, 60000, 1000}) &&
                    explore<PullPush<3>>({0, 60000, 2000});
  return good ? 0 : 1;
}
