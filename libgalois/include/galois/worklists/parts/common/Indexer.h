/**
 * How a priority policy learns the urgency of a task: an Indexer, a functor from task to integer,
 * smaller is more urgent, as in Galois' OrderedByIntegerMetric.
 */
#ifndef GALOIS_WORKLISTS_PARTS_COMMON_INDEXER_H
#define GALOIS_WORKLISTS_PARTS_COMMON_INDEXER_H

#include <type_traits>
#include <utility>

namespace galois::worklists {

/// The indexer of tasks that are their own priority.
template <typename T>
struct DummyIndexer {
  T operator()(const T& value) const { return value; }
};

/// The integer type of the priorities that `Indexer` gives to tasks of type T.
template <typename Indexer, typename T>
using IndexOf = std::decay_t<decltype(std::declval<const Indexer&>()(std::declval<const T&>()))>;

/// `less(a, b)`: a is more urgent than b. Costs nothing to carry when the indexer has no state.
template <typename Indexer>
struct IndexLess : private Indexer {
  explicit IndexLess(Indexer indexer = Indexer()) : Indexer(std::move(indexer)) {}

  /// What decides: a structure that compares one item with several reads it once.
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

#endif
