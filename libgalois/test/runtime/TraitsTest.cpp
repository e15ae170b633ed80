#include "galois/Traits.h"

#include <string>
#include <tuple>
#include <type_traits>

#include <gtest/gtest.h>

#include "galois/runtime/loops/LoopOptions.h"

namespace {

using namespace galois;

struct SomePolicy {};

TEST(Traits, FindsOptionsInAnyOrder) {
  auto a = std::make_tuple(steal(), loopname("x"), chunk_size<8>());
  auto b = std::make_tuple(chunk_size<>(8), loopname("x"), steal());
  EXPECT_EQ(get_trait_value<chunk_size_tag>(a).value, 8U);
  EXPECT_EQ(get_trait_value<chunk_size_tag>(b).value, 8U);
  EXPECT_STREQ(get_trait_value<loopname_tag>(a).value, "x");
  static_assert(has_trait<steal_tag, decltype(a)>());
  static_assert(has_trait<steal_tag, decltype(b)>());
  static_assert(!has_trait<no_pushes_tag, decltype(b)>());
  static_assert(find_trait<steal_tag, decltype(b)>::value == 2);
  static_assert(find_trait<wl_tag, decltype(b)>::value == 3, "an absent tag gives the size");
  static_assert(!has_trait<steal_tag, std::tuple<>>());
}

TEST(Traits, ChunkSizeIsClamped) {
  EXPECT_EQ(chunk_size<>().value, 32U);
  EXPECT_EQ(chunk_size<0>().value, 1U);
  EXPECT_EQ(chunk_size<>(5000).value, 4096U);
  EXPECT_EQ(chunk_size<100000>().value, 4096U);
}

TEST(Traits, WorklistCarriesTypeAndArguments) {
  int lvalue = 3;
  auto option = wl<SomePolicy>(lvalue, std::string("s"));
  using Options = std::tuple<no_stats, decltype(option)>;
  static_assert(std::is_same_v<get_trait_type<wl_tag, Options>::type::type, SomePolicy>);
  static_assert(std::is_same_v<decltype(option.args), std::tuple<int, std::string>>);
  EXPECT_EQ(std::get<0>(option.args), 3);
  static_assert(std::is_same_v<decltype(wl<SomePolicy>()), s_wl<SomePolicy>>);
}

TEST(Traits, DefaultsFillOnlyWhatIsMissing) {
  auto given = std::make_tuple(chunk_size<4>());
  auto added = get_default_trait_values(given, std::make_tuple(chunk_size_tag(), loopname_tag()),
                                        std::make_tuple(chunk_size<64>(), loopname("default")));
  static_assert(std::is_same_v<decltype(added), std::tuple<loopname>>);
  EXPECT_STREQ(std::get<0>(added).value, "default");
  static_assert(
      std::is_same_v<decltype(get_default_trait_value(given, chunk_size_tag(), chunk_size<64>())),
                     std::tuple<>>);
  auto name = get_default_trait_value(given, loopname_tag(), loopname("one"));
  EXPECT_STREQ(std::get<0>(name).value, "one");
}

TEST(Traits, OperatorsMayCarryOptions) {
  struct Operator {
    using function_traits = std::tuple<no_pushes, chunk_size<5>>;
  };
  static_assert(has_function_traits<Operator>);
  static_assert(!has_function_traits<SomePolicy>);
  auto merged = mergeFunctionTraits<Operator&>(std::make_tuple(chunk_size<9>()));
  static_assert(has_trait<no_pushes_tag, decltype(merged)>());
  EXPECT_EQ(get_trait_value<chunk_size_tag>(merged).value, 9U) << "the caller's option wins";
  auto lambda = [] {};
  static_assert(std::is_same_v<decltype(mergeFunctionTraits<decltype(lambda)>(std::tuple<>())),
                               std::tuple<>>);
}

TEST(Traits, StaticAndTypeTraits) {
  struct mine_tag {};
  struct mine : trait_has_svalue<int, 7>, mine_tag {};
  static_assert(get_trait_value<mine_tag>(std::make_tuple(mine())).value == 7);
  static_assert(mine::getValue() == 7);
  static_assert(std::is_same_v<trait_has_type<long>::type, long>);
  EXPECT_EQ(trait_has_value<int>(4).getValue(), 4);
}

TEST(Traits, PrefetchHoldsTwoOrThreeCallables) {
  int far = 0;
  int near = 0;
  auto option = prefetch([&](const int& x) { far = x; }, [&](const int& x) { near = x; });
  static_assert(has_trait<prefetch_tag, std::tuple<decltype(option)>>());
  option.far(1);
  option.near(2);
  EXPECT_EQ(far, 1);
  EXPECT_EQ(near, 2);
  EXPECT_FALSE(option.closely);
  int close = 0;
  const auto three = prefetch([](const int&) {}, [](const int&) {}, [&](int x) { close = x; });
  EXPECT_TRUE(three.closely);
  three.close(4);
  EXPECT_EQ(close, 4);
  auto made = make_trait_with_args<prefetch>([](const int&) {}, [](const int&) {});
  static_assert(has_trait<prefetch_tag, std::tuple<decltype(made)>>());
}

TEST(Traits, StatisticsFollowTheOptions) {
  using runtime::kLoopStats;
  using runtime::kMoreLoopStats;
  static_assert(!kLoopStats<std::tuple<>>);
  static_assert(kLoopStats<std::tuple<loopname>>);
  static_assert(!kLoopStats<std::tuple<loopname, no_stats>>);
  static_assert(kMoreLoopStats<std::tuple<more_stats, loopname>>);
  static_assert(!kMoreLoopStats<std::tuple<more_stats>>);
  EXPECT_STREQ(runtime::loopName(std::tuple<>()), "ANON_LOOP");
  EXPECT_STREQ(runtime::loopName(std::make_tuple(loopname("n"))), "n");
}

} // namespace
