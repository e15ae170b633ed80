/** What the thread pool makes its threads of: the system's, or fibers of the simulated machine. */
#ifndef GALOIS_SRC_WORKERTHREAD_H
#define GALOIS_SRC_WORKERTHREAD_H

#ifdef GALOIS_VIRTUAL

#include <functional>
#include <utility>

#include "virtual/Machine.h"
#include "virtual/OnMachine.h"

namespace galois::substrate::detail {

/// As much of std::thread as the pool uses. join() before it dies.
class WorkerThread {
public:
  explicit WorkerThread(std::function<void()> body)
      : fiber_(virt::machine->spawn(std::move(body))) {}
  void join() { virt::machine->join(fiber_); }

private:
  virt::Fiber* fiber_;
};

} // namespace galois::substrate::detail

#else

#include <thread>

namespace galois::substrate::detail {
using WorkerThread = std::thread;
} // namespace galois::substrate::detail

#endif

#endif
