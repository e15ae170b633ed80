#include "galois/Logging.h"

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/LogSink.h"
#include "support/Child.h"
#include "support/Stress.h"

namespace {

using galois::LogLevel;
using Message = std::pair<LogLevel, std::string>;

/// Collects the messages of a test.
class Logging : public testing::Test {
protected:
  void SetUp() override {
    galois::setLogSink(
        [this](LogLevel level, std::string_view text) { messages.emplace_back(level, text); });
  }
  void TearDown() override { galois::setLogSink({}); }

  std::vector<Message> messages;
};

TEST_F(Logging, FormatsItsArguments) {
  GALOIS_LOG_ERROR("no graph");
  GALOIS_LOG_WARN("skipped {} of {:.1f} edges, {{}}", 3, 4.25);
  const std::string name = "road";
  GALOIS_LOG_ERROR("{0} is no file, {0}", name);
  EXPECT_EQ(messages, (std::vector<Message>{{LogLevel::kError, "no graph"},
                                            {LogLevel::kWarning, "skipped 3 of 4.2 edges, {}"},
                                            {LogLevel::kError, "road is no file, road"}}));
}

TEST_F(Logging, WarnsOnceForEachLineOfCode) {
  galois::test::runThreads(galois::test::kStressThreads, [](unsigned) {
    for (int i = 0; i < 100; ++i) {
      GALOIS_WARN_ONCE("once {}", 1);
    }
  });
  GALOIS_WARN_ONCE("another line");
  EXPECT_EQ(messages, (std::vector<Message>{{LogLevel::kWarning, "once 1"},
                                            {LogLevel::kWarning, "another line"}}));
}

TEST_F(Logging, DebugMessagesAreThoseOfDebugBuilds) {
  int evaluated = 0;
  GALOIS_LOG_DEBUG("{}", ++evaluated);
#ifdef NDEBUG
  EXPECT_EQ(evaluated, 0);
  EXPECT_TRUE(messages.empty());
#else
  EXPECT_EQ(evaluated, 1);
  EXPECT_EQ(messages, (std::vector<Message>{{LogLevel::kDebug, "1"}}));
#endif
}

TEST_F(Logging, DISABLED_SilentUnlessVerbose) {
  int evaluated = 0;
  GALOIS_LOG_VERBOSE("{}", ++evaluated);
  EXPECT_EQ(evaluated, 0);
  EXPECT_TRUE(messages.empty());
}
TEST_F(Logging, DISABLED_VerboseIsInformation) {
  GALOIS_LOG_VERBOSE("{} nodes", 5);
  EXPECT_EQ(messages, (std::vector<Message>{{LogLevel::kInfo, "5 nodes"}}));
}
TEST_F(Logging, AnEnvironmentVariableMakesItVerbose) {
  EXPECT_EQ(
      galois::test::runChild("Logging.DISABLED_SilentUnlessVerbose", "env -u GALOIS_LOG_VERBOSE"),
      0);
  EXPECT_EQ(galois::test::runChild("Logging.DISABLED_VerboseIsInformation", "GALOIS_LOG_VERBOSE=1"),
            0);
}

TEST(LoggingDeathTest, FatalMessagesAndFalseAssertionsEndTheProcess) {
  using testing::KilledBySignal;
  EXPECT_EXIT(GALOIS_LOG_FATAL("{} is not a graph", "x.gr"), KilledBySignal(SIGABRT),
              "ERROR: x.gr is not a graph");
  const int nodes = 3;
  EXPECT_EXIT(GALOIS_LOG_ASSERT(nodes == 4), KilledBySignal(SIGABRT),
              "assertion failed: nodes == 4");
  EXPECT_EXIT(GALOIS_LOG_VASSERT(nodes > 3, "only {} nodes", nodes), KilledBySignal(SIGABRT),
              "assertion failed: nodes > 3 only 3 nodes");
  GALOIS_LOG_ASSERT(nodes == 3);
  GALOIS_LOG_VASSERT(nodes == 3, "not {}", nodes);
}

} // namespace
