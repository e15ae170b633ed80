/**
 * The threads of the thread pool: those of the operating system, or fibers of the simulated
 * machine.
 */
#pragma once

#ifdef GALOIS_VIRTUAL

#include <functional>
#include <utility>

#include "virtual/Machine.h"
#include "virtual/OnMachine.h"

namespace galois::substrate::detail {

/// The part of std::thread's interface that the pool uses. join() must be called before the
/// destructor.
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
