#include "galois/worklists/parts/stealing/ChunkOffers.h"

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using Offers = ChunkOffers<int>;
constexpr Offers::Key kNothing = Offers::kNothing;

class ChunkOffersTest : public ::testing::Test {
protected:
  Chunk<int>* chunk(int task) {
    Chunk<int>* made = pool_.allocate();
    made->pushBack(task);
    return made;
  }
  int taskOf(Chunk<int>* chunk) {
    const int task = chunk ? chunk->popFront() : -1;
    if (chunk) {
      pool_.free(chunk);
    }
    return task;
  }

  ChunkPool<int> pool_{4};
  Offers offers_;
};

TEST_F(ChunkOffersTest, BeginWithNothing) {
  EXPECT_EQ(offers_.advertised(), kNothing);
  EXPECT_EQ(offers_.key(), kNothing);
  EXPECT_EQ(offers_.size(), 0u);
  EXPECT_EQ(offers_.takeBack(), nullptr);
  EXPECT_EQ(offers_.steal(), nullptr);
}

TEST_F(ChunkOffersTest, OwnerTakesTheYoungestBackAThiefGetsTheOldest) {
  for (int i = 0; i < 4; ++i) {
    offers_.offer(chunk(i), 7);
  }
  EXPECT_EQ(offers_.size(), 4u);
  EXPECT_EQ(taskOf(offers_.takeBack()), 3);
  EXPECT_EQ(taskOf(offers_.steal()), 0);
  EXPECT_EQ(taskOf(offers_.takeBack()), 2);
  EXPECT_EQ(taskOf(offers_.steal()), 1);
}

TEST_F(ChunkOffersTest, TheMostUrgentOfferIsAdvertised) {
  offers_.offer(chunk(1), 50);
  EXPECT_EQ(offers_.advertised(), 50u);
  offers_.offer(chunk(2), 60);
  EXPECT_EQ(offers_.advertised(), 50u);
  offers_.offer(chunk(3), 40);
  EXPECT_EQ(offers_.advertised(), 40u);
  while (Chunk<int>* taken = offers_.takeBack()) {
    pool_.free(taken);
  }
  EXPECT_EQ(offers_.advertised(), kNothing);
  EXPECT_EQ(offers_.key(), kNothing);
}

TEST_F(ChunkOffersTest, AfterThievesTookAllNothingSeemsAdvertisedAndTheNextOfferBeginsAnew) {
  offers_.offer(chunk(1), 5);
  pool_.free(offers_.steal());
  EXPECT_EQ(offers_.advertised(), kNothing); // The owner has not noticed yet.
  EXPECT_EQ(offers_.key(), 5u);
  offers_.offer(chunk(2), 90);
  EXPECT_EQ(offers_.advertised(), 90u);
  EXPECT_EQ(taskOf(offers_.takeBack()), 2);
  EXPECT_EQ(offers_.takeBack(), nullptr);
}

TEST_F(ChunkOffersTest, TheLeastUrgentKeyIsAnOfferToo) {
  offers_.offer(chunk(1), kNothing);
  EXPECT_NE(offers_.advertised(), kNothing);
  EXPECT_EQ(taskOf(offers_.takeBack()), 1);
}

} // namespace
} // namespace galois::worklists
