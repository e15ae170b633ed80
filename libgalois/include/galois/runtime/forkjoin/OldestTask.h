/**
 * How the owner of a private deque takes out what it gives to another worker.
 *
 * No code of the user runs here, because it might fork and poll, which changes the deque and divides
 * its loops. What a loop is asked for is without user code, too (LazyLoop.h). The only exception is
 * the program's operator new, for the parts of a loop. So nothing that was read before it is used
 * after it.
 */
#pragma once

#include <cstdint>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/FrameList.h"
#include "galois/runtime/forkjoin/FrameStack.h"
#include "galois/runtime/forkjoin/TaskFrame.h"

namespace galois::runtime {

/// Returns whether workers with these settings give half of their tasks.
inline bool givesHalf(const ForkJoinSettings& settings) noexcept {
  return settings.steal == StealAmount::kHalf && settings.join == JoinRule::kAny;
}

/// Allocates the parts that takeOldest() gives away in the handler of an interrupt, which must not
/// allocate. O(frames). Call it outside of the handler.
///
/// A loop that gives half of the rest to each of log2(n) workers, as these do in turn, shares its range
/// among n workers in equal parts. So it gets log2(n) parts, rounded up.
template <typename Worker, typename Atomics>
void prepareLoops(const Worker& owner, BasicFrameStack<Atomics>& stack) noexcept {
  const unsigned parts = partsByHalving(owner.threads() - 1);
  stack.forEach([parts](BasicTaskFrame<Atomics>& frame) {
    if (frame.isLoop()) {
      frame.prepare(parts);
    }
  });
}

/// Drops loops from the old end of which too little is left to be given away. Allocates nothing.
template <typename Atomics>
void dropEndedLoops(BasicFrameStack<Atomics>& stack) noexcept {
  while (!stack.empty() && stack.oldest()->isLoop() && !stack.oldest()->canSplit()) {
    stack.dropOldest();
  }
}

/// Takes the oldest task out of a private deque: a branch, or a part of a loop. In the handler of an
/// interrupt, a loop is divided as long as it has parts from prepareLoops().
/// @return null if there is none
template <typename Worker, typename Atomics>
BasicTaskFrame<Atomics>* takeOldest(Worker& owner, BasicFrameStack<Atomics>& stack) {
  for (;;) {
    dropEndedLoops(stack);
    if (stack.empty()) {
      return nullptr;
    }
    BasicTaskFrame<Atomics>* const oldest = stack.oldest();
    if (!oldest->isLoop()) {
      stack.dropOldest();
      return oldest;
    }
    if (BasicTaskFrame<Atomics>* const part = oldest->split()) {
      ++owner.counters().splits;
      return part;
    }
    if (owner.inHandler()) {
      return nullptr; // the loop is divided after the interrupted leaf
    }
    oldest->prepare(1); // may have changed the deque and the loop, so look again
    if (!stack.empty() && stack.oldest() == oldest && !oldest->isPrepared() && oldest->canSplit()) {
      stack.dropOldest(); // there is no memory
    }
  }
}

/// Returns whether takeOldest() would return null in this handler of an interrupt, but not after the
/// interrupted leaf: the oldest task is a loop that has no part left.
template <typename Worker, typename Atomics>
bool givesOnlyAfterLeaf(const Worker& owner, BasicFrameStack<Atomics>& stack) {
  if (!owner.inHandler()) {
    return false;
  }
  dropEndedLoops(stack);
  return !stack.empty() && stack.oldest()->isLoop() && !stack.oldest()->isPrepared();
}

/// Takes out what worker `to` gets under StealAmount::kOne.
/// @param newId  returns the identity of one more frame @return null if there is none
template <typename Worker, typename Atomics, typename NewId>
BasicTaskFrame<Atomics>* takeOldestFor(Worker& owner, BasicFrameStack<Atomics>& stack, unsigned to,
                                       const NewId& newId) {
  BasicTaskFrame<Atomics>* const given = takeOldest(owner, stack);
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
template <typename Worker, typename Atomics, typename NewId>
BasicTaskFrame<Atomics>* takeOldHalfFor(Worker& owner, BasicFrameStack<Atomics>& stack,
                                        BasicFrameList<Atomics>& held, unsigned to,
                                        const NewId& newId) {
  BasicFrameList<Atomics> given;
  std::uint64_t wanted = (held.size() + stack.size() + 1) / 2;
  while (given.size() < wanted) {
    BasicTaskFrame<Atomics>* next = held.takeFirst();
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
