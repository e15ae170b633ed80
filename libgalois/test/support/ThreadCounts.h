/** Runs the same work with several numbers of threads, whose results must be the same. */
#pragma once

#include <gtest/gtest.h>

#include "galois/Threads.h"

namespace galois::test {

/// Calls run() on 1, 2, 3 and 16 threads, expects equal results, and returns the result.
template <typename Run>
auto sameOnAllThreadCounts(const Run& run) {
  galois::setActiveThreads(1);
  auto expected = run();
  for (const unsigned threads : {2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    EXPECT_TRUE(run() == expected) << "on " << threads << " threads";
  }
  galois::setActiveThreads(1);
  return expected;
}

} // namespace galois::test
