/** The run-time system, which the miniature does not need. */
#pragma once

namespace galois {

class SharedMemSys {
public:
  explicit SharedMemSys() {}
  ~SharedMemSys() {}
  SharedMemSys(const SharedMemSys&) = delete;
  SharedMemSys& operator=(const SharedMemSys&) = delete;
};

} // namespace galois
