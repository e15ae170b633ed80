/** The iterator of containers whose elements are found by a position: FixedSizeRing, gdeque, gslist. */
#pragma once

#include <cstddef>
#include <type_traits>

#include <boost/iterator/iterator_facade.hpp>

namespace galois::internal {

/**
 * An iterator over elements of type U, which is const for a const_iterator. A Position is cheap to
 * copy and has element(), increment() and ==; it also has what Category asks for: decrement(),
 * advance(n) and distanceTo(other).
 */
template <typename Position, typename U, typename Category>
class PositionIterator
    : public boost::iterator_facade<PositionIterator<Position, U, Category>, U, Category> {
public:
  PositionIterator() = default; ///< for assigning to only
  explicit PositionIterator(const Position& position) : position_(position) {} ///< points there
  /// Converts an iterator over mutable elements to one over const elements.
  template <typename V, typename = std::enable_if_t<std::is_convertible_v<V*, U*>>>
  PositionIterator(const PositionIterator<Position, V, Category>& other)
      : position_(other.position()) {}

  /// Returns where it points to.
  const Position& position() const { return position_; }

private:
  friend class boost::iterator_core_access;

  U& dereference() const { return position_.element(); }
  void increment() { position_.increment(); }
  void decrement() { position_.decrement(); }
  void advance(std::ptrdiff_t n) { position_.advance(n); }
  template <typename V>
  std::ptrdiff_t distance_to(const PositionIterator<Position, V, Category>& other) const {
    return position_.distanceTo(other.position());
  }
  template <typename V>
  bool equal(const PositionIterator<Position, V, Category>& other) const {
    return position_ == other.position();
  }

  Position position_;
};

} // namespace galois::internal
