#include "galois/runtime/loops/LoopOptions.h"

#include <stdexcept>
#include <string>

namespace galois::runtime {

void requireNoParallelLoop(const char* loopName) {
  if (substrate::ThreadPool::isInside()) {
    throw std::logic_error("parallel loop " + std::string(loopName) +
                           " was started inside another parallel loop; loops do not nest: push the "
                           "work into the outer loop, or use a sequential loop inside");
  }
  if (substrate::getThreadPool().isRunning()) {
    throw std::logic_error("parallel loop " + std::string(loopName) +
                           " was started while another thread runs a parallel loop or has a handle "
                           "of a queue; start loops one after the other");
  }
}

} // namespace galois::runtime
