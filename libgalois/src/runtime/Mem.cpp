#include "galois/runtime/Mem.h"

#include "galois/runtime/PagePool.h"

namespace galois::runtime {

std::size_t SystemHeap::blockSize() { return pagePoolSize(); }

void* SystemHeap::allocate(std::size_t bytes) {
  if (bytes > blockSize()) {
    throw std::bad_alloc();
  }
  return pagePoolAlloc();
}

void SystemHeap::deallocate(void* block) noexcept {
  if (block != nullptr) {
    pagePoolFree(block);
  }
}

} // namespace galois::runtime
