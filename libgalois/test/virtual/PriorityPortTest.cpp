#include "galois/worklists/parts/hardware/PriorityPort.h"

#include <cstdint>
#include <new>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Charge.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/VirtualMachine.h"

namespace galois::worklists {
namespace {

namespace virt = substrate::virt;
using Task = std::uint32_t;
using Indexer = DummyIndexer<Task>;
using Port = PriorityPort<Task, Indexer, Task, true>;

constexpr virt::DeviceTime kNs = 1000;

class PriorityPortTest : public ::testing::Test {
protected:
  PriorityPortTest() {
    virt::Setup setup;
    setup.cores = 1;
    setup.costs = "queue-access 5 ns\nlevel 50 ns\n";
    virt::configure(setup);
  }

  static virt::DeviceTime timeOf(virt::DeviceTime begin) { return virt::deviceTime() - begin; }

  BagPool<Task, Task> pool_{8};
  const IndexLess<Indexer> less_;
};

/// Tasks and bags come in exact order from queues of any size, which hold what was not taken.
TEST_F(PriorityPortTest, GivesTheMostUrgentTask) {
  for (const std::uint32_t size : {0u, 1u, 2u, 3u, 48u, 10000u}) {
    Port port(less_, pool_, size);
    std::multiset<Task> left;
    substrate::Random random(3, size);
    for (unsigned step = 0; step < 20000; ++step) {
      const auto draw = random();
      const auto task = static_cast<Task>(draw >> 40) % 500;
      if (draw % 8 < (step < 10000 ? 4 : 2)) {
        port.push(task);
        left.insert(task);
      } else if (draw % 8 == 7) {
        const std::vector<Task> same(2 + draw / 8 % 6, task);
        port.push(port.pack(same.data(), static_cast<std::uint32_t>(same.size())));
        left.insert(same.begin(), same.end());
      } else {
        Task out = ~Task{0};
        const Task* const next = port.peek();
        ASSERT_EQ(next == nullptr, left.empty());
        const Task seen = next ? *next : 0;
        ASSERT_EQ(port.pop(out), !left.empty()) << size;
        if (!left.empty()) {
          ASSERT_EQ(out, *left.begin()) << size;
          ASSERT_EQ(seen, out);
          left.erase(left.begin());
        }
      }
      ASSERT_EQ(port.empty(), left.empty());
      ASSERT_LE(port.size(), left.size());
    }
    EXPECT_EQ(port.counters().spills > 0, size > 0 && size < 10000) << size;
    EXPECT_EQ(port.counters().heapPops > 0, size > 0 && size < 10000) << size;
  }
}

TEST_F(PriorityPortTest, AnAccessTakesItsTimeAndTheHeapIsTheEnginesWork) {
  Port port(less_, pool_, 2);
  virt::DeviceTime begin = virt::deviceTime();
  for (Task task = 0; task < 100; ++task) {
    port.push(1000 - task); // Each is more urgent than the last, so all levels are climbed.
  }
  EXPECT_EQ(timeOf(begin), 100 * 5 * kNs);
  EXPECT_EQ(port.counters().spills, 98u);

  begin = virt::deviceTime();
  Task out = 0;
  EXPECT_TRUE(port.pop(out)); // from the hardware queue, while the engine works
  EXPECT_TRUE(port.pop(out));
  EXPECT_EQ(out, 902u);
  EXPECT_EQ(timeOf(begin), 2 * 5 * kNs);
  EXPECT_EQ(port.counters().stalls, 0u);

  begin = virt::deviceTime();
  EXPECT_TRUE(port.pop(out)); // from the heap: stalls until the engine is done
  EXPECT_EQ(out, 903u);
  EXPECT_EQ(port.counters().stalls, 1u);
  EXPECT_GT(port.counters().stallTime, 0u);
  EXPECT_EQ(timeOf(begin), 5 * kNs + port.counters().stallTime);

  substrate::charge(substrate::Work::kUnit, 100000); // The engine has time to finish.
  begin = virt::deviceTime();
  EXPECT_TRUE(port.pop(out));
  EXPECT_EQ(timeOf(begin), 5 * kNs);
  EXPECT_EQ(port.counters().stalls, 1u);
}

TEST_F(PriorityPortTest, WithoutEntriesTheCoreWorksOnTheHeap) {
  Port port(less_, pool_, 0);
  EXPECT_FALSE(port.exists());
  const virt::DeviceTime begin = virt::deviceTime();
  TaskAndBagHeap<Task, Indexer, Task, true> heap(less_, pool_);
  for (Task task = 0; task < 100; ++task) {
    heap.push(1000 - task);
  }
  const virt::DeviceTime ofHeap = timeOf(begin);
  const virt::DeviceTime again = virt::deviceTime();
  for (Task task = 0; task < 100; ++task) {
    port.push(1000 - task);
  }
  EXPECT_EQ(timeOf(again), ofHeap);
  EXPECT_EQ(virt::waitForEngine(), 0u);
  EXPECT_EQ(port.counters().accesses, 0u);
}

TEST_F(PriorityPortTest, CountsTheEntriesThatEachAccessMeets) {
  Port port(less_, pool_, 2);
  Task out = 0;
  port.push(1);               // meets none
  port.push(2);               // 1
  port.push(3);               // 2, and goes to the heap
  EXPECT_TRUE(port.pop(out)); // 2
  EXPECT_TRUE(port.pop(out)); // 1
  EXPECT_TRUE(port.pop(out)); // none
  EXPECT_EQ(port.counters().accesses, 6u);
  EXPECT_EQ(port.counters().length, 6u);
}

TEST_F(PriorityPortTest, OfEqualTasksThatOfTheHardwareQueueComesFirst) {
  Port port(less_, pool_, 1);
  port.push(5);
  port.push(5); // goes to the heap
  Task out = 0;
  EXPECT_TRUE(port.pop(out));
  EXPECT_EQ(port.counters().heapPops, 0u);
  EXPECT_TRUE(port.pop(out));
  EXPECT_EQ(port.counters().heapPops, 1u);
}

TEST_F(PriorityPortTest, OfEqualEntriesABagComesFirst) {
  const Task same[] = {5, 5};
  for (const bool bagFirst : {false, true}) {
    Port port(less_, pool_, 2);
    if (bagFirst) {
      port.push(port.pack(same, 2));
    }
    port.push(5);
    if (!bagFirst) {
      port.push(port.pack(same, 2));
    }
    Task out = 0;
    EXPECT_TRUE(port.pop(out));
    EXPECT_EQ(port.size(), 2u) << "the bag stays until its last task was taken";
    EXPECT_TRUE(port.pop(out));
    EXPECT_EQ(port.size(), 1u);
    EXPECT_TRUE(port.pop(out));
    EXPECT_TRUE(port.empty());
  }
}

TEST_F(PriorityPortTest, AGroupGoesToTheHeap) {
  for (const std::uint32_t size : {0u, 4u}) {
    Port port(less_, pool_, size);
    port.pushGrouped(7, true);
    port.pushGrouped(7, false);
    EXPECT_EQ(port.counters().accesses, 0u);
    Task out = 0;
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(port.pop(out));
      EXPECT_EQ(out, 7u);
    }
    EXPECT_TRUE(port.empty());
    EXPECT_EQ(port.counters().heapPops, size > 0 ? 2u : 0u);
  }
}

TEST_F(PriorityPortTest, TheLeastUrgentEntryIsDisplaced) {
  Port port(less_, pool_, 2);
  port.push(5);
  port.push(3);
  port.push(9); // goes to the heap at once
  port.push(1); // displaces 5
  EXPECT_EQ(port.counters().spills, 2u);
  EXPECT_EQ(port.size(), 4u);
  for (const Task wanted : {1u, 3u, 5u, 9u}) {
    Task out = 0;
    EXPECT_TRUE(port.pop(out));
    EXPECT_EQ(out, wanted);
  }
  EXPECT_EQ(port.counters().heapPops, 2u);
  Task out = 0;
  EXPECT_FALSE(port.pop(out));
}

/// A more urgent task comes between those of a bag, and the bag may be displaced meanwhile.
TEST_F(PriorityPortTest, ABagIsOneEntryThatStaysUntilItIsEmpty) {
  Port port(less_, pool_, 1);
  const Task same[] = {4, 4, 4};
  port.push(port.pack(same, 3));
  EXPECT_EQ(port.size(), 1u);
  Task out = 0;
  EXPECT_TRUE(port.pop(out));
  EXPECT_EQ(out, 4u);
  port.push(2);
  EXPECT_EQ(port.counters().spills, 1u);
  for (const Task wanted : {2u, 4u, 4u}) {
    EXPECT_TRUE(port.pop(out));
    EXPECT_EQ(out, wanted);
  }
  EXPECT_TRUE(port.empty());
}

/// Calls `action` while every allocation fails. @return whether it threw
template <typename Action>
bool failsWithoutMemory(Action&& action) {
  bool threw = false;
  virt::inRegion(true);
  try {
    action();
  } catch (const std::bad_alloc&) {
    threw = true;
  }
  virt::inRegion(false);
  return threw;
}

/// Allocations fail only where failsWithoutMemory() says so.
class PriorityPortWithoutMemory : public PriorityPortTest {
protected:
  PriorityPortWithoutMemory() {
    virt::Setup setup;
    setup.cores = 1;
    setup.costs = "failed-allocation 1 share\n";
    virt::configure(setup);
  }
};

TEST_F(PriorityPortWithoutMemory, APushThatFailsChangesNothing) {
  Port port(less_, pool_, 1);
  port.push(5);
  EXPECT_TRUE(failsWithoutMemory([&port] { port.push(3); })); // It would displace 5,
  EXPECT_TRUE(failsWithoutMemory([&port] { port.push(8); })); // and this one has no room.
  EXPECT_EQ(port.size(), 1u);
  port.push(3);
  Task out = 0;
  EXPECT_TRUE(port.pop(out));
  EXPECT_EQ(out, 3u);
  EXPECT_TRUE(port.pop(out));
  EXPECT_EQ(out, 5u);
  EXPECT_FALSE(port.pop(out));
}

TEST_F(PriorityPortWithoutMemory, APackedBagFindsRoomWhatItDisplaces) {
  Port port(less_, pool_, 1);
  port.push(5);
  const Task same[] = {4, 4};
  const Port::TaskBag bag = port.pack(same, 2);
  EXPECT_FALSE(failsWithoutMemory([&] { port.push(bag); }));
  const Task others[] = {6, 6};
  const Port::TaskBag second = port.pack(others, 2);
  EXPECT_FALSE(failsWithoutMemory([&] { port.push(second); }));
  EXPECT_EQ(port.size(), 3u);
  for (const Task wanted : {4u, 4u, 5u, 6u, 6u}) {
    Task out = 0;
    EXPECT_TRUE(port.pop(out));
    EXPECT_EQ(out, wanted);
  }
}

TEST_F(PriorityPortWithoutMemory, ThereIsRoomForAPackedBag) {
  Port port(less_, pool_, 3);
  const Task same[] = {4, 4, 4};
  for (unsigned i = 0; i < 3; ++i) {
    const Port::TaskBag bag = port.pack(same, 3);
    EXPECT_FALSE(failsWithoutMemory([&] { port.push(bag); }));
  }
  EXPECT_EQ(port.size(), 3u);
  for (unsigned i = 0; i < 9; ++i) {
    Task out = 0;
    EXPECT_TRUE(port.pop(out));
    EXPECT_EQ(out, 4u);
  }
  EXPECT_TRUE(port.empty());
}

} // namespace
} // namespace galois::worklists
