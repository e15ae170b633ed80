/**
 * One object per thread, or one per socket, over upstream's storage.
 *
 * Upstream's storage holds pointers only, and the objects lie elsewhere. For upstream gives all
 * storages together no more than one large page per thread and ends the program beyond that.
 */
#pragma once

#include <memory>
#include <vector>

#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/cps/substrate/CompilerSpecific.h"
#include "galois/worklists/cps/substrate/ThreadPool.h"

namespace galois::cps::substrate {

namespace detail {

/// An object on cache lines of its own.
template <typename T>
struct alignas(kCacheLineSize) OnOwnLines {
  template <typename... Args>
  explicit OnOwnLines(Args&... args) : object(args...) {}
  T object;
};

/// A number of objects, all made with the same arguments.
template <typename T>
class Objects {
public:
  template <typename... Args>
  explicit Objects(unsigned number, Args&... args) {
    objects_.reserve(number);
    for (unsigned i = 0; i < number; ++i) {
      objects_.push_back(std::make_unique<OnOwnLines<T>>(args...));
    }
  }
  T* operator[](unsigned i) const { return &objects_[i]->object; }
  unsigned size() const noexcept { return static_cast<unsigned>(objects_.size()); }

private:
  std::vector<std::unique_ptr<OnOwnLines<T>>> objects_;
};

} // namespace detail

/// One T per thread that upstream may start. The thread that makes the storage makes all objects.
/// Each thread should access only its own, unless T is thread-safe.
template <typename T>
class PerThreadStorage {
public:
  /// Makes each object as T(args...).
  /// @throws std::bad_alloc, or what the constructor of T throws
  template <typename... Args>
  explicit PerThreadStorage(Args&&... args) : objects_(getThreadPool().getMaxThreads(), args...) {
    for (unsigned i = 0; i < objects_.size(); ++i) {
      *pointers_.getRemote(i) = objects_[i];
    }
  }
  PerThreadStorage(const PerThreadStorage&) = delete;
  PerThreadStorage& operator=(const PerThreadStorage&) = delete;

  /// Returns the calling thread's object. @{
  T* getLocal() { return *pointers_.getLocal(); }
  const T* getLocal() const { return *pointers_.getLocal(); }
  /// @}
  /// Returns the object of thread `tid` (< size()). @{
  T* getRemote(unsigned tid) { return objects_[tid]; }
  const T* getRemote(unsigned tid) const { return objects_[tid]; }
  /// @}
  unsigned size() const noexcept { return objects_.size(); }

private:
  detail::Objects<T> objects_;
  // mutable: upstream may have getLocal() for objects that are not const only
  mutable galois::substrate::PerThreadStorage<T*> pointers_;
};

/// One T per socket, which the threads of the socket share.
template <typename T>
class PerSocketStorage {
public:
  /// Makes each object as T(args...).
  /// @throws std::bad_alloc, or what the constructor of T throws
  template <typename... Args>
  explicit PerSocketStorage(Args&&... args) : objects_(getThreadPool().getMaxSockets(), args...) {}
  PerSocketStorage(const PerSocketStorage&) = delete;
  PerSocketStorage& operator=(const PerSocketStorage&) = delete;

  /// Returns the object of the calling thread's socket.
  T* getLocal() { return objects_[ThreadPool::getSocket()]; }
  /// Returns the object of the socket of thread `tid`.
  T* getRemote(unsigned tid) { return objects_[getThreadPool().getSocket(tid)]; }
  unsigned size() const noexcept { return objects_.size(); }

private:
  detail::Objects<T> objects_;
};

} // namespace galois::cps::substrate
