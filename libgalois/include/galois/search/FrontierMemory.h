/**
 * The memory of a best-first search: blocks of many sizes from pools per thread, within a limit that
 * all threads share.
 *
 * A block is made by one thread and may be freed by another, which keeps it for its own next block
 * of that size, and passes batches on to threads that need them (SpareNodes.h). Pages are freed with
 * the whole memory, so a thread can go through all blocks that are in use when the search has ended.
 *
 * Invariant: the bytes of all pages together do not exceed the limit. Counts of blocks in use are
 * summed up now and then, so they may be late by kCountLate blocks per other thread.
 */
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/memory/SpareNodes.h"

namespace galois::search {

/// The head of a block. What the search keeps in it comes after that.
struct FrontierBlock {
  FrontierBlock* next = nullptr; ///< of a chain of spare blocks
  std::uint32_t depth = 0;       ///< the search's own
  std::uint16_t size = 0;        ///< its class of sizes
  bool used = false;             ///< the search's own: whether its contents are to be visited

  /// Returns where the contents begin.
  void* contents() noexcept { return this + 1; }
};
static_assert(sizeof(FrontierBlock) == 16);

/// What all threads share.
class FrontierMemory {
  struct Next {
    static FrontierBlock* get(FrontierBlock* block) { return block->next; }
    static void set(FrontierBlock* block, FrontierBlock* next) { block->next = next; }
  };
  using Spare = worklists::SpareNodes<FrontierBlock, Next, 64, substrate::DefaultAtomics, 32, 1>;

  /// A page begins with this, and has blocks of one size.
  struct alignas(substrate::kCacheLineSize) Page {
    Page* next;
    std::size_t blockBytes;
    std::size_t blocks; ///< number of blocks that were made
    std::size_t room;   ///< for how many there is room
    FrontierBlock* block(std::size_t i) {
      return reinterpret_cast<FrontierBlock*>(reinterpret_cast<std::byte*>(this + 1) +
                                              i * blockBytes);
    }
  };

  static constexpr std::size_t kUnit = substrate::kCacheLineSize;
  static constexpr std::size_t kPageBytes = std::size_t{64} << 10;
  static constexpr unsigned kSizes = 8 * 24; // up to 2 GiB
  static constexpr std::int64_t kCountLate = 32;

  /// Returns the class of sizes for a number of bytes. There are eight per power of two.
  static unsigned sizeClass(std::size_t bytes) {
    const std::size_t units = (bytes - 1) / kUnit;
    const unsigned shift = units < 16 ? 0 : static_cast<unsigned>(std::bit_width(units)) - 4;
    return 8 * shift + static_cast<unsigned>(units >> shift);
  }
  /// Returns the bytes of a block of a class.
  static std::size_t bytesOf(unsigned size) {
    const unsigned shift = size < 16 ? 0 : size / 8 - 1;
    return (std::size_t{size} - 8 * shift + 1) * kUnit << shift;
  }

public:
  /// @param bytes  the limit
  explicit FrontierMemory(std::uint64_t bytes)
      : limit_(static_cast<std::int64_t>(std::min(bytes, std::uint64_t{INT64_MAX}))),
        left_(limit_) {}
  FrontierMemory(const FrontierMemory&) = delete;
  FrontierMemory& operator=(const FrontierMemory&) = delete;

  /// Returns the greatest number of blocks in use at any time.
  std::uint64_t mostBlocks() const {
    return static_cast<std::uint64_t>(most_.load(substrate::order::relaxed));
  }
  /// Returns the bytes of all pages.
  std::uint64_t bytes() const {
    return static_cast<std::uint64_t>(limit_ - left_.load(substrate::order::relaxed));
  }
  /// Whether an eighth of the memory is unused, so that it is worth using again.
  bool hasRoom() const { return used_.load(substrate::order::relaxed) < limit_ - limit_ / 8; }

  /// The blocks of one thread. Only that thread uses it, until the search has ended.
  class alignas(substrate::kCacheLineSize) Own {
  public:
    Own(FrontierMemory& all, unsigned thread) : all_(all) { spare_.fill(Spare::Own(thread)); }
    Own(const Own&) = delete;
    Own& operator=(const Own&) = delete;
    /// The caller has destroyed what the blocks in use hold.
    ~Own() {
      while (pages_ != nullptr) {
        ::operator delete (std::exchange(pages_, pages_->next), std::align_val_t{alignof(Page)});
      }
    }

