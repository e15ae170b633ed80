#include "galois/runtime/LoopOptions.h"

#include "galois/gIO.h"

namespace galois::runtime {

void requireNoParallelLoop(const char* loopName) {
  if (substrate::getThreadPool().isRunning()) {
    GALOIS_DIE("parallel loop ", loopName,
               " was started inside another parallel loop; loops do not nest: push the work into "
               "the outer loop, or use a sequential loop inside");
  }
}

} // namespace galois::runtime
