#include "galois/analytics/Scheduler.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/analytics/Errors.h"

namespace galois::analytics {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

InvalidOption refusal(const std::string& name, const std::string& parameter,
                      const std::string& value) {
  try {
    Scheduler(name).set(parameter, value);
  } catch (const InvalidOption& error) {
    return error;
  }
  return {"", "", ""};
}

} // namespace

TEST(Scheduler, TheDefaultLeavesTheChoiceToTheAlgorithm) {
  EXPECT_TRUE(Scheduler().isAuto());
  EXPECT_EQ(Scheduler().name(), "auto");
  EXPECT_TRUE(Scheduler("auto").isAuto());
  EXPECT_FALSE(Scheduler("smq").isAuto());
  const InvalidOption none = refusal("auto", "chunk", "64");
  EXPECT_EQ(none.option(), "chunk");
  EXPECT_THAT(none.expected(), HasSubstr("auto has no parameters"));
}

TEST(Scheduler, EachOfTheBuildHasItsName) {
  EXPECT_THAT(schedulerNames(), Contains("smq"));
  for (const std::string& name : schedulerNames()) {
    EXPECT_EQ(Scheduler(name).name(), name);
  }
}

TEST(Scheduler, KeepsTheLastValueOfEachParameter) {
  Scheduler scheduler("smq");
  scheduler.set("steal-prob", "1/4").set("delta", "3").set("steal-prob", "0.5");
  std::vector<std::tuple<std::string, std::string, std::uint32_t>> given;
  for (const auto& [name, text, number] : scheduler.given()) {
    given.emplace_back(name, text, number);
  }
  EXPECT_THAT(given, ElementsAre(std::tuple("steal-prob", "0.5", 2), std::tuple("delta", "3", 3)));
}

TEST(Scheduler, UnknownNamesAndValuesAreErrorsThatSayWhatIsRight) {
  try {
    const Scheduler scheduler("sqm");
    FAIL() << scheduler.name();
  } catch (const InvalidOption& error) {
    EXPECT_EQ(error.option(), "scheduler");
    EXPECT_EQ(error.value(), "sqm");
    EXPECT_THAT(error.expected(), HasSubstr("smq, "));
  }
  const InvalidOption parameter = refusal("smq", "chunk", "64");
  EXPECT_EQ(parameter.option(), "chunk");
  EXPECT_THAT(parameter.expected(), HasSubstr("steal-prob, steal-size"));
  const InvalidOption value = refusal("smq", "steal-size", "none");
  EXPECT_EQ(value.option(), "steal-size");
  EXPECT_EQ(value.value(), "none");
  EXPECT_EQ(value.expected(), "a whole number from 1 to 65535 is needed");
  EXPECT_EQ(std::string(value.what()), "steal-size=none: a whole number from 1 to 65535 is needed");
}

} // namespace galois::analytics
