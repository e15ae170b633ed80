#include "analytics/scheduler/WorklistRegistry.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "analytics/scheduler/Parameter.h"
#include "analytics/scheduler/WorklistDispatch.h"
#include "galois/Galois.h"
#include "galois/analytics/Errors.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/WorklistFlags.h"

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
      EXPECT_THAT(table, HasSubstr("--" + std::string(use.parameter->name)));
      EXPECT_THAT(table, HasSubstr(std::string(use.preset)));
      EXPECT_THAT(table, HasSubstr(lonestar::helpOf(*use.parameter)));
    }
  }
}

TEST(WorklistRegistry, TheTableMarksPoliciesThatAreAsPublished) {
  const std::string table = lonestar::worklistTable();
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    const std::string name(info.name);
    // The steps of HD-CPS are the only policies as published under names of their own.
    EXPECT_EQ(info.published, name.ends_with(".published") || name.starts_with("hdcps-srq"))
        << name;
    EXPECT_EQ(info.released, name.ends_with(".released"));
    if (info.published) {
      EXPECT_THAT(table, HasSubstr("[as published: " + info.paper + "]"));
    }
  }
}

TEST(WorklistRegistry, PresetsRunTheCodeOfTheirPolicyWithFixedParameters) {
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    const lonestar::WorklistSettings settings(info);
    for (const lonestar::ParameterUse& use : info.fixed) {
      EXPECT_EQ(settings[*use.parameter], lonestar::parse(*use.parameter, use.preset)) << info.name;
      EXPECT_FALSE(lonestar::hasParameter(info, *use.parameter)) << info.name;
    }
  }
}

TEST(WorklistRegistry, ParametersAreRecordedWithTheirDefaults) {
  const auto smq = lonestar::worklistParameters(lonestar::findWorklist("smq"));
  EXPECT_EQ(smq["steal-prob"], 0.25);
  EXPECT_EQ(smq["steal-size"], 4);
  EXPECT_EQ(smq["heap-arity"], 4);
  EXPECT_FALSE(smq.contains("delta")) << "priorities are exact by default";
  lonestar::setDefaultShift({.bits = 13});
  const auto obim = lonestar::worklistParameters(lonestar::findWorklist("obim"));
  EXPECT_EQ(obim["chunk"], 64);
  EXPECT_EQ(obim["delta"], 13);
  EXPECT_EQ(lonestar::worklistSettings(lonestar::findWorklist("obim")).shift, 13u);
  EXPECT_EQ(lonestar::worklistSettings(lonestar::findWorklist("smq")).shift, std::nullopt);
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    if (info.usualShift) {
      EXPECT_EQ(lonestar::worklistSettings(info).shift, *info.usualShift) << info.name;
    }
  }
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

TEST(WorklistRegistry, DefaultsMeanWhatTheyWouldOnTheCommandLine) {
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    for (const std::vector<lonestar::ParameterUse>* uses : {&info.parameters, &info.fixed}) {
      for (const auto& [parameter, preset, value] : *uses) {
        EXPECT_EQ(lonestar::parse(*parameter, preset), value)
            << info.name << " --" << parameter->name << "=" << preset;
        EXPECT_EQ(lonestar::plainValue(*parameter, preset), value) << parameter->name;
      }
    }
  }
}

/// patches/apply selects policies by either. Presets come after the policy whose code they run.
TEST(WorklistRegistry, NamesAreThoseOfTheStructsInLowerCaseWithHyphensAndPoints) {
  std::vector<std::string> structs;
#define GALOIS_WORKLIST(Policy) structs.push_back(#Policy);
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
  std::vector<std::string> names;
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    if (info.policy == names.size()) {
      names.push_back(info.name);
    }
  }
  ASSERT_EQ(structs.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::erase_if(names[i], [](char letter) { return letter == '-' || letter == '.'; });
    std::transform(structs[i].begin(), structs[i].end(), structs[i].begin(),
                   [](unsigned char letter) { return std::tolower(letter); });
    EXPECT_EQ(names[i], structs[i]);
  }
}

