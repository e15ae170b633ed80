/** The run-time system, which the miniature does not need. */
#ifndef MINIATURE_SHAREDMEMSYS_H
#define MINIATURE_SHAREDMEMSYS_H

namespace galois {

class SharedMemSys {
public:
  explicit SharedMemSys() {}
  ~SharedMemSys() {}
  SharedMemSys(const SharedMemSys&) = delete;
  SharedMemSys& operator=(const SharedMemSys&) = delete;
};

} // namespace galois

#endif
