#include "inputs/FlagText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace galois::inputs;
using testing::ElementsAre;

namespace {

const FlagNames kFlags{"wl", "algo", "t", "drift", "timeline", "startNode", "json", "weights"};

/// Returns the message of sssp-cpu, with flags that all take values except -noverify.
std::string refusedBy(const std::vector<std::string>& given) {
  std::vector<std::string> arguments{"build/bin/sssp-cpu"};
  arguments.insert(arguments.end(), given.begin(), given.end());
  FlagNames flags = kFlags;
  flags.push_back("noverify");
  return refusal(arguments, flags, [](const std::string& flag) { return flag != "noverify"; });
}

} // namespace

TEST(ReadableArguments, JoinedNumberOfThreads) {
  const char* arguments[] = {"sssp-cpu", "-t4", "-t", "4", "-t=4", "-t4x", "-timeline", "t4", "-t"};
  EXPECT_THAT(readableArguments(9, arguments, kFlags),
              ElementsAre("sssp-cpu", "-t=4", "-t", "4", "-t=4", "-t4x", "-timeline", "t4", "-t"));
}

TEST(ReadableArguments, AFlagOfThatNameIsLeftAlone) {
  const char* arguments[] = {"app", "-t4"};
  EXPECT_THAT(readableArguments(2, arguments, {"t", "t4"}), ElementsAre("app", "-t4"));
  EXPECT_THAT(readableArguments(2, arguments, {"threads"}), ElementsAre("app", "-t4"));
}

TEST(ProbableFlag, KnowsOtherWordsAndMisspellings) {
  EXPECT_EQ(probableFlag("worklist", kFlags), "wl");
  EXPECT_EQ(probableFlag("threads", kFlags), "t");
  EXPECT_EQ(probableFlag("source", kFlags), "startNode");
  EXPECT_EQ(probableFlag("startnode", kFlags), "startNode");
  EXPECT_EQ(probableFlag("jsn", kFlags), "json");
  EXPECT_EQ(probableFlag("timline", kFlags), "timeline");
  EXPECT_EQ(probableFlag("T", kFlags), "t");
}

TEST(ProbableFlag, DoesNotGuessWildly) {
  EXPECT_EQ(probableFlag("relabel", kFlags), "");
  EXPECT_EQ(probableFlag("colour", kFlags), "");
  EXPECT_EQ(probableFlag("worklist", {"drift", "timeline"}), "");
}

TEST(Refusal, IsOneLineWithAGuess) {
  EXPECT_EQ(refusedBy({"x.gr", "--worklist=smq", "-zzz"}),
            "sssp-cpu: there is no flag '--worklist=smq'; did you mean '--wl'? (sssp-cpu --help "
            "lists all)");
  EXPECT_EQ(refusedBy({"--colour"}), "sssp-cpu: there is no flag '--colour' (sssp-cpu --help lists "
                                     "all)");
  EXPECT_EQ(refusedBy({"-tx"}), "sssp-cpu: there is no flag '-tx' (sssp-cpu --help lists all)");
  EXPECT_EQ(refusedBy({"-noverify", "--=3"}), "sssp-cpu: there is no flag '--=3' (sssp-cpu --help "
                                              "lists all)");
}

TEST(Refusal, KnowsValuesAndInputs) {
  EXPECT_EQ(refusedBy({"-", "-t", "-3", "--wl=-x", "-noverify", "-wl", "--smq", "--", "-x"}), "");
  EXPECT_EQ(refusedBy({}), "");
}

TEST(OnOneLine, JoinsWhatLlvmSays) {
  EXPECT_EQ(onOneLine("sssp-cpu: Too many positional arguments specified!\nCan specify at most 1 "
                      "positional arguments: See: ./sssp-cpu --help\n",
                      "sssp-cpu"),
            "sssp-cpu: Too many positional arguments specified! Can specify at most 1 positional "
            "arguments: See: ./sssp-cpu --help");
  EXPECT_EQ(onOneLine("x: a\nx: b\n", "x"), "x: a b");
}

TEST(WithOwnFlags, SaysWhoseAFlagIs) {
  EXPECT_EQ(withOwnFlags("x.el: number without gaps (an edge list: --relabel)", kFlags),
            "x.el: number without gaps (an edge list: graph-convert --relabel)");
  EXPECT_EQ(withOwnFlags("keep it with --weight-type=float, or '--weights=uniform:1:9'", kFlags),
            "keep it with graph-convert --weight-type=float, or '--weights=uniform:1:9'");
  EXPECT_EQ(withOwnFlags("--coords=", {"coords"}), "--coords=");
}

TEST(WithOwnFlags, LeavesCommandsAndNamesAlone) {
  for (const char* text : {"run 'graph-convert x.el x.gr --relabel' once", "a--relabel b",
                           "graph-convert --relabel makes one", "x --1 -- y", "--"}) {
    EXPECT_EQ(withOwnFlags(text, kFlags), text);
  }
}
