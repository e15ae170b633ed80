/**
 * The threads of the process.
 *
 * A parallel region is one call of run(n, ...). The caller is thread 0 and n - 1 pool threads join
 * it; run returns when all are done. A thread is started when a region first needs it. Between
 * regions, threads spin for some tens of microseconds and then block, so an idle pool uses no
 * processor time.
 *
 * There may be more threads than processors (PUs), up to kMaxThreads. Thread t then has the
 * position of thread t mod PUs, which getSocket() and similar functions return, and the operating
 * system balances the load.
 *
 * Threads are pinned, one per PU, while a region has at most as many threads as there are PUs. They
 * are not pinned if GALOIS_DO_NOT_BIND_THREADS is set, after setPinning(false), or if
 * HWLOC_SYNTHETIC describes another machine. If GALOIS_DO_NOT_BIND_MAIN_THREAD is set, only the
 * calling thread is not pinned. The calling thread gets its own affinity back from a region that pins
 * no threads, and when the SharedMemSys ends.
 */
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

/// The maximum number of threads of one region.
inline constexpr unsigned kMaxThreads = 1024;

/// Thrown by parallel regions, and by calls of a library, in a process that was forked while one was
/// running in its parent: by one of its threads, or by another thread of the program. Barriers,
/// locks and per-thread storage are in an unknown state there.
class ForkedDuringCall : public std::runtime_error {
public:
  ForkedDuringCall()
      : std::runtime_error("this process was forked while a parallel computation was running; "
                           "fork while none runs, or start a new process instead") {}
};

namespace detail {

/// Properties of the calling thread. They are constant-initialised and inline, so that a read is
/// one load relative to the thread pointer. They are zero for threads that are not of the pool.
struct ThisThread {
  unsigned tid = 0;
  unsigned socket = 0;
  unsigned leader = 0;
  unsigned cumulativeMaxSocket = 0;
  unsigned numaNode = 0;
  bool inRegion = false;     ///< whether it runs commands of a parallel region
  void* iteration = nullptr; ///< the iteration whose abstract locks it takes, see runtime/Context.h
};
GALOIS_ATTRIBUTE_SHARED inline thread_local ThisThread thisThread{};

/// The type-erased work of a region. It allocates nothing and takes one indirect call per thread.
struct RegionBody {
  void* object;
  void (*call)(void*);
};

/// The type-erased preparation of a region, which gets the number of threads.
struct RegionPreparation {
  void* object;
  void (*call)(void*, unsigned threads);
};

} // namespace detail

/// The pool. There is one per process: getThreadPool().
class ThreadPool {
public:
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /**
   * Runs every command on each of `num` threads, in order and without a barrier between commands.
   * Returns when all threads have finished. `num` is clamped to [1, limit]; the limit is
   * kMaxThreads unless runDedicated() lowered it. A command is a callable without parameters, or a
   * std::ref of one. All threads call the same object.
   *
   * If a command throws, its thread skips the remaining commands, the other threads continue, and
   * the first exception is rethrown at the end. So a command must not throw if other threads wait
   * for its thread at a barrier.
   *
   * @throws std::logic_error if called from inside a region or by two threads at once
   * @throws ForkedDuringCall see there
   * @throws std::system_error if the system cannot start the threads. No command has run then, and
   *         the pool still serves regions of as many threads as it has
   */
  template <typename... Commands>
  void run(unsigned num, Commands&&... commands) {
    runPrepared(
        num, [](unsigned) {}, commands...);
  }

  /**
   * Does the same, but first calls `prepare(threads)` on the calling thread: when it is certain
   * that the region can start, and before any command runs. So `prepare` may set up shared state,
   * which a rejected call must not change. If it throws, no command runs.
   */
  template <typename Prepare, typename... Commands>
  void runPrepared(unsigned num, Prepare&& prepare, Commands&&... commands) {
    runCommands(num, Entering::kAll, prepare, commands...);
  }

