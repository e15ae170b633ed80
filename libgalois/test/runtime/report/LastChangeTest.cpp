// The change of the last round is kept until it is reset.
#include "galois/runtime/report/LastChange.h"

#include <cmath>

#include <gtest/gtest.h>

namespace galois::runtime {
namespace {

TEST(LastChange, IsKeptUntilItIsReset) {
  LastChange::reset();
  EXPECT_TRUE(std::isnan(LastChange::get()));
  LastChange::note(0.5);
  LastChange::note(0.25);
  EXPECT_EQ(LastChange::get(), 0.25);
  LastChange::reset();
  EXPECT_TRUE(std::isnan(LastChange::get()));
}

} // namespace
} // namespace galois::runtime
