#include "inputs/flags/NearestName.h"

#include <gtest/gtest.h>

using galois::inputs::editDistance;
using galois::inputs::nearestName;

TEST(EditDistance, CountsSingleChanges) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("smq", "smq"), 0u);
  EXPECT_EQ(editDistance("smq", ""), 3u);
  EXPECT_EQ(editDistance("smq", "smqs"), 1u);
  EXPECT_EQ(editDistance("obim", "pmod"), 4u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
}

TEST(EditDistance, SwappedNeighboursAreOneChange) { EXPECT_EQ(editDistance("sqm", "smq"), 1u); }

TEST(NearestName, FindsWhatWasMeant) {
  const std::vector<std::string> names{"smq", "obim", "chunk-fifo", "chunk-lifo"};
  EXPECT_EQ(nearestName("sqm", names), "smq");
  EXPECT_EQ(nearestName("OBIM", names), "obim");
  EXPECT_EQ(nearestName("chunkfifo", names), "chunk-fifo");
  EXPECT_EQ(nearestName("chunk-lfio", names), "chunk-lifo");
}

TEST(NearestName, SaysNothingWhenNothingIsNear) {
  const std::vector<std::string> names{"smq", "obim"};
  EXPECT_EQ(nearestName("zzzzzzzz", names), "");
  EXPECT_EQ(nearestName("", names), "");
  EXPECT_EQ(nearestName("smq", {}), "");
}
