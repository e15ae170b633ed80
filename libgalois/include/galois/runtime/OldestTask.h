/** How the owner of a private deque takes out what it gives to another worker. */
#ifndef GALOIS_RUNTIME_OLDESTTASK_H
#define GALOIS_RUNTIME_OLDESTTASK_H

#include <cstdint>

#include "galois/runtime/ForkJoinCounters.h"
#include "galois/runtime/FrameList.h"
#include "galois/runtime/FrameStack.h"
#include "galois/runtime/TaskFrame.h"

namespace galois::runtime {

/// Returns whether workers with these settings give half of their tasks.
inline bool givesHalf(const ForkJoinSettings& settings) noexcept {
  return settings.steal == StealAmount::kHalf && settings.join == JoinRule::kAny;
}

/// Takes the oldest task out of a private deque: a branch, or a part of a loop. In the handler of an
/// interrupt, no loop is divided. @return null if there is none
template <typename Worker>
TaskFrame* takeOldest(Worker& owner, FrameStack& stack) {
  while (!stack.empty()) {
    TaskFrame* oldest = stack.oldest();
    if (!oldest->isLoop()) {
      stack.dropOldest();
      return oldest;
    }
    if (owner.inHandler()) {
      return nullptr; // a part is allocated
    }
    if (TaskFrame* const part = oldest->split()) {
      ++owner.counters().splits;
      return part;
    }
    stack.dropOldest(); // what is left of the loop is too small to be given away
  }
  return nullptr;
}

/// Takes out what worker `to` gets under StealAmount::kOne.
/// @param newId  returns the identity of one more frame @return null if there is none
template <typename Worker, typename NewId>
TaskFrame* takeOldestFor(Worker& owner, FrameStack& stack, unsigned to, const NewId& newId) {
  TaskFrame* const given = takeOldest(owner, stack);
  if (given != nullptr) {
    given->take(to, newId());
    ++owner.counters().sent;
  }
  return given;
}

/// Takes out what worker `to` gets under StealAmount::kHalf: of n tasks the (n + 1) / 2 oldest. They
/// end before a loop. A loop that is the oldest task gives half of its range, and nothing else.
/// @param held  tasks from other workers, which are older than those in the deque
/// @return the first frame of a FrameList, or null if there is none
template <typename Worker, typename NewId>
TaskFrame* takeOldHalfFor(Worker& owner, FrameStack& stack, FrameList& held, unsigned to,
                          const NewId& newId) {
  FrameList given;
  std::uint64_t wanted = (held.size() + stack.size() + 1) / 2;
  while (given.size() < wanted) {
    TaskFrame* next = held.takeFirst();
    if (next == nullptr) {
      const bool loop = !stack.empty() && stack.oldest()->isLoop();
      if (loop && !given.empty()) {
        break;
      }
      next = takeOldest(owner, stack);
      if (next == nullptr) {
        break;
      }
      wanted = loop ? 1 : wanted;
    }
    next->take(to, newId());
    ++owner.counters().sent;
    given.append(next);
  }
  return given.takeAll();
}

} // namespace galois::runtime

#endif
