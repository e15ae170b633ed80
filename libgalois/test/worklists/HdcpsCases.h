/** HD-CPS with given parameters, as a policy that the suite can construct without arguments. */
#ifndef GALOIS_TEST_WORKLISTS_HDCPSCASES_H
#define GALOIS_TEST_WORKLISTS_HDCPSCASES_H

#include "galois/worklists/Hdcps.h"

#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {

/// @tparam Params  a struct with a static function params(), and with Composition
template <typename Params, typename T>
class HdcpsWith : public worklists::Hdcps<TaskPriority, T, true, typename Params::Composition> {
  using Base = worklists::Hdcps<TaskPriority, T, true, typename Params::Composition>;

public:
  template <typename U>
  using retype = HdcpsWith<Params, U>;
  HdcpsWith() : Base(TaskPriority(), Params::params()) {}
};

template <typename Params>
struct HdcpsCase {
  template <typename T>
  using Policy = HdcpsWith<Params, T>;
  static constexpr bool kExact = true;
  static constexpr bool kOwnerOnly = true;
};

} // namespace galois::test

#endif
