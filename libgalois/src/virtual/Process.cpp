// Makes a process run on the simulated machine. In builds with GALOIS_VIRTUAL, the linker's --wrap
// (libgalois/CMakeLists.txt) inserts these functions between the C library and the program.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include <malloc.h>

#include "Machine.h"
#include "OnMachine.h"
#include "galois/substrate/VirtualMachine.h"

using galois::substrate::virt::Machine;
using galois::substrate::virt::machine;
using galois::substrate::virt::onMachine;

extern "C" {

int __real_main(int argc, char** argv);       // NOLINT(bugprone-reserved-identifier)
int __wrap_main(int argc, char** argv);       // NOLINT(bugprone-reserved-identifier)
int __real___cxa_guard_acquire(void* guard);  // NOLINT(bugprone-reserved-identifier)
int __wrap___cxa_guard_acquire(void* guard);  // NOLINT(bugprone-reserved-identifier)
void __real___cxa_guard_release(void* guard); // NOLINT(bugprone-reserved-identifier)
void __wrap___cxa_guard_release(void* guard); // NOLINT(bugprone-reserved-identifier)
void __real___cxa_guard_abort(void* guard);   // NOLINT(bugprone-reserved-identifier)
void __wrap___cxa_guard_abort(void* guard);   // NOLINT(bugprone-reserved-identifier)

int __wrap_main(int argc, char** argv) { // NOLINT(bugprone-reserved-identifier)
  machine = &Machine::get();
  machine->runMain([argc, argv] {
    onMachine = true;
    std::exit(__real_main(argc, argv));
  });
}

// Function-local statics are initialised without switching fibers. If a fiber switched in between,
// the guard would stay locked, and the next fiber would wait for it forever on the same thread of
// the operating system.
int __wrap___cxa_guard_acquire(void* guard) { // NOLINT(bugprone-reserved-identifier)
  const int mine = __real___cxa_guard_acquire(guard);
  if (mine != 0 && onMachine) {
    machine->hold();
  }
  return mine;
}
void __wrap___cxa_guard_release(void* guard) { // NOLINT(bugprone-reserved-identifier)
  __real___cxa_guard_release(guard);
  if (onMachine) {
    machine->unhold();
  }
}
void __wrap___cxa_guard_abort(void* guard) { // NOLINT(bugprone-reserved-identifier)
  __real___cxa_guard_abort(guard);
  if (onMachine) {
    machine->unhold();
  }
}

} // extern "C"

// Every object starts on a cache line of its own, and initially no cache contains it. So the
// allocator does not determine which objects share a line or reuse an address. A run does not
// depend on, for instance, the length of a file name.
namespace {

constexpr std::size_t kLine = 64;
std::atomic<std::uint64_t> living{0}; // relaxed: a counter; all threads may change it

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (galois::substrate::virt::allocationFails()) {
    throw std::bad_alloc();
  }
  if (alignment < kLine) {
    alignment = kLine;
  }
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const memory =
      rounded < bytes ? nullptr : std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  living.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void release(void* memory) noexcept {
  if (memory == nullptr) {
    return;
  }
  living.fetch_sub(1, std::memory_order_relaxed);
  if (onMachine) {
    machine->forget(memory, malloc_usable_size(memory));
  }
  std::free(memory);
}

} // namespace

std::uint64_t galois::substrate::virt::livingAllocations() {
  return living.load(std::memory_order_relaxed);
}

void* operator new(std::size_t bytes) { return allocate(bytes, kLine); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { release(memory); }
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  release(memory);
}