TEST(WorklistRegistry, PoliciesMayHaveDefaultsOfTheirOwn) {
  const auto bucket = lonestar::worklistParameters(lonestar::findWorklist("smq-bucket"));
  EXPECT_EQ(bucket["steal-size"], 64); // 4 for smq
  EXPECT_EQ(bucket["steal-prob"], 1.0);
}

TEST(WorklistRegistry, DescriptionsForProgramsSayAsMuchAsTheTable) {
  const auto json = lonestar::worklistJson();
  ASSERT_EQ(json.size(), lonestar::allWorklists().size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const lonestar::WorklistInfo& info = lonestar::allWorklists()[i];
    EXPECT_EQ(json[i]["name"], info.name);
    EXPECT_EQ(json[i]["description"], info.description);
    EXPECT_EQ(json[i]["paper"], info.paper);
    EXPECT_EQ(json[i]["published"], info.published);
    const std::size_t delta = info.shift == lonestar::Shift::kNever ? 0 : 1;
    ASSERT_EQ(json[i]["parameters"].size(), info.parameters.size() + delta) << info.name;
    for (std::size_t p = 0; p < info.parameters.size(); ++p) {
      const auto& parameter = json[i]["parameters"][p];
      EXPECT_EQ(parameter["name"], info.parameters[p].parameter->name);
      EXPECT_EQ(parameter["default"], info.parameters[p].preset);
      EXPECT_FALSE(parameter["help"].empty());
      EXPECT_FALSE(parameter["kind"].empty());
    }
  }
}

TEST(WorklistRegistry, EveryDefaultIsAValueOfItsParameter) {
  std::set<std::string_view> names;
  for (const lonestar::Parameter* parameter : lonestar::allParameters()) {
    EXPECT_TRUE(names.insert(parameter->name).second) << parameter->name;
  }
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    const lonestar::WorklistSettings settings(info);
    for (const lonestar::ParameterUse& use : info.parameters) {
      EXPECT_EQ(settings[*use.parameter], lonestar::parse(*use.parameter, use.preset)) << info.name;
    }
  }
}

TEST(WorklistRegistry, SettingsAreWorkedOutOnce) {
  const lonestar::WorklistInfo& info = lonestar::findWorklist("smq");
  const lonestar::WorklistSettings& first = lonestar::worklistSettings(info);
  EXPECT_EQ(&first, &lonestar::worklistSettings(info));
}

namespace {

using lonestar::Parameter;
using lonestar::ParameterKind;

constexpr Parameter kTestNumber = Parameter::number("test-number", {2, 9}, "for this test");
constexpr Parameter kTestAuto = Parameter::autoNumber("test-auto", {2, 9}, "for this test");
constexpr Parameter kTestChosen =
    Parameter::chosenNumber("test-chosen", {"2", "4", "8"}, "for this test");
constexpr Parameter kTestChance = Parameter::probability("test-chance", "for this test");
constexpr Parameter kTestRun = Parameter::runLength("test-run", {1, 1000}, "for this test");
constexpr Parameter kTestWord = Parameter::word("test-word", {"pull", "push"}, "what travels");

constexpr Parameter kTestNumbers = Parameter::numbers("test-numbers", {1, 100}, "for this test");

void expectRefused(const Parameter& parameter, std::initializer_list<const char*> texts,
                   const std::string& expected) {
  for (const char* text : texts) {
    try {
      lonestar::parse(parameter, text);
      ADD_FAILURE() << parameter.name << " accepts " << text;
    } catch (const galois::analytics::InvalidOption& error) {
      EXPECT_EQ(error.option(), parameter.name);
      EXPECT_EQ(error.value(), text);
      EXPECT_EQ(error.expected(), expected);
      EXPECT_EQ(error.what(), error.option() + "=" + text + ": " + expected);
    }
  }
}

} // namespace

