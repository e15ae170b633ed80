/** OBIM as a case of the typed suites, shared by the programs that run them. */
#ifndef GALOIS_TEST_WORKLISTS_OBIMCASES_H
#define GALOIS_TEST_WORKLISTS_OBIMCASES_H

#include "galois/worklists/Obim.h"

#include "worklists/PolicySuite.h"

namespace galois::test {

struct ObimCase {
  template <typename T>
  using Policy = worklists::OrderedByIntegerMetric<TaskPriority>::retype<T>;
  static constexpr bool kExact = true;
};

} // namespace galois::test

#endif
