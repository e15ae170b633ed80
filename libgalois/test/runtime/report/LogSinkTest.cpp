#include "galois/LogSink.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/gIO.h"
#include "galois/substrate/Atomics.h"
#include "support/Child.h"
#include "support/Stress.h"

namespace {

using galois::LogLevel;
using galois::LogSink;
using galois::setLogSink;
using testing::ElementsAre;
using testing::Pair;
using testing::internal::CaptureStderr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStderr;
using testing::internal::GetCapturedStdout;

/// Tests leave no sink behind, whatever fails.
class LogSinkTest : public testing::Test {
protected:
  ~LogSinkTest() override { setLogSink({}); }

  LogSink collect() {
    return [this](LogLevel level, std::string_view text) { seen_.emplace_back(level, text); };
  }

  std::vector<std::pair<LogLevel, std::string>> seen_;
};

TEST_F(LogSinkTest, GetsEachLevelWithoutPrefixAndNothingIsWritten) {
  setLogSink(collect());
  CaptureStdout();
  CaptureStderr();
  galois::gInfo("a ", 1);
  galois::gWarn("b\n");
  galois::gError("");
  galois::gDebugStr("d");
  EXPECT_EQ(GetCapturedStdout(), "");
  EXPECT_EQ(GetCapturedStderr(), "");
  EXPECT_THAT(seen_, ElementsAre(Pair(LogLevel::kInfo, "a 1"), Pair(LogLevel::kWarning, "b"),
                                 Pair(LogLevel::kError, ""), Pair(LogLevel::kDebug, "d")));
}

TEST_F(LogSinkTest, WhatAProgramPrintsIsNoMessage) {
  setLogSink(collect());
  CaptureStdout();
  galois::gPrint("rows\n");
  EXPECT_EQ(GetCapturedStdout(), "rows\n");
  EXPECT_TRUE(seen_.empty());
}

TEST_F(LogSinkTest, SettingReturnsThePreviousSink) {
  EXPECT_FALSE(setLogSink(collect()));
  unsigned others = 0;
  LogSink first = setLogSink([&](LogLevel, std::string_view) { ++others; });
  galois::gInfo("to the second");
  EXPECT_EQ(others, 1U);
  EXPECT_TRUE(seen_.empty());
  EXPECT_TRUE(setLogSink(std::move(first)));
  galois::gInfo("to the first again");
  EXPECT_EQ(others, 1U);
  EXPECT_THAT(seen_, ElementsAre(Pair(LogLevel::kInfo, "to the first again")));
}

TEST_F(LogSinkTest, AnEmptySinkRestoresTheDefault) {
  setLogSink(collect());
  EXPECT_TRUE(setLogSink({}));
  CaptureStdout();
  galois::gWarn("c");
  EXPECT_EQ(GetCapturedStdout(), "WARNING: c\n");
  EXPECT_TRUE(seen_.empty());
}

TEST_F(LogSinkTest, AReplacedSinkIsDestroyed) {
  auto token = std::make_shared<int>(0);
  setLogSink([token](LogLevel, std::string_view) {});
  EXPECT_EQ(token.use_count(), 2);
  setLogSink({});
  EXPECT_EQ(token.use_count(), 1);
}

TEST_F(LogSinkTest, WhatASinkLogsIsWritten) {
  setLogSink([this](LogLevel level, std::string_view text) {
    seen_.emplace_back(level, text);
    galois::gInfo("inner");
  });
  CaptureStdout();
  galois::gWarn("outer");
  EXPECT_EQ(GetCapturedStdout(), "INFO: inner\n");
  EXPECT_THAT(seen_, ElementsAre(Pair(LogLevel::kWarning, "outer")));
}

TEST_F(LogSinkTest, AnExceptionStaysInsideAndTheMessageIsWritten) {
  unsigned calls = 0;
  setLogSink([&](LogLevel, std::string_view) {
    ++calls;
    throw std::runtime_error("full");
  });
  CaptureStderr();
  EXPECT_NO_THROW(galois::gError("x"));
  EXPECT_NO_THROW(galois::gError("y")); // it stays set
  EXPECT_EQ(GetCapturedStderr(), "ERROR: x\nERROR: y\n");
  EXPECT_EQ(calls, 2U);
}

TEST_F(LogSinkTest, ASinkCanReplaceItself) {
  LogSink previous;
  auto token = std::make_shared<int>(7);
  setLogSink([&, token](LogLevel, std::string_view) {
    previous = setLogSink(collect());
    EXPECT_EQ(*token, 7); // what it holds is alive until it returns
    galois::gInfo("written");
  });
  CaptureStdout();
  galois::gInfo("first");
  EXPECT_EQ(GetCapturedStdout(), "INFO: written\n");
  galois::gInfo("second");
  EXPECT_THAT(seen_, ElementsAre(Pair(LogLevel::kInfo, "second")));
  EXPECT_TRUE(previous);
  previous = {};
  EXPECT_EQ(token.use_count(), 1);
}

TEST_F(LogSinkTest, ASinkLivesUntilItReturnsAlsoIfItWasReplaced) {
  auto token = std::make_shared<int>(7);
  long alive = 0;
  setLogSink([&, &outer = token, token](LogLevel, std::string_view) {
    setLogSink(collect()); // what is returned is dropped
    alive = outer.use_count();
  });
  galois::gInfo("first");
  EXPECT_EQ(alive, 2);
  EXPECT_EQ(token.use_count(), 1);
}

TEST_F(LogSinkTest, OneThreadAtATimeIsInsideASink) {
  constexpr unsigned kMessages = 200;
  // Plain, because calls are serialised: ThreadSanitizer watches.
  unsigned calls = 0;
  std::size_t letters = 0;
  setLogSink([&](LogLevel, std::string_view text) {
    ++calls;
    letters += text.size();
  });
  galois::test::runThreads(galois::test::kStressThreads, [](unsigned) {
    for (unsigned i = 0; i < kMessages; ++i) {
      galois::gWarn("abc");
    }
  });
  EXPECT_EQ(calls, kMessages * galois::test::kStressThreads);
  EXPECT_EQ(letters, std::size_t{3} * calls);
}

TEST_F(LogSinkTest, NoSinkIsCalledAfterItWasReplaced) {
  constexpr unsigned kSwaps = 200;
  struct Target {
    bool alive = true;
    unsigned calls = 0;
  };
  // One thread sets sinks and clears what the previous one used, and the others log.
  std::vector<Target> targets(kSwaps);
  galois::substrate::Atomic<unsigned> dead{0};
  galois::substrate::Atomic<unsigned> calls{0};
  const auto sinkOf = [&](Target& target) {
    return [&](LogLevel, std::string_view) {
      if (!target.alive) {
        dead.fetch_add(1, galois::substrate::order::relaxed);
      }
      ++target.calls;
      calls.fetch_add(1, galois::substrate::order::relaxed);
    };
  };
  setLogSink(sinkOf(targets[0]));
  galois::test::runThreads(galois::test::kStressThreads, [&](unsigned tid) {
    for (unsigned i = 1; i < kSwaps; ++i) {
      if (tid == 0) {
        setLogSink(sinkOf(targets[i]));
        targets[i - 1].alive = false;
      } else {
        galois::gInfo("x");
      }
    }
  });
  EXPECT_EQ(dead.load(galois::substrate::order::relaxed), 0U);
  EXPECT_EQ(calls.load(galois::substrate::order::relaxed),
            (kSwaps - 1) * (galois::test::kStressThreads - 1));
}

/// Returns what a child prints on stdout, and then its status. @param work  runs in the child
template <typename Work>
std::string printedInChild(const Work& work) {
  CaptureStdout();
  const pid_t child = fork();
  if (child == 0) {
    alarm(60); // ends a child that waits for ever
    work();
    std::fflush(stdout);
    _exit(0);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return GetCapturedStdout() + std::to_string(status);
}

class LogSinkForkTest : public LogSinkTest {
protected:
  void SetUp() override {
    if (galois::test::kSanitized) {
      GTEST_SKIP() << "sanitizers do not support forks of processes with several threads";
    }
  }
};

TEST_F(LogSinkForkTest, AChildHasTheSinkOfItsParent) {
  setLogSink([](LogLevel, std::string_view text) {
    galois::gPrint("sink: ", text, "\n");
    galois::gInfo("inner");
  });
  EXPECT_EQ(printedInChild([] { galois::gInfo("x"); }), "sink: x\nINFO: inner\n0");
}

TEST_F(LogSinkForkTest, AChildThatWasForkedWhileAnotherThreadWasInsideASinkHasNone) {
  galois::substrate::Atomic<bool> inside{false};
  galois::substrate::Atomic<bool> ends{false};
  setLogSink([&](LogLevel, std::string_view text) {
    if (text == "fork") { // what was known of an earlier fork does not count
      EXPECT_EQ(printedInChild([] { galois::gInfo("inner"); }), "INFO: inner\n0");
      return;
    }
    inside.store(true, galois::substrate::order::relaxed);
    while (!ends.load(galois::substrate::order::relaxed)) {
      std::this_thread::yield();
    }
  });
  galois::gInfo("fork");
  std::thread other([] { galois::gWarn("waits"); });
  while (!inside.load(galois::substrate::order::relaxed)) {
    std::this_thread::yield();
  }
  EXPECT_EQ(printedInChild([] {
              galois::gInfo("x");
              EXPECT_FALSE(setLogSink(
                  [](LogLevel, std::string_view text) { galois::gPrint("own: ", text, "\n"); }));
              galois::gInfo("y");
            }),
            "INFO: x\nown: y\n0");
  ends.store(true, galois::substrate::order::relaxed);
  other.join();
  inside.store(false, galois::substrate::order::relaxed);
  galois::gInfo("z");
  EXPECT_TRUE(inside.load(galois::substrate::order::relaxed)) << "the parent keeps its sink";
}

TEST_F(LogSinkForkTest, ASinkMayFork) {
  std::string printed;
  setLogSink([&](LogLevel, std::string_view text) {
    if (text == "fork") {
      printed = printedInChild([] {
        galois::gInfo("inner");
        std::thread([] { galois::gPrint("thread\n"); }).join();
      });
    }
  });
  galois::gInfo("fork");
  EXPECT_EQ(printed, "INFO: inner\nthread\n0");
  // The sink goes on in the child, and is called again there, but not before it has returned.
  std::thread waits;
  bool returned = false;
  setLogSink([&](LogLevel, std::string_view text) {
    if (text == "x") {
      _exit(returned ? 7 : 8);
    } else if (text == "fork" && fork() == 0) {
      alarm(60);
      waits = std::thread([] { galois::gInfo("x"); });
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      returned = true;
    }
  });
  galois::gInfo("fork");
  if (returned) { // in the child
    waits.join();
    _exit(9);
  }
  int status = 0;
  EXPECT_GT(wait(&status), 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

/// What a dying process writes into its stderr, through a sink and after it.
void dieWithSink() {
  setLogSink([](LogLevel level, std::string_view text) {
    if (level == LogLevel::kFatal) {
      std::fprintf(stderr, "sink: %.*s|", static_cast<int>(text.size()), text.data());
    }
  });
  GALOIS_DIE("no file ", 7);
}

TEST(LogSinkDeathTest, AFatalMessageGoesToTheSinkAndThenToStderr) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(dieWithSink(), testing::KilledBySignal(SIGABRT),
              "^sink: no file 7.*ERROR: no file 7");
}

TEST(LogSinkDeathTest, ASinkCanEndTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto die = [] {
    setLogSink([](LogLevel, std::string_view) { GALOIS_DIE("from the sink"); });
    galois::gInfo("x");
  };
  EXPECT_EXIT(die(), testing::KilledBySignal(SIGABRT), "^ERROR: from the sink");
}

} // namespace
