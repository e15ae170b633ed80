/** OBIM as a case of the typed suites, shared by the programs that run them. */
#pragma once

#include "galois/worklists/Obim.h"

#include "worklists/PolicySuite.h"

namespace galois::test {

using ObimCase = ExactCase<worklists::OrderedByIntegerMetric<TaskPriority>>;

} // namespace galois::test
