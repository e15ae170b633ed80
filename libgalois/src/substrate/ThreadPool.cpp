#include "galois/substrate/ThreadPool.h"

#include <pthread.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <exception>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "Affinity.h"
#include "WorkerThread.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/BusyFlag.h"
#include "galois/substrate/EnvCheck.h"
#include "galois/substrate/ForkJoin.h"
#include "galois/substrate/HWTopo.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/SignalsBlocked.h"
#ifdef GALOIS_VIRTUAL
#include "galois/substrate/VirtualMachine.h"
#endif

namespace galois::substrate {
namespace {

/// The current affinity of the calling thread, so that regions change it only if necessary. A new
/// thread inherits the affinity of the thread that created it.
enum class Placement { kInherited, kPinned, kFree };
thread_local Placement placement = Placement::kInherited;

/// The affinity of a thread 0, which is a thread of the program, before the pool pinned it, and the
/// processor to which it did. @{
thread_local detail::Affinity ownAffinity;
thread_local unsigned pinnedTo = 0; /// @}

/// Gives a thread 0 that is pinned its own affinity back, unless other code has set one since. A thread
/// of the pool that is thread 0 in a forked child has none.
void restoreAffinity() noexcept {
  if (placement == Placement::kPinned) {
    if (ownAffinity.empty()) {
      unbindThreadSelf();
    } else if (detail::Affinity::ofSelf() == detail::Affinity::only(pinnedTo)) {
      ownAffinity.apply();
    }
    placement = Placement::kInherited;
  }
}

/// The signals that ask a program to end. The program's own threads handle them: threads of the pool
/// are started with these blocked, so that a handler never interrupts them.
constexpr std::initializer_list<int> kEndings = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

detail::ThisThread placeOf(unsigned tid) {
  const auto& threads = getHWTopo().threadTopoInfo;
  const unsigned pus = static_cast<unsigned>(threads.size());
  const ThreadTopoInfo& info = threads[tid % pus];
  // Threads from number `pus` on reuse the positions of earlier ones, so every socket has threads
  // by then.
  const unsigned lastSocket =
      tid < pus ? info.cumulativeMaxSocket : threads.back().cumulativeMaxSocket;
  return {tid, info.socket, info.socketLeader, lastSocket, info.numaNode, false};
}

} // namespace

/// All mutable state of the pool. It is behind a pointer, so that a forked child can replace it.
struct ThreadPool::State {
  BusyFlag running;
  ForkJoin<> forkJoin;
  std::vector<detail::WorkerThread> threads;
  std::vector<detail::WorkerThread> dedicated;
  unsigned limit = kMaxThreads;

  // The current region. Thread 0 writes it before fork; all threads read it inside.
  detail::RegionBody body{nullptr, nullptr};
  bool pin = false;
  bool stop = false;

  // The first exception of the region. `failed` selects the thread that writes `error`; thread 0
  // reads it after join.
  std::atomic<bool> failed{false};
  std::exception_ptr error;

  std::atomic<bool> stayAwake{false};
  std::atomic<bool> refused{false}; // whether the system has refused to pin a thread
  std::atomic<bool> pinned{false};
  bool mayPin = !EnvCheck("GALOIS_DO_NOT_BIND_THREADS") && !isSynthetic();
  bool mayPinMain = !EnvCheck("GALOIS_DO_NOT_BIND_MAIN_THREAD");
  // Relaxed: a region of tryRun() may read it on another thread than the one that sets it.
  std::atomic<bool> wantPin{true};

  // The ThisThread of the thread that claimed the pool last, or null. Relaxed: only a thread that
  // finds its own address there relies on it.
  std::atomic<const void*> owner{nullptr};

  // In a forked child, which has one thread when these are written.
  State* abandoned = nullptr;    // the parent's state
  bool replaced = false;         // in that: whether the process is a child
  bool forkedDuringCall = false; // whether no region may run

