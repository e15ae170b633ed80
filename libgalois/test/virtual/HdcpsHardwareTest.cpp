// The suites of all policies, for HD-CPS with hardware queues of several sizes, on 16 simulated
// cores.
#include "galois/worklists/HdcpsHardware.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "virtual/SixteenCores.h"
#include "worklists/HdcpsCases.h"

namespace galois::test {
namespace {

template <std::uint32_t Receive, std::uint32_t Priority>
struct Sizes {
  using Composition = worklists::HdcpsHardware;
  static worklists::HdcpsHardwareParams params() {
    worklists::HdcpsHardwareParams params;
    params.hardware = {Receive, Priority};
    return params;
  }
};

using Full = HdcpsCase<Sizes<32, 48>>;
using OfOne = HdcpsCase<Sizes<1, 1>>;
using OfTwo = HdcpsCase<Sizes<2, 2>>;
using HrqOfOne = HdcpsCase<Sizes<1, 0>>;
using HpqOfOne = HdcpsCase<Sizes<0, 1>>;
GALOIS_POLICY_SUITE(HdcpsHw, CasesOf<Full>);
GALOIS_POLICY_SUITE(HdcpsHwOfOne, CasesOf<OfOne>);
GALOIS_POLICY_SUITE(HdcpsHwOfTwo, CasesOf<OfTwo>);
GALOIS_POLICY_SUITE(HdcpsHrqOfOne, CasesOf<HrqOfOne>);
GALOIS_POLICY_SUITE(HdcpsHpqOfOne, CasesOf<HpqOfOne>);
INSTANTIATE_TYPED_TEST_SUITE_P(HdcpsHw, PolicyRanges, RangesOf<Full>);
INSTANTIATE_TYPED_TEST_SUITE_P(HdcpsHwOfOne, PolicyRanges, RangesOf<OfOne>);

} // namespace
} // namespace galois::test
