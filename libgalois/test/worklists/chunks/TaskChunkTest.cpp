#include "galois/worklists/parts/chunks/TaskChunk.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace galois::worklists {
namespace {

/// A task that counts its objects, and remembers that it was moved from.
class Counted {
public:
  explicit Counted(int id = 0) : id_(id) { ++objects; }
  Counted(const Counted& other) : id_(other.id_) { ++objects; }
  Counted(Counted&& other) noexcept : id_(std::exchange(other.id_, kMoved)) { ++objects; }
  Counted& operator=(const Counted&) = default;
  Counted& operator=(Counted&& other) noexcept {
    id_ = std::exchange(other.id_, kMoved);
    return *this;
  }
  ~Counted() { --objects; }
  operator int() const { return id_; }

  inline static int objects = 0; ///< the number of objects that exist

private:
  static constexpr int kMoved = -2;
  int id_;
};

/// Chunks of plain numbers, which may be moved as bytes, and of objects.
template <typename T>
class TaskChunk : public ::testing::Test {
protected:
  void fill(int from, int to) {
    for (int id = from; id < to; ++id) {
      chunk_->pushBack(id);
    }
  }
  /// Takes `count` tasks with `pop(out, max)`. Expects them to be `from`, `from` + 1, ..., and no
  /// other place to be written.
  template <typename Pop>
  void expectTakes(Pop&& pop, std::size_t max, std::size_t count, int from) {
    std::vector<T> out(max + 1, T(77));
    ASSERT_EQ(pop(out.data(), max), count);
    for (std::size_t i = 0; i < out.size(); ++i) {
      EXPECT_EQ(int{out[i]}, i < count ? from + static_cast<int>(i) : 77) << i << " of " << count;
    }
  }
  void expectTakesFront(std::size_t max, std::size_t count, int from) {
    expectTakes([this](T* out, std::size_t n) { return chunk_->popFront(out, n); }, max, count,
                from);
  }
  void expectTakesBack(std::size_t max, std::size_t count, int from) {
    expectTakes([this](T* out, std::size_t n) { return chunk_->popBack(out, n); }, max, count,
                from);
  }
  /// Expects an empty chunk with room for `kCapacity` tasks.
  void expectNew() {
    EXPECT_TRUE(chunk_->empty());
    EXPECT_EQ(chunk_->size(), 0u);
    for (int i = 0; i < kCapacity; ++i) {
      ASSERT_FALSE(chunk_->full()) << i;
      chunk_->pushBack(i);
    }
    EXPECT_TRUE(chunk_->full());
    chunk_->clear();
  }

  static constexpr int kCapacity = 40;
  SharedMemSys system_;
  ChunkPool<T> pool_{kCapacity};
  Chunk<T>* chunk_ = pool_.allocate();
};
using Types = ::testing::Types<int, Counted>;
TYPED_TEST_SUITE(TaskChunk, Types);

TYPED_TEST(TaskChunk, BatchesComeFromTheFrontOldestFirst) {
  for (const std::size_t few : {1u, 5u, 15u, 16u, 17u, 30u}) {
    this->fill(0, 40);
    this->expectTakesFront(few, few, 0);
    EXPECT_EQ(this->chunk_->size(), 40 - few);
    this->expectTakesFront(50, 40 - few, static_cast<int>(few));
    EXPECT_TRUE(this->chunk_->empty());
    this->chunk_->clear();
  }
}

TYPED_TEST(TaskChunk, BatchesComeFromTheBackOlderBeforeYounger) {
  for (const std::size_t few : {1u, 5u, 30u}) {
    this->fill(0, 40);
    this->expectTakesBack(few, few, 40 - static_cast<int>(few));
    EXPECT_EQ(this->chunk_->size(), 40 - few);
    this->expectTakesBack(50, 40 - few, 0);
    EXPECT_TRUE(this->chunk_->empty());
  }
}

TYPED_TEST(TaskChunk, EmptiedFromTheBackItHasItsWholeRoomAgain) {
  this->fill(0, 3);
  EXPECT_EQ(int{this->chunk_->popFront()}, 0);
  EXPECT_EQ(int{this->chunk_->popBack()}, 2);
  EXPECT_EQ(int{this->chunk_->popBack()}, 1);
  this->expectNew();
  this->fill(0, 3);
  EXPECT_EQ(int{this->chunk_->popFront()}, 0);
  this->expectTakesBack(5, 2, 1);
  this->expectNew();
}

TYPED_TEST(TaskChunk, ARangeFillsAllPlaces) {
  std::vector<TypeParam> tasks;
  for (int id = 1; id <= 50; ++id) {
    tasks.emplace_back(id);
  }
  this->fill(0, 1);
  auto at = tasks.begin();
  std::uint64_t added = 100;
  this->chunk_->pushBackFrom(at, tasks.begin() + 10, added);
  EXPECT_EQ(at - tasks.begin(), 10);
  EXPECT_EQ(added, 110u);
  EXPECT_EQ(this->chunk_->size(), 11u);
  this->chunk_->pushBackFrom(at, tasks.end(), added);
  EXPECT_EQ(at - tasks.begin(), 39);
  EXPECT_EQ(added, 139u);
  EXPECT_TRUE(this->chunk_->full());
  this->expectTakesFront(40, 40, 0);
}

TEST(TaskChunkObjects, EveryTaskIsDestroyedOnce) {
  SharedMemSys system;
  ChunkPool<Counted> pool(8);
  Chunk<Counted>& chunk = *pool.allocate();
  Chunk<Counted>& other = *pool.allocate();
  const auto fill = [&] {
    for (int id = 0; id < 8; ++id) {
      chunk.pushBack(id);
    }
    EXPECT_EQ(Counted::objects, 8);
  };
  fill();
  chunk.popFront();
  EXPECT_EQ(Counted::objects, 7);
  chunk.popBack();
  EXPECT_EQ(Counted::objects, 6);
  chunk.dropBack();
  EXPECT_EQ(Counted::objects, 5);
  chunk.moveFrontTo(other);
  EXPECT_EQ(Counted::objects, 5);
  {
    Counted out[2];
    chunk.popFront(out, 2);
    EXPECT_EQ(Counted::objects, 5);
    chunk.popBack(out, 2);
    EXPECT_EQ(Counted::objects, 3);
  }
  EXPECT_TRUE(chunk.empty());
  other.clear();
  EXPECT_EQ(Counted::objects, 0);
  fill();
  pool.free(&chunk);
  EXPECT_EQ(Counted::objects, 0);
}

TEST(TaskChunkObjects, AChunkFromThePoolIsInNoList) {
  SharedMemSys system;
  ChunkPool<int> pool(8);
  Chunk<int>* const first = pool.allocate();
  Chunk<int>* const second = pool.allocate();
  pool.free(first);
  pool.free(second); // The pool links the two.
  EXPECT_EQ(pool.allocate(), second);
  EXPECT_EQ(second->next, nullptr);
}

} // namespace
} // namespace galois::worklists
