/** The words of the fork-join executor's settings are those of their enumerators. */
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/runtime/forkjoin/ForkJoinParameters.h"

namespace {

using namespace galois::runtime; // NOLINT(google-build-using-namespace)
using galois::worklists::DealTimes;
using galois::worklists::Victims;

/// Returns the words of all parameters whose fields are not those of `usual`.
std::vector<std::pair<std::string_view, std::string_view>> changed(const ForkJoinSettings& wanted) {
  std::vector<std::size_t> usual;
  const ForkJoinSettings defaults;
  visitParameters(defaults, [&](const ForkJoinParameter&, const auto& field, const auto&...) {
    usual.push_back(static_cast<std::size_t>(field));
  });
  std::vector<std::pair<std::string_view, std::string_view>> found;
  std::size_t at = 0;
  visitParameters(wanted,
                  [&](const ForkJoinParameter& parameter, const auto& field, const auto&...) {
                    const auto value = static_cast<std::size_t>(field);
                    if (value != usual.at(at++)) {
                      found.emplace_back(parameter.name, parameter.words.at(value));
                    }
                  });
  return found;
}

TEST(ForkJoinParameters, WordsHaveTheOrderOfTheEnumerators) {
  using Words = std::vector<std::pair<std::string_view, std::string_view>>;
  EXPECT_EQ(changed({}), Words());
  ForkJoinSettings second;
  second.join = JoinRule::kAny;
  second.steal = StealAmount::kHalf;
  second.cut = LoopCut::kTime;
  second.victims = Victims::kNearest;
  second.idle = IdleRule::kPoll;
  second.withdraw = WithdrawRule::kNever;
  second.deal = DealTimes::kFixed;
  second.targets = DealTargets::kIdleSet;
  second.interrupts = Interrupts::kTimer;
  EXPECT_EQ(changed(second), (Words{{"join", "any"},
                                    {"steal", "half"},
                                    {"cut", "10us"},
                                    {"victims", "nearest"},
                                    {"idle", "poll"},
                                    {"withdraw", "never"},
                                    {"deal", "fixed"},
                                    {"targets", "idle-set"},
                                    {"interrupts", "timer"}}));
  ForkJoinSettings third;
  third.cut = LoopCut::kPerWorker;
  third.victims = Victims::kSticky;
  third.interrupts = Interrupts::kThief;
  EXPECT_EQ(changed(third), (Words{{"cut", "8p"}, {"victims", "sticky"}, {"interrupts", "thief"}}));
  EXPECT_TRUE(parameters::kCut.words.at(static_cast<std::size_t>(LoopCut::kFixed)).empty());
}

TEST(ForkJoinParameters, NamesDifferAndEachWordHasAMeaning) {
  std::set<std::string_view> names;
  const ForkJoinSettings settings;
  visitParameters(settings, [&](const ForkJoinParameter& parameter, const auto&...) {
    EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
    for (std::size_t w = 0; w < parameter.words.size(); ++w) {
      EXPECT_EQ(parameter.words[w].empty(), parameter.meanings[w].empty()) << parameter.name;
    }
  });
}

} // namespace
