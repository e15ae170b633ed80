#include "galois/runtime/loops/PrefetchPipeline.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace galois::runtime {
namespace {

/// Which tasks got which hint, in order.
struct Log {
  std::vector<int> far;
  std::vector<int> near;
  std::vector<int> close;
};

auto twoHints(Log& log) {
  return std::make_tuple(prefetch([&log](const int& task) { log.far.push_back(task); },
                                  [&log](const int& task) { log.near.push_back(task); }));
}
auto threeHints(Log& log, bool closely) {
  return std::make_tuple(prefetch([&log](const int& task) { log.far.push_back(task); },
                                  [&log](const int& task) { log.near.push_back(task); },
                                  [&log](const int& task) { log.close.push_back(task); }, closely));
}

std::vector<int> numbers(int count) {
  std::vector<int> result(count);
  std::iota(result.begin(), result.end(), 0);
  return result;
}

TEST(PrefetchPipeline, EachTaskGetsBothHintsOnceAndInTime) {
  Log log;
  const auto options = twoHints(log);
  using Pipeline = PrefetchPipeline<int, std::decay_t<decltype(options)>>;
  const std::vector<int> batch = numbers(40);
  Pipeline::begin(options, batch.data(), batch.size());
  EXPECT_EQ(log.far.size(), Pipeline::kFar);
  EXPECT_EQ(log.near.size(), Pipeline::kNear);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    Pipeline::advance(options, batch.data(), i, batch.size());
    EXPECT_EQ(log.far.size(), std::min(i + 1 + Pipeline::kFar, batch.size()));
    EXPECT_EQ(log.near.size(), std::min(i + 1 + Pipeline::kNear, batch.size()));
  }
  EXPECT_EQ(log.far, batch);
  EXPECT_EQ(log.near, batch);
}

TEST(PrefetchPipeline, ASmallBatchGetsAllHintsAtItsBeginning) {
  Log log;
  const auto options = twoHints(log);
  using Pipeline = PrefetchPipeline<int, std::decay_t<decltype(options)>>;
  const std::vector<int> batch = numbers(3);
  Pipeline::begin(options, batch.data(), batch.size());
  EXPECT_EQ(log.far, batch);
  EXPECT_EQ(log.near, batch);
}

TEST(PrefetchPipeline, TheThirdHintIsGivenOncePerTaskOnePartAhead) {
  Log log;
  const auto options = threeHints(log, true);
  using Pipeline = PrefetchPipeline<int, std::decay_t<decltype(options)>>;
  const std::vector<int> batch = numbers(9);
  ASSERT_TRUE(Pipeline::wantsParts(options, batch.size()));
  EXPECT_FALSE(Pipeline::wantsParts(options, Pipeline::kClose));
  std::size_t given = 0;
  for (std::size_t begin = 0; begin < batch.size(); begin += Pipeline::kClose) {
    given = Pipeline::giveClose(options, batch.data(), begin, batch.size(), given);
    EXPECT_EQ(log.close.size(), std::min(begin + 2 * Pipeline::kClose, batch.size()));
  }
  EXPECT_EQ(log.close, batch);
}

TEST(PrefetchPipeline, TheThirdHintIsGivenOnlyIfTheOptionAsksForIt) {
  Log log;
  const auto options = threeHints(log, false);
  using Pipeline = PrefetchPipeline<int, std::decay_t<decltype(options)>>;
  const std::vector<int> batch = numbers(9);
  EXPECT_FALSE(Pipeline::wantsParts(options, batch.size()));
  EXPECT_EQ(Pipeline::giveClose(options, batch.data(), 0, batch.size(), 0), 0u);
  EXPECT_TRUE(log.close.empty());
}

/// A handle that says which task comes next, if any.
struct Peeking {
  using value_type = int;
  const int* next;
  const int* peek() const { return next; }
};
struct Blind {
  using value_type = int;
};

TEST(PrefetchPipeline, TheNextTaskGetsHintsWhereThePolicyTellsWhichItIs) {
  Log log;
  const auto options = twoHints(log);
  using Pipeline = PrefetchPipeline<int, std::decay_t<decltype(options)>>;
  const int task = 7;
  Peeking some{&task};
  Peeking none{nullptr};
  Blind blind;
  Pipeline::peekNext(options, none);
  Pipeline::peekNext(options, blind);
  EXPECT_TRUE(log.far.empty());
  Pipeline::peekNext(options, some);
  EXPECT_EQ(log.far, std::vector<int>{7});
  EXPECT_EQ(log.near, std::vector<int>{7});
}

TEST(PrefetchPipeline, WithoutTheOptionThereAreNoHints) {
  using Pipeline = PrefetchPipeline<int, std::tuple<>>;
  static_assert(!Pipeline::kActive && !Pipeline::kHasClose);
  const std::array<int, 3> batch{1, 2, 3};
  Pipeline::begin({}, batch.data(), batch.size());
  Pipeline::advance({}, batch.data(), 0, batch.size());
  EXPECT_FALSE(Pipeline::wantsParts({}, 1000));
}

} // namespace
} // namespace galois::runtime
