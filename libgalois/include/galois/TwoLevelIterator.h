/** An iterator over the elements of a range of containers, as if they were one sequence. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include <boost/iterator/iterator_facade.hpp>

namespace galois {

namespace internal {

/// Returns the first element's iterator of a container that is given by reference.
struct ContainerBegin {
  template <typename C>
  auto operator()(C&& c) const {
    return c.begin();
  }
};
struct ContainerEnd {
  template <typename C>
  auto operator()(C&& c) const {
    return c.end();
  }
};

template <typename Outer, typename InnerBegin>
using InnerIterator = decltype(InnerBegin()(*std::declval<Outer>()));

/// Whether the iterators of both levels have at least this category.
template <typename Outer, typename Inner, typename Category>
inline constexpr bool kBothAre =
    std::is_convertible_v<typename std::iterator_traits<Outer>::iterator_category, Category>&&
        std::is_convertible_v<typename std::iterator_traits<Inner>::iterator_category, Category>;

/// The strongest category that both levels support.
template <typename Outer, typename Inner>
using TwoLevelCategory = std::conditional_t<
    kBothAre<Outer, Inner, std::random_access_iterator_tag>, std::random_access_iterator_tag,
    std::conditional_t<kBothAre<Outer, Inner, std::bidirectional_iterator_tag>,
                       std::bidirectional_iterator_tag, std::forward_iterator_tag>>;

} // namespace internal

/**
 * An iterator over the elements of all containers in [outerBegin, outerEnd). It is a random-access
 * or bidirectional iterator if both levels are, and a forward iterator otherwise, unless Category
 * names another one. Empty containers are skipped. A step takes constant time plus the number of
 * empty containers that it passes. Jumps and distances take time linear in the number of containers
 * in between, or in all if the outer iterators are not random-access. If the inner iterators lack what Category promises, a step back takes time linear in
 * the elements of a container, and so do jumps and distances. The iterator is valid as long as the
 * iterators of both levels are.
 */
template <typename Outer, typename InnerBegin = internal::ContainerBegin,
          typename InnerEnd = internal::ContainerEnd,
          typename Category =
              internal::TwoLevelCategory<Outer, internal::InnerIterator<Outer, InnerBegin>>>
