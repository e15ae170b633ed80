/** HD-CPS with given parameters, as a policy that the suite can construct without arguments. */
#pragma once

#include "galois/worklists/Hdcps.h"
#include "galois/worklists/PublishedHdcps.h"

#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {

/// @tparam Params  a struct with a static function params(), and with Composition
template <typename Params>
using HdcpsCase = OwnerOnly<ExactCase<AnyWith<
    worklists::Hdcps<TaskPriority, int, true, typename Params::Composition>, Params::params>>>;

} // namespace galois::test
