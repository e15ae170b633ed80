/**
 * A heap that allocates by advancing a pointer, and the two sources of its blocks.
 *
 * A heap allocates raw memory: `void* allocate(std::size_t bytes)`, `void deallocate(void*)`. A
 * heap can take its blocks from another heap, its source, which is then its template argument. The
 * constant AllocSize of a heap is the size of its blocks, or zero if it allocates any size.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace galois::runtime {

/// Allocates pages of the page pool, one per call. Thread-safe.
class SystemHeap {
public:
  /// The size in bytes of every block, as a constant.
  static constexpr std::size_t AllocSize = std::size_t{2} << 20;
  /// Returns the size in bytes of every block that allocate() returns.
  static std::size_t blockSize();
  /// Returns a block for `bytes` bytes, at most blockSize().
  /// @throws std::bad_alloc if there is no memory or if `bytes` exceeds blockSize()
  void* allocate(std::size_t bytes);
  /// Frees a block from allocate(), on any thread. Does nothing if it is null.
  void deallocate(void* block) noexcept;
};

/// Allocates blocks of the size given to the constructor from the C++ heap. Thread-safe.
class MallocHeap {
public:
  /// Zero: blocks may have any size.
  static constexpr std::size_t AllocSize = 0;

  explicit MallocHeap(std::size_t bytes = std::size_t{64} << 10) : blockSize_(bytes) {}
  std::size_t blockSize() const { return blockSize_; }
  void* allocate(std::size_t bytes) { return ::operator new(bytes); }
  void deallocate(void* block) noexcept { ::operator delete(block); }

private:
  std::size_t blockSize_;
};

namespace internal {

/// Returns the size of the blocks that a heap takes from `source`, which says it as a method or as a
/// constant.
template <typename Source>
auto blockBytes(const Source& source) -> decltype(std::size_t{source.blockSize()}) {
  return source.blockSize();
}
template <typename Source, typename... Nothing>
std::size_t blockBytes(const Source&, Nothing...) {
  return Source::AllocSize != 0 ? std::size_t{Source::AllocSize} : MallocHeap().blockSize();
}

} // namespace internal

/**
 * A bump allocator: allocation advances a pointer, deallocate() does nothing, and clear() releases
 * everything at once but keeps one block for reuse. Requests that are too large or too strictly
 * aligned for a block of Source come from the C++ heap and are also released by clear(). Not
 * thread-safe.
 */
template <typename Source>
class BumpWithMallocHeap {
public:
  /// Zero: this heap allocates any number of bytes.
  static constexpr std::size_t AllocSize = 0;

  BumpWithMallocHeap() = default;
  explicit BumpWithMallocHeap(Source source) : source_(std::move(source)) {}
  ~BumpWithMallocHeap() {
    clear();
    if (blocks_ != nullptr) {
      source_.deallocate(blocks_);
    }
  }
  BumpWithMallocHeap(const BumpWithMallocHeap&) = delete;
  BumpWithMallocHeap& operator=(const BumpWithMallocHeap&) = delete;

  /// Returns memory for `bytes` bytes, aligned for any fundamental type.
  /// @throws std::bad_alloc if there is no memory
  void* allocate(std::size_t bytes) {
    const std::size_t size = (bytes + kAlign - 1) / kAlign * kAlign;
    if (size < bytes) {
      throw std::bad_alloc();
    }
    if (size > static_cast<std::size_t>(end_ - next_)) {
      return allocateSlow(size);
    }
    return std::exchange(next_, next_ + size);
  }

  /// Returns memory for 1 to `bytes` bytes, and sets `allocated` to their number: as many as are left
  /// in the current block, if there are any, and as fit into a new one otherwise. Of 0 bytes none
  /// are returned.
  /// @throws std::bad_alloc if there is no memory
  void* allocate(std::size_t bytes, std::size_t& allocated) {
    const auto left = static_cast<std::size_t>(end_ - next_);
    const std::size_t most = left >= kAlign ? left : blockBytes() - sizeof(Header);
    allocated = std::min(bytes, most / kAlign * kAlign);
    return allocate(allocated);
  }

  /// Does nothing: clear() releases the memory.
  void deallocate(void*) noexcept {}

  /// Releases everything that was allocated. Constant time if all fitted into one block.
  void clear() noexcept {
    while (large_ != nullptr) {
      ::operator delete(std::exchange(large_, large_->next));
    }
    if (blocks_ == nullptr) {
      return;
    }
    while (blocks_->next != nullptr) {
      source_.deallocate(std::exchange(blocks_, blocks_->next));
    }
    useBlock();
  }

private:
  static constexpr std::size_t kAlign = alignof(std::max_align_t);

  struct alignas(std::max_align_t) Header {
    Header* next;
  };

  std::size_t blockBytes() const { return internal::blockBytes(source_); }

  void useBlock() noexcept {
    char* start = reinterpret_cast<char*>(blocks_);
    next_ = start + sizeof(Header);
    end_ = start + blockBytes();
  }

  void* allocateSlow(std::size_t size) {
    if (size > blockBytes() - sizeof(Header)) {
      if (size > std::size_t{PTRDIFF_MAX} - sizeof(Header)) {
        throw std::bad_alloc();
      }
      large_ = ::new (::operator new(sizeof(Header) + size)) Header{large_};
      return large_ + 1;
    }
    blocks_ = ::new (source_.allocate(blockBytes())) Header{blocks_};
    useBlock();
    return std::exchange(next_, next_ + size);
  }

  Source source_{};
  Header* blocks_ = nullptr;
  Header* large_ = nullptr;
  char* next_ = nullptr;
  char* end_ = nullptr;
};

/// Galois' name for a bump allocator without the fallback to the C++ heap. Here the fallback is
/// always there.
template <typename Source>
using BumpHeap = BumpWithMallocHeap<Source>;

} // namespace galois::runtime
