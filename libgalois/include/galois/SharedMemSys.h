/** The object that starts and stops the runtime system. */
#pragma once

#include <memory>

namespace galois {

/**
 * Parallel loops can run while an object of this class exists. The constructor starts the thread
 * pool, the page pool and the statistics. The destructor writes the statistics and stops the rest. It
 * lets the calling thread run on the processors on which it could run before loops pinned it, and so
 * the threads that it starts then. Only one object may exist at a time. After its destruction another
 * one may follow. Create and destroy it on the main thread, while no other thread is in a call of the
 * library (analytics/Session.h).
 */
class SharedMemSys {
public:
  /// Starts the runtime system.
  /// @throws std::logic_error while another object exists, or a call of the library runs or waits
  /// @throws std::bad_alloc, or what getHWTopo() throws
  explicit SharedMemSys();
  ~SharedMemSys();

  /// Returns whether one lives. Thread-safe.
  static bool isAlive() noexcept;

  SharedMemSys(const SharedMemSys&) = delete;
  SharedMemSys& operator=(const SharedMemSys&) = delete;
  SharedMemSys(SharedMemSys&&) = delete;
  SharedMemSys& operator=(SharedMemSys&&) = delete;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace galois
