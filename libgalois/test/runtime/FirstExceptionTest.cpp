#include "galois/runtime/FirstException.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "support/Stress.h"

namespace {

TEST(FirstException, NothingCapturedIsNothingThrown) {
  galois::runtime::FirstException failure;
  EXPECT_FALSE(failure.raised());
  EXPECT_NO_THROW(failure.rethrow());
}

TEST(FirstException, KeepsOneOfMany) {
  galois::runtime::FirstException failure;
  galois::test::runThreads(galois::test::kStressThreads, [&](unsigned tid) {
    try {
      throw std::runtime_error(std::to_string(tid));
    } catch (...) {
      failure.capture();
    }
    EXPECT_TRUE(failure.raised());
  });
  EXPECT_THROW(failure.rethrow(), std::runtime_error);
  EXPECT_NO_THROW(failure.rethrow()) << "the exception is thrown only once";
}

} // namespace
