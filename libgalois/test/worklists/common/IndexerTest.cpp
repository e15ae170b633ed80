#include "galois/worklists/parts/common/Indexer.h"

#include <type_traits>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

struct Task {
  int node;
  unsigned distance;
};

struct ByDistance {
  unsigned operator()(const Task& task) const { return task.distance; }
};

TEST(Indexer, ComparesTasksByPriorityAlone) {
  const IndexLess<ByDistance> less;
  EXPECT_TRUE(less(Task{2, 1}, Task{1, 2}));
  EXPECT_FALSE(less(Task{1, 2}, Task{2, 1}));
  EXPECT_FALSE(less(Task{1, 2}, Task{2, 2})); // a strict order
  EXPECT_EQ(less.key(Task{7, 5}), 5u);
}

TEST(Indexer, KnowsTheTypeOfPriorities) {
  EXPECT_TRUE((std::is_same_v<IndexOf<ByDistance, Task>, unsigned>));
  EXPECT_TRUE((std::is_same_v<IndexOf<DummyIndexer<long>, long>, long>));
}

} // namespace
} // namespace galois::worklists
