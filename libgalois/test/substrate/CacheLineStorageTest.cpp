#include "galois/substrate/CacheLineStorage.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using galois::substrate::CacheLineStorage;

namespace {

TEST(CacheLineStorage, NeighboursDoNotShareLines) {
  std::vector<CacheLineStorage<char>> line(3, CacheLineStorage<char>('x'));
  for (auto& slot : line) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&slot.get()) % galois::substrate::kCacheLineSize,
              0u);
    EXPECT_EQ(slot.get(), 'x');
  }
  EXPECT_EQ(sizeof(CacheLineStorage<char>), std::size_t{galois::substrate::kCacheLineSize});
  EXPECT_EQ(sizeof(CacheLineStorage<char[galois::substrate::kCacheLineSize + 1]>),
            2 * std::size_t{galois::substrate::kCacheLineSize});
}

TEST(CacheLineStorage, HoldsAnyKindOfValue) {
  EXPECT_EQ(CacheLineStorage<int>().get(), 0);
  CacheLineStorage<std::string> text(3, 'a');
  EXPECT_EQ(text.data, "aaa");
  text = std::string("b");
  EXPECT_EQ(std::as_const(text).get(), "b");
  CacheLineStorage<std::unique_ptr<int>> owner(std::make_unique<int>(4));
  EXPECT_EQ(*owner.get(), 4);
}

} // namespace