  void place(unsigned tid) {
    if (tid == 0 && !mayPinMain) {
      return;
    }
    const Placement wanted = pin ? Placement::kPinned : Placement::kFree;
    if (placement == wanted) {
      return;
    }
    // Thread 0 is not pinned initially, and an affinity that other code gave it must not be
    // changed.
    if (tid == 0 && wanted == Placement::kFree) {
      restoreAffinity();
      return;
    }
    const auto& places = getHWTopo().threadTopoInfo;
    const unsigned pu = places[tid % places.size()].osContext;
    if (tid == 0) {
      ownAffinity = detail::Affinity::ofSelf();
      pinnedTo = pu;
    }
    const bool done = pin ? bindThreadSelf(pu) : unbindThreadSelf();
    if (!done && pin) {
      refused.store(true, order::relaxed);
    }
    placement = wanted;
  }

  void runBodyHere() noexcept {
    struct Inside {
      Inside() noexcept { tell(true); }
      ~Inside() { tell(false); }
      static void tell(bool inside) noexcept {
        detail::thisThread.inRegion = inside;
#ifdef GALOIS_VIRTUAL
        virt::inRegion(inside);
#endif
      }
    } const inside;
    try {
      body.call(body.object);
    } catch (...) {
      // relaxed: only selects the writer; join orders its write before the read.
      if (!failed.exchange(true, order::relaxed)) {
        error = std::current_exception();
      }
    }
  }

  void workerMain(unsigned tid, ForkJoin<>::Door& door) {
    detail::thisThread = placeOf(tid);
    for (;;) {
      forkJoin.enter(tid, door, [this] { return stayAwake.load(order::relaxed); });
      if (stop) {
        return;
      }
      place(tid);
      runBodyHere();
      if (replaced) {
        throw ForkedDuringCall(); // ends the child with its message: nothing is left to do
      }
      forkJoin.finish();
    }
  }

  /// Starts the threads that are missing for regions of `num` threads.
  void start(unsigned num) {
    while (forkJoin.workers() + 1 < num) {
      const unsigned tid = forkJoin.workers() + 1;
      forkJoin.addWorker();
      try {
        const SignalsBlocked whileStarting{kEndings};
        // If there is no memory for a longer vector, no thread starts either.
        threads.emplace_back([this, tid, &door = forkJoin.door(tid)] { workerMain(tid, door); });
      } catch (const std::system_error& problem) {
        forkJoin.dropWorker();
        throw std::system_error(
            problem.code(), "cannot start thread " + std::to_string(tid + 1) + " of " +
                                std::to_string(num) + "; ask for at most " + std::to_string(tid) +
                                " threads or raise the limit on processes (ulimit -u)");
      } catch (...) {
        forkJoin.dropWorker();
        throw;
      }
    }
  }

  /// Returns whether the process has no threads but the calling one and those of the pool.
  bool isAlone() const noexcept {
#ifdef GALOIS_VIRTUAL
    return true; // the simulated machine has one thread of the system
#else
    // The folder has two links, and one more per thread.
    struct stat tasks {};
    return stat("/proc/self/task", &tasks) == 0 &&
           tasks.st_nlink <= 3 + threads.size() + dedicated.size();
#endif
  }

