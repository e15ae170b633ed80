// Loops and parallel algorithms that end early, by the suite of support/EndsEarly.h.
#include <array>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "galois/ParallelSTL.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Deterministic.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "support/EndsEarly.h"
#include "support/RoundLog.h"

namespace galois::test {
namespace {

constexpr unsigned kItems = EntryPoint::kItems;
constexpr unsigned kAnyNumber = EntryPoint::kAnyNumber;

unsigned idOf(const Item& item) { return item.id; }
unsigned idOf(unsigned item) { return item; }

/// Half of the items are there at first, and each of these pushes one of the others.
template <typename Worklist, typename... Options>
void runForEach(Containers& use, const Options&... options) {
  using T = typename Worklist::value_type;
  const std::vector<Item> items = makeItems();
  std::vector<T> initial;
  initial.reserve(kItems / 2);
  for (unsigned i = kItems / 2; i < kItems; ++i) {
    initial.emplace_back(i);
  }
  std::array<Cell, 8> cells;
  for_each(
      iterate(initial),
      [&](const T& item, auto& context) {
        const unsigned id = idOf(item);
        take(cells[id % cells.size()]);
        if (id >= kItems / 2) {
          context.push(id - kItems / 2);
        }
        use(id);
      },
      wl<Worklist>(), options...);
}

struct Indexer {
  template <typename T>
  unsigned operator()(const T& item) const {
    return idOf(item) / 64;
  }
};

/// The entry points. A batch of for_each has 64 tasks.
const EntryPoint kEntryPoints[] = {
    {"for_each chunk-fifo", 64, true,
     [](Containers& use) {
       runForEach<worklists::PerSocketChunkFIFO<16, Item>>(use, disable_conflict_detection());
     }},
    {"for_each obim", 64, true,
     [](Containers& use) {
       runForEach<worklists::OrderedByIntegerMetric<Indexer>::retype<Item>>(
           use, disable_conflict_detection());
     }},
    {"for_each smq-bucket", 64, true,
     [](Containers& use) {
       runForEach<worklists::StealingBucketQueue<Indexer, unsigned>>(use,
                                                                     disable_conflict_detection());
     }},
    {"for_each with conflicts", 64, true,
     [](Containers& use) { runForEach<worklists::PerSocketChunkFIFO<16, Item>>(use); }},
    {"for_each deterministic", kAnyNumber, true,
     [](Containers& use) { runForEach<worklists::Deterministic<>::retype<Item>>(use); }},
    {"for_each_ordered", kAnyNumber, true,
     [](Containers& use) {
       const std::vector<Item> items = makeItems();
       std::array<Cell, 8> cells;
       for_each_ordered(
           items.begin(), items.end(), [](const Item& a, const Item& b) { return a.id < b.id; },
           [&](const Item& item, auto&) { take(cells[item.id % cells.size()]); },
           [&](const Item& item, auto&) { use(item.id); });
     }},
    {"do_all", 256, true,
     [](Containers& use) {
       const std::vector<Item> items = makeItems();
       do_all(iterate(items), [&](const Item& item) { use(item.id); });
     }},
    {"do_all stealing", 16, true,
     [](Containers& use) {
       const std::vector<Item> items = makeItems();
       do_all(
           iterate(items), [&](const Item& item) { use(item.id); }, steal(), chunk_size<16>());
     }},
    {"on_each", kAnyNumber, true,
     [](Containers& use) {
       on_each([&](unsigned thread, unsigned threads) {
         const auto [first, last] = block_range(0U, kItems, thread, threads);
         for (unsigned i = first; i < last; ++i) {
           use(i);
         }
       });
     }},
    {"sort", kAnyNumber, false,
     [](Containers& use) {
       std::vector<Item> items = makeItems();
       ParallelSTL::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
         use(a.id);
         return a.id % 32 < b.id % 32;
       });
     }},
    {"map_reduce", 32, true,
     [](Containers& use) {
       const std::vector<Item> items = makeItems();
       const Item sum = ParallelSTL::map_reduce(
           items.begin(), items.end(),
           [&](const Item& item) {
             use(item.id);
             return item;
           },
           [](const Item& a, const Item& b) { return Item(a.id + b.id); }, Item());
       EXPECT_EQ(sum.id, kItems * (kItems - 1) / 2);
     }},
    {"partial_sum", kAnyNumber, false,
     [](Containers& use) {
       struct Number {
         Number operator+(const Number& other) const {
           (*other.use)(other.item.id % kItems);
           return {Item(item.id + other.item.id), other.use};
         }
         Item item;
         Containers* use = nullptr; // null in a neutral element, which is on the left
       };
       std::vector<Number> numbers(3 * kItems, {Item(1), &use});
       ParallelSTL::partial_sum(numbers.begin(), numbers.end(), numbers.begin());
       EXPECT_EQ(numbers.back().item.id, 3 * kItems);
     }},
};

INSTANTIATE_TEST_SUITE_P(Loops, EndsEarly, allEnds(kEntryPoints), nameOfEnds);

} // namespace
} // namespace galois::test