    /// Returns a block with room for `bytes` bytes behind its head, or null if there is no memory.
    /// It is not used yet. O(1) amortised.
    FrontierBlock* take(std::size_t bytes) noexcept {
      const unsigned size = sizeClass(sizeof(FrontierBlock) + bytes);
      if (size >= kSizes) {
        return nullptr;
      }
      FrontierBlock* block = nullptr;
      if (!spare_[size].empty() || spare_[size].fetch(all_.spare_[size])) {
        block = spare_[size].take();
      } else if ((block = make(size)) == nullptr) {
        return nullptr;
      }
      count(1, static_cast<std::int64_t>(bytesOf(size)));
      return block;
    }
    /// Takes back a block of any thread.
    void put(FrontierBlock* block) noexcept {
      block->used = false;
      count(-1, -static_cast<std::int64_t>(bytesOf(block->size)));
      spare_[block->size].add(block, all_.spare_[block->size]);
    }

    /// Calls fn(block) for each block in use that this thread has made.
    template <typename Fn>
    void forEachUsed(Fn&& fn) {
      for (Page* page = pages_; page != nullptr; page = page->next) {
        for (std::size_t i = 0; i < page->blocks; ++i) {
          if (page->block(i)->used) {
            fn(*page->block(i));
          }
        }
      }
    }

    FrontierMemory& all() noexcept { return all_; } ///< what all threads share

    /// Adds this thread's counts to those of all.
    void countAll() noexcept {
      all_.used_.fetch_add(std::exchange(bytes_, 0), substrate::order::relaxed);
      const std::int64_t mine = std::exchange(blocks_, 0);
      others_ = all_.blocks_.fetch_add(mine, substrate::order::relaxed) + mine;
      std::int64_t most = all_.most_.load(substrate::order::relaxed);
      while (most < most_ &&
             !all_.most_.compare_exchange_weak(most, most_, substrate::order::relaxed,
                                               substrate::order::relaxed)) {
      }
    }

  private:
    void count(std::int64_t blocks, std::int64_t bytes) noexcept {
      blocks_ += blocks;
      bytes_ += bytes;
      most_ = std::max(most_, others_ + blocks_);
      if (blocks_ >= kCountLate || blocks_ <= -kCountLate) {
        countAll();
      }
    }

    /// Makes a block of the thread's last page of this class, or of a new one.
    FrontierBlock* make(unsigned size) noexcept {
      Page* page = last_[size];
      if (page == nullptr || page->blocks == page->room) {
        const std::size_t block = bytesOf(size);
        const std::size_t bytes = std::max(kPageBytes, sizeof(Page) + block);
        const auto wanted = static_cast<std::int64_t>(bytes);
        void* memory = nullptr;
        if (all_.left_.fetch_sub(wanted, substrate::order::relaxed) >= wanted) {
          memory = ::operator new (bytes, std::align_val_t{alignof(Page)}, std::nothrow);
        }
        if (memory == nullptr) {
          all_.left_.fetch_add(wanted, substrate::order::relaxed);
          return nullptr;
        }
        page = ::new (memory) Page{pages_, block, 0, (bytes - sizeof(Page)) / block};
        pages_ = last_[size] = page;
      }
      FrontierBlock* const made =
          ::new (static_cast<void*>(page->block(page->blocks++))) FrontierBlock;
      made->size = static_cast<std::uint16_t>(size);
      return made;
    }

    FrontierMemory& all_;
    std::int64_t blocks_ = 0, bytes_ = 0; ///< not yet among those of all
    std::int64_t others_ = 0;             ///< blocks of all, when they were last counted
    std::int64_t most_ = 0;               ///< the most that this thread has seen
    Page* pages_ = nullptr;
    std::array<Page*, kSizes> last_{}; ///< the page of each class that may have room
    std::array<Spare::Own, kSizes> spare_;
  };

private:
  const std::int64_t limit_;
  // All relaxed: these are numbers, and carry no data.
  alignas(substrate::kCacheLineSize) substrate::Atomic<std::int64_t> left_; ///< bytes for pages
  substrate::Atomic<std::int64_t> used_{0};                                 ///< bytes in use
  substrate::Atomic<std::int64_t> blocks_{0};                               ///< blocks in use
  substrate::Atomic<std::int64_t> most_{0};                                 ///< of blocks_
  std::array<Spare, kSizes> spare_;
};

} // namespace galois::search
