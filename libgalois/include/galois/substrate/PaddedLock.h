/** A lock that shares its cache line with no other data. */
#pragma once

#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::substrate {

/**
 * A CondLock<Concurrent> padded to a cache line, for locks in arrays or next to data of other
 * threads. It has the interface and the guarantees of SimpleLock. If Concurrent is false, it does
 * nothing.
 */
template <bool Concurrent>
class alignas(kCacheLineSize) PaddedLock : public CondLock<Concurrent> {};

template <>
class PaddedLock<false> : public DummyLock {};

} // namespace galois::substrate
