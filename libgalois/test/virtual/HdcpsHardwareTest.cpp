// The suites of all policies, for HD-CPS with hardware queues of several sizes, on 16 simulated
// cores.
#include "galois/worklists/HdcpsHardware.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "virtual/SixteenCores.h"
#include "virtual/ThrowingPushes.h"
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
GALOIS_POLICY_SUITES(HdcpsHw, Full);
GALOIS_POLICY_SUITES(HdcpsHwOfOne, OfOne);
GALOIS_POLICY_SUITE(HdcpsHwOfTwo, CasesOf<OfTwo>);
GALOIS_POLICY_SUITE(HdcpsHrqOfOne, CasesOf<HrqOfOne>);
GALOIS_POLICY_SUITE(HdcpsHpqOfOne, CasesOf<HpqOfOne>);

TEST(HdcpsHardware, PushesThatThrowLoseAndRepeatNoTask) {
  expectEachOnceIfPushesThrow(kitOf<CaseWith<Full, 8>>());
  expectEachOnceIfPushesThrow(kitOf<CaseWith<OfOne, 8>>());
}

TEST(HdcpsHardware, ReportsMeansOverAllThreads) {
  const SharedMemSys system;
  constexpr unsigned kThreads = 4;
  setActiveThreads(kThreads);
  Full::Policy<Task<8>> wl;
  on_each([&](unsigned tid, unsigned) {
    for (std::uint32_t i = 0; i < 200; ++i) {
      wl.push(Task<8>(i * 7 % 50 + tid, i));
      if (i % 2 == 1) {
        wl.pop();
      }
    }
  });
  std::map<std::string, std::vector<double>> values; // one of each thread
  wl.reportCounters([&](unsigned thread, const char* name, auto value) {
    auto& ofThreads = values[name];
    EXPECT_EQ(ofThreads.size(), thread) << name;
    ofThreads.push_back(static_cast<double>(value));
  });
  const std::size_t threads = values.at("pops").size();
  EXPECT_GE(threads, kThreads);
  for (const char* const name : {"hrq_spills", "hrq_flags_met", "hpq_spills", "hpq_heap_pops",
                                 "hpq_stalls", "hpq_stall_ns"}) {
    EXPECT_EQ(values.at(name).size(), threads) << name;
  }
  for (const auto& [name, most] : {std::pair{"hrq_found", 32.0}, std::pair{"hpq_length", 48.0}}) {
    const double mean = values.at(name).front();
    EXPECT_EQ(values.at(name), std::vector<double>(threads, mean)) << name;
    EXPECT_GE(mean, 1) << name;
    EXPECT_LE(mean, most) << name;
  }
}

} // namespace
} // namespace galois::test
