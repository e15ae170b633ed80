#include "galois/worklists/parts/bags/BucketMap.h"

#include <iterator>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

struct Bag {
  std::uint64_t made = 0;
};
struct Entry {
  Entry(std::uint64_t i, Bag* b) : index(i), bag(b) {}
  std::uint64_t index;
  Bag* bag;
};
using Map = BucketMap<std::uint64_t, Bag, Entry>;

std::unique_ptr<Bag> make() { return std::make_unique<Bag>(); }
void made() {}

/// Returns the entry for an index, with its bag shared.
template <typename M>
Entry& shared(M& map, typename M::Cache& cache, std::uint64_t index) {
  Entry& entry = map.find(cache, index, made);
  EXPECT_EQ(&map.share(cache, entry, make), entry.bag);
  return entry;
}

TEST(BucketMap, AnIndexKeepsItsBagForAllThreads) {
  Map map;
  Map::Cache one, two;
  std::map<std::uint64_t, Bag*> model;
  substrate::Random random(5, 0);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t index = random.below(3000);
    Entry& entry = shared(map, random.below(2) ? one : two, index);
    EXPECT_EQ(entry.index, index);
    const auto [known, isNew] = model.emplace(index, entry.bag);
    EXPECT_EQ(known->second, entry.bag);
  }
  EXPECT_EQ(map.size(), model.size());
  map.refresh(one);
  map.refresh(two);
  ASSERT_EQ(one.ordered.size(), model.size());
  auto expected = model.begin();
  for (const auto& [index, entry] : one.ordered) {
    EXPECT_EQ(index, expected->first);
    EXPECT_EQ(entry.bag, expected->second);
    EXPECT_EQ(two.ordered.at(index).bag, entry.bag);
    ++expected;
  }
}

// U10: in Galois, readers index a std::deque of bags while a writer extends it. BucketMapRelacy.cpp
// checks the orders.
TEST(BucketMap, EntriesStayWhereTheyAre) {
  Map map;
  Map::Cache cache;
  Entry* first = &map.find(cache, 1u << 20, made);
  for (std::uint64_t i = 0; i < 10000; ++i) {
    map.find(cache, i, made);
  }
  EXPECT_EQ(&map.find(cache, 1u << 20, made), first);
}

TEST(BucketMap, EntriesAreSharedOnlyOnRequestAndForgottenOtherwise) {
  Map map;
  Map::Cache one, two;
  int entries = 0;
  const auto count = [&entries] { ++entries; };
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t i = 0; i < 1000; ++i) {
      EXPECT_EQ(map.find(one, i, count).bag != nullptr, i % 10 == 0 && round > 0);
    }
    EXPECT_EQ(entries, 1000 + 900 * round);
    for (std::uint64_t i = 0; i < 1000; i += 10) {
      map.share(one, one.ordered.at(i), make);
    }
    for (auto at = one.ordered.begin(); at != one.ordered.end();) {
      at = at->second.bag ? std::next(at) : map.forget(one, at);
    }
    EXPECT_EQ(one.ordered.size(), 100u);
  }
  EXPECT_EQ(map.size(), 100u);
  Entry& own = map.find(two, 20, made); // It is made before the thread has learned of the bag.
  EXPECT_EQ(own.bag, nullptr);
  map.refresh(two);
  EXPECT_EQ(own.bag, one.ordered.at(20).bag);
  EXPECT_EQ(two.ordered.size(), 100u);
}

TEST(BucketMap, EachSharedBagIsVisited) {
  Map map;
  Map::Cache cache;
  std::map<std::uint64_t, Bag*> model, visited;
  for (const std::uint64_t index : {5, 3, 1000}) {
    model.emplace(index, shared(map, cache, index).bag);
  }
  map.find(cache, 7, made); // It is not shared.
  map.forEach([&](std::uint64_t index, Bag& bag) { visited.emplace(index, &bag); });
  EXPECT_EQ(visited, model);
}

TEST(BucketMap, AForgottenEntryIsMadeAnew) {
  Map map;
  Map::Cache cache;
  int entries = 0;
  const auto count = [&entries] { ++entries; };
  map.find(cache, 5, count);
  map.find(cache, 5, count);
  EXPECT_EQ(entries, 1);
  map.forget(cache, cache.ordered.find(5));
  EXPECT_EQ(map.find(cache, 5, count).index, 5u);
  EXPECT_EQ(entries, 2);
}

TEST(BucketMap, TheOrderIsTheComparators) {
  BucketMap<std::uint64_t, Bag, Entry, std::greater<>> map;
  decltype(map)::Cache cache;
  for (const std::uint64_t i : {3, 9, 1}) {
    map.find(cache, i, made);
  }
  EXPECT_EQ(cache.ordered.begin()->first, 9u);
}

TEST(BucketMap, ThreadsThatRaceForAnIndexAgree) {
  SharedMemSys system;
  setActiveThreads(16);
  constexpr std::uint64_t kIndices = 2000;
  for (int round = 0; round < 5; ++round) {
    Map map;
    std::vector<std::vector<Bag*>> seen(16);
    on_each([&](unsigned tid, unsigned) {
      Map::Cache cache;
      substrate::Random random(round, tid);
      seen[tid].resize(kIndices);
      for (std::uint64_t step = 0; step < 2 * kIndices; ++step) {
        const std::uint64_t index = (step + random.below(50)) % kIndices;
        Bag*& bag = seen[tid][index];
        Bag* now = shared(map, cache, index).bag;
        if (bag) {
          EXPECT_EQ(bag, now);
        }
        bag = now;
      }
    });
    for (std::uint64_t i = 0; i < kIndices; ++i) {
      Bag* any = nullptr;
      for (const auto& thread : seen) {
        if (any && thread[i]) {
          ASSERT_EQ(any, thread[i]);
        }
        if (thread[i]) {
          any = thread[i];
        }
      }
    }
  }
}

} // namespace
} // namespace galois::worklists
