// Many threads push, take, spray, peek and clean at once. Every task has one receiver and arrives
// intact, although nodes are reused many times.
#include "galois/worklists/parts/skiplist/SkipList.h"

#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "support/Deliveries.h"
#include "support/SimpleTask.h"
#include "support/Stress.h"

namespace galois::worklists {
namespace {

using Task = test::SimpleTask;
using List = SkipList<Task, IndexLess<test::PriorityOf>>;

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
      test::Deliveries seen(each * threads);
      const auto receive = [&](const Task& task) {
        seen.record(task.id, test::isSealed(task, priorities));
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
            const Task task = test::sealedTask(tid * each + pushed++, priorities);
            list.insert(me, task, List::randomHeight(random));
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
            if (list.peekFront(me, out[0]) && !test::isSealed(out[0], priorities)) {
              seen.recordMangled();
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
      seen.expectEachOnce();
    }
  }
}

} // namespace
} // namespace galois::worklists
