#include "inputs/flags/FlagText.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace galois::inputs;
using testing::ElementsAre;

namespace {

const FlagNames kFlags{"wl", "algo", "t", "drift", "timeline", "startNode", "json", "weights"};

FlagValue describe(const std::string& flag) {
  FlagValue value;
  value.required = flag != "noverify";
  value.name = flag == "json" ? "file" : "value";
  if (flag == "noverify") {
    value.kind = FlagValue::kSwitch;
  } else if (flag == "t") {
    value = {.kind = FlagValue::kWholeNumber, .required = true, .least = 1, .greatest = 256};
  } else if (flag == "drift") {
    value = {.kind = FlagValue::kWholeNumber, .required = true, .least = -5};
  } else if (flag == "ratio") {
    value = {.kind = FlagValue::kNumber,
             .required = true,
             .expected = "a number above 0",
             .accepts = [](double number) { return number > 0; }};
  } else if (flag == "share") {
    value = {.kind = FlagValue::kNumber, .required = true};
  } else if (flag == "ports") {
    value = {.kind = FlagValue::kWholeNumber,
             .required = true,
             .repeatable = true,
             .list = true,
             .least = 0,
             .greatest = 9};
  }
  return value;
}

/// Returns the message of sssp-cpu, with flags that all take values except -noverify.
std::string refusedBy(const std::vector<std::string>& given) {
  std::vector<std::string> arguments{"build/bin/sssp-cpu"};
  arguments.insert(arguments.end(), given.begin(), given.end());
  FlagNames flags = kFlags;
  flags.push_back("noverify");
  for (const char* name : {"ratio", "share", "ports", "edges"}) {
    flags.emplace_back(name);
  }
  return refusal(arguments, flags, describe);
}

/// Returns the message about operands of graph-convert, which has a third one if `optional`.
std::string operandsRefused(const std::vector<std::string>& given, bool unlimited = false) {
  std::vector<std::string> arguments{"build/bin/graph-convert"};
  arguments.insert(arguments.end(), given.begin(), given.end());
  std::vector<Operand> operands{{"IN", true}, {"OUT", true}};
  if (unlimited) {
    operands.push_back({"[FOLDER...]", false, true});
  }
  return refusedOperands(arguments, operands, describe);
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
            "there is no flag '--worklist=smq'; did you mean '--wl'? (sssp-cpu --help "
            "lists all)");
  EXPECT_EQ(refusedBy({"--colour"}), "there is no flag '--colour' (sssp-cpu --help lists "
                                     "all)");
  EXPECT_EQ(refusedBy({"-tx"}), "there is no flag '-tx' (sssp-cpu --help lists all)");
  EXPECT_EQ(refusedBy({"-noverify", "--=3"}), "there is no flag '--=3' (sssp-cpu --help "
                                              "lists all)");
}

TEST(Refusal, KnowsValuesAndInputs) {
  EXPECT_EQ(refusedBy({"-", "-drift", "-3", "--algo=-x", "-noverify", "-wl", "--smq", "--", "-x"}),
            "");
  EXPECT_EQ(refusedBy({}), "");
}

TEST(Refusal, SaysWhichNumbersAreRight) {
  for (const char* wrong :
       {"0", "257", "-1", "x", "4x", " 4", "4.0", "010", "0x", "99999999999999999999"}) {
    EXPECT_EQ(refusedBy({fmt::format("--t={}", wrong)}),
              fmt::format("--t={}: a whole number from 1 to 256 is needed", wrong));
    EXPECT_EQ(refusedBy({"-t", wrong}),
              fmt::format("-t={}: a whole number from 1 to 256 is needed", wrong));
  }
  for (const char* right : {"1", "256", "0x10"}) {
    EXPECT_EQ(refusedBy({"-t", right}), "");
  }
  EXPECT_EQ(refusedBy({"--drift=-6"}), "--drift=-6: a whole number from -5 to "
                                       "18446744073709551615 is needed");
  EXPECT_EQ(refusedBy({"--drift=0"}), "");
  for (const char* wrong : {"0", "x", "nan", "1x", "-1", "-inf"}) {
    EXPECT_EQ(refusedBy({fmt::format("--ratio={}", wrong)}),
              fmt::format("--ratio={}: a number above 0 is needed", wrong));
  }
  EXPECT_EQ(refusedBy({"--ratio=1e-3"}), "");
  EXPECT_EQ(refusedBy({"--ratio=inf"}), ""); // a number above 0
  EXPECT_EQ(refusedBy({"--share=-1e3"}), "");
  for (const char* wrong : {"inf", "-inf", "nan", "x"}) {
    EXPECT_EQ(refusedBy({fmt::format("--share={}", wrong)}),
              fmt::format("--share={}: a number is needed", wrong));
  }
  EXPECT_EQ(refusedBy({"--ports=1,2", "--ports=9"}), "");
  EXPECT_EQ(refusedBy({"--ports=1,,2"}), "--ports=1,,2: a whole number from 0 to 9 is "
                                         "needed, or several with commas between them");
}

TEST(Refusal, SaysThatAValueIsMissing) {
  EXPECT_EQ(refusedBy({"--json="}), "--json=: the value is missing; give --json=<file>");
  EXPECT_EQ(refusedBy({"--json", ""}), "--json=: the value is missing; give --json=<file>");
  EXPECT_EQ(refusedBy({"x.gr", "--json"}), "--json: the value is missing; give --json=<file>");
  EXPECT_EQ(refusedBy({"--noverify="}), "--noverify=: true or false is needed after '='");
  EXPECT_EQ(refusedBy({"--noverify=no"}), "--noverify=no: true or false is needed");
  EXPECT_EQ(refusedBy({"--noverify=false", "x.gr"}), "");
}

TEST(Refusal, AFlagIsGivenOnce) {
  EXPECT_EQ(refusedBy({"--wl=smq", "-wl", "obim"}),
            "-wl is given twice, as smq and as obim; give it once");
}

TEST(RefusedOperands, SaysWhichAreMissing) {
  EXPECT_EQ(operandsRefused({}),
            "IN and OUT are missing; the usage is "
            "'graph-convert [options] IN OUT' (graph-convert --help says more)");
  EXPECT_EQ(refusedOperands({"check"}, {{"A", true, false}, {"B", true, false}, {"C", true, false}},
                            [](const std::string&) { return FlagValue(); }),
            "A, B and C are missing; the usage is 'check [options] A B C' (check --help says "
            "more)");
  EXPECT_EQ(operandsRefused({"a", "--json", "x"}),
            "OUT is missing; the usage is 'graph-convert [options] IN OUT' "
            "(graph-convert --help says more)");
  EXPECT_EQ(operandsRefused({"a", "b", "--json=x", "--", "-c"}),
            "'-c' is one operand too many; the usage is 'graph-convert [options] IN "
            "OUT' (graph-convert --help says more)");
  EXPECT_EQ(operandsRefused({"a", "-", "-noverify"}), "");
  EXPECT_EQ(operandsRefused({"a", "b", "c", "d"}, true), "");
}

TEST(OnOneLine, JoinsWhatLlvmSays) {
  EXPECT_EQ(onOneLine("sssp-cpu: Too many positional arguments specified!\nCan specify at most 1 "
                      "positional arguments: See: ./sssp-cpu --help\n",
                      "sssp-cpu"),
            "Too many positional arguments specified! Can specify at most 1 positional "
            "arguments: See: ./sssp-cpu --help");
  EXPECT_EQ(onOneLine("x: a\nx: b\n", "x"), "a b");
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
