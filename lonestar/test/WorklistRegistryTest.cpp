#include "liblonestar/WorklistRegistry.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "galois/Galois.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/WorklistDispatch.h"
#include "liblonestar/WorklistParameter.h"

using testing::HasSubstr;

namespace {

std::string messageFor(const std::string& name) {
  try {
    lonestar::findWorklist(name);
  } catch (const lonestar::UsageError& error) {
    return error.what();
  }
  return "";
}

/// Returns whether this build has the policy, see GALOIS_WORKLISTS.
bool isBuilt(const std::string& name) {
  const auto& all = lonestar::allWorklists();
  return std::any_of(all.begin(), all.end(), [&](const auto& info) { return info.name == name; });
}

} // namespace

TEST(WorklistRegistry, NamesAreUniqueAndFound) {
  std::set<std::string> names;
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(&lonestar::findWorklist(info.name), &info);
    EXPECT_FALSE(info.description.empty());
    EXPECT_FALSE(info.paper.empty());
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"smq", "obim", "chunk-fifo", "chunk-lifo"}));
}

TEST(WorklistRegistry, UnknownNamesAreAnsweredWithTheNearest) {
  EXPECT_THAT(messageFor("sqm"), HasSubstr("did you mean 'smq'?"));
  EXPECT_THAT(messageFor("chunk-fif"), HasSubstr("did you mean 'chunk-fifo'?"));
  const std::string far = messageFor("xyzxyzxyz");
  EXPECT_THAT(far, HasSubstr("--wl=help"));
  EXPECT_THAT(far, testing::Not(HasSubstr("did you mean")));
}

TEST(WorklistRegistry, TableNamesEveryPolicyAndParameter) {
  const std::string table = lonestar::worklistTable();
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    EXPECT_THAT(table, HasSubstr(info.name));
    EXPECT_THAT(table, HasSubstr(info.description));
    EXPECT_THAT(table, HasSubstr(info.paper));
    for (const lonestar::ParameterUse& use : info.parameters) {
      EXPECT_THAT(table, HasSubstr("--" + use.parameter->flag()));
      EXPECT_THAT(table, HasSubstr(use.defaultText()));
      EXPECT_THAT(table, HasSubstr(use.parameter->meaning()));
    }
  }
}

TEST(WorklistRegistry, ParametersAreRecordedWithTheirDefaults) {
  const auto smq = lonestar::worklistParameters(lonestar::findWorklist("smq"));
  EXPECT_EQ(smq["steal-prob"], 0.125);
  EXPECT_EQ(smq["steal-size"], 4);
  EXPECT_EQ(smq["heap-arity"], 4);
  EXPECT_FALSE(smq.contains("delta")) << "priorities are exact by default";
  lonestar::setDefaultShift(13);
  const auto obim = lonestar::worklistParameters(lonestar::findWorklist("obim"));
  EXPECT_EQ(obim["chunk"], 64);
  EXPECT_EQ(obim["delta"], 13);
  EXPECT_EQ(lonestar::worklistSettings(lonestar::findWorklist("obim")).shift, 13u);
  EXPECT_EQ(lonestar::worklistSettings(lonestar::findWorklist("smq")).shift, 0u);
  EXPECT_FALSE(
      lonestar::worklistParameters(lonestar::findWorklist("chunk-fifo")).contains("delta"));
}

TEST(WorklistRegistry, ProbabilitiesAreFractionsOrDecimals) {
  using lonestar::parseProbability;
  EXPECT_EQ(parseProbability("1/8"), 8u);
  EXPECT_EQ(parseProbability("0.125"), 8u);
  EXPECT_EQ(parseProbability("1"), 1u);
  EXPECT_EQ(parseProbability("1/1"), 1u);
  EXPECT_EQ(parseProbability("0.3333"), 3u);
  for (const char* wrong :
       {"", "0", "1/0", "-0.5", "1.5", "0.4", "2/8", "1/", "x", "1/8x", "nan"}) {
    EXPECT_EQ(parseProbability(wrong), 0u) << wrong;
  }
}

TEST(WorklistRegistry, PoliciesMayHaveDefaultsOfTheirOwn) {
  const auto bucket = lonestar::worklistParameters(lonestar::findWorklist("smq-bucket"));
  EXPECT_EQ(bucket["steal-size"], 64); // 4 for smq
  EXPECT_EQ(bucket["steal-prob"], 1.0);
}

