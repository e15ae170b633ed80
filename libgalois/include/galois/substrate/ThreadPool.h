/**
 * The threads of the process.
 *
 * A parallel region is one call of run(n, ...): the caller is thread 0 and works too, n - 1 pool
 * threads join it, and run returns when all are done. Threads are started when a region first
 * needs them, never before. Between regions they wait awake for some tens of microseconds and then
 * block, so an idle pool costs nothing.
 *
 * More threads than processors (PUs) is legal, up to kMaxThreads: thread t then stands where
 * thread t mod PUs stands (getSocket() and the others say so), and the system balances them.
 *
 * Threads are pinned, one a PU, as long as a region has at most as many threads as there are PUs.
 * They are not pinned when GALOIS_DO_NOT_BIND_THREADS is set, after setPinning(false), or when
 * HWLOC_SYNTHETIC describes another machine; GALOIS_DO_NOT_BIND_MAIN_THREAD leaves the calling
 * thread alone only.
 */
#ifndef GALOIS_SUBSTRATE_THREADPOOL_H
#define GALOIS_SUBSTRATE_THREADPOOL_H

#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

/// Most threads that one region can have.
inline constexpr unsigned kMaxThreads = 1024;

namespace detail {

/// What a thread knows about itself. Constant-initialised and visible here, so that reading it is
/// one load relative to the thread pointer. Threads that are not of the pool read zeros.
struct ThisThread {
  unsigned tid = 0;
  unsigned socket = 0;
  unsigned leader = 0;
  unsigned cumulativeMaxSocket = 0;
  unsigned numaNode = 0;
  bool inRegion = false; ///< runs commands of a parallel region
};
GALOIS_ATTRIBUTE_SHARED inline thread_local ThisThread thisThread{};

/// A region's work with its type taken off: no allocation, one indirect call a thread.
struct RegionBody {
  void* object;
  void (*call)(void*);
};

/// What comes before it, likewise; gets the number of threads.
struct RegionPreparation {
  void* object;
  void (*call)(void*, unsigned threads);
};

} // namespace detail

/// The pool. One a process: getThreadPool().
class ThreadPool {
public:
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /**
   * Runs every command on each of `num` threads, in order, without a barrier between commands;
   * returns when all threads have finished. `num` is clamped to [1, limit], the limit being
   * kMaxThreads unless runDedicated() lowered it. Commands are callables without parameters, or
   * std::ref of such; all threads call the same object.
   *
   * If commands throw, the thread that threw skips its remaining commands, the others go on, and
   * the first exception is rethrown here at the end. (So a command whose other threads wait at a
   * barrier for this one must not throw.)
   *
   * Throws std::logic_error when called from inside a region or from two threads at once, and
   * std::system_error when the system does not give the threads; nothing has run then, and the
   * pool still serves regions of as many threads as it has.
   */
  template <typename... Commands>
  void run(unsigned num, Commands&&... commands) {
    runPrepared(
        num, [](unsigned) {}, commands...);
  }

  /**
   * The same, but calls `prepare(threads)` on the calling thread first: after it is certain that
   * the region can start, and before any command runs. So `prepare` may set up what regions share,
   * which a call that is refused must not touch. When it throws, no command runs.
   */
  template <typename Prepare, typename... Commands>
  void runPrepared(unsigned num, Prepare&& prepare, Commands&&... commands) {
    auto before = [&prepare](unsigned threads) { prepare(threads); };
    auto body = [&commands...] { (static_cast<void>(commands()), ...); };
    runBody(num,
            {&before, [](void* object,
                         unsigned threads) { (*static_cast<decltype(before)*>(object))(threads); }},
            {&body, [](void* object) { (*static_cast<decltype(body)*>(object))(); }});
  }

  /**
   * Starts one extra thread that runs `f` once and is never part of a region. It gets the next
   * free thread id, and regions are limited to the ids below from then on: reserve() first as
   * many threads as regions will ever need. `f` must not throw, and must return before the process
   * ends. Not inside a region. Throws like run().
   */
  void runDedicated(std::function<void()>& f);

