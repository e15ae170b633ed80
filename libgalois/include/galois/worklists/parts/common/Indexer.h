/**
 * Indexers: a priority policy gets the priority of a task from an indexer, a functor that maps a
 * task to an integer. Smaller is more urgent, as in Galois' OrderedByIntegerMetric.
 */
#pragma once

#include <type_traits>
#include <utility>

namespace galois::worklists {

/// The indexer for tasks that are their own priority.
template <typename T>
struct DummyIndexer {
  T operator()(const T& value) const { return value; }
};

/// The integer type of the priorities that `Indexer` returns for tasks of type T.
template <typename Indexer, typename T>
using IndexOf = std::decay_t<decltype(std::declval<const Indexer&>()(std::declval<const T&>()))>;

/// Compares tasks: `less(a, b)` means that a is more urgent than b. Takes no space as a base class
/// if the indexer has no state.
template <typename Indexer>
struct IndexLess : private Indexer {
  explicit IndexLess(Indexer indexer = Indexer()) : Indexer(std::move(indexer)) {}

  /// Returns the priority that the comparison uses. A structure that compares one item with several
  /// calls it once.
  template <typename T>
  auto key(const T& item) const {
    const Indexer& index = *this;
    return index(item);
  }

  template <typename T>
  bool operator()(const T& a, const T& b) const {
    return key(a) < key(b);
  }
};

} // namespace galois::worklists
