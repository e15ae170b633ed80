#include "galois/substrate/PerThreadStorage.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/Child.h"
#include "support/CountedHeap.h"
#include "support/Stress.h"

using galois::substrate::getThreadPool;
using galois::substrate::PerSocketStorage;
using galois::substrate::PerThreadStorage;
using galois::substrate::ThreadPool;
using galois::test::CountedHeap;
using galois::test::runChild;
using galois::test::runThreads;

namespace {

/// Counts its living objects. Its constructor can be made to throw.
struct Counted {
  static inline int alive = 0;
  static inline int failAfter = -1;
  int value;
  explicit Counted(int v = 0) : value(v) {
    if (failAfter == 0) {
      throw std::runtime_error("requested failure");
    }
    if (failAfter > 0) {
      --failAfter;
    }
    ++alive;
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
};

TEST(PerThreadStorage, EachThreadHasItsOwn) {
  PerThreadStorage<int> storage(7);
  ASSERT_GE(storage.size(), getThreadPool().getMaxUsableThreads());
  runThreads(16, [&](unsigned tid) { *storage.getLocal() += static_cast<int>(tid); });
  ASSERT_GE(storage.size(), 16u);
  for (unsigned tid = 0; tid < 16; ++tid) {
    EXPECT_EQ(*storage.getRemote(tid), 7 + static_cast<int>(tid));
    EXPECT_EQ(storage.getLocal(tid), storage.getRemote(tid));
    EXPECT_EQ(std::as_const(storage).getRemote(tid), storage.getRemote(tid));
  }
}

TEST(PerThreadStorage, SlotsAreFarApartAndStay) {
  PerThreadStorage<char> storage('a');
  const unsigned before = storage.size();
  std::vector<char*> addresses;
  for (unsigned tid = 0; tid < before; ++tid) {
    addresses.push_back(storage.getRemote(tid));
  }
  getThreadPool().reserve(before + 9);
  ASSERT_EQ(storage.size(), before + 9);
  std::set<std::uintptr_t> lines;
  for (unsigned tid = 0; tid < storage.size(); ++tid) {
    const auto address = reinterpret_cast<std::uintptr_t>(storage.getRemote(tid));
    EXPECT_EQ(address % galois::substrate::kCacheLineSize, 0u);
    EXPECT_TRUE(lines.insert(address).second);
    EXPECT_EQ(*storage.getRemote(tid),
              'a'); // Slots that are added later are constructed like the others.
  }
  for (unsigned tid = 0; tid < before; ++tid) {
    EXPECT_EQ(storage.getRemote(tid), addresses[tid]);
  }
}

TEST(PerThreadStorage, HonoursLargerAlignment) {
  struct alignas(512) Wide {
    char c = 0;
  };
  PerThreadStorage<Wide> storage;
  for (unsigned tid = 0; tid < storage.size(); ++tid) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(storage.getRemote(tid)) % 512, 0u);
  }
}

TEST(PerThreadStorage, HasNoSizeCap) {
  // U17: Galois aborts beyond 2 MB per thread. Here one object has 3 MB, and many have 4 MB together.
  PerThreadStorage<std::array<char, 3 << 20>> large;
  (*large.getLocal())[(3 << 20) - 1] = 1;
  std::vector<PerThreadStorage<std::array<char, 4096>>> many(1024);
  for (auto& storage : many) {
    (*storage.getLocal())[4095] = 1;
  }
  EXPECT_EQ((*large.getLocal())[(3 << 20) - 1], 1);
}

TEST(PerThreadStorage, Moves) {
  PerThreadStorage<Counted> a(3);
  const int alive = Counted::alive;
  Counted* const slot = a.getRemote(1);
  PerThreadStorage<Counted> b(std::move(a));
  EXPECT_EQ(a.size(), 0u); // NOLINT(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(b.getRemote(1), slot);
  EXPECT_EQ(Counted::alive, alive);
  PerThreadStorage<Counted> c(4);
  const PerThreadStorage<int> last(1); // which c, when it is assigned to, comes after
  c = std::move(b);
  EXPECT_EQ(c.getRemote(1), slot);
  EXPECT_EQ(Counted::alive, alive);
  const unsigned more = c.size() + 3;
  getThreadPool().reserve(more); // A moved storage still grows; a moved-from one does not.
  ASSERT_EQ(c.size(), more);
  EXPECT_EQ(c.getRemote(more - 1)->value, 3);
  EXPECT_EQ(last.size(), more);
  EXPECT_EQ(a.size(), 0u); // NOLINT(bugprone-use-after-move)
  a = PerThreadStorage<Counted>(5);
  EXPECT_EQ(a.getLocal()->value, 5);
}

TEST(PerThreadStorage, DestroysEverything) {
  const int before = Counted::alive;
  { PerThreadStorage<Counted> storage(1); }
  EXPECT_EQ(Counted::alive, before);
}

TEST(PerThreadStorage, FailingConstructorsLeaveNothing) {
  const int before = Counted::alive;
  Counted::failAfter = 1;
  EXPECT_THROW(PerThreadStorage<Counted>(1), std::runtime_error);
  Counted::failAfter = -1;
  EXPECT_EQ(Counted::alive, before);

  PerThreadStorage<Counted> storage(1);
  const unsigned slots = storage.size();
  Counted::failAfter = 2;
  EXPECT_THROW(getThreadPool().reserve(slots + 5), std::runtime_error);
  Counted::failAfter = -1;
  EXPECT_EQ(storage.size(), slots);
  EXPECT_EQ(getThreadPool().getMaxThreads(), slots);
  getThreadPool().reserve(slots + 5); // The next attempt succeeds.
  EXPECT_EQ(storage.size(), slots + 5);
}

