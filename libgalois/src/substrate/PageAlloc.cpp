#include "galois/substrate/PageAlloc.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <limits>
#include <new>

#ifdef GALOIS_VIRTUAL
#include "virtual/Machine.h"
#include "virtual/OnMachine.h"
#endif

namespace galois::substrate {
namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;

std::size_t roundUp(std::size_t bytes, std::size_t unit) {
  if (bytes > std::numeric_limits<std::size_t>::max() - unit) {
    throw std::bad_alloc();
  }
  return (bytes + unit - 1) / unit * unit;
}

std::size_t systemPage() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// Throws std::bad_alloc if a test on the simulated machine makes this allocation fail.
void failForTest() {
#ifdef GALOIS_VIRTUAL
  if (virt::onMachine && virt::machine->allocationFails()) {
    throw std::bad_alloc();
  }
#endif
}

/// Maps `bytes` (whole system pages) aligned to kPage, by mapping more and unmapping both ends.
char* mapAligned(std::size_t bytes) {
  failForTest();
  const std::size_t mapped = roundUp(bytes, kPage) + kPage;
  void* raw = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED) {
    throw std::bad_alloc();
  }
  char* const start = static_cast<char*>(raw);
  const std::size_t skip = (kPage - reinterpret_cast<std::uintptr_t>(raw) % kPage) % kPage;
  char* const memory = start + skip;
  if (skip != 0) {
    munmap(start, skip);
  }
  char* const tail = memory + bytes;
  if (tail != start + mapped) {
    munmap(tail, static_cast<std::size_t>(start + mapped - tail));
  }
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE); // only a hint: not every system has huge pages
#endif
  return memory;
}

/// Removes freed memory from the caches of the simulated machine.
void evictFromCaches([[maybe_unused]] const void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef GALOIS_VIRTUAL
  if (memory != nullptr && virt::onMachine) {
    virt::machine->forget(memory, bytes);
  }
#endif
}

} // namespace

std::size_t allocSize() { return kPage; }

void* allocPages(unsigned num, bool preFault) {
  if (num == 0) {
    return nullptr;
  }
  const std::size_t bytes = kPage * num;
  char* const memory = mapAligned(bytes);
  if (preFault) {
    for (std::size_t at = 0; at < bytes; at += systemPage()) {
      static_cast<volatile char*>(memory)[at] = 0; // volatile: the write must not be removed
    }
  }
  return memory;
}

void freePages(void* pages, unsigned num) {
  evictFromCaches(pages, kPage * num);
  if (pages != nullptr && num != 0) {
    munmap(pages, kPage * num);
  }
}

void* allocBytes(std::size_t bytes) {
  const std::size_t rounded = roundUp(bytes, systemPage());
  if (rounded >= kPage) {
    return mapAligned(rounded);
  }
  failForTest();
  void* memory = mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw std::bad_alloc();
  }
  return memory;
}

void freeBytes(void* memory, std::size_t bytes) {
  evictFromCaches(memory, bytes);
  if (memory != nullptr) {
    munmap(memory, roundUp(bytes, systemPage()));
  }
}

} // namespace galois::substrate
