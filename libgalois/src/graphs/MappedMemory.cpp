#include "galois/graphs/MappedMemory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include "galois/graphs/GraphError.h"

namespace galois::graphs {

MappedMemory::~MappedMemory() {
  if (base_) {
    munmap(base_, length_);
  }
}

MappedMemory MappedMemory::ofFile(const std::string& path, int fd, std::uint64_t offset,
                                  std::uint64_t length) {
  MappedMemory memory;
  if (length == 0) {
    return memory;
  }
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t skip = offset % page;
  // The mapping is writable but private, so that edges can be sorted in place. MAP_NORESERVE keeps
  // it from counting against the commit limit, since few pages are ever written.
  void* base = mmap(nullptr, length + skip, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, fd,
                    static_cast<off_t>(offset - skip));
  if (base == MAP_FAILED) {
    throw GraphError(
        fmt::format("cannot map {} bytes of '{}': {}", length, path, std::strerror(errno)));
  }
  memory.base_ = base;
  memory.length_ = length + skip;
  memory.skip_ = skip;
  memory.file_ = true;
  madvise(base, memory.length_, MADV_WILLNEED); // only a hint: if it fails, reading is slower
  return memory;
}

void MappedMemory::release(const void* begin, const void* end) const noexcept {
  if (!file_ || begin == end) {
    return;
  }
  // A page fault also maps the pages around it. So the pages before `begin` may be mapped again
  // since they were released, and are released once more. The last page is released although it may
  // have bytes behind `end`, because it is mapped again when somebody reads them.
  constexpr std::uintptr_t kAround = std::uintptr_t{2} << 20;
  const auto base = reinterpret_cast<std::uintptr_t>(base_);
  const std::uintptr_t from =
      std::max(base, reinterpret_cast<std::uintptr_t>(begin) / kAround * kAround);
  madvise(static_cast<char*>(base_) + (from - base), reinterpret_cast<std::uintptr_t>(end) - from,
          MADV_DONTNEED); // only a hint: if it fails, the pages stay until the file is unmapped
}

MappedMemory MappedMemory::zeroed(std::uint64_t length) {
  MappedMemory memory;
  if (length == 0) {
    return memory;
  }
  void* base = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) {
    throw GraphError(fmt::format("out of memory: a graph of {} bytes does not fit: {}", length,
                                 std::strerror(errno)));
  }
  memory.base_ = base;
  memory.length_ = length;
  madvise(base, length, MADV_HUGEPAGE); // only a hint
  return memory;
}

} // namespace galois::graphs
