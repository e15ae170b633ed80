/** The fixture of tests that need the thread pool and nothing else. A file gives it the name of its
    suite: `using ObimTest = SharedMemTest;`. */
#pragma once

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"

namespace galois::test {

class SharedMemTest : public ::testing::Test {
  SharedMemSys system_;
};

} // namespace galois::test
