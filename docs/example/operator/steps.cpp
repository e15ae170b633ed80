// The fewest steps from 1 to a number, where a step adds 1 or doubles.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "galois/AtomicHelpers.h"
#include "galois/AtomicWrapper.h"
#include "galois/Galois.h"
#include "galois/worklists/StealingMultiQueue.h"

struct Task {
  unsigned number, steps;
};
struct StepsOf { // the priority of a task: smaller is more urgent
  unsigned operator()(const Task& task) const { return task.steps; }
};

int main(int argc, char** argv) {
  galois::SharedMemSys runtime;
  galois::setActiveThreads(2);
  const unsigned last = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<galois::CopyableAtomic<unsigned>> fewest(last + 1, last);

  using Policy = galois::worklists::StealingMultiQueue<StepsOf>;
  galois::for_each(
      galois::iterate({Task{1, 0}}),
      [&](const Task& task, auto& context) {
        if (task.number <= last &&
            task.steps < galois::atomicMin(fewest[task.number], task.steps)) { // fewer than before
          context.push(Task{task.number + 1, task.steps + 1});
          context.push(Task{task.number * 2, task.steps + 1});
        }
      },
      galois::wl<Policy>(StepsOf()), galois::disable_conflict_detection());
  std::printf("%u steps to %u\n", fewest[last].load(), last);
}
