#include "galois/substrate/NumaMem.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <new>
#include <vector>

#include "galois/substrate/PageAlloc.h"
#include "support/Stress.h"

namespace substrate = galois::substrate;
using substrate::LAptr;

namespace {

using Allocate = std::function<LAptr(std::size_t)>;

std::vector<Allocate> allKinds() {
  std::vector<Allocate> kinds = {substrate::largeMallocLocal, substrate::largeMallocFloating};
  for (const unsigned threads : {0u, 1u, 3u, 16u}) {
    kinds.emplace_back(
        [=](std::size_t n) { return substrate::largeMallocInterleaved(n, threads); });
    kinds.emplace_back([=](std::size_t n) { return substrate::largeMallocBlocked(n, threads); });
  }
  kinds.emplace_back([](std::size_t n) {
    std::array<std::uint32_t, 4> ranges = {0, 10, 10, static_cast<std::uint32_t>(n / 8)};
    return substrate::largeMallocSpecified(n, 3, ranges, 8);
  });
  return kinds;
}

TEST(NumaMem, AllKindsGiveUsableZeroedMemory) {
  for (const auto& allocate : allKinds()) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, std::size_t{4096 * 3 + 1},
                                    (std::size_t{6} << 20) + 12345}) {
      const LAptr array = allocate(bytes);
      auto* memory = static_cast<char*>(array.get());
      ASSERT_NE(memory, nullptr);
      for (std::size_t at = 0; at < bytes; at += 1000) {
        ASSERT_EQ(memory[at], 0);
      }
      memory[0] = memory[bytes - 1] = 1;
    }
    EXPECT_EQ(allocate(0), nullptr);
    EXPECT_THROW(allocate(std::size_t{1} << 60), std::bad_alloc);
  }
}

TEST(NumaMem, RangesBeyondTheArrayAreIgnored) {
  const std::vector<std::uint64_t> ranges = {0, std::uint64_t{1} << 62, ~std::uint64_t{0}};
  const LAptr array = substrate::largeMallocSpecified(10000, 2, ranges, 16);
  static_cast<char*>(array.get())[9999] = 1;
  const std::vector<std::uint64_t> few = {0};
  EXPECT_NE(substrate::largeMallocSpecified(10000, 4, few, 16), nullptr);
}

TEST(NumaMem, WorksInsideARegion) {
  galois::test::runThreads(4, [](unsigned) {
    for (const auto& allocate : allKinds()) {
      const LAptr array = allocate(5000);
      static_cast<char*>(array.get())[4999] = 1;
    }
  });
}

} // namespace
