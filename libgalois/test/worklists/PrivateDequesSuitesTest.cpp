// The suites of all policies, for private deques; PrivateDequesTest.cpp tests what is theirs alone.
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"
#include "worklists/SingleTasks.h"

namespace galois::test {
namespace {

using ReceiverCase = OwnerOnly<InexactCase<worklists::ReceiverInitiatedDeques<>>>;
using SenderCase = OwnerOnly<InexactCase<worklists::SenderInitiatedDeques<>>>;
using ChaseLevCase = InexactCase<worklists::ChaseLevDeques<>>;
GALOIS_POLICY_SUITES(PdRecv, ReceiverCase);
GALOIS_POLICY_SUITES(PdSend, SenderCase);
GALOIS_POLICY_SUITES(ChaseLev, ChaseLevCase);

using SingleReceiverCase = OwnerOnly<InexactCase<SingleTasks<worklists::ReceiverInitiated, int>>>;
using SingleSenderCase = OwnerOnly<InexactCase<SingleTasks<worklists::SenderInitiated, int>>>;
using SingleSenderToIdleCase = OwnerOnly<InexactCase<
    SingleTasks<worklists::SenderInitiated, int, true, worklists::DealTargets::kIdleSet>>>;
using SingleChaseLevCase = InexactCase<SingleTasks<worklists::ConcurrentDeques, int>>;
/// Tasks of other sizes take the same paths.
template <typename Case>
using OneSizeOf = PolicyCases<CaseWith<Case, 8>>;
GALOIS_POLICY_SUITE(PdRecvSingle, OneSizeOf<SingleReceiverCase>);
GALOIS_POLICY_SUITE(PdSendSingle, OneSizeOf<SingleSenderCase>);
GALOIS_POLICY_SUITE(PdSendToIdle, OneSizeOf<SingleSenderToIdleCase>);
GALOIS_POLICY_SUITE(ChaseLevSingle, OneSizeOf<SingleChaseLevCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PdRecvSingle, PolicyRanges, RangesOf<SingleReceiverCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PdSendSingle, PolicyRanges, RangesOf<SingleSenderCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(ChaseLevSingle, PolicyRanges, RangesOf<SingleChaseLevCase>);

} // namespace
} // namespace galois::test
