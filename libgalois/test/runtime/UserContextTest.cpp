#include "galois/UserContext.h"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "galois/runtime/UserContextAccess.h"

namespace {

using Context = galois::UserContext<int>;
using Access = galois::runtime::UserContextAccess<int>;

/// Moves the pushes of a context to the end of the vector `target`.
void passOn(void* target, Context& context) {
  auto& passed = *static_cast<std::vector<int>*>(target);
  Access access(context);
  passed.insert(passed.end(), access.getPushBuffer().begin(), access.getPushBuffer().end());
  access.resetPushBuffer();
}

TEST(UserContext, PassesOnMoreThan64PushesBeforeTheIterationEnds) {
  Context context;
  Access access(context);
  std::vector<int> passed;
  access.setFastPushBack(passOn, &passed);
  for (int i = 0; i < 64; ++i) {
    context.push(i);
  }
  EXPECT_TRUE(passed.empty());
  for (int i = 64; i < 131; ++i) {
    context.push(i);
  }
  std::vector<int> expected(130);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(passed, expected);
  EXPECT_EQ(access.getPushBuffer(), std::vector<int>{130});
}

TEST(UserContext, PushesInThreeWays) {
  Context context;
  context.push(1);
  context.push_back(2);
  context.insert(3);
  EXPECT_EQ(Access(context).getPushBuffer(), (std::vector<int>{1, 2, 3}));
}

TEST(UserContext, KeepsAllPushesIfNobodyTakesThemBefore) {
  Context context;
  Access access(context);
  std::vector<int> passed;
  access.setFastPushBack(passOn, &passed);
  access.setFastPushBack(nullptr, nullptr);
  for (int i = 0; i < 200; ++i) {
    context.push(i);
  }
  EXPECT_TRUE(passed.empty());
  EXPECT_EQ(access.getPushBuffer().size(), 200U);
}

} // namespace
