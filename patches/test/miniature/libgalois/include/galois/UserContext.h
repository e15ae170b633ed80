/** What an operator uses to make tasks. It keeps them in a list, whose iterators are no numbers. */
#pragma once

#include <list>
#include <utility>

namespace galois {

template <typename T>
class UserContext {
public:
  template <typename... Args>
  void push(Args&&... args) {
    pushed_.emplace_back(std::forward<Args>(args)...);
  }
  std::list<T>& pushed() { return pushed_; }

private:
  std::list<T> pushed_;
};

} // namespace galois
