/** The allocators of the user interface under their short names. */
#ifndef GALOIS_MEM_H
#define GALOIS_MEM_H

#include "galois/runtime/Mem.h"

namespace galois {

/// The heap behind the per-iteration allocator: bump allocation, released as a whole.
using IterAllocBaseTy = runtime::BumpWithMallocHeap<runtime::SystemHeap>;

/// The allocator that UserContext::getPerIterAlloc() returns; `rebind` it for other types.
using PerIterAllocTy = runtime::ExternalHeapAllocator<char, IterAllocBaseTy>;

/// Allocator for containers that allocate one object at a time.
template <typename T>
using FixedSizeAllocator = runtime::FixedSizeAllocator<T>;

/// Allocator for containers whose blocks vary in size.
template <typename T>
using Pow_2_VarSizeAlloc = runtime::Pow_2_BlockAllocator<T>;

} // namespace galois

#endif
