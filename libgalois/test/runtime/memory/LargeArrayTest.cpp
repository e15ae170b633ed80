#include "galois/LargeArray.h"
#include "support/ByteArchive.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/WithThreads.h"

namespace {

using LargeArray = galois::test::WithThreads;

void checkWritable(galois::LargeArray<std::size_t>& array, std::size_t n) {
  ASSERT_EQ(array.size(), n);
  std::iota(array.begin(), array.end(), 0);
  for (std::size_t i = 0; i < n; i += 97) {
    ASSERT_EQ(array[i], i);
  }
  array.deallocate();
  ASSERT_EQ(array.size(), 0U);
  ASSERT_EQ(array.data(), nullptr);
}

TEST_P(LargeArray, AllPlacementsGiveWritableMemory) {
  for (std::size_t n : {0, 1, 1000, 1000000}) {
    galois::LargeArray<std::size_t> array;
    array.allocateInterleaved(n);
    checkWritable(array, n);
    array.allocateBlocked(n);
    checkWritable(array, n);
    array.allocateLocal(n);
    checkWritable(array, n);
    array.allocateFloating(n);
    checkWritable(array, n);
    std::vector<std::uint32_t> ranges(GetParam() + 1, 0);
    for (unsigned t = 1; t <= GetParam(); ++t) {
      ranges[t] = static_cast<std::uint32_t>(n * t / GetParam());
    }
    array.allocateSpecified(n, ranges);
    checkWritable(array, n);
  }
}

TEST_P(LargeArray, ConstructsAndDestroysElements) {
  auto token = std::make_shared<int>(0);
  {
    galois::LargeArray<std::shared_ptr<int>> array;
    array.create(1000, token);
    EXPECT_EQ(token.use_count(), 1001);
    array.destroyAt(5);
    EXPECT_EQ(token.use_count(), 1000);
    array.constructAt(5, token);
    array.destroy();
    EXPECT_EQ(token.use_count(), 1);
    array.construct(token);
    EXPECT_EQ(token.use_count(), 1001);
    galois::LargeArray<std::shared_ptr<int>> other(std::move(array));
    array = std::move(other);
    EXPECT_EQ(token.use_count(), 1001);
    EXPECT_EQ(other.size(), 0U); // NOLINT(bugprone-use-after-move): this is the promise under test
  }
  EXPECT_EQ(token.use_count(), 1);
}

TEST_P(LargeArray, IsEmptyAndDestroysNothingElseIfAConstructorThrows) {
  struct Throws {
    explicit Throws(int& made) : count(made) {
      if (made == 70) {
        throw std::runtime_error("constructor failed");
      }
      ++made;
    }
    Throws(const Throws&) = delete;
    Throws& operator=(const Throws&) = delete;
    ~Throws() { --count; }
    int& count;
  };
  int made = 0;
  {
    galois::LargeArray<Throws> array;
    EXPECT_THROW(array.create(100, made), std::runtime_error);
    EXPECT_EQ(made, 0);
    EXPECT_TRUE(array.empty());
    array.create(50, made); // it can be used again
    EXPECT_EQ(made, 50);
  }
  EXPECT_EQ(made, 0);
}

INSTANTIATE_TEST_SUITE_P(Threads, LargeArray, testing::Values(1U, 2U, 16U),
                         testing::PrintToStringParamName());

TEST(LargeArrayAccess, ChecksItsIndexInAt) {
  galois::LargeArray<int> array;
  array.create(3, 7);
  array.set(1, 8);
  EXPECT_EQ(array.at(1), 8);
  EXPECT_EQ(std::as_const(array).at(2), 7);
  EXPECT_THROW(array.at(3), std::out_of_range);
}

TEST(LargeArrayView, OwnsNothing) {
  std::vector<std::string> strings{"a", "b"};
  {
    galois::LargeArray<std::string> view(strings.data(), strings.size());
    view[0] = "c";
  }
  EXPECT_EQ(strings[0], "c");
}

TEST(LargeArrayVoid, HasTheInterfaceAndDoesNothing) {
  galois::LargeArray<void> nothing;
  nothing.allocateInterleaved(100);
  nothing.create(100, 1);
  nothing.set(3, 4);
  EXPECT_EQ(nothing.size(), 0U);
  EXPECT_FALSE(galois::LargeArray<void>::has_value);
  EXPECT_TRUE(galois::LargeArray<int>::has_value);
  EXPECT_EQ(galois::LargeArray<void>::size_of::value, 0U);
  EXPECT_EQ(galois::LargeArray<int>::size_of::value, sizeof(int));
}

TEST(LargeArrayErrors, ASizeThatOverflowsIsOutOfMemory) {
  galois::LargeArray<std::uint64_t> array;
  EXPECT_THROW(array.allocateFloating(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
}

TEST(LargeArrayErrors, AllocatingTwiceThrowsAndChangesNothing) {
  galois::LargeArray<int> array;
  array.create(2, 7);
  EXPECT_THROW(array.allocateFloating(1), std::logic_error);
  EXPECT_THROW(array.create(1, 8), std::logic_error);
  EXPECT_EQ(array.size(), 2U);
  EXPECT_EQ(array[1], 7);
  array.deallocate();
  array.create(1, 8);
  EXPECT_EQ(array[0], 8);
}

TEST(LargeArraySerialization, ComesBackEqual) {
  galois::LargeArray<int> array;
  array.allocateFloating(1000);
  std::iota(array.begin(), array.end(), 5);
  galois::LargeArray<int> copy;
  copy.create(3, 1); // Deserializing replaces these elements.
  galois::LargeArray<int> empty;
  galois::test::ByteArchive archive;
  archive << array;
  archive << empty;
  archive >> copy;
  EXPECT_TRUE(std::equal(array.begin(), array.end(), copy.begin(), copy.end()));
  archive >> copy;
  EXPECT_TRUE(copy.empty());
}

} // namespace
