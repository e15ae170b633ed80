// Loops and parallel algorithms that end early, by the suite of support/EndsEarly.h.
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <numeric>
#include <string>
#include <vector>

#include <unistd.h>

#include "galois/GetEnv.h"
#include "galois/ParallelSTL.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/runtime/TiledExecutor.h"
#include "galois/worklists/BulkSynchronous.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Deterministic.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/ParaMeter.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "support/EndsEarly.h"
#include "support/RoundLog.h"

namespace galois::test {
namespace {

constexpr unsigned kItems = EntryPoint::kItems;
constexpr unsigned kAnyNumber = EntryPoint::kAnyNumber;

unsigned idOf(const Item& item) { return item.id; }
unsigned idOf(unsigned item) { return item; }

/// Half of the items are there at first, and each of these pushes one of the others. They share so
/// many locks.
template <typename Worklist, std::size_t Locks = 8, typename... Options>
void runForEach(Containers& use, const Options&... options) {
  using T = typename Worklist::value_type;
  const std::vector<Item> items = makeItems();
  std::vector<T> initial;
  initial.reserve(kItems / 2);
  for (unsigned i = kItems / 2; i < kItems; ++i) {
    initial.emplace_back(i);
  }
  std::array<Cell, Locks> cells;
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

/// The environment of ParaMeter: its profile goes to a file that is removed.
class Profile : public testing::Environment {
public:
  void SetUp() override { SetEnv("GALOIS_PARAMETER_OUTFILE", file_); }
  void TearDown() override {
    UnsetEnv("GALOIS_PARAMETER_OUTFILE");
    std::filesystem::remove(file_);
  }

private:
  const std::string file_ = std::filesystem::temp_directory_path() /
                            ("ends-early-" + std::to_string(::getpid()) + ".csv");
};
const testing::Environment* const kProfile = testing::AddGlobalTestEnvironment(new Profile);

/// Edges from each of 30 sources to each of 20 destinations are the items.
using Edges = graphs::LC_CSR_Graph<void, std::uint32_t>;
constexpr std::uint32_t kSources = 30;
constexpr std::uint32_t kDestinations = kItems / kSources;
Edges makeEdges() {
  return Edges(
      kSources + kDestinations, kItems,
      [](std::uint32_t n) { return n < kSources ? kDestinations : 0; },
      [](std::uint32_t, std::uint32_t e) { return kSources + e; },
      [](std::uint32_t n, std::uint32_t e) { return n * kDestinations + e; });
}

/// Runs the edges in tiles with so many sources.
void runTiles(Containers& use, std::uint32_t sources) {
  Edges graph = makeEdges();
  runtime::Fixed2DGraphTiledExecutor<Edges> executor(graph);
  executor.execute(graph.begin(), graph.begin() + kSources, graph.begin() + kSources, graph.end(),
                   sources, kDestinations,
                   [&, item = Item()](std::uint32_t, std::uint32_t, Edges::edge_iterator edge) {
                     use(graph.getEdgeData(edge) + item.id);
                   });
}

/// Searches for what is not there.
template <typename Items>
auto findNone(Containers& use, const Items& items) {
  return ParallelSTL::find_if(items.begin(), items.end(), [&](const auto& item) {
    use(idOf(item));
    return false;
  });
}

/// A number whose moves are items, in the scope of a run.
struct Used {
  /// While it lives, moves are items.
  struct Scope {
    explicit Scope(Containers& use) { containers = &use; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { containers = nullptr; }
  };
  explicit Used(unsigned i) : id(i) {}
  Used(const Used& other) : id(other.id) {}
  Used& operator=(const Used& other) {
    id = other.id;
    if (containers != nullptr) {
      (*containers)(id % kItems);
    }
    return *this;
  }
  ~Used() = default;
  unsigned id;
  static inline Containers* containers = nullptr;
};

/// The entry points. A batch of for_each has 64 tasks. Tiles and blocks look for the end as often.
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
    {"for_each bulk-sync", 64, true,
     [](Containers& use) {
       runForEach<worklists::BulkSynchronous<worklists::PerSocketChunkFIFO<16>, Item>>(
           use, disable_conflict_detection());
     }},
    {"for_each obim with barrier", 64, true,
     [](Containers& use) {
       runForEach<
           worklists::OrderedByIntegerMetric<Indexer>::with_barrier<true>::type::retype<Item>>(
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
    // It tries all items again in each round, and as many run as there are locks.
    {"for_each parameter", 1, true,
     [](Containers& use) { runForEach<worklists::ParaMeter<>::retype<Item>, 64>(use); }},
    {"for_each parameter without conflicts", 1, true,
     [](Containers& use) {
       runForEach<worklists::ParaMeter<>::retype<Item>>(use, disable_conflict_detection());
     }},
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
    {"tiles", 64, true, [](Containers& use) { runTiles(use, 2); }},
    {"one tile", 64, true, [](Containers& use) { runTiles(use, kSources); }},
    {"count_if", 256, true,
     [](Containers& use) {
       const std::vector<Item> items = makeItems();
       EXPECT_EQ(ParallelSTL::count_if(items.begin(), items.end(),
                                       [&](const Item& item) {
                                         use(item.id);
                                         return item.id % 2 == 0;
                                       }),
                 kItems / 2);
     }},
    {"find_if", 32, true,
     [](Containers& use) {
       const std::vector<Item> items = makeItems();
       EXPECT_EQ(findNone(use, items), items.end());
     }},
    {"find_if in a list", 64, true,
     [](Containers& use) {
       std::list<unsigned> numbers(kItems);
       std::iota(numbers.begin(), numbers.end(), 0U);
       EXPECT_EQ(findNone(use, numbers), numbers.end());
     }},
    {"partition", 64, true,
     [](Containers& use) {
       std::vector<Item> items = makeItems();
       const auto border =
           ParallelSTL::partition(items.begin(), items.end(), [&](const Item& item) {
             use(item.id);
             return item.id >= kItems / 2;
           });
       EXPECT_EQ(border - items.begin(), kItems / 2);
     }},
    {"partition by moves", 128, false,
     [](Containers& use) {
       std::vector<Used> items;
       for (unsigned i = 0; i < 2 * kItems; ++i) {
         items.push_back(Used{i});
       }
       const Used::Scope scope(use);
       ParallelSTL::partition(items.begin(), items.end(),
                              [](const Used& item) { return item.id >= kItems; });
     }},
    {"accumulate", 256, false,
     [](Containers& use) {
       const std::vector<Item> items = makeItems();
       const Item sum = ParallelSTL::accumulate(items.begin(), items.end(), Item(),
                                                [&](const Item& a, const Item& b) {
                                                  use(b.id % kItems);
                                                  return Item(a.id + b.id);
                                                });
       EXPECT_EQ(sum.id, kItems * (kItems - 1) / 2);
     }},
    {"sort", kAnyNumber, false,
     [](Containers& use) {
       std::vector<Item> items = makeItems();
       ParallelSTL::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
         use(a.id);
         return a.id % 32 < b.id % 32;
       });
     }},
    {"map_reduce", 256, true,
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
    {"partial_sum", 64, false,
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
