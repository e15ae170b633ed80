/** An array of objects that are made at once. */
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace galois {

template <typename T>
class LargeArray {
public:
  template <typename... Args>
  void create(std::size_t number, const Args&... args) {
    for (std::size_t i = 0; i < number; ++i) {
      objects_.push_back(std::make_unique<T>(args...));
    }
  }
  T& operator[](std::size_t at) { return *objects_[at]; }
  const T& operator[](std::size_t at) const { return *objects_[at]; }
  std::size_t size() const { return objects_.size(); }

private:
  std::vector<std::unique_ptr<T>> objects_;
};

} // namespace galois
