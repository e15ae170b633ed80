/** A fixture of tests that run with several numbers of threads. A file gives it the name of its
    suite: `using Bag = galois::test::WithThreads;`. */
#pragma once

#include <gtest/gtest.h>

#include "galois/Threads.h"

namespace galois::test {

/// The parameter is the number of threads.
class WithThreads : public testing::TestWithParam<unsigned> {
protected:
  void SetUp() override { galois::setActiveThreads(GetParam()); }
  void TearDown() override { galois::setActiveThreads(1); }
};

} // namespace galois::test
