/** One object per thread. As upstream, it forwards its arguments for every object. */
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {

template <typename T>
class PerThreadStorage {
public:
  template <typename... Args>
  explicit PerThreadStorage(Args&&... args) {
    static_assert(sizeof(T) <= 64, "all storages share one page, so they should be small");
    for (unsigned i = 0; i < getThreadPool().getMaxThreads(); ++i) {
      objects_.push_back(std::make_unique<T>(std::forward<Args>(args)...));
    }
  }
  PerThreadStorage(const PerThreadStorage&) = delete;
  PerThreadStorage& operator=(const PerThreadStorage&) = delete;

  T* getLocal() { return objects_[ThreadPool::getTID()].get(); }
  const T* getLocal() const { return objects_[ThreadPool::getTID()].get(); }
  T* getRemote(unsigned tid) { return objects_[tid].get(); }
  const T* getRemote(unsigned tid) const { return objects_[tid].get(); }
  unsigned size() const { return static_cast<unsigned>(objects_.size()); }

private:
  std::vector<std::unique_ptr<T>> objects_;
};

} // namespace galois::substrate
