/**
 * The tree of SpatialTree.h: points in the plane, inserted and searched by several threads at once.
 *
 * It is a quadtree. Every node holds one point and owns a square. A point that is inserted goes
 * down from the root: at each node, into the quarter of the square in which it lies, until a quarter
 * is empty. There the new node is linked by one compare-and-swap. Since squares halve at every step,
 * the depth is logarithmic for points that are spread evenly, in any order of insertion. Points that
 * are equal, or nearer to each other than the coordinates can say, form a list.
 *
 * Invariant: a link is null until it is set once, and then never changes. A node is complete before
 * it is linked, and its point never changes. So a thread that follows links sees, at any time, the
 * nodes of a valid tree, and every point whose insertion happened before its search.
 */
#pragma once

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "galois/substrate/Atomics.h"

namespace galois::graphs::internal {

/// Links nodes that the caller owns and keeps as long as the tree. Thread-safe except for reset().
/// @tparam T  what is stored with each point
template <typename T, typename Atomics = substrate::DefaultAtomics>
class PointTree {
public:
  /// A point of the plane with its value, and the links to the four quarters.
  struct Node {
    Node(double atX, double atY, T data) : x(atX), y(atY), value(std::move(data)) {}
    typename Atomics::template Plain<double> x;
    typename Atomics::template Plain<double> y;
    T value;
    std::array<typename Atomics::template Atomic<Node*>, 4> quarter{};
  };

  /// Makes the tree empty, with this square at its root. Points may lie outside the square.
  void reset(double xmin, double ymin, double xmax, double ymax) {
    middle_ = {xmin + (xmax - xmin) / 2, ymin + (ymax - ymin) / 2};
    half_ = {(xmax - xmin) / 2, (ymax - ymin) / 2};
    root_.store(nullptr, substrate::order::relaxed);
  }

  /// Adds a node, which must not be part of a tree. O(depth).
  void insert(Node& node) {
    auto* link = &root_;
    Square square{middle_, half_};
    while (true) {
      // (1) acquire: synchronizes with (3), so that the node's point and links are seen.
      Node* next = link->load(substrate::order::acquire);
      // (2) acquire: synchronizes with (3), for the same reason, if another thread was first.
      // (3) release: synchronizes with (1), (2) and (4), which follow the link to this node.
      if (next == nullptr && link->compare_exchange_strong(next, &node, substrate::order::release,
                                                           substrate::order::acquire)) {
        return;
      }
      const unsigned at = square.quarterOf(node.x, node.y);
      link = &next->quarter[at];
      square = square.quarter(at);
    }
  }

  /// Returns the node nearest to a point, one of them if several are, and null if there is none.
  /// O(depth) for points that are spread evenly. @throws std::bad_alloc
  Node* findNearest(double x, double y) const {
    Node* best = nullptr;
    double bestDistance = std::numeric_limits<double>::infinity();
    std::vector<Region> open; // regions that may hold a nearer point, the most promising one last
    Region region{&root_, {middle_, half_}, kWholePlane};
    while (true) {
      // (4) acquire: synchronizes with (3), so that the node's point and links are seen.
      if (Node* node = region.link->load(substrate::order::acquire); node != nullptr) {
        const double dx = node->x - x;
        const double dy = node->y - y;
        if (best == nullptr || dx * dx + dy * dy < bestDistance) {
          best = node;
          bestDistance = dx * dx + dy * dy;
        }
        // The quarter in which (x, y) lies is searched first, and the opposite one last.
        const unsigned home = region.square.quarterOf(x, y);
        for (unsigned other : {3U, 2U, 1U, 0U}) {
          open.push_back(region.quarter(*node, home ^ other));
        }
      }
      do {
        if (open.empty()) {
          return best;
        }
        region = open.back();
        open.pop_back();
      } while (!region.mayHoldNearer(x, y, bestDistance));
    }
  }

private:
  struct Point {
    double x;
    double y;
  };

  /// A rectangle, by its middle and half of its sides.
  struct Square {
    unsigned quarterOf(double x, double y) const {
      return (x >= middle.x ? 1U : 0U) + (y >= middle.y ? 2U : 0U);
    }
    Square quarter(unsigned at) const {
      const Point part{half.x / 2, half.y / 2};
      return {{(at & 1U) != 0 ? middle.x + part.x : middle.x - part.x,
               (at & 2U) != 0 ? middle.y + part.y : middle.y - part.y},
              part};
    }
    Point middle;
    Point half;
  };

  /// Where points of a subtree can lie: unlike the squares, it extends to infinity, since points may
  /// lie outside the square of the root.
  struct Bounds {
    Point low;
    Point high;
  };
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr Bounds kWholePlane{{-kInfinity, -kInfinity}, {kInfinity, kInfinity}};

  /// A subtree that has yet to be searched.
  struct Region {
    Region quarter(const Node& node, unsigned at) const {
      Region part{&node.quarter[at], square.quarter(at), bounds};
      ((at & 1U) != 0 ? part.bounds.low.x : part.bounds.high.x) = square.middle.x;
      ((at & 2U) != 0 ? part.bounds.low.y : part.bounds.high.y) = square.middle.y;
      return part;
    }
    bool mayHoldNearer(double x, double y, double distance) const {
      const double dx = x < bounds.low.x    ? bounds.low.x - x
                        : x > bounds.high.x ? x - bounds.high.x
                                            : 0;
      const double dy = y < bounds.low.y    ? bounds.low.y - y
                        : y > bounds.high.y ? y - bounds.high.y
                                            : 0;
      return dx * dx + dy * dy < distance;
    }
    const typename Atomics::template Atomic<Node*>* link;
    Square square;
    Bounds bounds;
  };

  typename Atomics::template Atomic<Node*> root_{nullptr};
  Point middle_{0, 0};
  Point half_{0, 0};
};

} // namespace galois::graphs::internal
