/** What the tests of galois/Tasks.h share: numbers of threads, and a function that forks. */
#pragma once

#include <cstdint>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/Tasks.h"
#include "support/WithThreads.h"

namespace galois::test {

const auto kThreadsOfTasks = testing::Values(1, 2, 3, 4, 8, 16);

/// Returns a Fibonacci number, with one fork per addition.
inline std::uint64_t fib(unsigned n) {
  std::uint64_t a = n, b = 0;
  if (n > 1) {
    galois::parallel_invoke([&] { a = fib(n - 1); }, [&] { b = fib(n - 2); });
  }
  return a + b;
}

} // namespace galois::test
