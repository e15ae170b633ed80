/**
 * A fiber: a function with its own stack that can be suspended and resumed, on one thread of the
 * system.
 *
 * Tests run the ranks of a program as fibers of one process (SimulatedTransport.h). A switch
 * between fibers takes about 50 ns, so a test can try thousands of schedules in the time that
 * threads would need for a few. The sanitizers are told about each switch. Each fiber has its own
 * exceptions in flight, so it may be suspended in a catch block, or in a destructor during
 * unwinding.
 */
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <cxxabi.h>
#include <functional>
#include <utility>

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace galois::dist {

/// The fiber. It stays on the thread that made it. When it is destroyed, it must have ended, or
/// never have been resumed.
class Fiber {
public:
  /// Prepares a fiber. Its body begins to run at the first resume().
  /// @param body  the function that the fiber runs; it must not throw
  /// @param stackBytes  size of the stack; the page beyond its end is protected
  Fiber(std::function<void()> body, std::size_t stackBytes)
      : body_(std::move(body)), allocator_(stackBytes) {}
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber() {
#ifdef __SANITIZE_THREAD__
    if (tsan_ != nullptr) {
      __tsan_destroy_fiber(tsan_);
    }
#endif
  }

  /// Runs the fiber until it calls suspend() or ends. Called from outside the fiber, by the code
  /// that owns it.
  void resume() {
    if (!started_) {
      start();
    }
    swapExceptions();
    beforeResume();
    context_ = std::move(context_).resume();
    afterSwitch(outer_.fake, nullptr, nullptr);
    swapExceptions();
  }

  /// Returns to the caller of resume(). Called on the fiber itself.
  void suspend() {
    beforeSuspend(false);
    caller_ = std::move(caller_).resume();
    afterSwitch(inner_.fake, &outer_.bottom, &outer_.bytes);
  }

  /// Returns whether the body has returned.
  bool ended() const noexcept { return ended_; }

private:
  /// Where a stack is, and its fake stack of AddressSanitizer while another stack is in use.
  struct Stack {
    const void* bottom = nullptr;
    std::size_t bytes = 0;
    void* fake = nullptr;
  };

  void start() {
    started_ = true;
    const boost::context::stack_context stack = allocator_.allocate();
    inner_.bytes = stack.size;
    inner_.bottom = static_cast<const char*>(stack.sp) - stack.size;
#ifdef __SANITIZE_THREAD__
    tsan_ = __tsan_create_fiber(0);
#endif
    context_ = boost::context::fiber(std::allocator_arg,
                                     boost::context::preallocated(stack.sp, stack.size, stack),
                                     allocator_, [this](boost::context::fiber&& caller) {
                                       afterSwitch(nullptr, &outer_.bottom, &outer_.bytes);
                                       caller_ = std::move(caller);
                                       body_();
                                       ended_ = true;
                                       beforeSuspend(true);
                                       return std::move(caller_);
                                     });
  }

  /// Exchanges the exceptions in flight of the fiber for those of its caller.
  void swapExceptions() {
    // The C++ ABI defines these two words: the caught exceptions and the number of uncaught ones.
    auto* const current = reinterpret_cast<std::byte*>(abi::__cxa_get_globals());
    std::array<std::byte, kExceptionBytes> other = exceptions_;
    std::memcpy(exceptions_.data(), current, kExceptionBytes);
    std::memcpy(current, other.data(), kExceptionBytes);
  }

  void beforeResume() {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(&outer_.fake, inner_.bottom, inner_.bytes);
#endif
#ifdef __SANITIZE_THREAD__
    callerTsan_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(tsan_, 0);
#endif
  }
  void beforeSuspend([[maybe_unused]] bool last) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(last ? nullptr : &inner_.fake, outer_.bottom, outer_.bytes);
#endif
#ifdef __SANITIZE_THREAD__
    __tsan_switch_to_fiber(callerTsan_, 0);
#endif
  }
  static void afterSwitch([[maybe_unused]] void* fake, [[maybe_unused]] const void** bottom,
                          [[maybe_unused]] std::size_t* bytes) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(fake, bottom, bytes);
#endif
  }

  static constexpr std::size_t kExceptionBytes = 2 * sizeof(void*);

  std::function<void()> body_;
  boost::context::protected_fixedsize_stack allocator_;
  boost::context::fiber context_; ///< of the fiber while it is suspended
  boost::context::fiber caller_;  ///< of the caller of resume() while the fiber runs
  Stack inner_;
  Stack outer_;
  std::array<std::byte, kExceptionBytes> exceptions_{};
  bool started_ = false;
  bool ended_ = false;
#ifdef __SANITIZE_THREAD__
  void* tsan_ = nullptr;
  void* callerTsan_ = nullptr;
#endif
};

} // namespace galois::dist
