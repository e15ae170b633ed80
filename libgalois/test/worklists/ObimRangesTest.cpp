// In a program of its own: ObimTest measures memory, and what a loop of 300 threads leaves in the
// process would disturb it.
#include "galois/worklists/Obim.h"

#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PolicySuite); // ObimTest has it

namespace {

struct ObimCase {
  template <typename T>
  using Policy = worklists::OrderedByIntegerMetric<TaskPriority>::retype<T>;
  static constexpr bool kExact = true;
};
INSTANTIATE_TYPED_TEST_SUITE_P(Obim, PolicyRanges, RangesOf<ObimCase>);

} // namespace
} // namespace galois::test
