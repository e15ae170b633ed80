/**
 * Colours that some threads read while others write them.
 *
 * Accesses are relaxed: a colour is one word, and no other data is published with it. The readers
 * handle a word that lags behind.
 */
#pragma once

#include "ColorProblem.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"

namespace color {

/// A view of an array, which must outlive it. Any thread may use it.
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
