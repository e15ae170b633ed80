/**
 * One object per thread, or one object per socket.
 *
 * There is one slot for every thread id below ThreadPool::getMaxThreads(). When the pool reserves
 * more threads, all existing storages grow, between parallel regions and before any new thread
 * runs. Slots never move, each occupies cache lines of its own, and only memory bounds their size
 * and number.
 *
 * Invariant: the slot table that table_ points to has at least as many entries as there are thread
 * ids in use. An entry never changes once it is set, until the storage is destroyed. A table that
 * was replaced remains readable until then.
 */
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/Published.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {

/// An object of a storage that outlives the storage.
using ReleasedSlot = std::unique_ptr<void, void (*)(void*) noexcept>;

/// Keeps an object alive until 16 more were passed, or until dropReadable(). Thread-safe.
void keepReadable(ReleasedSlot object) noexcept;
/// Destroys the objects that keepReadable() keeps. Thread-safe.
void dropReadable() noexcept;

namespace detail {

template <typename T>
inline constexpr std::size_t kSlotAlign = std::max(alignof(T), std::size_t{kCacheLineSize});

/// Destroys the object of a slot and frees its memory.
template <typename T>
void destroySlot(void* object) noexcept {
  static_cast<T*>(object)->~T();
  ::operator delete (object, std::align_val_t{kSlotAlign<T>});
}

/// Creates and destroys the objects of a storage. Keeps the constructor's arguments for slots that
/// are added later.
class SlotMaker {
public:
  SlotMaker() = default;
  SlotMaker(const SlotMaker&) = delete;
  SlotMaker& operator=(const SlotMaker&) = delete;
  virtual ~SlotMaker() = default;
  /// Returns a new object in memory of its own.
  virtual void* make() = 0;
  virtual void destroy(void* object) noexcept = 0;
};

/// Creates T(args...). Arguments are kept by value if T can be constructed from copies of them.
/// Otherwise they are kept by reference and must outlive the storage.
template <typename T, typename... Args>
class SlotMakerOf final : public SlotMaker {
public:
  explicit SlotMakerOf(Args&... args) : args_(static_cast<Args&&>(args)...) {}

  void* make() override {
    void* memory = ::operator new (kBytes, std::align_val_t{kAlign});
    try {
      std::apply([memory](auto&... args) { ::new (memory) T(asConst(args)...); }, args_);
    } catch (...) {
      ::operator delete (memory, std::align_val_t{kAlign});
      throw;
    }
    return memory;
  }

  void destroy(void* object) noexcept override { destroySlot<T>(object); }

private:
  static constexpr std::size_t kAlign = kSlotAlign<T>;
  static constexpr std::size_t kBytes = (sizeof(T) + kAlign - 1) / kAlign * kAlign;

  static constexpr bool kByValue = (std::is_constructible_v<std::decay_t<Args>, Args> && ...) &&
                                   std::is_constructible_v<T, const std::decay_t<Args>&...>;
  static_assert(kByValue || (std::is_lvalue_reference_v<Args> && ...),
                "these arguments can be kept only by reference, so they must be lvalues");
  using Kept =
      std::conditional_t<kByValue, std::tuple<std::decay_t<Args>...>, std::tuple<Args&...>>;

  // Copies are used for many slots, so constructors get them as const. References stay as they are.
  template <typename A>
  static std::conditional_t<kByValue, const A&, A&> asConst(A& a) noexcept {
    return a;
  }

  Kept args_;
};

/// The type-independent part of per-thread storage: the table, and its place in the list of
/// storages that grow.
class SlotTable {
public:
  SlotTable(const SlotTable&) = delete;
  SlotTable& operator=(const SlotTable&) = delete;

  /// Grows all existing storages to `slots`, and sets the size of storages made later. Only the
  /// thread pool calls it, outside parallel regions. If a constructor throws, the exception is
  /// passed on and the number stays unchanged.
  static void growAll(unsigned slots);

  /// Returns the number of slots that every existing storage has.
  static unsigned slotsOfAll() noexcept;

  /// Keep other threads from making, growing and destroying storages, for a thread that is about to
  /// fork. In the child, the lock is free without unlockAll(). @{
  static void lockAll();
  static void unlockAll(); /// @}

protected:
  /// Creates all objects. A fixed table never grows; it is used for per-socket storage.
  SlotTable(std::unique_ptr<SlotMaker> maker, unsigned fixedSlots);
  explicit SlotTable(std::unique_ptr<SlotMaker> maker);
  SlotTable(SlotTable&& other) noexcept;
  ~SlotTable();
  void moveFrom(SlotTable& other) noexcept;

  void* slot(unsigned i) const noexcept {
    return table_.get()[i]; // a thread outside regions (runDedicated) may read while it grows
  }
  /// Does the same where no thread can be added meanwhile.
  void* ownSlot(unsigned i) const noexcept { return current_[i]; }
  /// Takes the object of a slot out of the table, which must be destroyed next.
  void* releaseSlot(unsigned i) noexcept { return std::exchange(table_.get()[i], nullptr); }
  unsigned size() const noexcept { return size_.load(order::relaxed); }

private:
  void growTo(unsigned slots);
  /// Destroys the objects, before the table goes or is replaced.
  void destroySlots() noexcept;
  void link() noexcept;
  void unlink() noexcept;

  /// Makes `table` the current one. @param slots  their number
  void publish(void** table, unsigned slots) noexcept;

  Published<void*> table_;
  void** current_ = nullptr; ///< what table_ refers to
  std::atomic<unsigned> size_{0};
  bool linked_ = false;
  SlotTable* next_ = nullptr;
  SlotTable* previous_ = nullptr;
  std::unique_ptr<SlotMaker> maker_;
  std::vector<std::unique_ptr<void*[]>> tables_; // all tables so far; the last is the current one
};

} // namespace detail

/**
 * One T per thread. All threads of a loop may call getLocal() concurrently. Each should access only its
 * own object, unless T itself is thread-safe. Threads that the program starts itself are all thread 0,
 * so they share an object with the thread that starts loops. The storage is movable outside parallel regions, but not
 * copyable. A moved-from storage has no slots.
 *
 * The thread that creates the storage creates all objects, and the thread that reserves more
 * threads creates those added later. So large data should be allocated by the thread that uses it,
 * behind a T that starts small. Creation and destruction take O(threads).
 */
template <typename T>
class PerThreadStorage : private detail::SlotTable {
public:
  /// Creates each object as T(args...). Arguments are copied for slots that are added later.
  /// Arguments that cannot be copied, or that T takes by non-const reference, must outlive the
  /// storage.
  /// @throws std::bad_alloc, or what the constructor of T throws
  template <typename... Args>
  explicit PerThreadStorage(Args&&... args)
      : SlotTable(std::make_unique<detail::SlotMakerOf<T, Args...>>(args...)) {}
  PerThreadStorage() : SlotTable(std::make_unique<detail::SlotMakerOf<T>>()) {}
  PerThreadStorage(PerThreadStorage&& other) noexcept : SlotTable(std::move(other)) {}
  PerThreadStorage(PerThreadStorage& other) = delete;
  PerThreadStorage(const PerThreadStorage& other) = delete;
  PerThreadStorage& operator=(PerThreadStorage&& other) noexcept {
    if (this != &other) {
      moveFrom(other);
    }
    return *this;
  }
  PerThreadStorage& operator=(const PerThreadStorage&) = delete;
  ~PerThreadStorage() = default;

  /// Returns the calling thread's object. O(1): two loads in addition to the thread id.
  T* getLocal() { return at(ThreadPool::getTID()); }
  const T* getLocal() const { return at(ThreadPool::getTID()); }

  /// Does the same by plain loads, so that a compiler loads nothing again in a loop. Only where no
  /// thread can be added meanwhile: not for a thread outside regions (runDedicated). @{
  T* getOwn() { return static_cast<T*>(ownSlot(ThreadPool::getTID())); }
  const T* getOwn() const { return static_cast<T*>(ownSlot(ThreadPool::getTID())); }
  /// @}

  /// Returns the object of thread `tid` (< size()), like getRemote().
  T* getLocal(unsigned tid) { return at(tid); }
  const T* getLocal(unsigned tid) const { return at(tid); }

  /// Returns the object of thread `tid` (< size()).
  T* getRemote(unsigned tid) { return at(tid); }
  const T* getRemote(unsigned tid) const { return at(tid); }

  /// Takes the object of thread `tid` (< size()) out of the storage. Only the destructor of what owns
  /// the storage may call it, once: nothing but the destructor of the storage may follow.
  ReleasedSlot release(unsigned tid) noexcept {
    return ReleasedSlot(releaseSlot(tid), &detail::destroySlot<T>);
  }

  /// Returns the number of objects, ThreadPool::getMaxThreads(). All of them exist, even if some
  /// threads never ran.
  unsigned size() const noexcept { return SlotTable::size(); }

private:
  T* at(unsigned tid) const noexcept { return static_cast<T*>(slot(tid)); }
};

/**
 * One T per socket. The threads of the socket share it, so T must be thread-safe or protected.
 * Otherwise it is like PerThreadStorage, but it never grows, since the number of sockets is fixed.
 */
template <typename T>
class PerSocketStorage : private detail::SlotTable {
public:
  template <typename... Args>
  explicit PerSocketStorage(Args&&... args)
      : SlotTable(std::make_unique<detail::SlotMakerOf<T, Args...>>(args...),
                  getThreadPool().getMaxSockets()) {}
  PerSocketStorage()
      : SlotTable(std::make_unique<detail::SlotMakerOf<T>>(), getThreadPool().getMaxSockets()) {}
  PerSocketStorage(PerSocketStorage&& other) noexcept : SlotTable(std::move(other)) {}
  PerSocketStorage(PerSocketStorage& other) = delete;
  PerSocketStorage(const PerSocketStorage& other) = delete;
  PerSocketStorage& operator=(PerSocketStorage&& other) noexcept {
    if (this != &other) {
      moveFrom(other);
    }
    return *this;
  }
  PerSocketStorage& operator=(const PerSocketStorage&) = delete;
  ~PerSocketStorage() = default;

  /// Returns the object of the calling thread's socket.
  T* getLocal() { return at(ThreadPool::getSocket()); }
  const T* getLocal() const { return at(ThreadPool::getSocket()); }

  /// Returns the object of the socket on which thread `tid` (< kMaxThreads) runs.
  T* getLocal(unsigned tid) { return at(getThreadPool().getSocket(tid)); }
  const T* getLocal(unsigned tid) const { return at(getThreadPool().getSocket(tid)); }
  T* getRemote(unsigned tid) { return getLocal(tid); }
  const T* getRemote(unsigned tid) const { return getLocal(tid); }

  /// Returns the object of socket `socket` (< size()).
  T* getRemoteByPkg(unsigned socket) { return at(socket); }
  const T* getRemoteByPkg(unsigned socket) const { return at(socket); }

  /// Returns the number of sockets, ThreadPool::getMaxSockets().
  unsigned size() const noexcept { return SlotTable::size(); }

private:
  T* at(unsigned socket) const noexcept { return static_cast<T*>(slot(socket)); }
};

} // namespace galois::substrate
