/** Memory of the machine itself, whose allocation never fails and does not affect the program's. */
#pragma once

#include <cstddef>
#include <cstdlib>

namespace galois::substrate::virt {

/// An allocator for containers that hooks change, which must not throw. If the system has no
/// memory, the process ends.
template <typename T>
struct OwnMemory {
  using value_type = T;

  OwnMemory() = default;
  template <typename U>
  OwnMemory(const OwnMemory<U>& /*other*/) noexcept {} // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t n) noexcept {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    void* const memory = std::malloc(n * sizeof(T));
    if (memory == nullptr) {
      std::abort();
    }
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*n*/) noexcept { std::free(memory); }

  template <typename U>
  bool operator==(const OwnMemory<U>& /*other*/) const noexcept {
    return true;
  }
};

} // namespace galois::substrate::virt
