#include "src/virtual/Timeline.h"

#include <string>

#include <gtest/gtest.h>

namespace galois::substrate::virt {
namespace {

constexpr Time kUs = 1000000;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST(Timeline, SpansAreWhatLastsAndOthersBelongToTheOneBefore) {
  Timeline timeline({0, 1});
  timeline.mark(0, Phase::kWork, 10 * kUs);
  timeline.mark(0, Phase::kSearch, 20 * kUs); // for a moment
  timeline.mark(0, Phase::kWork, 20 * kUs + 5);
  timeline.mark(0, Phase::kWait, 30 * kUs);
  timeline.mark(0, Phase::kWork, 42 * kUs);
  timeline.mark(0, Phase::kParked, 44 * kUs);
  const std::string text = timeline.text("simulated");
  EXPECT_EQ(count(text, "\"ph\":\"X\""), 3u) << text;
  EXPECT_EQ(count(text, "\"search\""), 0u);
  EXPECT_EQ(count(text, R"("work","ph":"X","pid":0,"tid":0,"ts":10.000,"dur":20.000)"), 1u) << text;
  EXPECT_EQ(count(text, R"("wait","ph":"X","pid":0,"tid":0,"ts":30.000,"dur":12.000)"), 1u) << text;
  EXPECT_EQ(count(text, "\"thread_name\""), 2u);
}

} // namespace
} // namespace galois::substrate::virt
