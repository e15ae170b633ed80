/** What an operator uses to make tasks. */
#ifndef MINIATURE_USERCONTEXT_H
#define MINIATURE_USERCONTEXT_H

#include <utility>
#include <vector>

namespace galois {

template <typename T>
class UserContext {
public:
  template <typename... Args>
  void push(Args&&... args) {
    pushed_.emplace_back(std::forward<Args>(args)...);
  }
  std::vector<T>& pushed() { return pushed_; }

private:
  std::vector<T> pushed_;
};

} // namespace galois

#endif
