#include "explorer/Arena.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <sys/mman.h>

#include "explorer/Graph.h"

namespace galois::test::explorer {

namespace {

constexpr std::size_t kArena = std::size_t{64} << 20;

struct Arenas {
  std::byte* begin = nullptr;
  std::array<std::size_t, kMostThreads + 1> used{};
  int current = -1;
};
Arenas arenas;

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (arenas.current < 0) {
    void* memory = std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment);
    if (!memory) {
      throw std::bad_alloc();
    }
    return memory;
  }
  std::size_t& used = arenas.used[static_cast<std::size_t>(arenas.current)];
  const std::size_t at = (used + alignment - 1) / alignment * alignment;
  if (at + bytes > kArena) {
    throw std::bad_alloc();
  }
  used = at + bytes;
  std::byte* memory = arenas.begin + static_cast<std::size_t>(arenas.current) * kArena + at;
  std::memset(memory, 0xa5, std::min<std::size_t>(bytes, 4096)); // the same in each execution
  return memory;
}

void release(void* memory) {
  const auto* at = static_cast<std::byte*>(memory);
  if (!arenas.begin || at < arenas.begin || at >= arenas.begin + kArena * (kMostThreads + 1)) {
    std::free(memory);
  }
}

} // namespace

void useArena(int arena) {
  if (!arenas.begin) {
    void* memory = mmap(nullptr, kArena * (kMostThreads + 1), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
      std::perror("error: the arenas");
      std::abort();
    }
    arenas.begin = static_cast<std::byte*>(memory);
  }
  arenas.current = arena;
}
int usedArena() { return arenas.current; }
void clearArenas() { arenas.used = {}; }

} // namespace galois::test::explorer

using galois::test::explorer::allocate;
using galois::test::explorer::release;

void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new[](std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
