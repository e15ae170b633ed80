#include "galois/substrate/PagePool.h"

#include <pthread.h>

#include <atomic>
#include <mutex>
#include <new>
#include <unordered_map>

#include "galois/substrate/PageAlloc.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/SimpleLock.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {
namespace {

/// A free page. The link is stored in the page itself.
struct FreePage {
  FreePage* next;
};

/// The free pages of a thread. Other threads access it only to return pages, or if memory runs out.
struct FreeList {
  SimpleLock lock;
  FreePage* head = nullptr;               // guarded by lock
  std::atomic<std::size_t> fromSystem{0}; // written by its thread, read by any thread

  void push(void* page) {
    auto* freed = static_cast<FreePage*>(page);
    const std::lock_guard<SimpleLock> guard(lock);
    freed->next = head;
    head = freed;
  }

  void* pop() {
    const std::lock_guard<SimpleLock> guard(lock);
    FreePage* const page = head;
    if (page != nullptr) {
      head = page->next;
    }
    return page;
  }
};

class Pool {
public:
  void* alloc() {
    const unsigned tid = ThreadPool::getTID();
    if (void* page = lists_.getRemote(tid)->pop()) {
      return page;
    }
    try {
      return take(tid, 1, false);
    } catch (const std::bad_alloc&) {
      for (unsigned other = 0; other < lists_.size(); ++other) {
        if (void* page = lists_.getRemote(other)->pop()) {
          return page;
        }
      }
      throw;
    }
  }

  void free(void* page) { lists_.getRemote(ownerOf(page))->push(page); }

  void preAlloc(unsigned num) {
    if (num == 0) {
      return;
    }
    const unsigned tid = ThreadPool::getTID();
    char* const pages = take(tid, num, true);
    for (unsigned i = num; i > 0; --i) {
      lists_.getRemote(tid)->push(pages + (i - 1) * allocSize());
    }
  }

  std::size_t taken(unsigned tid) const {
    return lists_.getRemote(tid)->fromSystem.load(order::relaxed); // a counter; orders nothing
  }

  std::size_t takenByAll() const {
    std::size_t sum = 0;
    for (unsigned tid = 0; tid < lists_.size(); ++tid) {
      sum += taken(tid);
    }
    return sum;
  }

  /// Waits until no thread changes the pool, and keeps all from doing so. For a thread that is about
  /// to fork: in the child, a lock that another thread holds would never be free. Storages come
  /// first, because their constructors may take pages while they are locked.
  void lockForFork() {
    detail::SlotTable::lockAll();
    ownersLock_.lock();
    for (unsigned tid = 0; tid < lists_.size(); ++tid) {
      lists_.getRemote(tid)->lock.lock();
    }
  }
  /// Ends that, in either process.
  void unlockAfterFork(bool inChild) {
    for (unsigned tid = 0; tid < lists_.size(); ++tid) {
      lists_.getRemote(tid)->lock.unlock();
    }
    ownersLock_.unlock();
    if (!inChild) {
      detail::SlotTable::unlockAll();
    }
  }

private:
  char* take(unsigned tid, unsigned num, bool preFault) {
    auto* const pages = static_cast<char*>(allocPages(num, preFault));
    char* const end = pages + num * allocSize();
    {
      const std::lock_guard<SimpleLock> guard(ownersLock_);
      try {
        for (char* page = pages; page != end; page += allocSize()) {
          owners_.emplace(page, tid);
        }
      } catch (...) {
        for (char* page = pages; page != end; page += allocSize()) {
          owners_.erase(page);
        }
        freePages(pages, num);
        throw;
      }
    }
    lists_.getRemote(tid)->fromSystem.fetch_add(num, order::relaxed);
    return pages;
  }

  unsigned ownerOf(void* page) {
    const std::lock_guard<SimpleLock> guard(ownersLock_);
    return owners_.at(page);
  }

  PerThreadStorage<FreeList> lists_;
  SimpleLock ownersLock_; // taken at most once per page of 2 MB, so one lock is sufficient
  std::unordered_map<void*, unsigned> owners_; // of the pages from the system, and of no others
};

/// Never destroyed, because static objects may use and free pages until the process ends.
Pool& pool() {
  static Pool* const instance = [] {
    auto* const made = new Pool();
    static Pool* forFork;
    forFork = made;
    pthread_atfork([] { forFork->lockForFork(); }, [] { forFork->unlockAfterFork(false); },
                   [] { forFork->unlockAfterFork(true); });
    return made;
  }();
  return *instance;
}

} // namespace

std::size_t pagePoolSize() { return allocSize(); }
void* pagePoolAlloc() { return pool().alloc(); }
void pagePoolFree(void* page) {
  if (page != nullptr) {
    pool().free(page);
  }
}
void pagePoolPreAlloc(unsigned num) { pool().preAlloc(num); }
std::size_t numPagePoolAllocTotal() { return pool().takenByAll(); }
std::size_t numPagePoolAllocForThread(unsigned tid) { return pool().taken(tid); }

} // namespace galois::substrate