class TwoLevelIterator
    : public boost::iterator_facade<
          TwoLevelIterator<Outer, InnerBegin, InnerEnd, Category>,
          typename std::iterator_traits<internal::InnerIterator<Outer, InnerBegin>>::value_type,
          Category,
          typename std::iterator_traits<internal::InnerIterator<Outer, InnerBegin>>::reference> {
public: /// The iterator over one container.
  using Inner = internal::InnerIterator<Outer, InnerBegin>;

  TwoLevelIterator() = default;
  /// Points to the first element in container `at` or a later one, or to the end if there is none.
  TwoLevelIterator(Outer at, Outer outerEnd)
      : outerEnd_(std::move(outerEnd)), outer_(std::move(at)) {
    skipEmpty();
  }
  /// Returns the number of elements in [b, a), negative if b comes after a. Unlike the iterators of the
  /// standard library, those that are not random-access have it, too.
  friend std::ptrdiff_t operator-(const TwoLevelIterator& a, const TwoLevelIterator& b) {
    return b.distance_to(a);
  }
  /// Returns the position among the containers.
  const Outer& outer() const { return outer_; }

private:
  friend class boost::iterator_core_access;

  void skipEmpty() {
    for (; outer_ != outerEnd_; ++outer_) {
      inner_ = InnerBegin()(*outer_);
      innerEnd_ = InnerEnd()(*outer_);
      if (inner_ != innerEnd_) {
        return;
      }
    }
    inner_ = innerEnd_ = Inner();
  }

  decltype(auto) dereference() const { return *inner_; }

  void increment() {
    if (++inner_ == innerEnd_) {
      ++outer_;
      skipEmpty();
    }
  }

  void decrement() {
    retreatToElements();
    moveBack(1);
  }

  template <typename Needed>
  static constexpr bool kInnerIs =
      std::is_convertible_v<typename std::iterator_traits<Inner>::iterator_category, Needed>;

  static std::ptrdiff_t between(const Inner& from, const Inner& to) {
    if constexpr (kInnerIs<std::random_access_iterator_tag>) {
      return to - from;
    } else {
      return std::distance(from, to);
    }
  }
  void moveForward(std::ptrdiff_t steps) {
    if constexpr (kInnerIs<std::random_access_iterator_tag>) {
      inner_ += steps;
    } else {
      std::advance(inner_, steps);
    }
  }
  /// Moves back within the container.
  void moveBack(std::ptrdiff_t steps) {
    if constexpr (kInnerIs<std::random_access_iterator_tag>) {
      inner_ -= steps;
    } else if constexpr (kInnerIs<std::bidirectional_iterator_tag>) {
      std::advance(inner_, -steps);
    } else {
      const Inner first = InnerBegin()(*outer_);
      inner_ = std::next(first, std::distance(first, inner_) - steps);
    }
  }

  /// If this container has no element before the current position, moves to the end of the nearest
  /// earlier container that has elements.
  void retreatToElements() {
    while (outer_ == outerEnd_ || inner_ == InnerBegin()(*outer_)) {
      --outer_;
      inner_ = innerEnd_ = InnerEnd()(*outer_);
    }
  }

  void advance(std::ptrdiff_t steps) {
    while (steps > 0) {
      const std::ptrdiff_t left = between(inner_, innerEnd_);
      if (steps < left) {
        moveForward(steps);
        return;
      }
      steps -= left;
      ++outer_;
      skipEmpty();
    }
    while (steps < 0) {
      retreatToElements();
      const std::ptrdiff_t back = std::min(-steps, between(InnerBegin()(*outer_), inner_));
      moveBack(back);
      steps += back;
    }
  }

  std::ptrdiff_t distance_to(const TwoLevelIterator& other) const {
    if (outer_ == other.outer_) {
      return outer_ == outerEnd_ ? 0 : distanceInside(other.inner_);
    }
    if (!comesBefore(other.outer_)) {
      return -other.distance_to(*this);
    }
    std::ptrdiff_t distance = between(inner_, innerEnd_);
    Outer at = outer_;
    while (++at != other.outer_) {
      distance += between(InnerBegin()(*at), InnerEnd()(*at));
    }
    if (other.outer_ != other.outerEnd_) {
      distance += between(InnerBegin()(*other.outer_), other.inner_);
    }
    return distance;
  }

  /// Returns whether another container comes after this one.
  bool comesBefore(const Outer& other) const {
    if constexpr (std::is_convertible_v<typename std::iterator_traits<Outer>::iterator_category,
                                        std::random_access_iterator_tag>) {
      return other - outer_ > 0;
    } else {
      for (Outer at = outer_; at != outerEnd_;) {
        if (++at == other) {
          return true;
        }
      }
      return false;
    }
  }

  /// Returns the distance to a position in the same container, before or after this one.
  std::ptrdiff_t distanceInside(const Inner& other) const {
    const Inner first = InnerBegin()(*outer_);
    return kInnerIs<std::random_access_iterator_tag>
               ? between(inner_, other)
               : between(first, other) - between(first, inner_);
  }

  bool equal(const TwoLevelIterator& other) const {
    return outer_ == other.outer_ && (outer_ == outerEnd_ || inner_ == other.inner_);
  }

  Outer outerEnd_{};
  Outer outer_{};
  Inner inner_{};
  Inner innerEnd_{}; ///< the end of container outer_
};

/// Returns iterators to the beginning and the end of all elements of the containers in [b, e).
template <typename Outer>
auto make_two_level_iterator(Outer b, Outer e) {
  using Iter = TwoLevelIterator<Outer>;
  return std::pair<Iter, Iter>(Iter(b, e), Iter(e, e));
}

/// Does the same with functions that return the beginning and the end of a container.
template <typename Outer, typename InnerBegin, typename InnerEnd>
auto make_two_level_iterator(Outer b, Outer e, InnerBegin, InnerEnd) {
  using Iter = TwoLevelIterator<Outer, InnerBegin, InnerEnd>;
  return std::pair<Iter, Iter>(Iter(b, e), Iter(e, e));
}

/// Do the same with iterators of a category that the caller chooses, for instance
/// `make_two_level_iterator<std::forward_iterator_tag>(b, e)`. @{
template <typename Category, typename Outer>
auto make_two_level_iterator(Outer b, Outer e) {
  using Iter = TwoLevelIterator<Outer, internal::ContainerBegin, internal::ContainerEnd, Category>;
  return std::pair<Iter, Iter>(Iter(b, e), Iter(e, e));
}
template <typename Category, typename Outer, typename InnerBegin, typename InnerEnd>
auto make_two_level_iterator(Outer b, Outer e, InnerBegin, InnerEnd) {
  using Iter = TwoLevelIterator<Outer, InnerBegin, InnerEnd, Category>;
  return std::pair<Iter, Iter>(Iter(b, e), Iter(e, e));
}
/// @}
/// Return the iterators of make_two_level_iterator() individually. @{
template <typename Outer>
auto stl_two_level_begin(Outer b, Outer e) {
  return make_two_level_iterator(b, e).first;
}
template <typename Outer>
auto stl_two_level_end(Outer b, Outer e) {
  return make_two_level_iterator(b, e).second;
}
/// @}
} // namespace galois
