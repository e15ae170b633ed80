// The suites of OBIM are a program of their own, apart from ObimTest. When the ranges with 300
// threads ran before it in the same process, ObimTest.BagsThatOneThreadEmptiesAreForgotten once
// measured 39,296 bytes more of held memory. The cause is not known.
#include "worklists/ObimCases.h"
#include "worklists/PolicyRanges.h"

namespace galois::test {
namespace {

GALOIS_POLICY_SUITES(Obim, ObimCase);

} // namespace
} // namespace galois::test