// The first call of new that fails is another one in each attempt.
TEST(PerThreadStorage, NoObjectIsLeftWhenMemoryIsShort) {
  const int before = Counted::alive;
  int failures = 0;
  for (bool made = false; !made;) {
    try {
      CountedHeap::failAfter(failures);
      const PerThreadStorage<Counted> storage(1);
      made = true;
    } catch (const std::bad_alloc&) {
      ++failures;
    }
    CountedHeap::failAfter(-1);
    ASSERT_EQ(Counted::alive, before) << failures;
  }
  EXPECT_GE(failures, 4); // the maker, the table, an object, the list of tables
}

TEST(PerThreadStorage, KeepsArgumentsForLateSlots) {
  struct Text {
    std::string text;
    Text(const std::string& a, const char* b) : text(a + b) {}
  };
  struct Reference {
    int& target;
    explicit Reference(int& t) : target(t) {}
  };
  struct Borrowed {
    std::unique_ptr<int>* owner;
    explicit Borrowed(std::unique_ptr<int>& o) : owner(&o) {}
  };
  auto temporary = std::make_unique<std::string>("long enough to live on the heap, ");
  PerThreadStorage<Text> text(*temporary, "twice");
  temporary.reset();
  int target = 0;
  PerThreadStorage<Reference> reference(target);
  auto owner = std::make_unique<int>(1);
  PerThreadStorage<Borrowed> borrowed(owner);
  getThreadPool().reserve(text.size() + 4);
  EXPECT_EQ(text.getRemote(text.size() - 1)->text, "long enough to live on the heap, twice");
  EXPECT_EQ(&reference.getRemote(text.size() - 1)->target, &target);
  EXPECT_EQ(borrowed.getRemote(text.size() - 1)->owner, &owner);
}

TEST(PerThreadStorage, StorageInStorageGrowsToo) {
  struct Outer {
    PerThreadStorage<int> inner{5};
  };
  PerThreadStorage<Outer> storage;
  const unsigned more = storage.size() + 2;
  getThreadPool().reserve(more);
  for (unsigned i = 0; i < more; ++i) {
    ASSERT_EQ(storage.getRemote(i)->inner.size(), more);
    EXPECT_EQ(*storage.getRemote(i)->inner.getRemote(more - 1), 5);
  }
}

TEST(PerThreadStorage, CanBeMadeInsideRegions) {
  std::atomic<int> wrong{0};
  runThreads(16, [&](unsigned) {
    for (int i = 0; i < 20; ++i) {
      PerThreadStorage<int> storage(i);
      if (*storage.getLocal() != i || storage.size() < 16) {
        ++wrong;
      }
    }
  });
  EXPECT_EQ(wrong.load(), 0);
}

PerThreadStorage<std::vector<int>>
    outlivesMain(3, 1); // It is constructed before main() and destroyed at exit.
const unsigned slotsBeforeMain = outlivesMain.size();

TEST(PerThreadStorage, WorksAsAStatic) {
  EXPECT_EQ(slotsBeforeMain, getThreadPool().getMaxUsableThreads());
  runThreads(5, [](unsigned tid) { outlivesMain.getLocal()->push_back(static_cast<int>(tid)); });
  EXPECT_EQ(outlivesMain.getRemote(4)->back(), 4);
}

TEST(PerSocketStorageChild, DISABLED_OnePerSocket) {
  PerSocketStorage<std::atomic<int>> storage(0);
  ASSERT_EQ(storage.size(), 4u);
  const unsigned n = getThreadPool().getMaxUsableThreads(); // 8 on this synthetic machine
  runThreads(n, [&](unsigned) { ++*storage.getLocal(); });
  for (unsigned socket = 0; socket < 4; ++socket) {
    EXPECT_EQ(*storage.getRemoteByPkg(socket), 2);
    EXPECT_EQ(storage.getRemote(2 * socket + 1), storage.getRemoteByPkg(socket));
    EXPECT_EQ(storage.getRemote(n + 2 * socket), storage.getRemoteByPkg(socket));
  }
  getThreadPool().reserve(n + 10);
  EXPECT_EQ(storage.size(), 4u);
  PerSocketStorage<std::atomic<int>> moved(std::move(storage));
  EXPECT_EQ(*moved.getLocal(3), 2);
  PerSocketStorage<std::atomic<int>> assigned(7);
  assigned = std::move(moved);
  EXPECT_EQ(*assigned.getLocal(3), 2);
  PerSocketStorage<std::atomic<int>>& same = assigned;
  assigned = std::move(same);
  EXPECT_EQ(*assigned.getLocal(3), 2);
}
TEST(PerSocketStorage, OnePerSocket) {
  EXPECT_EQ(runChild("PerSocketStorageChild.DISABLED_OnePerSocket",
                     "HWLOC_SYNTHETIC='pack:4 core:2 pu:1'"),
            0);
}

} // namespace
