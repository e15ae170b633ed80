// The tasks of a group under the model checker: one worker owns the group, another one takes tasks
// through the group's frame. Each task runs once, the owner sees what it wrote, and nobody uses a
// task that was freed. When tasks fail, those before the first of them have run, and the group keeps
// what that one has thrown, whichever fails first in time.
#include "galois/runtime/forkjoin/GroupTasks.h"

#include <array>
#include <cstddef>
#include <exception>
#include <memory>

#include "support/CheckedAtomics.h"

using galois::substrate::order::acquire;
using galois::substrate::order::release;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Worker;
using Tasks = galois::runtime::GroupTasks<Worker, CheckedAtomics>;

/// The deque holds the group's frame alone, and one cell passes requests and answers.
struct Worker {
  bool pushGroup(Tasks::Frame& frame) {
    deque = &frame;
    poll();
    return true;
  }
  void removeGroup(Tasks::Frame& frame) {
    RL_ASSERT(deque == &frame);
    deque = nullptr;
  }
  void poll() {
    if (deque != nullptr && asks.load(acquire) && deque->canSplit()) {
      Tasks::Frame* const part = deque->split();
      RL_ASSERT(part != nullptr);
      asks.store(false, release);
      part->take(1, galois::runtime::taskId(0, ++given));
      cell.store(part, release);
    }
  }
  static void waitFor(Tasks::Frame& frame) {
    while (!frame.done()) {
      CheckedAtomics::pause();
    }
  }

  Tasks::Frame* deque = nullptr;
  unsigned given = 0;
  CheckedAtomics::Atomic<bool> asks{false};
  CheckedAtomics::Atomic<Tasks::Frame*> cell{nullptr};
  CheckedAtomics::Atomic<bool> ended{false};
};

/// Thread 0 runs a group of three tasks. The tasks from `failing` on throw. Before that, the owner gives
/// the next one away if it was asked, so that both may fail.
template <std::size_t failing>
struct Group : rl::test_suite<Group<failing>, 2> {
  static constexpr std::size_t kTasks = 3;

  struct Task : Tasks::Task {
    Task(Group& t, std::size_t i) : test(t), index(i) {}
    ~Task() override { RL_ASSERT(lives.get()); } // a race, unless this comes after the last use
    void call(Worker* own) override {
      lives = true;
      ++test.calls[index];
      if (index >= failing) {
        if (own != nullptr) {
          own->poll();
        }
        throw index;
      }
    }
    Group& test;
    const std::size_t index;
    CheckedPlain<bool> lives{true};
  };

  static std::size_t indexIn(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const std::size_t index) {
      return index;
    }
  }

  Worker worker;
  Tasks tasks;
  std::array<CheckedPlain<int>, kTasks> calls;

  void thread(unsigned id) {
    if (id == 1) {
      worker.asks.store(true, release);
      while (!worker.ended.load(acquire)) {
        if (Tasks::Frame* const frame = worker.cell.load(acquire)) {
          worker.cell.store(nullptr, release);
          frame->run(nullptr);
          worker.asks.store(true, release);
        }
        CheckedAtomics::pause();
      }
      return;
    }
    for (std::size_t i = 0; i < kTasks; ++i) {
      tasks.add(std::make_unique<Task>(*this, i));
      if (!tasks.announced()) {
        tasks.announce(worker);
      }
      worker.poll();
    }
    tasks.finish(&worker);
    worker.ended.store(true, release);
    RL_ASSERT(!tasks.shared());
    RL_ASSERT(tasks.failed() == (failing < kTasks));
    const std::exception_ptr failure = tasks.takeFailure();
    RL_ASSERT((failure != nullptr) == (failing < kTasks));
    RL_ASSERT(failure == nullptr || indexIn(failure) == failing);
    RL_ASSERT(!tasks.failed());
    for (std::size_t i = 0; i < kTasks; ++i) {
      const int ran = calls[i].get();
      RL_ASSERT(i > failing ? ran == 0 || ran == 1 : ran == 1);
    }
  }
};

} // namespace

int main() {
  return explore<Group<3>>({2, 10000, 5000}) && explore<Group<1>>({2, 10000, 5000}) ? 0 : 1;
}
