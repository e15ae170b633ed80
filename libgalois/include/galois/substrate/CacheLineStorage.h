/** A value that shares its cache line with no other data. */
#pragma once

#include <utility>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

/**
 * Holds a T, aligned and padded to kCacheLineSize, so that neighbours in an array do not
 * cause false sharing. As thread-safe as T itself.
 */
template <typename T>
struct alignas(kCacheLineSize) CacheLineStorage {
  T data;

  CacheLineStorage() : data() {}
  CacheLineStorage(const T& v) : data(v) {}       // NOLINT(google-explicit-constructor)
  CacheLineStorage(T&& v) : data(std::move(v)) {} // NOLINT(google-explicit-constructor)
  template <typename A, typename B, typename... Rest>
  explicit CacheLineStorage(A&& a, B&& b, Rest&&... rest)
      : data(std::forward<A>(a), std::forward<B>(b), std::forward<Rest>(rest)...) {}
  CacheLineStorage& operator=(const T& v) {
    data = v;
    return *this;
  }

  T& get() { return data; }
  const T& get() const { return data; }
};

} // namespace galois::substrate
