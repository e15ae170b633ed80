/**
 * What a thread does now and then while it waits for the system, as for a file. Code that waits
 * calls WaitWatch::look(); the caller of that code says what happens, such as to look for signals.
 */
#pragma once

#include <functional>

namespace galois::substrate {

/// Gives the calling thread a function for its waits, as long as this lives. Of several on one
/// thread, the latest counts; they end in reverse order, on the thread that made them.
class WaitWatch {
public:
  /// @param onWait  what it throws leaves the code that waits. It must outlive this
  explicit WaitWatch(const std::function<void()>& onWait) noexcept;
  ~WaitWatch();
  WaitWatch(const WaitWatch&) = delete;
  WaitWatch& operator=(const WaitWatch&) = delete;

  /// Returns whether the calling thread has a function. O(1).
  static bool isWatched() noexcept;

  /// Calls the function of the calling thread, if there is one, and throws what that throws.
  static void look();

private:
  const std::function<void()>* const outer_;
};

} // namespace galois::substrate