  /**
   * Makes room for regions of `num` threads (clamped as in run): per-thread storage gets its
   * slots. Starts no thread. run() does this by itself; call it earlier to have the slots before
   * the region. Returns the clamped number, which is how many threads run(num) will have. Throws
   * std::logic_error inside a region if there is something to do, std::bad_alloc, or what
   * constructors of per-thread data throw.
   */
  unsigned reserve(unsigned num);

  /// Starts `num` threads now and keeps them awake between regions, for the fastest start of
  /// regions, until beKind(). With more threads than PUs it only starts them.
  void burnPower(unsigned num);

  /// Ends burnPower(): idle threads sleep again.
  void beKind();

  /// Whether a region is running.
  bool isRunning() const noexcept;

  /// Whether the calling thread runs commands of a region now.
  static bool isInside() noexcept { return detail::thisThread.inRegion; }

  /// Pins threads (the default) or leaves them to the system, from the next region on. Not inside
  /// a region. The environment's word against pinning stands.
  void setPinning(bool pin) noexcept;

  /// Whether the threads of the latest region were pinned; before the first, whether those of a
  /// region of one thread would be.
  bool pinned() const noexcept;

  /// PUs that this process may use: the most threads that do not share a PU.
  unsigned getMaxUsableThreads() const noexcept { return pus_; }

  /// Bound of the thread ids seen so far: PUs, or the most threads reserved if that is more. Arrays
  /// indexed by thread id need this many entries. Per-thread storage has this many slots.
  unsigned getMaxThreads() const noexcept;

#ifdef GALOIS_VIRTUAL
  /// Ends the threads, calls `change`, and starts afresh on the machine that is simulated then.
  /// Not inside a region; throws std::logic_error there, and what `change` throws.
  void changeMachine(const std::function<void()>& change);
#endif

  unsigned getMaxCores() const noexcept { return cores_; }
  unsigned getMaxSockets() const noexcept { return sockets_; }
  unsigned getMaxNumaNodes() const noexcept { return numaNodes_; }

  /// Threads that exist, the main one included. For tests and reports.
  unsigned getStartedThreads() const noexcept;

  /// The smallest thread id on socket `socket` (< getMaxSockets()).
  unsigned getLeaderForSocket(unsigned socket) const noexcept;

  // Where thread `tid` (< kMaxThreads) stands. O(1), thread-safe.
  bool isLeader(unsigned tid) const noexcept { return getLeader(tid) == tid; }
  unsigned getSocket(unsigned tid) const noexcept;
  unsigned getLeader(unsigned tid) const noexcept;
  unsigned getCumulativeMaxSocket(unsigned tid) const noexcept;
  unsigned getNumaNode(unsigned tid) const noexcept;

  // The same for the calling thread: one load each.
  static unsigned getTID() noexcept { return detail::thisThread.tid; }
  static bool isLeader() noexcept { return detail::thisThread.leader == detail::thisThread.tid; }
  static unsigned getLeader() noexcept { return detail::thisThread.leader; }
  static unsigned getSocket() noexcept { return detail::thisThread.socket; }
  static unsigned getCumulativeMaxSocket() noexcept {
    return detail::thisThread.cumulativeMaxSocket;
  }
  static unsigned getNumaNode() noexcept { return detail::thisThread.numaNode; }

private:
  friend ThreadPool& getThreadPool();
  struct State;
  struct AtExit;

  ThreadPool();
  ~ThreadPool() = delete; // see getThreadPool()

  void runBody(unsigned num, detail::RegionPreparation preparation, detail::RegionBody body);
  void lookAtMachine();

  State* state_;
  unsigned pus_;
  unsigned cores_;
  unsigned sockets_;
  unsigned numaNodes_;
};

/**
 * The pool of this process, made at the first call, on the caller's thread, which should be the
 * main one. Never destroyed, so that destructors of statics may still use it; at exit its threads
 * are stopped and joined, unless exit() was called from inside a region or from a forked child.
 * Thread-safe. Throws what getHWTopo() throws.
 */
ThreadPool& getThreadPool();

} // namespace galois::substrate

#endif
