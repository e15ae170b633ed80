// SpatialTree2d against a search through all points: random, equal, regular and far points, in any
// order of insertion, from one thread and from several.
#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/SpatialTree.h"
#include "galois/substrate/Random.h"

namespace {

using galois::graphs::SpatialTree2d;
using galois::substrate::Random;

struct Point {
  double x, y;
};

double distance(const Point& a, const Point& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

double nearest(const std::vector<Point>& points, const Point& to) {
  double best = std::numeric_limits<double>::infinity();
  for (const Point& point : points) {
    best = std::min(best, distance(point, to));
  }
  return best;
}

double unit(Random& random) { return static_cast<double>(random.below(1000001)) / 1000000; }

/// Point sets by name.
std::vector<std::pair<std::string, std::vector<Point>>> pointSets() {
  Random random(1, 0);
  std::vector<Point> even, line, equal, cluster, grid, far;
  for (int i = 0; i < 600; ++i) {
    even.push_back({unit(random), unit(random)});
    line.push_back({i / 600.0, i / 600.0});
    equal.push_back({0.25, 0.75});
    cluster.push_back({0.3 + 1e-9 * unit(random), 0.6 + 1e-9 * unit(random)});
    const int row = i / 25;
    grid.push_back({i % 25 / 25.0, row / 25.0});
    far.push_back({100 * unit(random) - 50, 100 * unit(random) - 50});
  }
  return {{"even", even},       {"line", line}, {"equal", equal},
          {"cluster", cluster}, {"grid", grid}, {"far", far}};
}

TEST(SpatialTree2d, FindsTheNearestPoint) {
  for (const auto& [name, points] : pointSets()) {
    SCOPED_TRACE(name);
    SpatialTree2d<Point> tree;
    std::vector<Point> before;
    Random random(2, 0);
    for (const Point& point : points) {
      tree.insert(point.x, point.y, point);
      before.push_back(point);
      const Point query{3 * unit(random) - 1, 3 * unit(random) - 1};
      const Point* found = tree.find(query.x, query.y);
      ASSERT_NE(found, nullptr);
      ASSERT_EQ(distance(*found, query), nearest(before, query));
    }
    for (const Point& point : points) {
      ASSERT_EQ(distance(*tree.find(point.x, point.y), point), 0);
      const Point beside{point.x + 1e-10, point.y - 1e-10};
      ASSERT_EQ(distance(*tree.find(beside.x, beside.y), beside), nearest(points, beside));
    }
    EXPECT_EQ(tree.size(), points.size());
  }
}

TEST(SpatialTree2d, AcceptsAnyRectangle) {
  const std::vector<Point> points = pointSets()[0].second;
  const double boxes[][4] = {
      {0, 0, 1, 1}, {1, 1, 0, 0}, {0, 0, 0, 0}, {-100, -100, 100, 100}, {0.5, 0, 0.5, 1}};
  for (const auto& box : boxes) {
    SpatialTree2d<int> tree(box[0], box[1], box[2], box[3]);
    for (int i = 0; i < 600; ++i) {
      tree.insert(points[i].x, points[i].y, i);
    }
    for (int i = 0; i < 600; ++i) {
      ASSERT_EQ(distance(points[*tree.find(points[i].x, points[i].y)], points[i]), 0);
      const Point query{points[i].y, points[i].x};
      ASSERT_EQ(distance(points[*tree.find(query.x, query.y)], query), nearest(points, query));
    }
  }
}

TEST(SpatialTree2d, IsEmptyAfterInit) {
  SpatialTree2d<std::shared_ptr<int>> tree;
  EXPECT_EQ(tree.find(0, 0), nullptr);
  EXPECT_TRUE(tree.empty());
  const auto value = std::make_shared<int>(3);
  tree.insert(0.5, 0.5, value);
  EXPECT_EQ(*tree.find(-7, 9), value);
  EXPECT_FALSE(tree.empty());
  EXPECT_EQ(value.use_count(), 2);
  tree.init(0, 0, 2, 2);
  EXPECT_EQ(tree.find(0.5, 0.5), nullptr);
  EXPECT_EQ(value.use_count(), 1);
  EXPECT_EQ(tree.begin(), tree.end());
}

TEST(SpatialTree2d, ValuesStayAndCanChange) {
  SpatialTree2d<int> tree;
  tree.insert(0.1, 0.1, 1);
  int* first = tree.find(0, 0);
  for (int i = 0; i < 1000; ++i) {
    tree.insert(0.9, i / 1000.0, 2);
  }
  EXPECT_EQ(tree.find(0, 0), first);
  *first = 5;
  EXPECT_EQ(*tree.find(0, 0), 5);
}

TEST(SpatialTree2d, InsertsInParallel) {
  for (const unsigned threads : {1U, 2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    for (const auto& [name, points] : pointSets()) {
      SCOPED_TRACE(name);
      SpatialTree2d<int> tree;
      galois::do_all(
          galois::iterate(0, 600),
          [&, set = &points](int i) {
            const Point point = (*set)[i];
            tree.insert(point.x, point.y, i);
            ASSERT_EQ(distance((*set)[*tree.find(point.x, point.y)], point), 0);
          },
          galois::steal());
      std::vector<int> seen(600, 0);
      for (int i : tree) {
        ++seen[i];
      }
      EXPECT_EQ(seen, std::vector<int>(600, 1)); // nothing lost, nothing twice
      for (const Point& point : points) {
        const Point query{point.y, 1 - point.x};
        ASSERT_EQ(distance(points[*tree.find(query.x, query.y)], query), nearest(points, query));
      }
    }
  }
  galois::setActiveThreads(1);
}

} // namespace
