/**
 * Shortest tours through all cities, by branch and bound. A node is a path that begins in city 0.
 * Its children extend the path by one city that was not visited, the nearest city first.
 *
 * The bound of a path is its length plus a lower bound of the rest of the tour. That is the length
 * of a minimum spanning tree of the cities that were not visited, plus the shortest edges that
 * connect the tree with both ends of the path. The bound is computed with changed distances, after
 * Held and Karp, "The traveling-salesman problem and minimum spanning trees" (Operations Research
 * 1970): each city gets a penalty, which is added to its edges. Every tour gets longer by twice the
 * sum of the penalties, but another spanning tree may become the shortest, and it is closer to a
 * tour. Penalties are integers, in units of 1/kScale, so bounds are exact.
 */
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace lonestar::search {

/// The largest number of cities.
inline constexpr std::size_t kMostCities = 64;
/// The largest distance, with which no sum of scaled distances exceeds 63 bits.
inline constexpr std::int64_t kLongestDistance = std::int64_t{1} << 40;

/// Distances between cities, which are symmetric.
using Distances = std::vector<std::vector<std::int64_t>>;

/// A problem, with penalties for its bounds.
class TourSpace {
public:
  explicit TourSpace(Distances distances)
      : distances_(std::move(distances)), penalties_(distances_.size(), 0) {
    if (size() >= 4) {
      choosePenalties();
    }
    changed_ = changedBy(penalties_);
  }

  std::size_t size() const { return distances_.size(); } ///< number of cities
  /// Returns a distance.
  std::int64_t distance(std::size_t a, std::size_t b) const { return distances_[a][b]; }

  /// Returns a lower bound of the way from `last` through the cities of `left` to city 0.
  std::int64_t wayLeft(std::size_t last, std::uint64_t left) const {
    if (left == 0) {
      return distance(last, 0);
    }
    std::int64_t sum = spanningTree(changed_, left, [](std::size_t, std::size_t) {});
    std::int64_t fromLast = std::numeric_limits<std::int64_t>::max(), toFirst = fromLast;
    std::int64_t penalties = penalties_[last] + penalties_[0];
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const auto city = static_cast<std::size_t>(std::countr_zero(rest));
      fromLast = std::min(fromLast, changed_[last][city]);
      toFirst = std::min(toFirst, changed_[0][city]);
      penalties += 2 * penalties_[city];
    }
    sum += fromLast + toFirst - penalties;
    return sum <= 0 ? 0 : (sum + kScale - 1) / kScale;
  }

private:
  static constexpr std::int64_t kScale = 64;

  /// Returns the scaled distances with penalties.
  Distances changedBy(const std::vector<std::int64_t>& penalties) const {
    Distances changed = distances_;
    for (std::size_t a = 0; a < size(); ++a) {
      for (std::size_t b = 0; b < size(); ++b) {
        changed[a][b] = kScale * distances_[a][b] + penalties[a] + penalties[b];
      }
    }
    return changed;
  }

  /// Returns the length of a minimum spanning tree of a set of cities by Prim's algorithm, and calls
  /// onEdge(a, b) for its edges.
  template <typename OnEdge>
  static std::int64_t spanningTree(const Distances& lengths, std::uint64_t cities,
                                   const OnEdge& onEdge) {
    std::array<std::int64_t, kMostCities> nearest;
    std::array<std::uint8_t, kMostCities> by;
    auto added = static_cast<std::size_t>(std::countr_zero(cities));
    cities &= cities - 1;
    for (std::uint64_t rest = cities; rest != 0; rest &= rest - 1) {
      const auto city = static_cast<std::size_t>(std::countr_zero(rest));
      nearest[city] = lengths[added][city];
      by[city] = static_cast<std::uint8_t>(added);
    }
    std::int64_t sum = 0;
    while (cities != 0) {
      std::int64_t least = std::numeric_limits<std::int64_t>::max();
      for (std::uint64_t rest = cities; rest != 0; rest &= rest - 1) {
        const auto city = static_cast<std::size_t>(std::countr_zero(rest));
        if (nearest[city] < least) {
          least = nearest[city];
          added = city;
        }
      }
      sum += least;
      onEdge(static_cast<std::size_t>(by[added]), added);
      cities &= ~(std::uint64_t{1} << added);
      for (std::uint64_t rest = cities; rest != 0; rest &= rest - 1) {
        const auto city = static_cast<std::size_t>(std::countr_zero(rest));
        if (lengths[added][city] < nearest[city]) {
          nearest[city] = lengths[added][city];
          by[city] = static_cast<std::uint8_t>(added);
        }
      }
    }
    return sum;
  }

  /// Chooses penalties by subgradient steps on the bound of 1-trees: a spanning tree of all cities
  /// but 0, and the two shortest edges of city 0. Cities with more than two edges get dearer.
  void choosePenalties() {
    constexpr int kSteps = 400;
    std::vector<std::int64_t> penalties(size(), 0);
    const std::uint64_t others = allCities() & ~std::uint64_t{1};
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    double step = 0;
    for (int i = 0; i < kSteps; ++i) {
      const Distances lengths = changedBy(penalties);
      std::vector<int> degree(size(), 0);
      std::int64_t sum = spanningTree(lengths, others, [&](std::size_t a, std::size_t b) {
        ++degree[a];
        ++degree[b];
      });
      std::size_t first = 1, second = 2;
      if (lengths[0][second] < lengths[0][first]) {
        std::swap(first, second);
      }
      for (std::size_t city = 3; city < size(); ++city) {
        if (lengths[0][city] < lengths[0][first]) {
          second = std::exchange(first, city);
        } else if (lengths[0][city] < lengths[0][second]) {
          second = city;
        }
      }
      ++degree[first];
      ++degree[second];
      degree[0] = 2;
      sum += lengths[0][first] + lengths[0][second];
      for (const std::int64_t penalty : penalties) {
        sum -= 2 * penalty;
      }
      if (sum > best) {
        best = sum;
        penalties_ = penalties;
      }
      if (i == 0) {
        step = static_cast<double>(sum) / (2 * static_cast<double>(size()));
      }
      for (std::size_t city = 1; city < size(); ++city) {
        penalties[city] += static_cast<std::int64_t>(step * (degree[city] - 2));
      }
      step *= 0.98;
    }
  }

public:
  /// Returns the set of all cities.
  std::uint64_t allCities() const {
    return size() == kMostCities ? ~std::uint64_t{0} : (std::uint64_t{1} << size()) - 1;
  }

private:
  Distances distances_;
  std::vector<std::int64_t> penalties_;
  Distances changed_; ///< scaled, with penalties
};

