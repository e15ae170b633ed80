/** The algorithms of the programs that fork and join, on small and unusual inputs. */
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "Cilksort.h"
#include "HullVerify.h"
#include "Matmul.h"
#include "MatmulVerify.h"
#include "Orientation.h"
#include "Quickhull.h"
#include "Samplesort.h"
#include "galois/Galois.h"
#include "inputs/generate/Points.h"
#include "liblonestar/schedulers/Galois.h"
#include "liblonestar/schedulers/Serial.h"

namespace {

using forkjoin::Point;

/// Calls test(scheduler) with the serial scheduler and with ours on 3 threads.
template <typename Test>
void underSchedulers(Test test) {
  galois::SharedMemSys system;
  lonestar::SerialScheduler serial(1);
  test(serial);
  lonestar::ReceiverScheduler receiver(3);
  test(receiver);
}

std::vector<std::vector<int>> unusualSequences() {
  std::vector<std::vector<int>> all{{}, {1}, {2, 1}, {3, 3, 3}};
  std::mt19937 random(1);
  for (const std::size_t size : {4, 5, 63, 64, 65, 1000, 20'000}) {
    std::vector<int> numbers(size);
    for (std::size_t i = 0; i < size; ++i) {
      numbers[i] = static_cast<int>(i);
    }
    all.push_back(numbers); // in order
    std::reverse(numbers.begin(), numbers.end());
    all.push_back(numbers);
    std::shuffle(numbers.begin(), numbers.end(), random);
    all.push_back(numbers);
    for (int& number : numbers) {
      number %= 3;
    }
    all.push_back(numbers); // three values
    all.emplace_back(size, 7);
  }
  return all;
}

TEST(Sorts, SortUnusualSequences) {
  underSchedulers([](auto& scheduler) {
    for (const std::vector<int>& input : unusualSequences()) {
      std::vector<int> right = input;
      std::sort(right.begin(), right.end());
      for (const std::size_t leaf : {4, 100}) {
        std::vector<int> data = input, temporary(data.size());
        scheduler.run([&](auto& context) {
          forkjoin::cilksort(context, std::span(data), std::span(temporary), leaf);
        });
        ASSERT_EQ(data, right) << "cilksort of " << data.size();
        data = input;
        scheduler.run([&](auto& context) {
          forkjoin::samplesort(context, std::span(data), std::span(temporary),
                               std::max(leaf, forkjoin::kLeastSampleLeaf));
        });
        ASSERT_EQ(data, right) << "samplesort of " << data.size();
      }
    }
  });
}

TEST(Matmul, MultipliesOfAnyShape) {
  underSchedulers([](auto& scheduler) {
    for (const std::size_t side : {1, 2, 3, 17, 64, 65, 100, 131}) {
      forkjoin::Matrix a(side * side), b(a), c(a);
      for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = static_cast<double>(i % 7) - 3;
        b[i] = static_cast<double>(i % 11) - 5;
      }
      for (const std::size_t leaf : {1, 8, 50, 200}) {
        if (leaf == 1 && side > 20) {
          continue;
        }
        std::fill(c.begin(), c.end(), 0);
        scheduler.run([&](auto& context) {
          forkjoin::multiply(
              context, {{a.data(), side}, {b.data(), side}, {c.data(), side}, side, side, side},
              {leaf, true});
        });
        ASSERT_EQ(forkjoin::productFaultByDefinition(a, b, c, side), "") << side << " " << leaf;
      }
    }
  });
}

TEST(Orientation, IsExactWhereDoublesRound) {
  // Steps of the last place around points of the line y = x: the rounded value is often wrong.
  const double step = std::numeric_limits<double>::epsilon() / 2;
  const Point far{12, 12}, farther{24, 24};
  unsigned onLine = 0;
  for (int i = 0; i < 32; ++i) {
    for (int j = 0; j < 32; ++j) {
      const Point near{0.5 + i * step, 0.5 + j * step};
      const int right = j > i ? 1 : j < i ? -1 : 0;
      ASSERT_EQ(forkjoin::orientation(far, farther, far, near), right) << i << " " << j;
      ASSERT_EQ(forkjoin::orientation(farther, far, far, near), -right) << i << " " << j;
      onLine += right == 0;
    }
  }
  EXPECT_EQ(onLine, 32u);
}

TEST(Orientation, ComparesDistancesFromALine) {
  const Point origin{0, 0}, east{4, 0};
  EXPECT_EQ(forkjoin::orientation(origin, east, {0, 1}, {9, 2}), 1);
  EXPECT_EQ(forkjoin::orientation(origin, east, {0, 1}, {9, 1}), 0);
  EXPECT_EQ(forkjoin::orientation(origin, east, {0, 1}, {9, 0.5}), -1);
}

std::vector<std::vector<Point>> unusualPoints() {
  std::vector<std::vector<Point>> all{{{1, 2}}, {{1, 2}, {1, 2}, {1, 2}}};
  std::vector<Point> line, vertical, grid, circle, nearLine;
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    const double x = static_cast<double>(random() % 1000);
    line.push_back({x, 3 * x});
    vertical.push_back({5, x});
    grid.push_back({static_cast<double>(random() % 50), static_cast<double>(random() % 50)});
    circle.push_back({std::cos(x), std::sin(x)});
    nearLine.push_back({x / 3, std::nextafter(x / 3, random() % 2 == 0 ? -1 : 1e9)});
  }
  for (const auto& points : {line, vertical, grid, circle, nearLine}) {
    all.push_back(points);
  }
  for (const auto kind :
       {galois::inputs::PointKind::kUniformDisc, galois::inputs::PointKind::kPlummer}) {
    for (const std::uint64_t size : {2, 3, 4, 100, 30'000}) {
      all.push_back(galois::inputs::generatePoints(kind, size, 3));
    }
  }
  return all;
}

TEST(Quickhull, FindsTheHullOfUnusualPoints) {
  underSchedulers([](auto& scheduler) {
    for (const std::vector<Point>& points : unusualPoints()) {
      for (const std::size_t leaf : {0, 100, 1'000'000}) {
        forkjoin::Quickhull hull(points, leaf);
        std::vector<forkjoin::Quickhull::Index> corners;
        scheduler.run([&](auto& context) { corners = hull.run(context); });
        ASSERT_EQ(forkjoin::hullFault(points, corners), "");
        ASSERT_EQ(forkjoin::hullFaultByChain(points, corners), "");
      }
    }
  });
}

} // namespace
