/**
 * Galois' SpatialTree2d: values at points of the plane, which loops insert and search in parallel.
 * Programs that triangulate points use it to find a triangle near a new point.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <iterator>

#include <boost/iterator/transform_iterator.hpp>

#include "galois/Bag.h"
#include "galois/SharedMemSys.h"
#include "galois/graphs/PointTree.h"

namespace galois::graphs {

/// A set of points with a value each. Several points may be equal, but the time to insert n equal
/// points grows with n * n. Coordinates must be finite.
///
/// Thread-safety: insert() and find() may be called by several threads at once; find() takes the
/// points into account whose insertion happened before. init(), clear() and iterating need a time
/// at which nothing else uses the tree.
template <typename T>
class SpatialTree2d {
  using Tree = internal::PointTree<T>;
  using Node = typename Tree::Node;
  using Nodes = galois::InsertBag<Node>;

  struct ValueOf {
    T& operator()(Node& node) const { return node.value; }
  };

public:
  /// Iterates over the values, in no particular order.
  using iterator = boost::transform_iterator<ValueOf, typename Nodes::iterator>;

  /// Makes an empty tree, as init() does.
  explicit SpatialTree2d(double xmin = 0, double ymin = 0, double xmax = 1, double ymax = 1) {
    init(xmin, ymin, xmax, ymax);
  }

  /// Removes all points, and prepares for points in this rectangle. Points may lie outside, but
  /// then both insert() and find() take longer: up to O(points) each.
  void init(double xmin, double ymin, double xmax, double ymax) {
    tree_.reset(std::min(xmin, xmax), std::min(ymin, ymax), std::max(xmin, xmax),
                std::max(ymin, ymax));
    nodes_.clear_serial();
  }

  /// Adds a value at a point. O(log n) for points that are spread evenly, in any order.
  /// @throws std::bad_alloc
  void insert(double x, double y, const T& value) { tree_.insert(nodes_.emplace(x, y, value)); }

  /// Returns the value at the nearest point, any of them if several are equally near, and null if
  /// there is no point. The value stays where it is until init(). O(log n) for points that are
  /// spread evenly. @throws std::bad_alloc
  T* find(double x, double y) const {
    Node* nearest = tree_.findNearest(x, y);
    return nearest == nullptr ? nullptr : &nearest->value;
  }

  /// Iterate over all values. @{
  iterator begin() { return iterator(nodes_.begin()); }
  iterator end() { return iterator(nodes_.end()); } /// @}
  /// Returns the number of points. O(n).
  std::size_t size() const {
    return static_cast<std::size_t>(std::distance(nodes_.begin(), nodes_.end()));
  }
  /// Returns whether there is no point.
  bool empty() const { return nodes_.empty(); }

private:
  Nodes nodes_;
  Tree tree_;
};

} // namespace galois::graphs
