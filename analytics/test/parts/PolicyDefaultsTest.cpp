/**
 * A policy has the same parameters by type, in C++, as by its name, for `--wl`: each policy is made
 * as a program makes it without flags, and its parameters are compared with those that its type has
 * by default. Policies that this build leaves out are compared, too.
 */
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analytics/scheduler/AbsentWorklists.h"
#include "analytics/scheduler/AllWorklists.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "galois/Traits.h"

namespace {

using namespace galois::worklists; // NOLINT(google-build-using-namespace)

/// All fields of parameters, so that a new field does not compile before it is compared.
/// @{
auto fields(const BucketQueueParams& params) {
  const auto& [buckets, shift, aim] = params;
  return std::tie(buckets, shift, aim);
}
auto fields(const SmqParams& params) {
  const auto& [steal, size, own, numa, coin] = params;
  return std::tie(steal, size, own, numa, coin);
}
auto fields(const PublishedSmqParams& params) {
  const auto& [steal, size, numa] = params;
  return std::tie(steal, size, numa);
}
auto fields(const StealingBucketParams& params) {
  const auto& [steal, size, numa, buckets] = params;
  return std::tuple_cat(std::tie(steal, size, numa), fields(buckets));
}
auto fields(const QueueAccessParams& params) {
  const auto& [batch, stay] = params;
  return std::tie(batch, stay);
}
auto fields(const HeapQueues<>::Params&) { return std::tuple(); }
auto fields(const SkipListQueues::Params&) { return std::tuple(); }
auto fields(const BucketQueues::Params& params) {
  const auto& [buckets, chunk] = params;
  return std::tuple_cat(fields(buckets), std::tie(chunk));
}
template <typename Local>
auto fields(const MultiQueueParams<Local>& params) {
  const auto& [queues, both, own, numa, insert, remove, local] = params;
  return std::tuple_cat(std::tie(queues, both, own, numa), fields(insert), fields(remove),
                        fields(local));
}
auto fields(const ChunkParams& params) {
  const auto& [chunk] = params;
  return std::tie(chunk);
}
auto fields(const MergeParams& params) {
  const auto& [chunk, sync, pops, density, queues, initial, least, unmerge] = params;
  return std::tie(chunk, sync, pops, density, queues, initial, least, unmerge);
}
auto fields(const MinnowParams& params) {
  const auto& [chunk, helpers, batch] = params;
  return std::tie(chunk, helpers, batch);
}
auto fields(const WaspParams& params) {
  const auto& [chunk, least, buckets] = params;
  return std::tuple_cat(std::tie(chunk, least), fields(buckets));
}
auto fields(const PrivateDequesParams& params) {
  const auto& [chunk, amount, victims, delta, times, targets] = params;
  return std::tie(chunk, amount, victims, delta, times, targets);
}
auto fields(const HdcpsParams& params) {
  const auto& [interval, drift, bags, queue, poll] = params;
  const auto& [tdf, step, improve, delay, schedule] = drift;
  const auto& [least, bound, oversize, transport] = bags;
  return std::tie(interval, tdf, step, improve, delay, schedule, least, bound, oversize, transport,
                  queue, poll);
}
/// @}

/// The parameters that a policy has by default: those that its type names, or else just the type of
/// its constructor's argument.
template <typename Policy, typename Argument, typename = void>
struct DefaultsOf {
  using type = Argument;
};
template <typename Policy, typename Argument>
struct DefaultsOf<Policy, Argument, std::void_t<typename Policy::Params>> {
  using type = typename Policy::Params;
};

/// The last argument of a constructor, which has the parameters.
template <typename... Args>
const auto& lastOf(const std::tuple<Args...>& args) {
  return std::get<sizeof...(Args) - 1>(args);
}

struct SelfIndexer {
  unsigned operator()(unsigned value) const { return value; }
};

/// Calls `compare(name, Policy, arguments)` for a policy under `settings`.
template <typename Registered, typename Compare>
void visitUnder(const lonestar::WorklistSettings& settings, const std::string& name,
                const Compare& compare) {
  Registered::visit(
      SelfIndexer(), settings,
      [&]<typename Policy, typename... Args>(const galois::s_wl<Policy, Args...>& option) {
        compare.template operator()<Policy>(name, option.args);
      });
}

/// The policy that is no type of its own: it is hdcps.published with bags of one task and more.
constexpr const char* kOnlyAName = "hdcps-srq-tdf-ac";

/// Does the same without flags.
template <typename Registered, typename Compare>
void visitDefaults(const Compare& compare) {
  const lonestar::WorklistInfo info = Registered::info();
  if (info.name != kOnlyAName) {
    visitUnder<Registered>(lonestar::WorklistSettings(info), info.name, compare);
  }
}

template <typename Compare>
void visitAllDefaults(const Compare& compare) {
#define GALOIS_WORKLIST(Policy) visitDefaults<lonestar::worklists::Policy>(compare);
#include "analytics/scheduler/AbsentWorklists.def"
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
}

/// Returns settings in which one parameter has another value than by default.
lonestar::WorklistSettings changed(const lonestar::WorklistInfo& info,
                                   const lonestar::ParameterUse& use) {
  lonestar::WorklistSettings settings(info);
  switch (use.parameter->kind) {
  case ParameterKind::kWord:
    settings.set(*use.parameter, use.value == 0 ? 1 : 0);
    break;
  case ParameterKind::kChosenNumber:
    settings.set(*use.parameter, 2 * use.value);
    break;
  case ParameterKind::kNumbers:
    settings.set(*use.parameter, 2, {60, 70});
    break;
  default:
    settings.set(*use.parameter, use.value + 1);
  }
  return settings;
}

/// Expects that each parameter changes the type of a policy, or a field of its parameters.
template <typename Registered>
void expectEffects() {
  const lonestar::WorklistInfo info = Registered::info();
  const std::type_info* usual = nullptr;
  visitDefaults<Registered>(
      [&]<typename Policy>(const std::string&, const auto&) { usual = &typeid(Policy); });
  for (const lonestar::ParameterUse& use : info.parameters) {
    visitUnder<Registered>(changed(info, use), info.name,
                           [&]<typename Policy, typename... Args>(const std::string& name,
                                                                  const std::tuple<Args...>& args) {
                             using Last = std::decay_t<decltype(lastOf(args))>;
                             if constexpr (!std::is_invocable_v<Last, unsigned>) {
                               const typename DefaultsOf<Policy, Last>::type byType{};
                               EXPECT_TRUE(usual == nullptr || *usual != typeid(Policy) ||
                                           fields(lastOf(args)) != fields(byType))
                                   << name << " --" << use.parameter->name;
                             }
                           });
  }
}

} // namespace