  /**
   * Does the same for the calling thread alone, which is thread 0 of a region of `num` threads in all
   * respects: it is placed as there, and per-thread storage has slots for all. No other thread is
   * started or woken.
   */
  template <typename Prepare, typename... Commands>
  void runFirst(unsigned num, Prepare&& prepare, Commands&&... commands) {
    runCommands(num, Entering::kFirst, prepare, commands...);
  }

  /**
   * Calls command(tid, threads) on each of `num` threads, if that is possible at once and makes no
   * loop of another thread fail. It is for brief work that may also be done by the calling thread
   * alone, such as cleaning up. Regions that other threads start meanwhile wait for its end.
   * `num` is clamped as in run(). `command` must not throw. Never throws.
   * @param mayWait  whether `command` may wait for other threads of the program, which may start
   *                 regions. Then it is called only if there are none: if the process has no threads
   *                 but the calling one and those of the pool
   * @return false if nothing was called: inside a region, while another thread runs one, if another
   *         thread claimed the pool last, if threads cannot be started, or in a forked child where
   *         run() throws
   */
  template <typename Command>
  bool tryRun(unsigned num, const Command& command, bool mayWait = false) noexcept {
    unsigned threads = 0;
    auto before = [&threads](unsigned n) { threads = n; };
    auto body = [&command, &threads]() noexcept { command(getTID(), threads); };
    return tryRunBody(
        num,
        {&before, [](void* object, unsigned n) { (*static_cast<decltype(before)*>(object))(n); }},
        {&body, [](void* object) { (*static_cast<decltype(body)*>(object))(); }}, mayWait);
  }

  /// Makes the calling thread the only one for which tryRun() calls anything, until another thread
  /// claims the pool. Each region but those of tryRun() does so by itself. Thread-safe.
  void claim() noexcept;

  /**
   * Starts one additional thread that runs `f` once and never takes part in a region. It gets the
   * next free thread id, and regions are limited to smaller ids from then on. So first reserve() as
   * many threads as regions will ever need. `f` must not throw, and must return before the process
   * ends. Must not be called inside a region. Throws like run().
   */
  void runDedicated(std::function<void()>& f);

  /**
   * Adds the slots of per-thread storage for regions of `num` threads (clamped as in run). Starts
   * no thread. run() calls it implicitly; call it to have the slots earlier.
   * @return the clamped number, which is how many threads run(num) will have
   * @throws std::logic_error inside a region, unless the slots exist already; std::bad_alloc; or
   *         what constructors of per-thread data throw
   */
  unsigned reserve(unsigned num);

  /// Starts `num` threads now. They spin between regions until beKind(), so that regions start as
  /// fast as possible. With more threads than PUs they do not spin.
  void burnPower(unsigned num);

  /// Ends burnPower(): idle threads sleep again.
  void beKind();

  /// Gives the calling thread the affinity that it had when a region, of which it was thread 0, first
  /// pinned it. Outside regions, for a thread that is not one of the pool. The next region may pin it
  /// again. Has no effect if the thread's affinity was changed since by other code.
  static void unpinCaller() noexcept;

  /// Returns whether a region is running, other than one of tryRun().
  bool isRunning() const noexcept;

  /// Returns whether the calling thread runs commands of a region.
  static bool isInside() noexcept { return detail::thisThread.inRegion; }

  /// Keeps regions from starting until letRegions(), for threads of the program that take the ids of
  /// the pool's threads (GuestIds.h). Adds the slots of per-thread storage for `num` ids.
  /// @return whether no region runs; nothing has changed otherwise
  /// @throws std::bad_alloc, or what constructors of per-thread data throw; nothing has changed then
  bool keepRegionsOut(unsigned num);
  /// Lets regions start again. Any thread may call it, once per keepRegionsOut() that returned true.
  void letRegions() noexcept;