  void stopAll() {
    if (!threads.empty()) {
      stop = true;
      forkJoin.fork(forkJoin.workers() + 1);
      for (detail::WorkerThread& thread : threads) {
        thread.join();
      }
    }
    for (detail::WorkerThread& thread : dedicated) {
      thread.join();
    }
  }
};

/// Stops the threads at exit, if possible.
struct ThreadPool::AtExit {
  ThreadPool& pool;
  ~AtExit() {
    State* old = pool.state_;
    // If exit() is called inside a region, its threads will never finish it; the system ends them.
    if (detail::thisThread.tid != 0 || !old->running.tryEnterBriefly()) {
      return;
    }
    // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): out of memory at exit, so exit
    pool.state_ = new State();
    pool.state_->abandoned = old->abandoned;
    pool.state_->forkedDuringCall = old->forkedDuringCall;
    old->stopAll();
    delete old;
  }
};

ThreadPool& getThreadPool() {
  static ThreadPool* const pool = [] {
    auto* made = new ThreadPool();
    static ThreadPool* forFork;
    forFork = made;
    // A forked child has the memory of the pool, but not its threads. It gets new state and keeps a
    // pointer to the old one, whose destructor would wait for threads that do not exist.
    pthread_atfork(nullptr, nullptr, [] {
      ThreadPool::State* const old = forFork->state_;
      auto* fresh = new ThreadPool::State();
      fresh->abandoned = old;
      fresh->forkedDuringCall = old->forkedDuringCall || !old->running.tryEnterBriefly();
      old->replaced = true;
      forFork->state_ = fresh;
      if (detail::thisThread.tid != 0 || detail::thisThread.inRegion) {
        detail::thisThread = placeOf(0); // it was a thread of the pool, or inside a region
      }
    });
    return made;
  }();
  static const ThreadPool::AtExit atExit{*pool};
  return *pool;
}

ThreadPool::ThreadPool() : state_(new State()) { lookAtMachine(); }

void ThreadPool::lookAtMachine() {
  const MachineTopoInfo& machine = getHWTopo().machineTopoInfo;
  pus_ = machine.maxThreads;
  cores_ = machine.maxCores;
  sockets_ = machine.maxSockets;
  numaNodes_ = machine.maxNumaNodes;
  state_->pinned.store(state_->mayPin, order::relaxed);
  detail::SlotTable::growAll(std::min(pus_, kMaxThreads));
  if (detail::thisThread.tid == 0) {
    detail::thisThread = placeOf(0);
  }
}

#ifdef GALOIS_VIRTUAL
void ThreadPool::changeMachine(const std::function<void()>& change) {
  if (isRunning()) {
    throw std::logic_error("the machine cannot change inside a parallel region");
  }
  std::unique_ptr<State> old(std::exchange(state_, new State()));
  state_->abandoned = old->abandoned;
  old->stopAll();
  change();
  lookAtMachine();
}
#endif

namespace {

/// Clears the flag at the end of a scope.
struct Leaving {
  BusyFlag& flag;
  ~Leaving() { flag.leave(); }
};

} // namespace

void ThreadPool::runBody(unsigned num, Entering entering, detail::RegionPreparation preparation,
                         detail::RegionBody body) {
  State& state = *state_;
  if (state.forkedDuringCall) {
    throw ForkedDuringCall();
  }
  // If different threads start regions one after the other, each sees the changes of the state that
  // the previous one made.
  if (isInside() || !state.running.tryEnter()) {
    throw std::logic_error("Recursive thread pool execution not supported: a parallel region "
                           "cannot be started while another one runs, or while threads of the "
                           "program have handles of a queue");
  }
  const Leaving leaving{state.running};
  claim();
  runRegion(num, entering, preparation, body);
}

void ThreadPool::claim() noexcept { state_->owner.store(&detail::thisThread, order::relaxed); }

bool ThreadPool::tryRunBody(unsigned num, detail::RegionPreparation preparation,
                            detail::RegionBody body, bool mayWait) noexcept {
  State& state = *state_;
  const void* const owner = state.owner.load(order::relaxed);
  const bool others = owner != nullptr && owner != &detail::thisThread;
  if (isInside() || others || state.forkedDuringCall || !state.running.tryEnterBriefly()) {
    return false;
  }
  const Leaving leaving{state.running};
  if (mayWait && !state.isAlone()) {
    return false;
  }
  try {
    runRegion(num, Entering::kAll, preparation, body);
  } catch (...) {
    return false; // threads cannot be started: `body` does not throw
  }
  return true;
}

void ThreadPool::runRegion(unsigned num, Entering entering, detail::RegionPreparation preparation,
                           detail::RegionBody body) {
  State& state = *state_;
  num = std::clamp(num, 1u, state.limit);
  detail::SlotTable::growAll(num);
  const unsigned enter = entering == Entering::kAll ? num : 1;
  state.start(enter);
  preparation.call(preparation.object, num);

  state.body = body;
  state.pin = state.mayPin && state.wantPin.load(order::relaxed) && num <= pus_;
  state.failed.store(false, order::relaxed);
  state.forkJoin.fork(enter);
  state.place(0);
  state.runBodyHere();
  if (state.replaced) {
    throw ForkedDuringCall();
  }
  state.forkJoin.join();
  state.pinned.store(state.pin && !state.refused.load(order::relaxed), order::relaxed);
  if (state.failed.load(order::relaxed)) {
    std::rethrow_exception(std::exchange(state.error, nullptr));
  }
}

void ThreadPool::refuseRegions() noexcept { state_->forkedDuringCall = true; }

void ThreadPool::runDedicated(std::function<void()>& f) {
  State& state = *state_;
  if (isInside() || !state.running.tryEnter()) {
    throw std::logic_error("a dedicated thread cannot be started inside a region");
  }
  const Leaving leaving{state.running};
  const unsigned tid = getMaxThreads();
  if (tid >= kMaxThreads) {
    throw std::logic_error("no thread id is left for a dedicated thread");
  }
  detail::SlotTable::growAll(tid + 1);
  const SignalsBlocked whileStarting{kEndings};
  state.dedicated.emplace_back([tid, work = f] {
    detail::thisThread = placeOf(tid);
    unbindThreadSelf();
    work();
  });
  state.limit = std::min(state.limit, tid);
}

unsigned ThreadPool::reserve(unsigned num) {
  State& state = *state_;
  num = std::clamp(num, 1u, state.limit);
  if (num <= getMaxThreads()) {
    return num;
  }
  if (isInside() || !state.running.tryEnter()) {
    throw std::logic_error("the number of threads cannot grow inside a parallel region");
  }
  const Leaving leaving{state.running};
  detail::SlotTable::growAll(num);
  return num;
}

bool ThreadPool::keepRegionsOut(unsigned num) {
  State& state = *state_;
  if (isInside() || !state.running.tryEnter()) {
    return false;
  }
  try {
    detail::SlotTable::growAll(std::clamp(num, 1u, state.limit));
  } catch (...) {
    state.running.leave();
    throw;
  }
  return true;
}

void ThreadPool::letRegions() noexcept { state_->running.leave(); }

void ThreadPool::burnPower(unsigned num) {
  state_->stayAwake.store(num <= pus_, order::relaxed);
  run(num, [] {}); // starts missing threads and wakes sleeping ones
}

void ThreadPool::unpinCaller() noexcept {
  if (!isInside()) {
    restoreAffinity();
  }
}

void ThreadPool::beKind() { state_->stayAwake.store(false, order::relaxed); }

bool ThreadPool::isRunning() const noexcept { return state_->running.busy(); }

void ThreadPool::setPinning(bool pin) noexcept {
  state_->wantPin.store(pin, order::relaxed);
  state_->pinned.store(pin && state_->mayPin && !state_->refused.load(order::relaxed),
                       order::relaxed);
}

bool ThreadPool::pinning() const noexcept { return state_->wantPin.load(order::relaxed); }

bool ThreadPool::pinned() const noexcept { return state_->pinned.load(order::relaxed); }

unsigned ThreadPool::getMaxThreads() const noexcept { return detail::SlotTable::slotsOfAll(); }

unsigned ThreadPool::getStartedThreads() const noexcept { return state_->forkJoin.workers() + 1; }

unsigned ThreadPool::getLeaderForSocket(unsigned socket) const noexcept {
  for (const ThreadTopoInfo& info : getHWTopo().threadTopoInfo) {
    if (info.socket == socket) {
      return info.tid;
    }
  }
  return 0;
}

unsigned ThreadPool::getSocket(unsigned tid) const noexcept { return placeOf(tid).socket; }
unsigned ThreadPool::getLeader(unsigned tid) const noexcept { return placeOf(tid).leader; }
unsigned ThreadPool::getCumulativeMaxSocket(unsigned tid) const noexcept {
  return placeOf(tid).cumulativeMaxSocket;
}
unsigned ThreadPool::getNumaNode(unsigned tid) const noexcept { return placeOf(tid).numaNode; }

} // namespace galois::substrate
