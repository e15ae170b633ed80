#include "galois/substrate/NumaMem.h"

#include <algorithm>

#include "galois/substrate/PageAlloc.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {
namespace {

// Distance in bytes between two writes. If huge pages are not available, every page of the system
// must be touched, and 4096 bytes is the smallest page size.
constexpr std::size_t kTouchStep = 4096;

void touch(char* memory, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; at += kTouchStep) {
    static_cast<volatile char*>(memory)[at] = 0; // volatile: the write must not be removed
  }
}

LAptr allocate(std::size_t bytes) {
  return LAptr(bytes == 0 ? nullptr : allocBytes(bytes), detail::LargeFreer{bytes});
}

/// Whether an array lies in one page, so that it is near one thread anyway. On a simulated machine it
/// is placed like others.
bool isOnePage([[maybe_unused]] std::size_t bytes) {
#ifdef GALOIS_VIRTUAL
  return false;
#else
  return bytes <= allocSize();
#endif
}

/// Runs place(memory, tid) on the threads that are to be near the pages, if they can run now. Then
/// they write to the pages; otherwise, whoever writes first is near. Wakes no thread for one page.
template <typename Place>
LAptr allocatePlaced(std::size_t bytes, unsigned numThreads, const Place& place) {
  LAptr array = allocate(bytes);
  if (array != nullptr) {
    char* const memory = static_cast<char*>(array.get());
    if (isOnePage(bytes)) {
      touch(memory, 0, bytes);
      return array;
    }
    getThreadPool().tryRun(numThreads,
                           [&](unsigned tid, unsigned /*threads*/) { place(memory, tid); });
  }
  return array;
}

} // namespace

void detail::LargeFreer::operator()(void* memory) const noexcept { freeBytes(memory, bytes); }

LAptr largeMallocLocal(std::size_t bytes) {
  LAptr array = allocate(bytes);
  if (array != nullptr) {
    touch(static_cast<char*>(array.get()), 0, bytes);
  }
  return array;
}

LAptr largeMallocFloating(std::size_t bytes) { return allocate(bytes); }

LAptr largeMallocInterleaved(std::size_t bytes, unsigned numThreads) {
  numThreads = std::max(numThreads, 1u);
  const std::size_t page = allocSize();
  return allocatePlaced(bytes, numThreads, [=](char* memory, unsigned tid) {
    for (std::size_t at = tid * page; at < bytes; at += numThreads * page) {
      touch(memory, at, std::min(at + page, bytes));
    }
  });
}

LAptr largeMallocBlocked(std::size_t bytes, unsigned numThreads) {
  numThreads = std::max(numThreads, 1u);
  const std::size_t block = bytes / numThreads + 1;
  return allocatePlaced(bytes, numThreads, [=](char* memory, unsigned tid) {
    touch(memory, std::min(tid * block, bytes), std::min((tid + 1) * block, bytes));
  });
}

LAptr largeMallocSpecified(std::size_t bytes, unsigned numThreads,
                           const std::vector<std::uint64_t>& ranges, std::size_t elementSize) {
  const auto offset = [bytes, elementSize](std::uint64_t element) {
    return elementSize != 0 && element > bytes / elementSize
               ? bytes
               : static_cast<std::size_t>(element) * elementSize;
  };
  return allocatePlaced(bytes, numThreads, [&](char* memory, unsigned tid) {
    if (tid + std::size_t{1} >= ranges.size()) {
      return;
    }
    touch(memory, offset(ranges[tid]), offset(ranges[tid + 1]));
  });
}

} // namespace galois::substrate
