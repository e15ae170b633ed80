#include "galois/substrate/SharedMem.h"

#include "galois/substrate/Barrier.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {

SharedMem::SharedMem() {
  getThreadPool().claim();
  getBarrier(1);
}

SharedMem::~SharedMem() {
  getThreadPool().beKind();
  ThreadPool::unpinCaller();
}

} // namespace galois::substrate
