/**
 * Memory of the test that is explored: operator new takes it from one arena per thread, at the same
 * addresses in each execution, and nothing that is freed is used again. So values that are
 * addresses repeat, and no comparison of addresses depends on the allocator.
 */
#pragma once

namespace galois::test::explorer {

/// From which arena operator new takes memory; -1: from the heap.
void useArena(int arena);
int usedArena();
void clearArenas();

/// A scope in which the explorer allocates for itself.
class OwnMemory {
public:
  OwnMemory() : before_(usedArena()) { useArena(-1); }
  ~OwnMemory() { useArena(before_); }
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;

private:
  int before_;
};

} // namespace galois::test::explorer
