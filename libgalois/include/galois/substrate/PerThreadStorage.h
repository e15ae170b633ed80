/**
 * One object a thread, one object a socket.
 *
 * There is a slot for every thread id below ThreadPool::getMaxThreads(). When the pool is asked
 * for more threads, all living storages grow, between parallel regions, before any new thread
 * runs. Slots never move, each has its cache lines to itself, and there is no bound on their size
 * or number other than memory.
 *
 * Invariant: the slot table that table_ shows has at least as many entries as thread ids in use,
 * and entries, once there, do not change until the storage dies. A table that was replaced stays
 * readable until then.
 */
#ifndef GALOIS_SUBSTRATE_PERTHREADSTORAGE_H
#define GALOIS_SUBSTRATE_PERTHREADSTORAGE_H

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

namespace detail {

/// Makes and destroys the objects of a storage; keeps the constructor's arguments for late slots.
class SlotMaker {
public:
  SlotMaker() = default;
  SlotMaker(const SlotMaker&) = delete;
  SlotMaker& operator=(const SlotMaker&) = delete;
  virtual ~SlotMaker() = default;
  /// A new object, on memory of its own.
  virtual void* make() = 0;
  virtual void destroy(void* object) noexcept = 0;
};

/// Makes T(args...). Arguments are kept by value where copies can stand for them, else by
/// reference, and then they must outlive the storage.
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

  void destroy(void* object) noexcept override {
    static_cast<T*>(object)->~T();
    ::operator delete (object, std::align_val_t{kAlign});
  }

private:
  static constexpr std::size_t kAlign = alignof(T) > kCacheLineSize ? alignof(T)
                                                                    : std::size_t{kCacheLineSize};
  static constexpr std::size_t kBytes = (sizeof(T) + kAlign - 1) / kAlign * kAlign;

  static constexpr bool kByValue = (std::is_constructible_v<std::decay_t<Args>, Args> && ...) &&
                                   std::is_constructible_v<T, const std::decay_t<Args>&...>;
  static_assert(kByValue || (std::is_lvalue_reference_v<Args> && ...),
                "these arguments can be kept only by reference, so they must be lvalues");
  using Kept =
      std::conditional_t<kByValue, std::tuple<std::decay_t<Args>...>, std::tuple<Args&...>>;

  // Kept copies serve many slots, so constructors see them as const; references stay as they are.
  template <typename A>
  static std::conditional_t<kByValue, const A&, A&> asConst(A& a) noexcept {
    return a;
  }

  Kept args_;
};

/// The part of per-thread storage that does not depend on the type: the table, and its place in
/// the list of storages that grow.
class SlotTable {
public:
  SlotTable(const SlotTable&) = delete;
  SlotTable& operator=(const SlotTable&) = delete;

  /// Grows all living storages to `slots`, and new ones from now on. For the thread pool, outside
  /// parallel regions. Throws what constructors throw; then the number stays as it was.
  static void growAll(unsigned slots);

  /// Slots that every living storage has.
  static unsigned slotsOfAll() noexcept;

protected:
  /// Fills the table. A fixed table never grows (per-socket storage).
  SlotTable(std::unique_ptr<SlotMaker> maker, unsigned fixedSlots);
  explicit SlotTable(std::unique_ptr<SlotMaker> maker);
  SlotTable(SlotTable&& other) noexcept;
  ~SlotTable();
  void moveFrom(SlotTable& other) noexcept;

  void* slot(unsigned i) const noexcept {
    return table_.get()[i]; // a thread outside regions (runDedicated) may be here while it grows
  }
  unsigned size() const noexcept { return size_.load(order::relaxed); }

private:
  void growTo(unsigned slots);
  void clear() noexcept;
  void link() noexcept;
  void unlink() noexcept;

  Published<void*> table_;
  std::atomic<unsigned> size_{0};
  bool linked_ = false;
  SlotTable* next_ = nullptr;
  SlotTable* previous_ = nullptr;
  std::unique_ptr<SlotMaker> maker_;
  std::vector<std::unique_ptr<void*[]>> tables_; // all there were; the last is the current one
};

} // namespace detail

