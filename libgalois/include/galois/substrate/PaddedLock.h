/** A lock that has its cache line to itself. */
#ifndef GALOIS_SUBSTRATE_PADDEDLOCK_H
#define GALOIS_SUBSTRATE_PADDEDLOCK_H

#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::substrate {

/**
 * CondLock<Concurrent> padded to a cache line, for locks that stand in arrays or beside data that
 * others touch. Interface and promises of SimpleLock; without concurrency it is empty.
 */
template <bool Concurrent>
class alignas(GALOIS_CACHE_LINE_SIZE) PaddedLock : public CondLock<Concurrent> {};

template <>
class PaddedLock<false> : public DummyLock {};

} // namespace galois::substrate

#endif
