#include "galois/substrate/PageAlloc.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>

namespace substrate = galois::substrate;

namespace {

TEST(PageAlloc, PagesAreAlignedZeroedAndWhole) {
  const std::size_t page = substrate::allocSize();
  EXPECT_EQ(page, std::size_t{2} << 20);
  for (const bool preFault : {false, true}) {
    for (const unsigned num : {1u, 3u}) {
      auto* memory = static_cast<unsigned char*>(substrate::allocPages(num, preFault));
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % page, 0u);
      for (std::size_t at = 0; at < page * num; at += 4096) {
        ASSERT_EQ(memory[at], 0);
        memory[at] = 1;
      }
      memory[page * num - 1] = 1;
      substrate::freePages(memory, num);
    }
  }
}

TEST(PageAlloc, PartsMayBeFreedOnTheirOwn) {
  auto* memory = static_cast<char*>(substrate::allocPages(3, false));
  memory[0] = memory[2 * substrate::allocSize()] = 1;
  substrate::freePages(memory + substrate::allocSize(), 1);
  EXPECT_EQ(memory[0] + memory[2 * substrate::allocSize()], 2);
  substrate::freePages(memory, 1);
  substrate::freePages(memory + 2 * substrate::allocSize(), 1);
}

TEST(PageAlloc, AnyNumberOfBytes) {
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{4096}, std::size_t{5000}, (std::size_t{2} << 20) - 1,
        std::size_t{2} << 20, (std::size_t{4} << 20) + 1}) {
    auto* memory = static_cast<char*>(substrate::allocBytes(bytes));
    memory[0] = memory[bytes - 1] = 1;
    if (bytes >= substrate::allocSize()) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % substrate::allocSize(), 0u);
    }
    substrate::freeBytes(memory, bytes);
  }
}

TEST(PageAlloc, TooMuchIsBadAlloc) {
  for (const std::size_t bytes :
       {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() - 4096,
        std::size_t{1} << 60}) {
    EXPECT_THROW(substrate::allocBytes(bytes), std::bad_alloc);
  }
  EXPECT_THROW(substrate::allocPages(std::numeric_limits<unsigned>::max(), false), std::bad_alloc);
}

} // namespace
