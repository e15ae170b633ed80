/**
 * The context that for_each passes to its operator. Through it the operator pushes new items,
 * breaks the loop, or allocates memory that is valid for one iteration.
 *
 * Each thread has its own context, so the flag behind breakLoop() is the only shared data.
 */
#pragma once

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "galois/Mem.h"
#include "galois/runtime/Context.h"
#include "galois/substrate/Atomics.h"

namespace galois {

namespace runtime {
template <typename T>
class UserContextAccess;

/// What ends the first pass of an iteration: see UserContext::cautiousPoint(). Operators must let it
/// pass; their destructors run.
struct FirstPassEnd {};
} // namespace runtime

/**
 * The context of an operator over items of type T.
 *
 * Pushed items are held in a per-thread buffer and reach the worklist when the iteration ends, or
 * earlier. Executors that need no buffer derive from this class and hide the push methods. They
 * access the other members through runtime::UserContextAccess. A context is used by one thread at a
 * time.
 */
template <typename T>
class UserContext {
public:
  /// The pushed items, in the order of their pushes.
  using PushBuffer = std::vector<T>;

  UserContext() : perIterAlloc_(&iterHeap_) {}
  ~UserContext() { destroyLocalState(); }
  UserContext(const UserContext&) = delete;
  UserContext& operator=(const UserContext&) = delete;

  /**
   * Ends the loop early: threads finish only the iterations that they have already claimed, and
   * items left in the worklist are dropped. An iteration that is undone ends no loop. The loop needs
   * the option parallel_break.
   * @throws std::logic_error without this option
   */
  void breakLoop() {
    if (broke_ == nullptr) {
      throw std::logic_error("breakLoop() needs the loop option galois::parallel_break()");
    }
    // (1) Relaxed: the flag orders no other data; the executor's (2) only needs to see it soon.
    broke_->store(true, substrate::order::relaxed);
  }

  /**
   * Returns an allocator whose memory is released in one step after each iteration. Use its
   * `rebind` for other types. The loop needs the option per_iter_alloc, which makes the executor
   * release the memory.
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

  /// Aborts this iteration, which runs again later. Only loops with conflict detection can undo an
  /// iteration. A task of Deterministic<> that aborts itself runs again in the next generation
  /// (runtime/Executor_Deterministic.h).
  /// @throws std::logic_error in a loop without conflict detection
  [[noreturn]] void abort() {
    if (runtime::getThreadContext() != nullptr) {
      runtime::signalConflict();
    }
    throw std::logic_error("UserContext::abort() needs a loop with conflict detection, which this "
                           "loop does not have; push the item again instead");
  }

  /// Returns the state that createLocalState() created in this iteration, or null. In the second
  /// pass of an iteration, this is the state that its first pass has created.
  template <typename LS>
  LS* getLocalState() {
    return static_cast<LS*>(localState_);
  }

  /// Creates a state that exists until the iteration ends, in the memory of getPerIterAlloc(). A
  /// state that was created before is destroyed. @throws what the constructor throws
  template <typename LS, typename... Args>
  LS* createLocalState(Args&&... args) {
    destroyLocalState();
    typename PerIterAllocTy::template rebind<LS>::other alloc(perIterAlloc_);
    LS* state = ::new (static_cast<void*>(alloc.allocate(1))) LS(std::forward<Args>(args)...);
    localState_ = state;
    destroyState_ = []([[maybe_unused]] void* object) { static_cast<LS*>(object)->~LS(); };
    return state;
  }

  /// Returns whether this is the first pass of an iteration, in which the operator must not write.
  /// Always false in loops that are not deterministic, because there each iteration has one pass.
  bool isFirstPass() const {
    knowsPasses_ = true;
    return firstPass_;
  }

  /// Marks the point before the first write of an iteration: the operator has taken all its locks.
  /// In the first pass of a deterministic loop, it leaves the operator by an exception that is no
  /// std::exception. It has no effect otherwise.
  void cautiousPoint() {
    if (firstPass_) {
      throw runtime::FirstPassEnd();
    }
  }

protected:
  /// A buffer with more than this many pushes is passed to the worklist before the iteration ends.
  static constexpr std::size_t kFlushLimit = 64;
  /// Passes the pushes of `context` to `target`.
  using FlushFunction = void (*)(void* target, UserContext& context);

private:
  friend class runtime::UserContextAccess<T>;

  void destroyLocalState() noexcept {
    if (localState_ != nullptr) {
      destroyState_(std::exchange(localState_, nullptr));
    }
  }

  PushBuffer pushBuffer_;
  IterAllocBaseTy iterHeap_;
  PerIterAllocTy perIterAlloc_;
  substrate::Atomic<bool>* broke_ = nullptr;
  FlushFunction flush_ = nullptr;
  void* flushTarget_ = nullptr;
  void* localState_ = nullptr;
  void (*destroyState_)(void*) = nullptr; ///< destroys the local state
  bool firstPass_ = false;
  mutable bool knowsPasses_ = false; ///< whether the operator has called isFirstPass()
};

} // namespace galois
