// The suites of all policies, for private deques; PrivateDequesTest.cpp tests what is theirs alone.
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"
#include "worklists/SingleTasks.h"

namespace galois::test {
namespace {

struct ReceiverCase {
  template <typename T>
  using Policy = worklists::ReceiverInitiatedDeques<T>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct SenderCase {
  template <typename T>
  using Policy = worklists::SenderInitiatedDeques<T>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct ChaseLevCase {
  template <typename T>
  using Policy = worklists::ChaseLevDeques<T>;
  static constexpr bool kExact = false;
};
GALOIS_POLICY_SUITE(PdRecv, CasesOf<ReceiverCase>);
GALOIS_POLICY_SUITE(PdSend, CasesOf<SenderCase>);
GALOIS_POLICY_SUITE(ChaseLev, CasesOf<ChaseLevCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PdRecv, PolicyRanges, RangesOf<ReceiverCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PdSend, PolicyRanges, RangesOf<SenderCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(ChaseLev, PolicyRanges, RangesOf<ChaseLevCase>);

struct SingleReceiverCase {
  template <typename T>
  using Policy = SingleTasks<worklists::ReceiverInitiated, T>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct SingleSenderCase {
  template <typename T>
  using Policy = SingleTasks<worklists::SenderInitiated, T>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct SingleSenderToIdleCase {
  template <typename T>
  using Policy = SingleTasks<worklists::SenderInitiated, T, true, worklists::DealTargets::kIdleSet>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct SingleChaseLevCase {
  template <typename T>
  using Policy = SingleTasks<worklists::ConcurrentDeques, T>;
  static constexpr bool kExact = false;
};
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
