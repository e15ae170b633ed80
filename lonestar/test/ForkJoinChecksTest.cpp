/** The checks of the programs that fork and join accept right answers and refuse wrong ones. */
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "FibVerify.h"
#include "HullVerify.h"
#include "MatmulVerify.h"
#include "SortVerify.h"
#include "inputs/generate/Points.h"
#include "inputs/generate/Sequences.h"

namespace {

using galois::inputs::Point;
using testing::HasSubstr;
using Corners = std::vector<std::uint32_t>;

TEST(FibCheck, KnowsAllNumbersOf64Bits) {
  std::uint64_t one = 0, two = 1;
  for (unsigned n = 0; n <= forkjoin::kLargestFib; ++n) {
    EXPECT_EQ(forkjoin::fibByDoubling(n), one) << n;
    EXPECT_EQ(forkjoin::fibFault(n, one), "");
    EXPECT_THAT(forkjoin::fibFault(n, one + 1), HasSubstr("the answer is"));
    const std::uint64_t next = one + two;
    one = two;
    two = next;
  }
  EXPECT_EQ(forkjoin::fibByDoubling(forkjoin::kLargestFib), 12200160415121876738u);
}

class ProductCheck : public testing::Test {
protected:
  static constexpr std::size_t kSide = 40;

  ProductCheck() : a(kSide * kSide), b(a), c(a) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<double>(i * 7 % 17) - 8;
      b[i] = static_cast<double>(i * i % 13) - 6;
    }
    for (std::size_t row = 0; row < kSide; ++row) {
      for (std::size_t column = 0; column < kSide; ++column) {
        for (std::size_t k = 0; k < kSide; ++k) {
          c[row * kSide + column] += a[row * kSide + k] * b[k * kSide + column];
        }
      }
    }
  }

  forkjoin::Matrix a, b, c;
};

TEST_F(ProductCheck, AcceptsTheProduct) {
  EXPECT_EQ(forkjoin::productFault(a, b, c, kSide, 1), "");
  EXPECT_EQ(forkjoin::productFaultByDefinition(a, b, c, kSide), "");
}