/**
 * A T for every thread. getLocal() may be called by all threads at once; each should touch its own
 * object only, unless T itself is thread-safe. Movable (outside parallel regions), not copyable; a
 * moved-from storage has no slots.
 *
 * All objects are made on the thread that makes the storage (late ones on the thread that asks the
 * pool for more threads), so large data should be allocated by its own thread, behind a T that
 * starts small. O(threads) to make and destroy.
 */
template <typename T>
class PerThreadStorage : private detail::SlotTable {
public:
  /// Makes each object as T(args...). Arguments are copied for slots that come later; those that
  /// cannot be copied, or that T takes by non-const reference, must outlive the storage. Throws
  /// what T's constructor throws, or std::bad_alloc.
  template <typename... Args>
  explicit PerThreadStorage(Args&&... args)
      : SlotTable(std::make_unique<detail::SlotMakerOf<T, Args...>>(args...)) {}
  PerThreadStorage() : SlotTable(std::make_unique<detail::SlotMakerOf<T>>()) {}
  PerThreadStorage(PerThreadStorage&& other) noexcept : SlotTable(std::move(other)) {}
  PerThreadStorage(PerThreadStorage& other) = delete;
  PerThreadStorage(const PerThreadStorage& other) = delete;
  PerThreadStorage& operator=(PerThreadStorage&& other) noexcept {
    if (this != &other) moveFrom(other);
    return *this;
  }
  PerThreadStorage& operator=(const PerThreadStorage&) = delete;
  ~PerThreadStorage() = default;

  /// The calling thread's object. O(1): two loads beside the thread id.
  T* getLocal() { return at(ThreadPool::getTID()); }
  const T* getLocal() const { return at(ThreadPool::getTID()); }

  /// The object of thread `tid` (< size()), as getRemote().
  T* getLocal(unsigned tid) { return at(tid); }
  const T* getLocal(unsigned tid) const { return at(tid); }

  /// The object of thread `tid` (< size()).
  T* getRemote(unsigned tid) { return at(tid); }
  const T* getRemote(unsigned tid) const { return at(tid); }

  /// Number of objects, ThreadPool::getMaxThreads(): all have been made, whether or not their
  /// threads ever ran.
  unsigned size() const noexcept { return SlotTable::size(); }

private:
  T* at(unsigned tid) const noexcept { return static_cast<T*>(slot(tid)); }
};

/**
 * A T for every socket, shared by the socket's threads, so T must be thread-safe or guarded.
 * Otherwise as PerThreadStorage; it never grows, because sockets do not.
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
    if (this != &other) moveFrom(other);
    return *this;
  }
  PerSocketStorage& operator=(const PerSocketStorage&) = delete;
  ~PerSocketStorage() = default;

  /// The object of the calling thread's socket.
  T* getLocal() { return at(ThreadPool::getSocket()); }
  const T* getLocal() const { return at(ThreadPool::getSocket()); }

  /// The object of the socket on which thread `tid` (< kMaxThreads) stands.
  T* getLocal(unsigned tid) { return at(getThreadPool().getSocket(tid)); }
  const T* getLocal(unsigned tid) const { return at(getThreadPool().getSocket(tid)); }
  T* getRemote(unsigned tid) { return getLocal(tid); }
  const T* getRemote(unsigned tid) const { return getLocal(tid); }

  /// The object of socket `socket` (< size()).
  T* getRemoteByPkg(unsigned socket) { return at(socket); }
  const T* getRemoteByPkg(unsigned socket) const { return at(socket); }

  /// Number of sockets, ThreadPool::getMaxSockets().
  unsigned size() const noexcept { return SlotTable::size(); }

private:
  T* at(unsigned socket) const noexcept { return static_cast<T*>(slot(socket)); }
};

} // namespace galois::substrate

#endif