/// A path from city 0.
struct TourNode {
  std::array<std::uint8_t, kMostCities> path{};
  std::uint64_t left = 0; ///< cities that were not visited
  std::int64_t length = 0;
  std::int64_t bound = 0; ///< no tour of the subtree is shorter
  std::uint32_t visited = 1;

  /// Returns the path of one city.
  static TourNode root(const TourSpace& space) {
    TourNode node;
    node.left = space.allCities() & ~std::uint64_t{1};
    node.bound = space.wayLeft(0, node.left);
    return node;
  }
  std::size_t last() const { return path[visited - 1]; } ///< where the path ends
};

/// The Lazy Node Generator.
class TourChildren {
public:
  using Space = TourSpace;
  using Node = TourNode;

  TourChildren(const Space& space, const Node& parent) : space_(space), parent_(parent) {
    for (std::uint64_t rest = parent.left; rest != 0; rest &= rest - 1) {
      order_[count_++] = static_cast<std::uint8_t>(std::countr_zero(rest));
    }
    std::sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(count_),
              [&](std::uint8_t a, std::uint8_t b) {
                const std::int64_t toA = space.distance(parent.last(), a);
                const std::int64_t toB = space.distance(parent.last(), b);
                return toA != toB ? toA < toB : a < b;
              });
  }

  std::size_t numChildren() const { return count_; }
  Node next() {
    const std::uint8_t city = order_[built_++];
    Node child = parent_;
    child.length += space_.distance(parent_.last(), city);
    child.path[child.visited++] = city;
    child.left &= ~(std::uint64_t{1} << city);
    child.bound = child.length + space_.wayLeft(city, child.left);
    return child;
  }

private:
  const Space& space_;
  const Node& parent_;
  std::array<std::uint8_t, kMostCities> order_;
  std::size_t count_ = 0, built_ = 0;
};

/// The length of a tour; paths that do not visit every city are worse than any.
struct ShortestTour {
  using Value = std::int64_t;
  static constexpr bool kPruneLevel = false;
  /// The value of what is no tour.
  static constexpr Value kNoTour = std::numeric_limits<Value>::max();
  Value objective(const TourSpace& /*space*/, const TourNode& node) const {
    return node.left == 0 ? node.bound : kNoTour; // the way left is then the last edge
  }
  Value bound(const TourSpace& /*space*/, const TourNode& node) const { return node.bound; }
  bool better(Value a, Value b) const { return a < b; }
};

} // namespace lonestar::search
