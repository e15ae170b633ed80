// Many threads push, take, spray, peek and clean at once. Every task has one receiver and arrives
// intact, although nodes are reused many times.
#include "galois/worklists/parts/skiplist/SkipList.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "support/Stress.h"

namespace galois::worklists {
namespace {

struct Task {
  std::uint32_t number;
  std::uint32_t priority;
};
constexpr std::uint32_t kSalt = 0x9e3779b9u;
struct ByPriority {
  std::uint32_t operator()(const Task& task) const { return task.priority; }
};
using List = SkipList<Task, IndexLess<ByPriority>>;

TEST(SkipListStress, EveryTaskHasOneReceiver) {
  SharedMemSys system;
  const std::uint32_t each = 4000 * test::stressScale();
  for (const unsigned threads : {2u, 4u, test::kStressThreads}) {
    for (const std::uint32_t priorities : {1u, 3u, 1u << 16}) {
      List::Memory memory;
      std::vector<std::unique_ptr<List::Thread>> data;
      for (unsigned t = 0; t < threads; ++t) {
        data.push_back(std::make_unique<List::Thread>(memory));
      }
      List list;
      std::vector<std::atomic<std::uint32_t>> received(each * threads);
      std::atomic<std::uint32_t> mangled{0}, taken{0};
      const auto receive = [&](const Task& task) {
        if (task.priority != task.number * kSalt % priorities) {
          ++mangled;
        }
        ++received[task.number];
        ++taken;
      };
      test::runRandomThreads(threads, [&](unsigned tid, substrate::Random& random) {
        List::Thread& me = *data[tid];
        Task out[4];
        std::uint32_t pushed = 0;
        while (pushed < each) {
          switch (random.below(8)) {
          case 0:
          case 1:
          case 2: {
            const std::uint32_t number = tid * each + pushed++;
            list.insert(me, {number, number * kSalt % priorities}, List::randomHeight(random));
            break;
          }
          case 3:
            if (list.popNear(me, out[0], {random.below(3), random.below(4), 1}, random)) {
              receive(out[0]);
            }
            break;
          case 4:
            list.clean(me, random.below(30));
            break;
          case 5:
            if (list.peekFront(me, out[0]) &&
                out[0].priority != out[0].number * kSalt % priorities) {
              ++mangled;
            }
            break;
          default: {
            const std::uint32_t count =
                list.popFront(me, out, 1 + random.below(4), {random.below(20), random.below(4)});
            for (std::uint32_t i = 0; i < count; ++i) {
              receive(out[i]);
            }
          }
          }
        }
      });
      Task task;
      while (list.popFront(*data[0], &task, 1, {}) == 1) {
        receive(task);
      }
      EXPECT_TRUE(list.seemsEmpty());
      EXPECT_EQ(taken.load(), each * threads);
      EXPECT_EQ(mangled.load(), 0u);
      for (std::size_t i = 0; i < received.size(); ++i) {
        ASSERT_EQ(received[i].load(), 1u) << i;
      }
    }
  }
}

} // namespace
} // namespace galois::worklists
