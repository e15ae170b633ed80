/** A memory mapping that contains a graph or a part of one: a mapped file, or plain memory. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace galois::graphs {

/// Owns one mapping and unmaps it in the destructor. Movable, not copyable. Writes through data()
/// never reach the file (copy on write).
class MappedMemory {
public:
  MappedMemory() noexcept = default;
  MappedMemory(MappedMemory&& other) noexcept { swap(other); }
  MappedMemory& operator=(MappedMemory&& other) noexcept {
    MappedMemory moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~MappedMemory();

  /// Maps `length` bytes of an open file from byte `offset`, which need not be page-aligned, and
  /// advises the kernel to read ahead. The caller may close the descriptor afterwards.
  /// @throws GraphError with `path` in its message if the system refuses
  static MappedMemory ofFile(const std::string& path, int fd, std::uint64_t offset,
                             std::uint64_t length);

  /// Allocates `length` zero bytes, page-aligned, in huge pages where the system supports them.
  /// @throws GraphError if there is not enough memory
  static MappedMemory zeroed(std::uint64_t length);

  /// Returns the first requested byte, or null if the length was 0.
  char* data() const noexcept { return static_cast<char*>(base_) + skip_; }
  /// Returns the number of requested bytes.
  std::size_t size() const noexcept { return length_ - skip_; }

  /// Gives back the memory of pages up to `end`, from the page or the huge page of `begin` on.
  /// Whoever reads them again gets them from the file, so that other threads may read them
  /// meanwhile; but what was written to them is lost. Does nothing for memory that is not a mapped
  /// file.
  /// @param begin  in [data(), data() + size()], like `end`
  void release(const void* begin, const void* end) const noexcept;

  void swap(MappedMemory& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(length_, other.length_);
    std::swap(skip_, other.skip_);
    std::swap(file_, other.file_);
  }

private:
  void* base_ = nullptr;
  std::size_t length_ = 0; ///< length of the whole mapping
  std::size_t skip_ = 0;   ///< bytes before the first requested one, from rounding to pages
  bool file_ = false;      ///< whether it is a file that is mapped
};

} // namespace galois::graphs
