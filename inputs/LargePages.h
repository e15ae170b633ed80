/**
 * An allocator for arrays that are read and written at random. It asks for large pages, where the
 * system gives them on request: with usual pages, most accesses to an array larger than a few
 * megabytes would also have to look up the page, and prefetching waits for that.
 */
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace galois::inputs {

/// An allocator for containers, with pages of 2 MB for what is at least that large. Memory is
/// obtained and returned as by new and delete.
template <typename T>
class LargePages {
public:
  using value_type = T; ///< type of the objects

  /// An allocator; all are the same.
  LargePages() = default;
  /// Converts from the allocator of another type, as containers require.
  template <typename Other>
  LargePages(const LargePages<Other>& /*other*/) {}

  /// Returns room for this many objects. @throws std::bad_alloc
  T* allocate(std::size_t count) {
    if (count > SIZE_MAX / sizeof(T)) {
      throw std::bad_array_new_length();
    }
    const std::size_t bytes = count * sizeof(T);
    void* const room = operator new(bytes, alignmentOf(bytes));
    if (bytes >= kLargePage) {
      madvise(room, bytes, MADV_HUGEPAGE); // without it, the array is slower
    }
    return static_cast<T*>(room);
  }

  /// Frees what allocate() of this many objects returned.
  void deallocate(T* room, std::size_t count) {
    operator delete(room, alignmentOf(count * sizeof(T)));
  }

  /// Memory of one of them can be freed by the other.
  friend bool operator==(const LargePages& /*a*/, const LargePages& /*b*/) { return true; }

private:
  static constexpr std::size_t kLargePage = std::size_t{1} << 21;
  static std::align_val_t alignmentOf(std::size_t bytes) {
    return std::align_val_t{bytes >= kLargePage ? kLargePage : alignof(std::max_align_t)};
  }
};

} // namespace galois::inputs