  /// Turns pinning on (the default) or off, from the next region on. Must not be called inside a
  /// region. If an environment variable turns pinning off, it stays off.
  void setPinning(bool pin) noexcept;

  /// Returns what setPinning() has set. Thread-safe only outside regions.
  bool pinning() const noexcept;

  /// Returns whether the threads of the latest region were pinned. Before the first region, returns
  /// whether a region of one thread would be.
  bool pinned() const noexcept;

  /// Returns the number of PUs that this process may use.
  unsigned getMaxUsableThreads() const noexcept { return pus_; }

  /// Returns the bound of all thread ids so far: the number of PUs, or the largest number of
  /// reserved threads if that is greater. Arrays indexed by thread id need this many entries.
  /// Per-thread storage has this many slots.
  unsigned getMaxThreads() const noexcept;

  /// Makes all later regions throw ForkedDuringCall. For the driver, in a forked child.
  void refuseRegions() noexcept;

#ifdef GALOIS_VIRTUAL
  /// Stops the threads, calls `change`, and starts again on the machine that is simulated then.
  /// @throws std::logic_error inside a region, or what `change` throws
  void changeMachine(const std::function<void()>& change);
#endif

  unsigned getMaxCores() const noexcept { return cores_; }
  unsigned getMaxSockets() const noexcept { return sockets_; }
  unsigned getMaxNumaNodes() const noexcept { return numaNodes_; }

  /// Returns the number of existing threads, including the main thread. For tests and reports.
  unsigned getStartedThreads() const noexcept;

  /// Returns the smallest thread id on socket `socket` (< getMaxSockets()).
  unsigned getLeaderForSocket(unsigned socket) const noexcept;

  // The position of thread `tid` (< kMaxThreads). O(1), thread-safe.
  bool isLeader(unsigned tid) const noexcept { return getLeader(tid) == tid; }
  unsigned getSocket(unsigned tid) const noexcept;
  unsigned getLeader(unsigned tid) const noexcept;
  unsigned getCumulativeMaxSocket(unsigned tid) const noexcept;
  unsigned getNumaNode(unsigned tid) const noexcept;

  // The same for the calling thread. Each takes one load.
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

  /// Which threads enter a region.
  enum class Entering { kAll, kFirst };

  template <typename Prepare, typename... Commands>
  void runCommands(unsigned num, Entering entering, Prepare& prepare, Commands&... commands) {
    auto before = [&prepare](unsigned threads) { prepare(threads); };
    auto body = [&commands...] { (static_cast<void>(commands()), ...); };
    runBody(num, entering,
            {&before, [](void* object,
                         unsigned threads) { (*static_cast<decltype(before)*>(object))(threads); }},
            {&body, [](void* object) { (*static_cast<decltype(body)*>(object))(); }});
  }

  void runBody(unsigned num, Entering entering, detail::RegionPreparation preparation,
               detail::RegionBody body);
  bool tryRunBody(unsigned num, detail::RegionPreparation preparation, detail::RegionBody body,
                  bool mayWait) noexcept;
  void runRegion(unsigned num, Entering entering, detail::RegionPreparation preparation,
                 detail::RegionBody body);
  void lookAtMachine();

  State* state_;
  unsigned pus_;
  unsigned cores_;
  unsigned sockets_;
  unsigned numaNodes_;
};

/**
 * Returns the pool of this process. The first call, which the main thread should make, creates it.
 * It is never destroyed, so that destructors of static objects may use it. At exit its threads are
 * stopped and joined, unless exit() was called inside a region or in a forked child. Thread-safe.
 * Throws what getHWTopo() throws.
 *
 * A forked child has a pool of its own, and the thread that called fork() is its thread 0. If a
 * region was running then, all regions throw ForkedDuringCall there. A child that returns from the
 * command of a region gets this exception, too: from run() if it was forked by thread 0, and
 * otherwise it ends by std::terminate().
 */
ThreadPool& getThreadPool();

} // namespace galois::substrate
