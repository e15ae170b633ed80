/**
 * Indexers: a priority policy gets the priority of a task from an indexer, a functor that maps a
 * task to an integer. Smaller is more urgent, as in Galois' OrderedByIntegerMetric.
 *
 * A policy may call it any number of times, on any thread, and gets the same integer for the same task.
 * It may throw where a task is pushed: the task is then not added, and the exception leaves the loop as
 * one of the operator does. So each queue calls it once before a push changes anything. It must not
 * throw for a task that was pushed, because much of what moves such tasks is noexcept.
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
