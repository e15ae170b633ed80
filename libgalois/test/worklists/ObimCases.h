/** OBIM as a case of the typed suites, shared by the programs that run them. */
#ifndef GALOIS_TEST_WORKLISTS_OBIMCASES_H
#define GALOIS_TEST_WORKLISTS_OBIMCASES_H

#include "galois/worklists/Obim.h"

#include "worklists/PolicySuite.h"

namespace galois::test {

using ObimCase = ExactCase<worklists::OrderedByIntegerMetric<TaskPriority>>;

} // namespace galois::test

#endif
