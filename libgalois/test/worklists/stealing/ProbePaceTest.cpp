#include "galois/worklists/parts/stealing/ProbePace.h"

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

TEST(ProbePace, HalvesWhileThreadsAreApartAndDoublesWhileTheyAreLevel) {
  ProbePace pace(64);
  EXPECT_TRUE(pace.isMax());
  EXPECT_EQ(pace.tasks(), 64u);
  pace.adjust(false);
  EXPECT_EQ(pace.tasks(), 64u) << "the maximum";
  pace.adjust(true);
  EXPECT_EQ(pace.tasks(), 32u);
  EXPECT_FALSE(pace.isMax());
  pace.adjust(true);
  pace.adjust(true);
  EXPECT_EQ(pace.tasks(), 16u) << "the minimum";
  pace.adjust(false);
  EXPECT_EQ(pace.tasks(), 32u);
  pace.adjust(false);
  EXPECT_TRUE(pace.isMax());
}

TEST(ProbePace, IsNeverZero) {
  ProbePace pace(1);
  pace.setMin();
  EXPECT_EQ(pace.tasks(), 1u);
}

TEST(ProbePace, AnIdleThreadHasTheMinimum) {
  ProbePace pace(64);
  pace.setMin();
  EXPECT_EQ(pace.tasks(), 16u);
}

TEST(ProbePace, ARequestHalvesOnlyTheMaximum) {
  ProbePace pace(64);
  pace.leaveMax();
  EXPECT_EQ(pace.tasks(), 32u);
  pace.leaveMax();
  EXPECT_EQ(pace.tasks(), 32u);
  pace.setMin();
  pace.leaveMax();
  EXPECT_EQ(pace.tasks(), 16u);
}

TEST(ProbePace, AProbeIsDueAfterThePacesTasks) {
  ProbePace pace(8);
  constexpr ProbePace::Key kTop = 100;
  constexpr ProbePace::Key kStride = 10;
  EXPECT_TRUE(pace.isProbeDue(kTop, kStride)) << "the first one at once";
  pace.beginProbe(kTop);
  pace.adjust(true);
  pace.endProbe();
  pace.ran(3);
  EXPECT_FALSE(pace.isProbeDue(kTop, kStride));
  pace.ran(1);
  EXPECT_TRUE(pace.isProbeDue(kTop, kStride));
  pace.endProbe();
  pace.ran(1000);
  EXPECT_TRUE(pace.isProbeDue(kTop, kStride)) << "a batch may be larger than what was left";
}

TEST(ProbePace, AProbeIsDueAfterHalfAStride) {
  ProbePace pace(8);
  pace.beginProbe(100);
  pace.endProbe();
  EXPECT_FALSE(pace.isProbeDue(105, 10));
  EXPECT_TRUE(pace.isProbeDue(106, 10));
  EXPECT_FALSE(pace.isProbeDue(50, 10)) << "the thread went back to more urgent tasks";
}

TEST(ProbePace, AmongIdleThreadsAProbeIsDueOnlyAfterThePacesTasks) {
  ProbePace pace(8);
  pace.beginProbe(100);
  pace.noteOthers(/*idle=*/true);
  pace.endProbe();
  EXPECT_FALSE(pace.isProbeDue(1000, 10));
  pace.ran(8);
  EXPECT_TRUE(pace.isProbeDue(1000, 10));
  pace.endProbe();
  pace.noteOthers(/*idle=*/false);
  EXPECT_TRUE(pace.isProbeDue(1000, 10));
}

} // namespace
} // namespace galois::worklists
