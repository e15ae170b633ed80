#include "galois/substrate/PagePool.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <new>
#include <set>
#include <thread>
#include <vector>

#include "galois/substrate/PageAlloc.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/SimpleLock.h"
#include "support/Child.h"
#include "support/CountedHeap.h"
#include "support/Stress.h"

namespace substrate = galois::substrate;
using galois::test::CountedHeap;
using galois::test::runThreads;

namespace {

/// The memory of this process in pages of the pool: what is mapped, and what of that exists.
struct Memory {
  std::size_t mapped = 0, resident = 0;
};
Memory memory() {
  Memory now;
  std::ifstream("/proc/self/statm") >> now.mapped >> now.resident;
  const std::size_t each =
      substrate::pagePoolSize() / static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return {now.mapped / each, now.resident / each};
}

TEST(PagePool, PagesComeBack) {
  EXPECT_EQ(substrate::pagePoolSize(), substrate::allocSize());
  substrate::pagePoolFree(nullptr); // It does nothing, as free() does.
  void* first = substrate::pagePoolAlloc();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % substrate::pagePoolSize(), 0u);
  std::memset(first, 1, substrate::pagePoolSize());
  const std::size_t taken = substrate::numPagePoolAllocTotal();
  EXPECT_GE(taken, 1u);
  for (int i = 0; i < 10; ++i) {
    substrate::pagePoolFree(first);
    EXPECT_EQ(substrate::pagePoolAlloc(), first);
  }
  EXPECT_EQ(substrate::numPagePoolAllocTotal(), taken);
  substrate::pagePoolFree(first);
}

TEST(PagePool, PreAllocationIsUsedUpFirst) {
  const std::size_t before = substrate::numPagePoolAllocForThread(0);
  substrate::pagePoolPreAlloc(0);
  substrate::pagePoolPreAlloc(3);
  EXPECT_EQ(substrate::numPagePoolAllocForThread(0), before + 3);
  std::set<void*> pages;
  for (int i = 0; i < 3; ++i) {
    pages.insert(substrate::pagePoolAlloc());
  }
  EXPECT_EQ(pages.size(), 3u);
  EXPECT_EQ(substrate::numPagePoolAllocForThread(0), before + 3);
  for (void* page : pages) {
    substrate::pagePoolFree(page);
  }
}

TEST(PagePool, OnlyPreAllocationTouchesThePages) {
  // Otherwise the first word of a page, which is its place in the list, can bring all of it.
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  constexpr unsigned kPages = 8;
  std::vector<void*> pages;
  std::size_t before = memory().resident;
  substrate::pagePoolPreAlloc(kPages);
  EXPECT_GE(memory().resident, before + kPages - 2);
  for (std::size_t taken = substrate::numPagePoolAllocForThread(0);
       substrate::numPagePoolAllocForThread(0) == taken;) {
    pages.push_back(substrate::pagePoolAlloc());
  } // none is free now
  before = memory().resident;
  for (unsigned i = 0; i < kPages; ++i) {
    pages.push_back(substrate::pagePoolAlloc());
  }
  EXPECT_LE(memory().resident, before + 2);
  prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
  for (void* page : pages) {
    substrate::pagePoolFree(page);
  }
}

TEST(PagePool, PreAllocationThatFailsLeavesNothing) {
  constexpr unsigned kPages = 8;
  const std::size_t before = memory().mapped;
  for (int calls = 0; calls < static_cast<int>(kPages); ++calls) {
    CountedHeap::failAfter(calls);
    EXPECT_THROW(substrate::pagePoolPreAlloc(kPages), std::bad_alloc);
    CountedHeap::failAfter(-1);
  }
  EXPECT_LT(memory().mapped, before + kPages);
  // Another thread gets the same addresses, and then they are its pages.
  substrate::getThreadPool().reserve(2);
  std::vector<void*> pages;
  std::size_t taken = 0;
  const auto takeAll = [&](unsigned tid) {
    if (tid == 1) {
      for (unsigned i = 0; i < kPages; ++i) {
        pages.push_back(substrate::pagePoolAlloc());
      }
      taken = substrate::numPagePoolAllocForThread(1);
    }
  };
  const auto freeAll = [&pages] {
    for (void* page : pages) {
      substrate::pagePoolFree(page);
    }
    pages.clear();
  };
  runThreads(2, [](unsigned tid) {
    if (tid == 1) {
      substrate::pagePoolPreAlloc(kPages);
    }
  });
  runThreads(2, takeAll);
  const std::size_t first = taken;
  freeAll();
  runThreads(2, takeAll);
  freeAll();
  EXPECT_EQ(taken, first);
}

