// Tasks that fork and join and end early, by the suite of support/EndsEarly.h.

#include "galois/Tasks.h"
#include "galois/runtime/forkjoin/TaskDag.h"
#include "support/EndsEarly.h"

namespace galois::test {
namespace {

constexpr unsigned kItems = EntryPoint::kItems;
constexpr unsigned kAnyNumber = EntryPoint::kAnyNumber;

void runBranches(Containers& use, unsigned first, unsigned last) {
  if (last - first == 1) {
    use(first);
    return;
  }
  const unsigned middle = first + (last - first) / 2;
  parallel_invoke([&use, first, middle] { runBranches(use, first, middle); },
                  [&use, middle, last] { runBranches(use, middle, last); });
}

void runGroup(Containers& use) {
  task_group tasks;
  for (unsigned i = 0; i < kItems; ++i) {
    tasks.run([&use, item = Item(i)] { use(item.id); });
  }
  tasks.wait();
}

template <bool deterministic>
void runReduction(Containers& use) {
  const auto map = [&](unsigned i) {
    use(i);
    return Item(i);
  };
  const auto add = [](const Item& a, const Item& b) { return Item(a.id + b.id); };
  const Item sum = deterministic ? parallel_deterministic_reduce(0U, kItems, Item(), map, add)
                                 : parallel_reduce(0U, kItems, Item(), map, add);
  EXPECT_EQ(sum.id, kItems * (kItems - 1) / 2);
}

/// A task that makes many others ready, each of which makes one other ready.
void runDag(Containers& use) {
  runtime::TaskDag dag;
  dag.add([&use] { use(0); });
  for (unsigned i = 1; i < kItems; ++i) {
    dag.add([&use, i] { use(i); });
    dag.precede(i <= kItems / 2 ? 0 : i - kItems / 2, i);
  }
  dag.run();
}

/// The entry points. A loop looks every 64 iterations, as its pieces are short. Forks do not look.
const EntryPoint kEntryPoints[] = {
    {"parallel_for", 64, true,
     [](Containers& use) { parallel_for(0U, kItems, [&](unsigned i) { use(i); }); }},
    {"parallel_reduce", 64, true, [](Containers& use) { runReduction<false>(use); }},
    {"parallel_deterministic_reduce", 64, true, [](Containers& use) { runReduction<true>(use); }},
    {"parallel_invoke", kAnyNumber, true, [](Containers& use) { runBranches(use, 0, kItems); }},
    {"task_group", 1, true, [](Containers& use) { runGroup(use); }},
    {"task_group in a task", 1, true,
     [](Containers& use) { parallel_invoke([&] { runGroup(use); }, [] {}); }},
    {"TaskDag", 1, true, [](Containers& use) { runDag(use); }},
};

INSTANTIATE_TEST_SUITE_P(Tasks, EndsEarly, allEnds(kEntryPoints), nameOfEnds);

} // namespace
} // namespace galois::test