TEST(WorklistRegistry, ParametersAcceptTheirValuesAndNothingElse) {
  EXPECT_EQ(lonestar::parse(kTestNumber, "9"), 9u);
  expectRefused(kTestNumber, {"1", "10", "-2", "2.5", "", "auto", "2x", "4294967300"},
                "a whole number from 2 to 9 is needed");
  EXPECT_EQ(lonestar::parse(kTestAuto, "auto"), 0u);
  EXPECT_EQ(lonestar::parse(kTestAuto, "9"), 9u);
  expectRefused(kTestAuto, {"0", "1", "10", "none"},
                "auto, or a whole number from 2 to 9 is needed");
  EXPECT_EQ(lonestar::parse(kTestChosen, "8"), 8u);
  expectRefused(kTestChosen, {"3", "16", "0", ""}, "one of 2, 4, 8 is needed");
  EXPECT_EQ(lonestar::parse(kTestChance, "1/8"), 8u);
  EXPECT_EQ(lonestar::parse(kTestChance, "0.25"), 4u);
  expectRefused(kTestChance, {"0", "2/8", "8"},
                "a probability 1/N is needed, such as 1/8 or 0.125");
  EXPECT_EQ(lonestar::parse(kTestWord, "push"), 1u);
  expectRefused(kTestWord, {"pul", "", "0"}, "one of pull, push is needed");
  EXPECT_EQ(lonestar::helpOf(kTestWord), "what travels: pull or push");
}

TEST(WorklistRegistry, RunLengthsAreNumbersOrTheChanceOfTheirEnd) {
  EXPECT_EQ(lonestar::parse(kTestRun, "64"), 64u);
  EXPECT_EQ(lonestar::parse(kTestRun, "1/64"), 64u);
  EXPECT_EQ(lonestar::parse(kTestRun, "0.25"), 4u);
  EXPECT_EQ(lonestar::parse(kTestRun, "1"), 1u);
  EXPECT_EQ(lonestar::parse(kTestRun, "1/1"), 1u);
  expectRefused(kTestRun, {"0", "1001", "1/1001", "1/0", "2/8", "1.5", "-1", "x"},
                "a whole number from 1 to 1000 is needed, or a probability 1/N that stands for N");
}

TEST(WorklistRegistry, ListsAreNumbersBetweenCommas) {
  using Numbers = std::vector<std::uint32_t>;
  EXPECT_EQ(lonestar::parse(kTestNumbers, "none"), 0u);
  Numbers list{8};
  EXPECT_EQ(lonestar::parse(kTestNumbers, "none", &list), 0u);
  EXPECT_EQ(list, Numbers());
  EXPECT_EQ(lonestar::parse(kTestNumbers, "7", &list), 1u);
  EXPECT_EQ(list, Numbers{7});
  EXPECT_EQ(lonestar::parse(kTestNumbers, "50,1,100,50", &list), 4u);
  EXPECT_EQ(list, (Numbers{50, 1, 100, 50}));
  EXPECT_EQ(lonestar::shown(kTestNumbers, 4, list), lonestar::ShownValue("50,1,100,50"));
  EXPECT_EQ(lonestar::shown(kTestNumbers, 0), lonestar::ShownValue("none"));
  EXPECT_TRUE(lonestar::isShown(kTestNumbers, 4));
  EXPECT_FALSE(lonestar::isShown(kTestNumbers, 0));
  EXPECT_TRUE(lonestar::isShown(kTestAuto, 0));
  expectRefused(kTestNumbers,
                {"", "0", "101", "50,", ",50", "50,,60", "50;60", "-5", "50, 60", "5x"},
                "none, or whole numbers from 1 to 100 with commas between them are needed");
}

TEST(WorklistRegistry, RecordsShowValuesAsPeopleWriteThem) {
  using lonestar::shown;
  using lonestar::ShownValue;
  EXPECT_EQ(shown(kTestNumber, 9), ShownValue(std::uint64_t{9}));
  EXPECT_EQ(shown(kTestAuto, 0), ShownValue("auto"));
  EXPECT_EQ(shown(kTestAuto, 3), ShownValue(std::uint64_t{3}));
  EXPECT_EQ(shown(kTestChance, 8), ShownValue(0.125));
  EXPECT_EQ(shown(kTestRun, 8), ShownValue(std::uint64_t{8}));
  EXPECT_EQ(shown(kTestWord, 1), ShownValue("push"));
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
