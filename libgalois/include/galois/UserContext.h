/**
 * What an operator of for_each can ask of the loop that runs it: push new items, break the loop,
 * allocate memory that lives for one iteration.
 *
 * Each thread has its own context, so nothing here is shared except the flag behind breakLoop().
 */
#ifndef GALOIS_USERCONTEXT_H
#define GALOIS_USERCONTEXT_H

#include <cstddef>
#include <utility>
#include <vector>

#include "galois/Mem.h"
#include "galois/gIO.h"
#include "galois/substrate/Atomics.h"

namespace galois {

namespace runtime {
template <typename T>
class UserContextAccess;
} // namespace runtime

/**
 * The context of an operator over items of type T.
 *
 * Pushed items wait in a buffer of the thread and reach the worklist at the latest when the
 * iteration ends. Executors that need no buffer derive from this class and hide the push methods;
 * they reach the rest through runtime::UserContextAccess. Used by one thread at a time.
 */
template <typename T>
class UserContext {
public:
  /// Pushed items in the order of their pushes.
  using PushBuffer = std::vector<T>;

  UserContext() : perIterAlloc_(&iterHeap_) {}
  ~UserContext() = default;
  UserContext(const UserContext&) = delete;
  UserContext& operator=(const UserContext&) = delete;

  /**
   * Ends the loop soon: no thread starts an iteration that it has not already claimed, and items
   * left in the worklist are dropped. The loop must have been given parallel_break; otherwise
   * this prints what is missing and ends the program.
   */
  void breakLoop() {
    if (broke_ == nullptr) {
      GALOIS_DIE("breakLoop() needs the loop option galois::parallel_break()");
    }
    // (1) Relaxed: the flag carries no data with it; the executor's (2) only needs to see it soon.
    broke_->store(true, substrate::order::relaxed);
  }

  /**
   * An allocator whose memory is released in one step after each iteration; the allocators of
   * other types come from its `rebind`. The loop must have been given per_iter_alloc, which is
   * what makes the executor release the memory.
   */
  PerIterAllocTy& getPerIterAlloc() { return perIterAlloc_; }

  /// Adds an item, constructed from the arguments, to the loop. Amortised constant time.
  template <typename... Args>
  void push(Args&&... args) {
    pushBuffer_.emplace_back(std::forward<Args>(args)...);
    if (flush_ != nullptr && pushBuffer_.size() > kFlushLimit) {
      flush_(flushTarget_, *this);
    }
  }

  /// Same as push().
  template <typename... Args>
  void push_back(Args&&... args) {
    push(std::forward<Args>(args)...);
  }

  /// Same as push().
  template <typename... Args>
  void insert(Args&&... args) {
    push(std::forward<Args>(args)...);
  }

  /// Gives up this iteration so that it runs again later. Only loops with conflict detection can
  /// undo an iteration; in this one it is an error that ends the program.
  [[noreturn]] void abort() {
    GALOIS_DIE("UserContext::abort() needs a loop with conflict detection, which this loop "
               "does not have; push the item again instead");
  }

  /// The state that createLocalState() made in this iteration, or null.
  template <typename LS>
  LS* getLocalState() {
    return static_cast<LS*>(localState_);
  }

  /// Makes a state that lives until the iteration ends and is then released without being
  /// destroyed, like everything from getPerIterAlloc().
  template <typename LS, typename... Args>
  LS* createLocalState(Args&&... args) {
    typename PerIterAllocTy::template rebind<LS>::other alloc(perIterAlloc_);
    LS* state = alloc.allocate(1);
    localState_ = ::new (static_cast<void*>(state)) LS(std::forward<Args>(args)...);
    return state;
  }

  /// Whether the operator must stop at its cautious point: never, in a loop whose iterations run
  /// once and to their end.
  bool isFirstPass() const { return false; }

  /// Marks the point from which an iteration no longer fails. No effect in this kind of loop.
  void cautiousPoint() {}

protected:
  /// Pushes past this many are handed to the worklist before the iteration ends.
  static constexpr std::size_t kFlushLimit = 64;

  using FlushFunction = void (*)(void* target, UserContext& context);

private:
  friend class runtime::UserContextAccess<T>;

  PushBuffer pushBuffer_;
  IterAllocBaseTy iterHeap_;
  PerIterAllocTy perIterAlloc_;
  substrate::Atomic<bool>* broke_ = nullptr;
  FlushFunction flush_ = nullptr;
  void* flushTarget_ = nullptr;
  void* localState_ = nullptr;
};

} // namespace galois

#endif
