/** How the owner of a private deque takes out what it gives to another worker. */
#ifndef GALOIS_RUNTIME_OLDESTTASK_H
#define GALOIS_RUNTIME_OLDESTTASK_H

#include <cstdint>

#include "galois/runtime/FrameStack.h"
#include "galois/runtime/TaskFrame.h"

namespace galois::runtime {

/// Takes the oldest task out of a private deque, for worker `to`: a branch, or a part of a loop.
/// @return null if there is none
template <typename Worker>
TaskFrame* takeOldestFor(Worker& owner, FrameStack& stack, unsigned to, std::uint64_t id) {
  while (!stack.empty()) {
    TaskFrame* given = stack.oldest();
    if (given->isLoop()) {
      given = given->split();
      if (given == nullptr) {
        stack.dropOldest(); // what is left of the loop is too small to be given away
        continue;
      }
      ++owner.counters().splits;
    } else {
      stack.dropOldest();
    }
    given->take(to, id);
    ++owner.counters().sent;
    return given;
  }
  return nullptr;
}

} // namespace galois::runtime

#endif
