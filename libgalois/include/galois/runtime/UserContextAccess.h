/** The executor's side of UserContext. */
#ifndef GALOIS_RUNTIME_USERCONTEXTACCESS_H
#define GALOIS_RUNTIME_USERCONTEXTACCESS_H

#include "galois/UserContext.h"

namespace galois::runtime {

/**
 * What an executor does to a context that an operator must not: take its pushes, connect its
 * break flag, end its iteration. Used by the thread that owns the context.
 */
template <typename T>
class UserContextAccess {
public:
  using Context = UserContext<T>;
  using PushBuffer = typename Context::PushBuffer;
  /// Must take the pushes out of the context, as resetPushBuffer() does.
  using FlushFunction = typename Context::FlushFunction;

  explicit UserContextAccess(Context& context) : context_(context) {}

  /// Items pushed since resetPushBuffer().
  PushBuffer& getPushBuffer() { return context_.pushBuffer_; }

  /// Forgets the pushes and keeps their memory.
  void resetPushBuffer() { context_.pushBuffer_.clear(); }

  /// Releases everything the per-iteration allocator gave out, and the local state.
  void resetAlloc() {
    context_.iterHeap_.clear();
    context_.localState_ = nullptr;
  }

  /// Connects breakLoop(); without it breakLoop() is an error. Read the flag with a relaxed load:
  /// (2) relaxed: sees the store (1) of UserContext::breakLoop() eventually, and needs no more.
  void setBreakFlag(substrate::Atomic<bool>* broke) { context_.broke_ = broke; }

  /// Has long push buffers flushed in the middle of an iteration. Null turns it off.
  void setFastPushBack(FlushFunction flush, void* target) {
    context_.flush_ = flush;
    context_.flushTarget_ = target;
  }

private:
  Context& context_;
};

} // namespace galois::runtime

#endif
