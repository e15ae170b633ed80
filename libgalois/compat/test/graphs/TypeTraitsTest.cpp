#include "galois/graphs/TypeTraits.h"

#include <gtest/gtest.h>

#include "galois/graphs/Graph.h"

TEST(TypeTraits, OnlyGraphsThatSaySoAreSegmented) {
  struct Segmented {
    using is_segmented = std::true_type;
  };
  struct Denies {
    using is_segmented = std::false_type;
  };
  EXPECT_TRUE(galois::graphs::is_segmented<Segmented>::value);
  EXPECT_FALSE(galois::graphs::is_segmented<Denies>::value);
  EXPECT_FALSE((galois::graphs::is_segmented<galois::graphs::LC_CSR_Graph<int, int>>::value));
}