TEST_F(ProductCheck, RefusesOneWrongElementAnywhere) {
  for (std::size_t wrong = 0; wrong < c.size(); wrong += 37) {
    for (const double difference : {1.0, -1.0, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
      forkjoin::Matrix other = c;
      other[wrong] += difference;
      const std::string row = "row " + std::to_string(wrong / kSide) + " ";
      EXPECT_THAT(forkjoin::productFault(a, b, other, kSide, wrong), HasSubstr(row));
      EXPECT_THAT(forkjoin::productFaultByDefinition(a, b, other, kSide), HasSubstr("element"));
    }
  }
}

TEST_F(ProductCheck, RefusesErrorsThatCancelInARow) {
  c[5] += 3;
  c[6] -= 3;
  EXPECT_NE(forkjoin::productFault(a, b, c, kSide, 1), "");
}

TEST_F(ProductCheck, RefusesTheProductInTheOtherOrder) {
  EXPECT_NE(forkjoin::productFault(b, a, c, kSide, 1), "");
  EXPECT_NE(forkjoin::productFaultByDefinition(b, a, c, kSide), "");
}

template <typename T>
class SortCheck : public testing::Test {
protected:
  SortCheck() {
    const auto numbers =
        galois::inputs::generateIntegers(galois::inputs::SequenceKind::kExponential, 1000, 1);
    input.assign(numbers.begin(), numbers.end());
    sorted = input;
    std::sort(sorted.begin(), sorted.end());
  }

  /// Expects that both checks refuse the answer, the first of them for this reason.
  void expectRefused(const std::vector<T>& answer, const char* reason) {
    EXPECT_THAT(forkjoin::sortFault(answer, forkjoin::multisetHash(input)), HasSubstr(reason));
    EXPECT_NE(forkjoin::sortFaultByComparison(answer, input), "");
  }

  std::vector<T> input, sorted;
};

using Elements = testing::Types<std::uint32_t, double>;
TYPED_TEST_SUITE(SortCheck, Elements, );

TYPED_TEST(SortCheck, AcceptsTheSortedSequence) {
  EXPECT_EQ(forkjoin::sortFault(this->sorted, forkjoin::multisetHash(this->input)), "");
  EXPECT_EQ(forkjoin::sortFaultByComparison(this->sorted, this->input), "");
  const std::vector<TypeParam> none;
  EXPECT_EQ(forkjoin::sortFault(none, forkjoin::multisetHash(none)), "");
}

TYPED_TEST(SortCheck, RefusesWhatIsNotInOrder) {
  auto answer = this->sorted;
  std::swap(answer.front(), answer.back());
  this->expectRefused(answer, "the next one is less");
  this->expectRefused(this->input, "the next one is less");
}

TYPED_TEST(SortCheck, RefusesOtherElements) {
  auto answer = this->sorted;
  answer.back() += 1;
  this->expectRefused(answer, "not those of the input");
  answer = this->sorted;
  answer.front() = answer.back() == 0 ? 1 : 0;
  this->expectRefused(answer, "not those of the input");
}

TYPED_TEST(SortCheck, RefusesOneElementInPlaceOfAnother) {
  auto answer = this->sorted; // one value less often, and its neighbour more often
  const auto change = std::adjacent_find(answer.begin(), answer.end(), std::not_equal_to<>());
  *change = *(change + 1);
  this->expectRefused(answer, "not those of the input");
}

TYPED_TEST(SortCheck, RefusesMissingElements) {
  auto answer = this->sorted;
  answer.pop_back();
  this->expectRefused(answer, "999 elements");
}

/// Five points, of which 3 is inside and 4 on an edge.
const std::vector<Point> kSquare{{0, 0}, {4, 0}, {4, 4}, {2, 1}, {2, 4}, {0, 4}};

void expectNoHull(const std::vector<Point>& points, const Corners& corners, const char* reason) {
  EXPECT_THAT(forkjoin::hullFault(points, corners), HasSubstr(reason));
  EXPECT_NE(forkjoin::hullFaultByChain(points, corners), "");
}

void expectHull(const std::vector<Point>& points, const Corners& corners) {
  EXPECT_EQ(forkjoin::hullFault(points, corners), "");
  EXPECT_EQ(forkjoin::hullFaultByChain(points, corners), "");
}

TEST(HullCheck, AcceptsHulls) {
  expectHull(kSquare, {0, 1, 2, 5});
  expectHull({{1, 1}}, {0});
  expectHull({{1, 1}, {1, 1}}, {1});
  expectHull({{0, 0}, {2, 2}, {1, 1}}, {0, 1});
  expectHull({{0, 3}, {0, 1}, {0, 2}}, {1, 0});
}

TEST(HullCheck, RefusesMissingCorners) {
  expectNoHull(kSquare, {0, 1, 2}, "is outside");
  expectNoHull(kSquare, {0, 2, 5}, "is outside");
  expectNoHull(kSquare, {0, 2}, "is outside");
  expectNoHull(kSquare, {0}, "is outside");
  expectNoHull(kSquare, {}, "no corners");
  expectNoHull({{0, 0}, {1, 1}, {2, 2}}, {0, 1}, "is outside");
}

TEST(HullCheck, RefusesCornersTooMany) {
  expectNoHull(kSquare, {0, 1, 2, 4, 5}, "does not turn left");
  expectNoHull(kSquare, {0, 1, 2, 3, 5}, "does not turn left");
  expectNoHull({{0, 0}, {1, 1}, {2, 2}}, {0, 1, 2}, "does not turn left");
  expectNoHull(kSquare, {0, 1, 2, 5, 6}, "none of the 6 points");
}

TEST(HullCheck, RefusesTheWrongOrder) {
  expectNoHull(kSquare, {0, 5, 2, 1}, "does not turn left"); // with the clock
  expectNoHull(kSquare, {0, 1, 5, 2}, "go around once");
  expectNoHull(kSquare, {1, 2, 5, 0}, "go around once"); // from another corner
  expectNoHull(kSquare, {0, 1, 2, 5, 0, 1, 2, 5}, "go around once");
}

TEST(HullCheck, SeesPointsThatAreOutsideByLessThanRounding) {
  // The point differs from the middle of the edge by one unit in the last place.
  const double high = std::nextafter(0.5, 1.0);
  const std::vector<Point> points{{0, 0}, {1, 0}, {1, 1}, {0.5, high}};
  expectNoHull(points, {0, 1, 2}, "point 3");
  expectHull(points, {0, 1, 2, 3});
  const std::vector<Point> inside{{0, 0}, {1, 0}, {1, 1}, {0.5, std::nextafter(0.5, 0.0)}};
  expectHull(inside, {0, 1, 2});
}

} // namespace
