// What a rank takes of its host, depending on how a launcher has bound the ranks.
#include "galois/dist/transport/HostShare.h"

#include <vector>

#include <gtest/gtest.h>

namespace galois::dist {
namespace {

std::vector<unsigned> cores(unsigned first, unsigned last) {
  std::vector<unsigned> all;
  for (unsigned core = first; core < last; ++core) {
    all.push_back(core);
  }
  return all;
}

void expectShare(const std::vector<RankPlace>& places, Rank self, unsigned threads, bool alone) {
  const HostShare share = shareOfHost(self, places);
  EXPECT_EQ(share.threads, threads) << "rank " << self;
  EXPECT_EQ(share.alone, alone) << "rank " << self;
}

TEST(HostShare, OneRankHasItsWholeHost) {
  expectShare({{"a", cores(0, 128)}}, 0, 128, true);
  expectShare({{"a", cores(0, 16)}, {"b", cores(0, 16)}}, 1, 16, true);
}

TEST(HostShare, RanksWithoutBindingDivideTheHost) {
  for (Rank self = 0; self < 3; ++self) {
    expectShare(std::vector<RankPlace>(3, {"a", cores(0, 9)}), self, 3, false);
    expectShare(std::vector<RankPlace>(3, {"a", cores(0, 2)}), self, 1, false);
    expectShare(std::vector<RankPlace>(3, {"a", cores(0, 128)}), self, 42, false);
  }
}

/// Eight ranks of 16 cores each on a host of 128: dividing once more would use 16 cores of it.
TEST(HostShare, BoundRanksTakeWhatTheyAreBoundTo) {
  std::vector<RankPlace> places;
  for (unsigned rank = 0; rank < 8; ++rank) {
    places.emplace_back("a", cores(16 * rank, 16 * rank + 16));
    places.emplace_back("b", cores(0, 128));
  }
  for (Rank self = 0; self < 16; ++self) {
    expectShare(places, self, 16, self % 2 == 0);
  }
}

TEST(HostShare, OverlapsCountInParts) {
  const std::vector<RankPlace> places = {{"a", cores(0, 6)}, {"a", cores(4, 8)}, {"a", {5}}};
  expectShare(places, 0, 4, false); // 4 + 1/2 + 1/3
  expectShare(places, 1, 2, false); // 2 + 1/2 + 1/3
  expectShare(places, 2, 1, false);
}

} // namespace
} // namespace galois::dist
