/** Runs steps of several threads one after the other, so that a test does not depend on timing. */
#pragma once

#include "galois/Loops.h"

namespace galois::test {

/// Runs step() on thread `thread`, which must be active, and waits for its end.
template <typename Step>
void onThread(unsigned thread, Step&& step) {
  on_each([&](unsigned tid, unsigned) {
    if (tid == thread) {
      step();
    }
  });
}

/// Runs part(tid) on each of the first `threads` threads, one after the other.
template <typename Part>
void inTurn(unsigned threads, Part&& part) {
  for (unsigned tid = 0; tid < threads; ++tid) {
    onThread(tid, [&] { part(tid); });
  }
}

} // namespace galois::test
