/**
 * Looks for near points in the style of triangulations written for Galois: every point finds one
 * that is there already, near itself, before it is inserted.
 */
#include <cstddef>
#include <iostream>
#include <limits>
#include <random>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/SpatialTree.h"

namespace cll = llvm::cl;

static cll::opt<unsigned> numPoints("points", cll::desc("number of points"), cll::init(3000));

struct Point {
  double x, y;
};

static double distance(const Point& a, const Point& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "points", "Finds near points", nullptr, nullptr);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> draw(-5, 5);
  std::vector<Point> points(numPoints);
  for (Point& point : points) {
    point = {draw(random), draw(random)};
  }
  galois::graphs::SpatialTree2d<Point*> tree;
  tree.init(-5, -5, 5, 5);
  tree.insert(points[0].x, points[0].y, &points[0]);
  galois::GAccumulator<std::size_t> wrong;
  galois::do_all(
      galois::iterate(points.begin() + 1, points.end()),
      [&](Point& point) {
        Point** near = tree.find(point.x, point.y);
        wrong += near == nullptr || distance(**near, point) > distance(points[0], point) ? 1 : 0;
        tree.insert(point.x, point.y, &point);
      },
      galois::steal(), galois::loopname("insert"));
  galois::do_all(
      galois::iterate(0U, 500U),
      [&](unsigned i) {
        const Point query{points[i].y, -points[i].x};
        double best = std::numeric_limits<double>::max();
        for (const Point& point : points) {
          best = std::min(best, distance(point, query));
        }
        wrong += distance(**tree.find(query.x, query.y), query) != best ? 1 : 0;
      },
      galois::steal(), galois::loopname("check"));
  if (wrong.reduce() != 0 || tree.size() != points.size()) {
    std::cerr << "Verification failed.\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
