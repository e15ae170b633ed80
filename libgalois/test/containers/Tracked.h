/** Element types for tests of containers: one that counts its objects, and one that only moves. */
#pragma once

#include <memory>
#include <utility>

namespace galois::test {

/// An int that counts how many of its kind exist, on one thread. A moved-from object holds -1.
class Tracked {
public:
  Tracked(int number) : number_(number) { ++live(); } // NOLINT(google-explicit-constructor)
  Tracked(const Tracked& other) : number_(other.number_) { ++live(); }
  Tracked(Tracked&& other) noexcept : number_(std::exchange(other.number_, -1)) { ++live(); }
  Tracked& operator=(const Tracked& other) = default;
  Tracked& operator=(Tracked&& other) noexcept {
    number_ = std::exchange(other.number_, -1);
    return *this;
  }
  ~Tracked() { --live(); }

  operator int() const { return number_; } // NOLINT(google-explicit-constructor)

  /// The number of objects that exist.
  static int& live() {
    static int count = 0;
    return count;
  }

private:
  int number_;
};

using MoveOnly = std::unique_ptr<int>;

} // namespace galois::test
