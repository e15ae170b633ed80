/** The object that starts and ends the system. */
#ifndef GALOIS_SHAREDMEMSYS_H
#define GALOIS_SHAREDMEMSYS_H

#include <memory>

namespace galois {

/**
 * While it lives, parallel loops run. The constructor starts the thread pool, the page pool and
 * the statistics; the destructor writes the statistics and stops the rest. At most one may live at
 * a time (a second one ends the program with a message); one may follow another. Make and destroy
 * it on the main thread.
 */
class SharedMemSys {
public:
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

#endif
