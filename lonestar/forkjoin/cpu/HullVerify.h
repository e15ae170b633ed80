/**
 * The check of hull-cpu: every corner is one of the points, the corners turn left and go around
 * once, and no point is outside. These together define the convex hull. In full, it also compares
 * with Andrew's monotone chain: A. M. Andrew, "Another Efficient Algorithm for Convex Hulls in Two
 * Dimensions", IPL 1979.
 *
 * Turns are exact: in extended precision where that is certain, otherwise in rational numbers.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <fmt/format.h>

#include "inputs/generate/Points.h"

namespace forkjoin {

namespace detail {

using galois::inputs::Point;
using Corners = std::vector<std::uint32_t>;

/// Returns 1, 0 or -1: the path from a over b to c turns left, not at all, or right.
inline int orientation(const Point& a, const Point& b, const Point& c) {
  using Wide = long double;
  const Wide one = (Wide{b.x} - a.x) * (Wide{c.y} - a.y);
  const Wide two = (Wide{b.y} - a.y) * (Wide{c.x} - a.x);
  const Wide uncertain = 8 * std::numeric_limits<Wide>::epsilon() * (std::abs(one) + std::abs(two));
  if (std::abs(one - two) > uncertain) {
    return one > two ? 1 : -1;
  }
  using Exact = boost::multiprecision::cpp_rational;
  const Exact ax(a.x), ay(a.y);
  const Exact difference =
      (Exact(b.x) - ax) * (Exact(c.y) - ay) - (Exact(b.y) - ay) * (Exact(c.x) - ax);
  return difference.sign();
}

inline std::pair<double, double> key(const Point& point) { return {point.x, point.y}; }

/// Returns "" when no point is outside of a polygon, otherwise which one.
/// @param corners  go around once against the clock, from the leftmost
/// @param last     the place of the rightmost one
inline std::string outsideFault(std::span<const Point> points, const Corners& corners,
                                std::size_t last) {
  auto at = [&](std::size_t place) -> const Point& {
    return points[corners[place % corners.size()]];
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    bool inside = key(at(0)) <= key(point) && key(point) <= key(at(last));
    if (inside) {
      // The edge below: the first place in (0, last] whose corner is not before the point.
      std::size_t low = 1, high = last;
      while (low < high) {
        const std::size_t middle = (low + high) / 2;
        (key(at(middle)) < key(point) ? low : high) = middle + (key(at(middle)) < key(point));
      }
      inside = orientation(at(low - 1), at(low), point) >= 0;
      // The edge above: the first place in (last, all] whose corner is not behind the point.
      low = last + 1, high = corners.size();
      while (low < high) {
        const std::size_t middle = (low + high) / 2;
        const bool behind = key(at(middle)) > key(point);
        (behind ? low : high) = middle + (behind ? 1 : 0);
      }
      inside = inside && orientation(at(low - 1), at(low), point) >= 0;
    }
    if (!inside) {
      return fmt::format("point {} ({}, {}) is outside", i, point.x, point.y);
    }
  }
  return "";
}

/// Returns the hull's corners against the clock, from the leftmost.
inline std::vector<Point> monotoneChain(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return key(a) < key(b); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 2) {
    return points;
  }
  std::vector<Point> chain;
  auto extend = [&](const Point& point, std::size_t least) {
    while (chain.size() >= least + 2 &&
           orientation(chain[chain.size() - 2], chain.back(), point) <= 0) {
      chain.pop_back();
    }
    chain.push_back(point);
  };
  for (const Point& point : points) {
    extend(point, 0);
  }
  const std::size_t lower = chain.size() - 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) {
    extend(points[i], lower);
  }
  chain.pop_back(); // the first one again
  return chain;
}

} // namespace detail

/// Returns "" when `corners` are those of the convex hull of the points, otherwise what is wrong.
/// Corners are places in `points`, against the clock from the leftmost. Takes O(n log h) time for h
/// corners.
inline std::string hullFault(std::span<const galois::inputs::Point> points,
                             const std::vector<std::uint32_t>& corners) {
  const std::size_t count = corners.size();
  if (count == 0) {
    return "there are no corners";
  }
  for (const std::uint32_t corner : corners) {
    if (corner >= points.size()) {
      return fmt::format("corner {} is none of the {} points", corner, points.size());
    }
  }
  auto at = [&](std::size_t place) -> const galois::inputs::Point& {
    return points[corners[place % count]];
  };
  if (count == 1) {
    const auto other = std::find_if(points.begin(), points.end(),
                                    [&](const auto& point) { return !(point == at(0)); });
    return other == points.end() ? "" : fmt::format("point {} is outside", other - points.begin());
  }
  // They go to the right up to one of them, and from there to the left.
  std::size_t last = 0;
  while (last + 1 < count && detail::key(at(last)) < detail::key(at(last + 1))) {
    ++last;
  }
  for (std::size_t place = last; place < count; ++place) {
    if (!(detail::key(at(place)) > detail::key(at(place + 1)))) {
      return fmt::format("the corners do not go around once against the clock: see corner {}",
                         place);
    }
  }
  for (std::size_t place = 0; place < count && count > 2; ++place) {
    if (detail::orientation(at(place), at(place + 1), at(place + 2)) <= 0) {
      return fmt::format("the hull does not turn left at corner {}", (place + 1) % count);
    }
  }
  return detail::outsideFault(points, corners, last);
}

/// Returns "" when `corners` are those that the monotone chain finds, otherwise what differs.
inline std::string hullFaultByChain(std::span<const galois::inputs::Point> points,
                                    const std::vector<std::uint32_t>& corners) {
  const auto right = detail::monotoneChain({points.begin(), points.end()});
  if (right.size() != corners.size()) {
    return fmt::format("there are {} corners, and the monotone chain has {}", corners.size(),
                       right.size());
  }
  for (std::size_t place = 0; place < right.size(); ++place) {
    if (corners[place] >= points.size() || !(points[corners[place]] == right[place])) {
      return fmt::format("corner {} differs from that of the monotone chain, ({}, {})", place,
                         right[place].x, right[place].y);
    }
  }
  return "";
}

} // namespace forkjoin