TEST(WorklistRegistry, ParametersAcceptOnlyDocumentedValues) {
  // Presets replace texts of the command line, which is parsed only once per process.
  const lonestar::AutoNumberParameter number("test-auto", 2, 9, "for this test");
  EXPECT_EQ(number.value(), 0u);
  EXPECT_EQ(number.json(), "auto");
  EXPECT_EQ(number.value("9"), 9u);
  EXPECT_EQ(number.json("9"), 9);
  for (const char* wrong : {"1", "10", "-2", "2.5", "none", "2x"}) {
    EXPECT_THROW(number.value(wrong), lonestar::UsageError) << wrong;
  }
  const lonestar::ChoiceParameter choice("test-choice", {"pull", "push"}, "for this test");
  EXPECT_EQ(choice.index(), 0u);
  EXPECT_EQ(choice.index("push"), 1u);
  EXPECT_EQ(choice.json("push"), "push");
  EXPECT_THAT(choice.meaning(), HasSubstr("pull or push"));
  try {
    choice.index("pul");
    FAIL() << "accepted";
  } catch (const lonestar::UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--test-choice=pul: one of pull, push is needed"));
  }
}

TEST(WorklistRegistry, RunLengthsAreNumbersOrTheChanceOfTheirEnd) {
  const lonestar::RunLengthParameter run("test-run-length", 16, 1000, "of no meaning");
  EXPECT_EQ(run.value(), 16u);
  EXPECT_EQ(run.value("64"), 64u);
  EXPECT_EQ(run.value("1/64"), 64u);
  EXPECT_EQ(run.value("0.25"), 4u);
  EXPECT_EQ(run.value("1"), 1u);
  EXPECT_EQ(run.value("1/1"), 1u);
  EXPECT_EQ(run.json("1/8"), 8);
  for (const char* wrong : {"0", "1001", "1/1001", "1/0", "2/8", "1.5", "-1", "x"}) {
    EXPECT_THROW(run.value(wrong), lonestar::UsageError) << wrong;
  }
}

TEST(WorklistRegistry, MultiQueuesHaveTheParametersOfTheirKind) {
  for (const char* name : {"mq", "mq-tl-tb", "reld"}) {
    if (!isBuilt(name)) {
      GTEST_SKIP() << "this build does not have " << name;
    }
  }
  const auto plain = lonestar::worklistParameters(lonestar::findWorklist("mq"));
  EXPECT_EQ(plain["mq-c"], 4);
  EXPECT_EQ(plain["mq-lock"], "one");
  EXPECT_FALSE(plain.contains("mq-insert"));
  const auto both = lonestar::worklistParameters(lonestar::findWorklist("mq-tl-tb"));
  EXPECT_EQ(both["mq-insert"], 16);
  EXPECT_EQ(both["mq-delete"], 16);
  const auto reld = lonestar::worklistParameters(lonestar::findWorklist("reld"));
  EXPECT_FALSE(reld.contains("mq-c")) << "one queue per thread";
}

TEST(WorklistRegistry, ShiftedIndexerDropsLowBits) {
  const auto same = [](unsigned value) { return value; };
  EXPECT_EQ((lonestar::worklists::ShiftedIndexer(same, 3)(29u)), 3u);
  EXPECT_EQ((lonestar::worklists::ShiftedIndexer(same, 0)(29u)), 29u);
}

namespace {

struct SelfIndexer {
  unsigned operator()(unsigned value) const { return value; }
};

/// Counts the tasks of a tree: each task of value v > 0 pushes two of value v - 1.
std::uint64_t tasksUnder(const lonestar::WorklistInfo& info) {
  std::atomic<std::uint64_t> executed{0};
  const std::vector<unsigned> first{10};
  lonestar::dispatch(info, SelfIndexer(), lonestar::worklistSettings(info), [&](const auto& wl) {
    galois::for_each(
        galois::iterate(first.begin(), first.end()),
        [&](unsigned value, auto& ctx) {
          executed.fetch_add(1, std::memory_order_relaxed);
          if (value > 0) {
            ctx.push(value - 1);
            ctx.push(value - 1);
          }
        },
        wl, galois::disable_conflict_detection(), galois::no_stats());
  });
  return executed;
}

} // namespace

TEST(WorklistRegistry, DispatchRunsEveryPolicy) {
  galois::SharedMemSys system;
  for (const unsigned threads : {1u, 4u, 16u}) {
    galois::setActiveThreads(threads);
    for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
      EXPECT_EQ(tasksUnder(info), (1u << 11) - 1) << info.name << " on " << threads;
    }
  }
}