TEST(PagePool, PagesGoBackToTheirOwner) {
  substrate::getThreadPool().reserve(2);
  std::vector<void*> pages(2);
  runThreads(2, [&](unsigned tid) { pages[tid] = substrate::pagePoolAlloc(); });
  const std::size_t taken = substrate::numPagePoolAllocForThread(1);
  substrate::pagePoolFree(pages[1]); // Thread 0 frees it.
  void* again = nullptr;
  runThreads(2, [&](unsigned tid) {
    if (tid == 1) {
      again = substrate::pagePoolAlloc();
    }
  });
  EXPECT_EQ(again, pages[1]);
  EXPECT_EQ(substrate::numPagePoolAllocForThread(1), taken);
  substrate::pagePoolFree(again);
  substrate::pagePoolFree(pages[0]);
}

TEST(PagePool, NoTwoThreadsHoldOnePage) {
  // Every page carries the mark of its holder. Pages are often freed by another thread.
  substrate::SimpleLock lock;
  std::vector<unsigned*> passed;
  std::atomic<int> clashes{0};
  galois::test::runRandomThreads(8, [&](unsigned tid, substrate::Random& random) {
    for (int i = 0; i < 100; ++i) {
      auto* page = static_cast<unsigned*>(substrate::pagePoolAlloc());
      const unsigned mark = tid * 1000 + static_cast<unsigned>(i);
      page[1000] = mark;
      // Really yield, not pause: another thread shall run here although threads share cores.
      if (random.below(2) == 0) {
        std::this_thread::yield();
      }
      if (page[1000] != mark) {
        ++clashes;
      }
      lock.lock();
      passed.push_back(page);
      unsigned* other = nullptr;
      if (passed.size() > 4) {
        other = passed.front();
        passed.erase(passed.begin());
      }
      lock.unlock();
      substrate::pagePoolFree(other);
    }
  });
  for (unsigned* page : passed) {
    substrate::pagePoolFree(page);
  }
  EXPECT_EQ(clashes.load(), 0);
}

TEST(PagePoolChild, DISABLED_OutOfMemory) {
  void* mine = substrate::pagePoolAlloc();
  runThreads(2, [](unsigned tid) {
    if (tid == 1) {
      substrate::pagePoolFree(substrate::pagePoolAlloc());
    }
  });
  std::ifstream statm("/proc/self/statm");
  std::size_t pages = 0;
  statm >> pages;
  const rlim_t limit = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (16u << 20);
  const rlimit space{limit, limit};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &space), 0);
  std::vector<void*> all;
  all.reserve(100);
  const auto takeAll = [&] {
    for (int i = 0; i < 100; ++i) {
      all.push_back(substrate::pagePoolAlloc());
    }
  };
  EXPECT_THROW(takeAll(), std::bad_alloc);
  EXPECT_THROW(substrate::pagePoolPreAlloc(100), std::bad_alloc);
  // The free page of the other thread was found before giving up, so all existing pages are in use.
  EXPECT_EQ(all.size() + 1, substrate::numPagePoolAllocTotal());
  for (void* page : all) {
    substrate::pagePoolFree(page);
  }
  substrate::pagePoolFree(mine);
  EXPECT_NO_THROW(substrate::pagePoolFree(substrate::pagePoolAlloc()));
}
TEST(PagePool, OutOfMemory) {
  if (!galois::test::spaceIsOurs()) {
    GTEST_SKIP() << "sanitizers and emulators need address space";
  }
  EXPECT_EQ(galois::test::runChild("PagePoolChild.DISABLED_OutOfMemory"), 0);
}

/// Forks while another thread calls `use` again and again. Each child calls it, too.
template <typename Use>
void expectUsableInChildren(const Use& use) {
  if (galois::test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support forks of processes with several threads";
  }
  use();
  std::atomic<bool> ends{false};
  std::thread user([&] {
    while (!ends) {
      use();
    }
  });
  int failed = 0;
  for (int round = 0; round < 300 && failed == 0; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(60); // ends a child that waits for ever
      use();
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    failed += status != 0;
  }
  ends = true;
  user.join();
  EXPECT_EQ(failed, 0);
}

TEST(PagePool, ServesAChildThatWasForkedWhileAnotherThreadUsedIt) {
  expectUsableInChildren([] { substrate::pagePoolFree(substrate::pagePoolAlloc()); });
}

TEST(PagePool, StoragesAreMadeInAChildThatWasForkedWhileAnotherThreadMadeOne) {
  expectUsableInChildren([] { const substrate::PerThreadStorage<int> storage; });
}

TEST(PagePool, ResultsAreKeptInAChildThatWasForkedWhileAnotherThreadKeptOne) {
  expectUsableInChildren([] {
    substrate::keepReadable({nullptr, [](void*) noexcept {}});
    substrate::dropReadable();
  });
}

} // namespace
