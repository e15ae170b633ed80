/** A pair of iterators as a range. */
#pragma once

namespace galois::runtime {

/// The range [b, e) for a range-for loop, for functions that return a part of a container.
template <typename IterTy>
class iterable {
public:
  iterable(IterTy b, IterTy e) : begin_(b), end_(e) {} ///< the range [b, e)
  IterTy begin() const { return begin_; }              ///< returns the beginning
  IterTy end() const { return end_; }                  ///< returns the end

private:
  IterTy begin_;
  IterTy end_;
};

/// Returns the range [b, e).
template <typename IterTy>
iterable<IterTy> make_iterable(IterTy b, IterTy e) {
  return iterable<IterTy>(b, e);
}

} // namespace galois::runtime
