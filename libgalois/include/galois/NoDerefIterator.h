/** An iterator whose `*it` is the underlying iterator itself, for loops over edges. */
#pragma once

#include <boost/iterator/iterator_adaptor.hpp>
#include <boost/range/iterator_range.hpp>

namespace galois {

/// Wraps an iterator so that dereferencing it yields a reference to the wrapped iterator. All other
/// operations, and their costs, are those of the wrapped iterator.
template <typename Iterator>
struct NoDerefIterator : boost::iterator_adaptor<NoDerefIterator<Iterator>, Iterator, Iterator,
                                                 boost::use_default, const Iterator&> {
  NoDerefIterator() = default;
  explicit NoDerefIterator(Iterator it) : NoDerefIterator::iterator_adaptor_(it) {} ///< wraps `it`

private:
  friend class boost::iterator_core_access;

  const Iterator& dereference() const { return this->base_reference(); }
};

/// Returns a NoDerefIterator around `it`.
template <typename Iterator>
NoDerefIterator<Iterator> make_no_deref_iterator(Iterator it) {
  return NoDerefIterator<Iterator>(it);
}

/// Returns a range over [begin, end) whose loop variable is an iterator.
template <typename Iterator>
boost::iterator_range<NoDerefIterator<Iterator>> make_no_deref_range(Iterator begin, Iterator end) {
  return boost::make_iterator_range(make_no_deref_iterator(begin), make_no_deref_iterator(end));
}

} // namespace galois
