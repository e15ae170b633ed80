/** Which processors the calling thread may run on: a copy that can be set again later. */
#pragma once

#include <sched.h>

#include <array>
#include <cstddef>

namespace galois::substrate::detail {

/// A set of processors, by the numbers of the operating system. It has no destructor, so that static
/// objects may use one of a thread after the thread's own objects are destroyed.
class Affinity {
public:
  /// Linux has at most so many processors.
  static constexpr unsigned kMost = 8192;

  /// Returns that of the calling thread, or none if the system does not say it.
  static Affinity ofSelf() noexcept {
    Affinity own;
    if (sched_getaffinity(0, kBytes, own.set()) != 0) {
      own.words_ = {};
    }
    return own;
  }

  /// Returns the set of one processor.
  static Affinity only(unsigned pu) noexcept {
    Affinity one;
    if (pu < kMost) {
      CPU_SET_S(pu, kBytes, one.set());
    }
    return one;
  }

  /// Makes it that of the calling thread. @return false if it is empty, or the system refuses
  bool apply() const noexcept { return sched_setaffinity(0, kBytes, set()) == 0; }

  bool contains(unsigned pu) const noexcept {
    return pu < kMost && CPU_ISSET_S(pu, kBytes, set()) != 0;
  }
  bool empty() const noexcept { return words_ == decltype(words_){}; }

  friend bool operator==(const Affinity& a, const Affinity& b) noexcept {
    return a.words_ == b.words_;
  }

private:
  static constexpr std::size_t kBytes = kMost / 8;

  cpu_set_t* set() noexcept { return reinterpret_cast<cpu_set_t*>(words_.data()); }
  const cpu_set_t* set() const noexcept {
    return reinterpret_cast<const cpu_set_t*>(words_.data());
  }

  std::array<unsigned long, kBytes / sizeof(unsigned long)> words_{};
};

} // namespace galois::substrate::detail
