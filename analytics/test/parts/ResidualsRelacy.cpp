// The residuals of PageRank under the model checker. When all threads are done, a node whose
// residual is at least the threshold has a task, and it never has two. PullPush has pulled all
// changes that were added to the residual, and one thread at a time works on the node.
//
// The worklist is an atomic word whose accesses are relaxed, because the protocol must not depend
// on the ordering of a worklist.
#include "analytics/pagerank/Residuals.h"

#include <utility>

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

/// What both configurations share: one node, and the execution of its tasks. A configuration has a
/// function run(), which runs a task, and a function expectDone(), which checks the final state.
template <typename Configuration, unsigned Threads>
struct OneNode : rl::test_suite<Configuration, Threads> {
  Node node;

  Residuals residuals() { return Residuals(Words{&node}); }
  void add(int amount, int threshold) {
    residuals().add(0, amount, threshold, [&](int) { node.made(); });
  }
  void runTaskIfAny() {
    if (node.takeTask()) {
      static_cast<Configuration*>(this)->run();
    }
  }

  void after() {
    while (node.tasks.load(order::relaxed) != 0) {
      runTaskIfAny();
    }
    static_cast<Configuration*>(this)->expectDone();
  }
};

/// The node has a task at first. The threads from 1 on add changes to its residual, one of which
/// moves it below the threshold for a moment. Thread 0 runs the task, and up to two
/// more.
template <unsigned Threads>
struct Push : OneNode<Push<Threads>, Threads> {
  static constexpr int kThreshold = 2;
  CheckedAtomics::Atomic<int> rank{0};
  bool keepsAll = true; ///< the first task leaves the residual as it is, and so makes another

  void run() {
    bool told = false;
    const bool pushed = this->residuals().push(
        0, kThreshold, [&](int) { return std::exchange(keepsAll, false) ? 1 : 0; },
        [&](int taken) {
          told = true;
          rank.fetch_add(taken, order::relaxed);
        },
        [&](int) { this->node.made(); });
    RL_ASSERT(pushed == told);
  }

  void before() { this->add(kThreshold, kThreshold); }

  void thread(unsigned id) {
    if (id > 0) {
      for (const int amount : {-1, 2}) {
        this->add(amount, kThreshold);
      }
      return;
    }
    for (int turn = 0; turn < 3; ++turn) {
      this->runTaskIfAny();
    }
  }

  void expectDone() {
    const int residual = this->residuals().of(0);
    RL_ASSERT(residual < kThreshold);
    RL_ASSERT(residual + rank.load(order::relaxed) == kThreshold + static_cast<int>(Threads) - 1);
  }
};

/// Each thread changes its share of the node's rank, adds the change to the residual, and runs the
/// node's tasks.
template <unsigned Threads>
struct PullPush : OneNode<PullPush<Threads>, Threads> {
  CheckedAtomics::Atomic<int> shares[Threads];
  CheckedPlain<int> rank{0};
  /// The first improvement that finds the final shares is not complete, and so needs another task.
  CheckedPlain<int> rest{1};
  static constexpr int kFinal = 2 * static_cast<int>(Threads);

  void before() {
    for (auto& share : shares) {
      share.store(0, order::relaxed);
    }
  }

  void run() {
    bool improved = false;
    const auto improve = [&] {
      int sum = 0;
      for (auto& share : shares) {
        sum += share.load(order::relaxed);
      }
      const int left = sum == kFinal ? rest.get() : 0;
      if (left != 0) {
        rest = 0;
      }
      rank = sum - left;
      improved = true;
      return left;
    };
    const bool ran = this->residuals().pullPush(0, 1, improve, [&](int) { this->node.made(); });
    RL_ASSERT(ran == improved);
  }

  void thread(unsigned id) {
    for (int turn = 1; turn <= 2; ++turn) {
      shares[id].store(turn, order::relaxed);
      this->add(1, 1);
      this->runTaskIfAny();
    }
  }

  void expectDone() {
    RL_ASSERT(this->residuals().of(0) == 0);
    RL_ASSERT(rank.get() == kFinal);
  }
};

} // namespace

int main() {
  const bool good = explore<Push<2>>({3, 40000, 1000}) && explore<Push<3>>({0, 40000, 1000}) &&
                    explore<PullPush<2>>({2, 60000, 1000}) &&
                    explore<PullPush<3>>({0, 60000, 2000});
  return good ? 0 : 1;
}
