/** The allocators of the user interface. */
#pragma once

#include "galois/runtime/Mem.h"

namespace galois {

/// The heap behind the per-iteration allocator: a bump allocator that is released as a whole.
using IterAllocBaseTy = runtime::BumpWithMallocHeap<runtime::SystemHeap>;

/// The allocator type that UserContext::getPerIterAlloc() returns. Use its `rebind` for other
/// types.
using PerIterAllocTy = runtime::ExternalHeapAllocator<char, IterAllocBaseTy>;

/// An allocator for containers that allocate one object at a time.
template <typename T>
using FixedSizeAllocator = runtime::FixedSizeAllocator<T>;

/// An allocator for containers whose blocks vary in size.
template <typename T>
using Pow_2_VarSizeAlloc = runtime::Pow_2_BlockAllocator<T>;

} // namespace galois
