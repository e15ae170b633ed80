/**
 * A worklist of one's own. for_each() takes any class with the members below. This one keeps a
 * stack per thread; a thread whose stack is empty takes a task from another stack.
 */
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <vector>

#include "Tutorial.h"
#include "galois/Galois.h"
#include "galois/optional.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/SimpleLock.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/WLCompileCheck.h"

/// All template parameters have defaults, so that GALOIS_WLCOMPILECHECK can name the class alone.
template <typename T = int, bool Concurrent = true>
class Stacks {
public:
  using value_type = T;
  template <typename U> /// for_each() makes the worklist for its type of task
  using retype = Stacks<U, Concurrent>;
  template <bool B> /// one thread or several
  using rethread = Stacks<T, B>;

  Stacks() = default;
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  void push(const T& task) { push(&task, &task + 1); }

  template <typename Iter> /// what an iteration has pushed, all at once
  void push(Iter begin, Iter end) {
    Stack& own = *stacks_.getLocal();
    const std::lock_guard<galois::substrate::SimpleLock> guard(own.lock);
    own.tasks.insert(own.tasks.end(), begin, end);
  }

  template <typename Range> /// the first tasks; every thread calls it and adds its share
  void push_initial(const Range& range) {
    push(range.local_begin(), range.local_end());
  }

  /// A task, or nothing if none was found. The loop ends when all threads have found nothing since
  /// they last ran a task. So a thread must always find what it has pushed itself.
  galois::optional<T> pop() {
    const unsigned self = galois::substrate::ThreadPool::getTID();
    const unsigned threads = stacks_.size();
    for (unsigned i = 0; i < threads; ++i) { // the own stack first
      Stack& stack = *stacks_.getRemote((self + i) % threads);
      const std::lock_guard<galois::substrate::SimpleLock> guard(stack.lock);
      if (!stack.tasks.empty()) {
        const T task = stack.tasks.back();
        stack.tasks.pop_back();
        return task;
      }
    }
    return {};
  }

private:
  struct Stack {
    galois::substrate::SimpleLock lock;
    std::vector<T> tasks;
  };
  galois::substrate::PerThreadStorage<Stack> stacks_;
};
GALOIS_WLCOMPILECHECK(Stacks)

int main(int argc, char** argv) {
  const unsigned threads =
      tutorial::threadsOf(argc, argv, "tutorial-7-own-worklist", "a worklist of one's own");
  galois::SharedMemSys runtime;
  galois::setActiveThreads(threads, galois::kOversubscribe);

  // Task n makes the tasks 2n and 2n + 1. Each number from 1 to the end must come once.
  constexpr unsigned kEnd = 1u << 18;
  std::vector<galois::Atomic<unsigned>> times(kEnd);
  galois::for_each(
      galois::iterate({1u}),
      [&](unsigned n, auto& context) {
        times[n] += 1;
        for (const unsigned next : {2 * n, 2 * n + 1}) {
          if (next < kEnd) {
            context.push(next);
          }
        }
      },
      galois::wl<Stacks<>>(), galois::disable_conflict_detection());

  std::size_t once = 0;
  for (const auto& count : times) {
    once += count == 1;
  }
  std::printf("%zu tasks came exactly once\n", once);
  return tutorial::finish(once == kEnd - 1 && times[0] == 0);
}
