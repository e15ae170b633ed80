/**
 * Colours that threads read while others write them.
 *
 * Relaxed: a colour is one word, and nothing else is written for those who read it. What they make
 * of a word that lags behind is up to them.
 */
#ifndef GALOIS_LONESTAR_COLOR_SHAREDCOLORS_H
#define GALOIS_LONESTAR_COLOR_SHAREDCOLORS_H

#include "ColorProblem.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"

namespace color {

/// A view of an array that must outlive it. Any thread.
class SharedColors {
public:
  explicit SharedColors(galois::LargeArray<Color>& colors) : words_(colors.data()) {}

  Color of(Node node) const { return at(node).load(galois::order::relaxed); }
  void set(Node node, Color color) const { at(node).store(color, galois::order::relaxed); }

private:
  galois::AtomicRef<Color> at(Node node) const { return galois::AtomicRef<Color>(words_[node]); }

  Color* words_;
};

} // namespace color

#endif
