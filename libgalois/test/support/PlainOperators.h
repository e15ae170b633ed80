/**
 * The arithmetic of plain data that a model checker watches, from get() and an assignment.
 */
#pragma once

namespace galois::test {

/// Operators of a class `Plain` that derives from this, has `T get() const`, and can be assigned a T.
/// Each is one read and one write.
template <typename Plain, typename T>
class PlainOperators {
public:
  T operator->() const { return static_cast<const Plain&>(*this).get(); }

  template <typename U>
  Plain& operator+=(U by) {
    return self() = static_cast<T>(self().get() + by);
  }
  template <typename U>
  Plain& operator-=(U by) {
    return self() = static_cast<T>(self().get() - by);
  }
  T operator++() { return *this += 1; }
  T operator--() { return *this -= 1; }
  T operator++(int) {
    const T old = self().get();
    self() = static_cast<T>(old + 1);
    return old;
  }
  T operator--(int) {
    const T old = self().get();
    self() = static_cast<T>(old - 1);
    return old;
  }

private:
  Plain& self() { return static_cast<Plain&>(*this); }
};

} // namespace galois::test
