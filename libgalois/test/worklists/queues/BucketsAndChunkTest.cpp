#include "galois/worklists/parts/queues/BucketsAndChunk.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "support/SimpleTask.h"

namespace galois::test {
namespace {

using Task = SimpleTask;
using Tasks = worklists::BucketsAndChunk<Task, PriorityOf>;

class BucketsAndChunkTest : public ::testing::Test {
protected:
  worklists::Chunk<Task>* chunkOf(std::uint32_t from, std::uint32_t count) {
    worklists::Chunk<Task>* const chunk = pool_.allocate();
    for (std::uint32_t i = from; i < from + count; ++i) {
      chunk->pushBack(Task{i, i});
    }
    return chunk;
  }

  SharedMemSys system_;
  worklists::ChunkPool<Task> pool_{8};
  Tasks tasks_{PriorityOf(), pool_, worklists::BucketQueueParams()};
  Task out_[16] = {};
};

TEST_F(BucketsAndChunkTest, HasNoChunkAtFirst) {
  EXPECT_FALSE(tasks_.hasChunk());
  EXPECT_EQ(tasks_.chunkKey(), Tasks::kNothing);
}

TEST_F(BucketsAndChunkTest, TheChunkIsEmptiedAndGoesBackToThePool) {
  tasks_.adopt(chunkOf(10, 5), 10);
  EXPECT_TRUE(tasks_.hasChunk());
  EXPECT_EQ(tasks_.chunkKey(), 10u);
  EXPECT_EQ(tasks_.popFromChunk(out_, 3), 3u);
  EXPECT_TRUE(tasks_.hasChunk());
  EXPECT_EQ(tasks_.chunkKey(), 10u);
  EXPECT_EQ(tasks_.popFromChunk(out_ + 3, 16), 2u);
  EXPECT_FALSE(tasks_.hasChunk());
  EXPECT_EQ(tasks_.chunkKey(), Tasks::kNothing);
  EXPECT_TRUE(tasks_.buckets().empty());
}

TEST_F(BucketsAndChunkTest, AnotherChunkSendsTheFirstOneToTheBuckets) {
  tasks_.adopt(chunkOf(10, 5), 10);
  EXPECT_EQ(tasks_.popFromChunk(out_, 2), 2u);
  tasks_.adopt(chunkOf(0, 4), 0);
  EXPECT_EQ(tasks_.chunkKey(), 0u);
  EXPECT_EQ(tasks_.buckets().size(), 3u);
  EXPECT_EQ(tasks_.popFromChunk(out_, 16), 4u);
}

TEST_F(BucketsAndChunkTest, TasksOutOfChunksAreNoPushes) {
  tasks_.buckets().push({1, 1});
  tasks_.pour(chunkOf(10, 5));
  EXPECT_EQ(tasks_.buckets().size(), 6u);
  EXPECT_EQ(tasks_.pushes(), 1u);
}

TEST_F(BucketsAndChunkTest, APouredChunkIsUsedAgain) {
  worklists::Chunk<Task>* const chunk = chunkOf(10, 5);
  tasks_.pour(chunk);
  EXPECT_TRUE(chunk->empty());
  tasks_.buckets().push({1, 500}); // a bucket that needs a chunk
  EXPECT_EQ(chunk->size(), 1u);
}

TEST_F(BucketsAndChunkTest, AChunkThatIsLeftGoesBackToThePool) {
  worklists::Chunk<Task>* const chunk = chunkOf(0, 3);
  {
    Tasks dying(PriorityOf(), pool_, worklists::BucketQueueParams());
    dying.adopt(chunk, 0);
  }
  EXPECT_EQ(pool_.allocate(), chunk); // the chunk that was freed last is used first
}

} // namespace
} // namespace galois::test
