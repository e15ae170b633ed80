#include "galois/runtime/Mem.h"

#include "galois/runtime/PagePool.h"
#include "galois/substrate/ActiveThreads.h"

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

SizedHeapFactory::SizedHeap* SizedHeapFactory::getHeapForSize(std::size_t bytes) {
  static const substrate::SimpleLock lock;
  // Never destroyed, because destructors of static objects may free memory. A map keeps its nodes.
  static auto& heaps = *new std::map<std::size_t, SizedHeap>;
  if (bytes == 0) {
    return nullptr;
  }
  MAKE_LOCK_GUARD(lock);
  return &heaps.try_emplace(bytes, bytes).first->second;
}

void* SerialNumaHeap::allocate(std::size_t bytes) {
  substrate::LAptr array = substrate::largeMallocInterleaved(bytes, substrate::getActiveThreads());
  void* const memory = array.get();
  if (memory != nullptr) {
    arrays_.emplace(memory, std::move(array));
  }
  return memory;
}

} // namespace galois::runtime
