#include "galois/worklists/parts/common/WorklistCounters.h"

#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

TEST(WorklistCounters, AreReportedUnderTheirNames) {
  WorklistCounters counters;
  counters.pushes = 1;
  counters.pops = 2;
  counters.emptyPops = 3;
  counters.stealAttempts = 4;
  counters.stealSuccesses = 5;
  counters.tasksStolen = 6;
  std::map<std::string, std::uint64_t> seen;
  const auto sink = [&seen](unsigned thread, const char* name, std::uint64_t value) {
    EXPECT_EQ(thread, 7u);
    EXPECT_TRUE(seen.emplace(name, value).second) << name;
  };
  counters.report(7, sink);
  const std::map<std::string, std::uint64_t> expected{{"pushes", 1},          {"pops", 2},
                                                      {"empty_pops", 3},      {"steal_attempts", 4},
                                                      {"steal_successes", 5}, {"tasks_stolen", 6}};
  EXPECT_EQ(seen, expected);
}

} // namespace
} // namespace galois::worklists
