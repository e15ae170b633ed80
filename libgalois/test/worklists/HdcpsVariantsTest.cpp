// The ablations of HD-CPS, and bags that are sent whole, under the suite of all policies.
#include "worklists/HdcpsCases.h"

namespace galois::test {
namespace {

struct Srq {
  using Composition = worklists::PublishedHdcps<worklists::HdcpsSrq>;
  static worklists::HdcpsParams params() { return {}; }
};
GALOIS_POLICY_SUITES(HdcpsSrq, HdcpsCase<Srq>);

struct SrqTdf {
  using Composition = worklists::PublishedHdcps<worklists::HdcpsSrqTdf>;
  static worklists::HdcpsParams params() {
    worklists::HdcpsParams params;
    params.interval = 50; // It is small enough for the feedback to take effect in short loops.
    return params;
  }
};
GALOIS_POLICY_SUITES(HdcpsSrqTdf, HdcpsCase<SrqTdf>);

struct AlwaysBags {
  using Composition = worklists::HdcpsFull;
  static worklists::HdcpsParams params() {
    worklists::HdcpsParams params;
    params.interval = 50;
    params.bags.least = 1;
    params.bags.oversize = worklists::Oversize::kSplit;
    return params;
  }
};
GALOIS_POLICY_SUITES(HdcpsSrqTdfAc, HdcpsCase<AlwaysBags>);

/// All parameters are small, so that receive queues are full most of the time.
struct Whole {
  using Composition = worklists::HdcpsFull;
  static worklists::HdcpsParams params() {
    worklists::HdcpsParams params;
    params.interval = 1;
    params.drift.tdf = 90;
    params.bags.least = 2;
    params.bags.transport = worklists::BagTransport::kPush;
    params.queueCapacity = 5;
    params.pollEvery = 1;
    return params;
  }
};
GALOIS_POLICY_SUITES(HdcpsPush, HdcpsCase<Whole>);

} // namespace
} // namespace galois::test
