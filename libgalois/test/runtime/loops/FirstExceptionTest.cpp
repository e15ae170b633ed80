#include "galois/runtime/loops/FirstException.h"

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

TEST(FirstException, KeepsTheFirst) {
  galois::runtime::FirstException failure;
  for (const char* what : {"first", "second"}) {
    try {
      throw std::runtime_error(what);
    } catch (...) {
      failure.capture();
    }
  }
  try {
    failure.rethrow();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "first");
  }
}

TEST(FirstException, OneOfTheProgramComesBeforeCancellation) {
  using galois::substrate::Cancelled;
  for (const bool cancelledFirst : {true, false}) {
    galois::runtime::FirstException failure;
    for (const bool cancelled : {cancelledFirst, !cancelledFirst}) {
      try {
        cancelled ? throw Cancelled() : throw std::logic_error("of the program");
      } catch (...) {
        failure.capture();
      }
      EXPECT_TRUE(failure.raised());
    }
    EXPECT_THROW(failure.rethrow(), std::logic_error);
    EXPECT_NO_THROW(failure.rethrow()) << "both are forgotten";
  }
  galois::runtime::FirstException failure;
  try {
    throw Cancelled();
  } catch (...) {
    failure.capture();
  }
  EXPECT_THROW(failure.rethrow(), Cancelled);
}

} // namespace