TEST(PolicyDefaults, ATypeHasTheParametersThatItsNameHas) {
  unsigned compared = 0;
  visitAllDefaults([&]<typename Policy, typename... Args>(const std::string& name,
                                                          const std::tuple<Args...>& args) {
    using Last = std::decay_t<decltype(lastOf(args))>;
    if constexpr (!std::is_invocable_v<Last, unsigned>) { // otherwise it is the indexer
      const typename DefaultsOf<Policy, Last>::type byType{};
      EXPECT_EQ(fields(lastOf(args)), fields(byType)) << name;
      ++compared;
    }
  });
  EXPECT_GE(compared, 28u);
}

/// The names that the library has for types are types that programs run.
TEST(PolicyDefaults, ATypeOfTheLibraryIsThatOfItsName) {
  using By = SelfIndexer;
  unsigned compared = 0;
  visitAllDefaults([&]<typename Policy>(const std::string& name, const auto&) {
    const auto expect = [&]<typename Type>(const char* known) {
      if (name == known) {
        EXPECT_TRUE((std::is_same_v<Policy, Type>)) << name;
        ++compared;
      }
    };
    expect.template operator()<StealingBucketQueue<By>>("smq-bucket");
    expect.template operator()<StealingMultiQueue<By>>("smq");
    expect.template operator()<PublishedStealingMultiQueue<By>>("smq.published");
    expect.template operator()<MultiQueue<By>>("mq");
    expect.template operator()<OptimizedMultiQueue<TaskBatching, TaskBatching, By>>("mq-tb-tb");
    expect.template operator()<MultiBucketQueue<By>>("mbq");
    expect.template operator()<RandomEnqueueLocalDequeue<By>>("reld");
    expect.template operator()<Hdcps<By>>("hdcps");
    expect.template operator()<Wasp<By>>("wasp");
  });
  EXPECT_EQ(compared, 9u);
}

TEST(PolicyDefaults, EachParameterOfANameHasAnEffect) {
#define GALOIS_WORKLIST(Policy) expectEffects<lonestar::worklists::Policy>();
#include "analytics/scheduler/AbsentWorklists.def"
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
}

TEST(PolicyDefaults, ListsReachTheirField) {
  const lonestar::WorklistInfo info = lonestar::worklists::Hdcps::info();
  lonestar::WorklistSettings settings(info);
  settings.set(parameters::kHdcpsSchedule, 2, {60, 70});
  EXPECT_THAT(settings.as<HdcpsParams>().drift.schedule, testing::ElementsAre(60, 70));
}
