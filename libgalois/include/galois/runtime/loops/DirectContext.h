/**
 * The context that for_each passes to an operator that takes it as `auto&`: pushes go directly to
 * the worklist.
 */
#pragma once

#include <cstdint>
#include <utility>

#include "galois/UserContext.h"
#include "galois/runtime/UserContextAccess.h"
#include "galois/runtime/loops/CycleMeter.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::runtime {

/// The context of an operator whose pushes go directly to the worklist.
/// @tparam Handle  the type that worklists::forThisThread() returns
/// @tparam M       CycleMeter or NoMeter
template <typename T, typename Handle, typename M = NoMeter>
class DirectContext : public UserContext<T> {
public:
  explicit DirectContext(Handle& worklist) : worklist_(worklist) {}

  /// Adds a task, constructed from the arguments, to the loop. Other threads may run it
  /// immediately.
  template <typename... Args>
  void push(Args&&... args) {
    substrate::charge(substrate::Work::kPush);
    meter_.lap(Spent::kOperator);
    worklist_.push(T(std::forward<Args>(args)...));
    meter_.lap(Spent::kEnqueue);
    meter_.enqueued(1);
    ++pushes_;
  }
  template <typename... Args>
  void push_back(Args&&... args) {
    push(std::forward<Args>(args)...);
  }
  template <typename... Args>
  void insert(Args&&... args) {
    push(std::forward<Args>(args)...);
  }

  /// Passes on the tasks that were pushed through the base class.
  void flush() {
    if (!UserContextAccess<T>(*this).getPushBuffer().empty()) [[unlikely]] {
      handOver();
    }
  }

  std::uint64_t pushes() const noexcept { return pushes_; }

  /// Returns the calling thread's meter.
  M& meter() noexcept { return meter_; }

private:
  /// Not inlined: operators that push through this class never call it, and would lose registers to
  /// it.
  GALOIS_ATTRIBUTE_NOINLINE void handOver() {
    UserContextAccess<T> access(*this);
    auto& buffer = access.getPushBuffer();
    pushes_ += buffer.size();
    substrate::charge(substrate::Work::kPush, buffer.size());
    meter_.lap(Spent::kOperator);
    worklist_.push(buffer.begin(), buffer.end());
    meter_.lap(Spent::kEnqueue);
    meter_.enqueued(buffer.size());
    access.resetPushBuffer();
  }

  Handle& worklist_;
  std::uint64_t pushes_ = 0;
  [[no_unique_address]] M meter_;
};

} // namespace galois::runtime
