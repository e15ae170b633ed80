#include "galois/gIO.h"

#include <cerrno>
#include <csignal>
#include <string>

#include <gtest/gtest.h>

#include "galois/substrate/ThreadPool.h"
#include "support/DebugFiles.h"
#include "support/Stress.h"

namespace {

TEST(GIO, PrintsToStdout) {
  testing::internal::CaptureStdout();
  galois::gPrint("a", 1, "\n");
  galois::gInfo("b ", 2.5);
  galois::gWarn("c");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "a1\nINFO: b 2.5\nWARNING: c\n");
}

TEST(GIO, ErrorsGoToStderr) {
  testing::internal::CaptureStderr();
  galois::gError("wrong: ", 3);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "ERROR: wrong: 3\n");
}

TEST(GIO, LinesOfManyThreadsStayWhole) {
  testing::internal::CaptureStdout();
  galois::test::runThreads(galois::test::kStressThreads, [](unsigned) {
    for (int i = 0; i < 100; ++i) {
      galois::gPrint("abc", "def", "\n");
    }
  });
  const std::string text = testing::internal::GetCapturedStdout();
  ASSERT_EQ(text.size(), 7U * 100 * galois::test::kStressThreads);
  for (std::size_t i = 0; i < text.size(); i += 7) {
    ASSERT_EQ(text.substr(i, 7), "abcdef\n");
  }
}

TEST(GIO, DISABLED_Debugs) {
  galois::test::writeInChild([] {
    galois::gDebugStr("a");
    galois::gDebugStr("b");
  });
}

TEST(GIO, DebugMessagesGoWhereTheEnvironmentSays) {
  using galois::test::Written;
  const auto debugged = [](const std::string& environment) {
    return galois::test::writtenByChild("GIO.DISABLED_Debugs", environment);
  };
  EXPECT_EQ(debugged(""), (Written{{"stderr", "DEBUG: a\nDEBUG: b\n"}}));
  EXPECT_EQ(debugged("GALOIS_DEBUG_SKIP=1"), (Written{{"stderr", ""}}));
  EXPECT_EQ(debugged("GALOIS_DEBUG_TO_FILE=1"),
            (Written{{"gdebug-<process>.log", "DEBUG: a\nDEBUG: b\n"}, {"stderr", ""}}));
}

TEST(GIODeathTest, DyingPrintsOneLineAndExitsWithOne) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(GALOIS_DIE("no file ", 7), testing::KilledBySignal(SIGABRT),
              "^ERROR: no file 7 .*gIOTest.cpp:[0-9]+");
  EXPECT_EXIT(GALOIS_ASSERT(1 == 2), testing::KilledBySignal(SIGABRT), "assertion failed: 1 == 2");
  EXPECT_EXIT(GALOIS_ASSERT(1 == 2, "because ", 3), testing::KilledBySignal(SIGABRT), "because 3");
  EXPECT_EXIT(
      {
        errno = ENOENT;
        GALOIS_SYS_DIE("cannot open x");
      },
      testing::KilledBySignal(SIGABRT), "cannot open x: No such file");
  GALOIS_ASSERT(true, "nothing happens");
}

} // namespace
