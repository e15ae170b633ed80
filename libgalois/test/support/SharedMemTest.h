/** The fixture of tests that need the thread pool and nothing else. A file gives it the name of its
    suite: `using ObimTest = SharedMemTest;`. */
#ifndef GALOIS_TEST_SUPPORT_SHAREDMEMTEST_H
#define GALOIS_TEST_SUPPORT_SHAREDMEMTEST_H

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"

namespace galois::test {

class SharedMemTest : public ::testing::Test {
  SharedMemSys system_;
};

} // namespace galois::test

#endif
