/** The executor's interface to UserContext. */
#pragma once

#include <utility>

#include "galois/UserContext.h"

namespace galois::runtime {

/**
 * Gives an executor access to a context that operators must not have: it takes the pushes, connects
 * the break flag, and ends the iteration. Only the thread that owns the context may use it.
 */
template <typename T>
class UserContextAccess {
public:
  using Context = UserContext<T>;
  using PushBuffer = typename Context::PushBuffer;
  /// A function that must remove the pushes from the context, as resetPushBuffer() does.
  using FlushFunction = typename Context::FlushFunction;

  explicit UserContextAccess(Context& context) : context_(context) {}

  /// Returns the items pushed since resetPushBuffer().
  PushBuffer& getPushBuffer() { return context_.pushBuffer_; }

  /// Removes the pushes but keeps their memory.
  void resetPushBuffer() { context_.pushBuffer_.clear(); }

  /// Destroys the local state, and releases all memory of the per-iteration allocator.
  void resetAlloc() {
    context_.destroyLocalState();
    context_.iterHeap_.clear();
  }

  /// The local state of an iteration, which moves between contexts with it. @{
  struct LocalState {
    void* object = nullptr;
    void (*destroy)(void*) = nullptr;
  };
  LocalState takeLocalState() {
    return {std::exchange(context_.localState_, nullptr), context_.destroyState_};
  }
  void lendLocalState(const LocalState& state) {
    context_.destroyLocalState();
    context_.localState_ = state.object;
    context_.destroyState_ = state.destroy;
  } /// @}

  /// Begins a pass of an iteration.
  void beginPass(bool first) { context_.firstPass_ = first; }
  /// Returns whether the operator has called isFirstPass() in this loop.
  bool knowsPasses() const { return context_.knowsPasses_; }

  /// Connects breakLoop() to a flag; without one breakLoop() is an error. Read the flag with a
  /// relaxed load: (2) relaxed: sees the store (1) of UserContext::breakLoop() eventually, which is
  /// sufficient.
  void setBreakFlag(substrate::Atomic<bool>* broke) { context_.broke_ = broke; }

  /// Undoes what an iteration did to the context. If there is a break flag, no other context has it.
  void undo() {
    resetPushBuffer();
    resetAlloc();
    if (context_.broke_ != nullptr) {
      context_.broke_->store(false,
                             substrate::order::relaxed); // as (1) of UserContext::breakLoop()
    }
  }

  /// Makes the context flush long push buffers during an iteration. Null turns this off.
  void setFastPushBack(FlushFunction flush, void* target) {
    context_.flush_ = flush;
    context_.flushTarget_ = target;
  }

private:
  Context& context_;
};

} // namespace galois::runtime
