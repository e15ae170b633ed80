// Many threads insert into one SpatialTree2d and search it meanwhile: each point must be found from
// the time it is inserted.
#include <vector>

#include <gtest/gtest.h>

#include "galois/graphs/SpatialTree.h"
#include "galois/substrate/Random.h"
#include "support/Stress.h"

namespace {

TEST(SpatialTree2dStress, FindsWhatWasInserted) {
  struct Point {
    int x, y;
  };
  const unsigned count = 500 * galois::test::stressScale();
  galois::graphs::SpatialTree2d<Point> tree(0, 0, 64, 64);
  galois::test::runRandomThreads(galois::test::kStressThreads, [&](unsigned, auto& random) {
    std::vector<Point> own;
    for (unsigned i = 0; i < count; ++i) {
      const Point point{static_cast<int>(random.below(64)), static_cast<int>(random.below(64))};
      tree.insert(point.x, point.y, point);
      own.push_back(point);
      const Point known = own[random.below(own.size())];
      const Point* found = tree.find(known.x, known.y);
      if (found == nullptr || found->x != known.x || found->y != known.y) {
        ADD_FAILURE() << "lost " << known.x << ", " << known.y;
        return;
      }
    }
  });
  EXPECT_EQ(tree.size(), std::size_t{galois::test::kStressThreads} * count);
}

} // namespace
