// Threads of a Multi-Queue under the model checker, with the termination detection that relies on
// what their empty pops promise. The end of the loop must not be announced while a task is left,
// and a thread that sees the announcement sees what all tasks did.
//
// This composition had the following fault. A thread that takes two locks could release the first
// one without having taken a task, because it did not get the second. A try-lock could fail
// although the lock was free. In both cases a searching thread missed a queue with a task in it, no
// thread reported that it had worked, and all threads left.
#include "galois/worklists/parts/multiqueue/MultiQueueThread.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>

#include "galois/substrate/Termination.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "support/CheckedAtomics.h"

using galois::substrate::TerminationTree;
using galois::test::CheckedAtomic;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace galois::worklists {
namespace {

struct Self {
  unsigned operator()(unsigned task) const { return task; }
};

/// Relacy chooses which queues are sampled.
struct AnyQueue {
  explicit AnyQueue(std::uint32_t) {}
  template <typename Random>
  static std::uint32_t queue(std::uint32_t, std::uint32_t threads, std::uint32_t perThread,
                             Random&) {
    return rl::rand(threads * perThread);
  }
  template <typename Random>
  static std::uint32_t otherQueue(std::uint32_t first, std::uint32_t, std::uint32_t threads,
                                  std::uint32_t perThread, Random&) {
    const std::uint32_t drawn = rl::rand(threads * perThread - 1);
    return drawn < first ? drawn : drawn + 1;
  }
  template <typename Sink>
  void report(unsigned, Sink&) const {}
};

/// Queues of plain words that Relacy checks for races. The tasks in them are numbers below 8.
struct CheckedQueues {
  struct Params {};
  template <typename Indexer, typename T>
  struct Common {
    Common(const Indexer&, const Params&) {}
  };
  template <typename Indexer, typename T>
  struct Queue {
    explicit Queue(Common<Indexer, T>&) {}
    void push(T task) { tasks = tasks | 1u << task; }
    std::size_t popMany(T* out, std::size_t) {
      *out = static_cast<T>(urgency());
      tasks = tasks & ~(1u << *out);
      return 1;
    }
    std::uint64_t urgency() const {
      const unsigned now = tasks;
      return now == 0 ? kNoUrgency : static_cast<std::uint64_t>(__builtin_ctz(now));
    }
    std::uint64_t urgencyAfterPush(std::uint64_t before, T task) const {
      return std::min<std::uint64_t>(before, task);
    }
    const T* peek() const { return nullptr; }

    CheckedPlain<unsigned> tasks{0};
  };
};

/// Every second weak exchange of a thread fails, as it is allowed to. A thread that takes two locks
/// then gets the first and not the second, which makes the above fault a thousand times as
/// frequent. Otherwise too many unlikely events have to coincide for random runs to find it.
struct EverySecondFails : CheckedAtomics {
  static inline bool failsNext[4]; ///< per thread; set before every execution

  template <typename T>
  struct Atomic : CheckedAtomic<T> {
    using CheckedAtomic<T>::CheckedAtomic;
    bool compare_exchange_weak(T& expected, T value, std::memory_order success,
                               std::memory_order failure) {
      bool& next = failsNext[rl::thread_index()];
      if (std::exchange(next, !next)) {
        expected = this->load(failure);
        return false;
      }
      return this->compare_exchange_strong(expected, value, success, failure);
    }
  };
};

/// Thread 0 begins with the task Tasks - 1. Each task pushes the task with the next lower number.
template <unsigned Threads, bool LockBoth, unsigned Tasks, typename Atomics>
struct Loop : rl::test_suite<Loop<Threads, LockBoth, Tasks, Atomics>, Threads> {
  using Shared = MultiQueueShared<Self, unsigned, CheckedQueues, Atomics>;
  using Thread = MultiQueueThread<Shared, true, RandomQueues, RandomQueues, AnyQueue, 1>;

  TerminationTree<CheckedAtomics, 2> tree;
  std::unique_ptr<Shared> shared;
  std::unique_ptr<Thread> threads[Threads];
  CheckedPlain<int> result[Tasks];

  void before() {
    typename Shared::Params params;
    params.queuesPerThread = 1;
    params.lockBoth = LockBoth;
    shared = std::make_unique<Shared>(Self(), params, Threads);
    tree.reinit(Threads);
    for (unsigned id = 0; id < Threads; ++id) {
      threads[id] = std::make_unique<Thread>(*shared);
      threads[id]->join(Threads, id);
      tree.initializeThread(id);
    }
    threads[0]->push(Tasks - 1);
    std::fill(std::begin(EverySecondFails::failsNext), std::end(EverySecondFails::failsNext),
              false);
  }

  void thread(unsigned id) {
    unsigned task = 0;
    while (!tree.globalTermination()) {
      bool worked = false;
      while (threads[id]->pop(&task, 1) > 0) {
        worked = true;
        result[task] = 1;
        if (task > 0) {
          threads[id]->push(task - 1);
        }
      }
      tree.localTermination(id, worked);
      CheckedAtomics::pause();
    }
    for (auto& one : result) {
      RL_ASSERT(one.get() == 1);
    }
  }
};

} // namespace
} // namespace galois::worklists

int main() {
  using namespace galois::worklists;
  const bool good = explore<Loop<2, false, 2, CheckedAtomics>>({0, 20000, 8000}) &&
                    explore<Loop<2, false, 2, EverySecondFails>>({0, 20000, 8000}) &&
                    explore<Loop<2, true, 2, EverySecondFails>>({0, 60000, 8000}) &&
                    explore<Loop<3, true, 2, CheckedAtomics>>({0, 20000, 16000});
  return good ? 0 : 1;
}
