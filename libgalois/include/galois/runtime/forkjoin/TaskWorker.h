/**
 * A worker of the fork-join executor, which is also the context that callables get.
 *
 * Fork: the worker puts the frame of the second branch into its deque and calls the first one. Join:
 * if the frame is still there, it calls the second branch directly, and otherwise waits for the
 * taker. While it waits, it runs what JoinRule allows. How frames move from worker to worker is up
 * to the protocol (ForkJoinReceiver.h and its neighbours).
 *
 * Exceptions. The join throws what the serial program would have thrown first. If the first branch
 * throws, the second one is dropped if it has not begun. Otherwise its taker is awaited, because the
 * branch may refer to the owner's stack, and what it throws is lost.
 *
 * A taker that is awaited so is told to end soon. Forks and loops of a task that was dropped throw
 * Cancelled, and so they do when the computation is cancelled. A worker looks when it deals with a
 * request of another one, which the one that waits for it sends, when its deque is full, at joins,
 * and between pieces of loops (LazyLoop.h). So a fork that nobody asks for pays nothing.
 *
 * Sharing. Worker, team, frames and protocol have one atomics policy, so the model checker runs this
 * code as it is: TaskWorkerRelacy.cpp has whole regions with forks, joins, exceptions and sleep. These
 * are all words that several workers access:
 *  - the state of a frame (TaskFrame.h, TaskFrameRelacy.cpp), and how far a loop has failed, which
 *    the running task refers to (LazyLoop.h);
 *  - the cells of the protocol (ForkJoinReceiver.h, ForkJoinSender.h, and their Relacy tests);
 *  - for what a worker waits (AwaitedFrame.h, AwaitedFrameRelacy.cpp);
 *  - who sleeps (ParkedWorkers.h, ParkedWorkersRelacy.cpp);
 *  - TaskTeam::finished, which TaskWorkerRelacy.cpp checks.
 * Other members of a team are written between regions only, and those of a worker by its own thread.
 * What the model checker does not run is a leaf: its handler runs on the worker's own thread, and
 * signals are no threads. The flag through which others interrupt it is checked by itself
 * (Interrupts.h, InterruptsRelacy.cpp).
 */
#pragma once

#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

#include "galois/runtime/forkjoin/AwaitedFrame.h"
#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/ParkedWorkers.h"
#include "galois/runtime/forkjoin/PatientWait.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/Interrupts.h"
#include "galois/substrate/Random.h"

namespace galois::runtime {

template <typename Protocol>
class TaskWorker;
template <typename Protocol>
class ForkJoinExecutor;

/// Whether a protocol can hide frames, as those with groups can.
template <typename Local, typename = void>
struct HidesFrames : std::false_type {};
template <typename Local>
struct HidesFrames<Local, std::void_t<decltype(std::declval<Local&>().hide())>> : std::true_type {};

/// The atomics policy of a protocol, which its workers and their frames share with it.
template <typename Protocol, typename = void>
struct PolicyOf {
  using Atomics = substrate::DefaultAtomics; ///< the policy
};
template <typename Protocol>
struct PolicyOf<Protocol, std::void_t<typename Protocol::Policy>> {
  using Atomics = typename Protocol::Policy;
};

/// What the workers of a region share, and how a region begins and ends.
template <typename Protocol>
struct TaskTeam {
  using Atomics = typename PolicyOf<Protocol>::Atomics; ///< the policy
  using Worker = TaskWorker<Protocol>;                  ///< one of them

  /// @throws std::bad_alloc
  TaskTeam(unsigned count, const ForkJoinSettings& wanted)
      : threads(count), settings(wanted), shared(count), parked(count) {}

  /// Prepares a region. For the thread that calls the others. `workers` must be set.
  /// @param ownsCores  whether each worker has a processor of its own
  void begin(bool ownsCores, std::uint64_t seed);
  /// Runs root(worker), or root(), on worker 0, and ends the region, also after an exception.
  template <typename Root>
  void runRoot(Root& root);
  /// Runs on another worker what it gets, until the root has returned.
  void work(unsigned index) { workers[index].workUntilFinished(); }

  const unsigned threads;                ///< number of workers
  const ForkJoinSettings settings;       ///< as given to the executor
  typename Protocol::Shared shared;      ///< the cells of the protocol
  ParkedWorkers<Atomics> parked;         ///< the workers that sleep
  Worker* workers = nullptr;             ///< an array of `threads`
  std::uint64_t beganNs = 0;             ///< when the region began
  std::uint64_t ticksPerMicrosecond = 1; ///< of substrate::nowTicks()
  bool ownCores = true;                  ///< whether each worker has a processor of its own
  /// Whether the root has returned.
  typename Atomics::template Atomic<bool> finished{false};
};

/// A worker, and the context of the tasks that it runs. Callables take it as `auto& context`. All
/// member functions must be called by the task that got the context, on the thread that runs it.
template <typename Protocol>
class alignas(substrate::kCacheLineSize) TaskWorker {
public:
  /// Whether the owner of a deque gives tasks away, so that no other worker accesses the deque.
  static constexpr bool kOwnerGives = Protocol::kOwnerGives;

  using Atomics = typename PolicyOf<Protocol>::Atomics; ///< the atomics policy
  using Frame = BasicTaskFrame<Atomics>;                ///< of a fork
  using Running = BasicRunningTask<Atomics>;            ///< a task that this worker has taken

  TaskWorker() = default;
  TaskWorker(const TaskWorker&) = delete;
  TaskWorker& operator=(const TaskWorker&) = delete;

  /// Runs `f` and `g`, maybe in parallel, and returns when both are done. Each is called as
  /// f(context), or f() if it takes no argument. Throws what f() followed by g() would have thrown.
  template <typename F, typename G>
  void invoke(F&& f, G&& g);

  /// Calls fn(context, begin, end) for pieces of [first, last), maybe in parallel; LazyLoop.h has
  /// the details. @param leastGrain  number of iterations that a piece has at least, 1 or more
  template <typename I, typename F>
  void parallelFor(I first, I last, F&& fn, I leastGrain = 1) {
    parallelForGrain(first, last, fn, static_cast<std::uint64_t>(leastGrain));
  }
  /// The same for ranges of any type, such as iterators.
  template <typename I, typename F>
  void parallelForGrain(I first, I last, F&& fn, std::uint64_t leastGrain);

  /// Lets other workers get work. Call it from time to time in code that runs long without forks.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void poll() { local_.poll(*this); }

  /// Calls fn(), which runs long and neither forks nor polls. If ForkJoinSettings::interrupts says
  /// so, others can get work while it runs: a signal handler then runs on this thread, at any place
  /// of `fn`. It gives branches and parts of loops away. The parts are allocated before `fn` begins,
  /// because the handler may interrupt an allocation. When a loop has given them all, the next poll
  /// after `fn` gives more.
  template <typename F>
  decltype(auto) leaf(F&& fn) {
    if (team_->settings.interrupts == Interrupts::kOff || substrate::Interruptible::inside()) {
      return std::forward<F>(fn)();
    }
    const Leaf here(*this);
    return std::forward<F>(fn)();
  }

  /// Returns the number of this worker, which is its thread's.
  unsigned index() const noexcept { return index_; }

  /// Returns the number of workers.
  unsigned threads() const noexcept { return team_->threads; }

  /// Calls fn(*this), or fn() if it takes no argument.
  template <typename F>
  GALOIS_ATTRIBUTE_ALWAYS_INLINE decltype(auto) call(F& fn) {
    if constexpr (std::is_invocable_v<F&, TaskWorker&>) {
      return fn(*this);
    } else {
      return fn();
    }
  }

  // --- for LazyLoop.h, task_group and TaskDag.h ------------------------------------------------

  /// Puts a frame into the deque. @return false if it is full
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool push(Frame& frame) {
    ++counters_.forks;
    substrate::charge(substrate::Work::kFork);
    if (__builtin_expect(static_cast<long>(local_.push(*this, &frame)), 1L) == 0) {
      ++counters_.calls;
      return false;
    }
    return true;
  }
  /// Takes the youngest frame, the caller's latest, out of the deque. @return false if it was taken
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool pop() { return local_.pop(*this); }
  /// Puts the frame of a group into the deque, as push() does.
  bool pushGroup(Frame& frame) {
    ++groups_;
    const bool pushed = push(frame);
    groups_ -= pushed ? 0 : 1;
    return pushed;
  }
  /// Takes it out again, at any time before the branch or task returns that has put it in.
  void removeGroup(Frame& frame) noexcept {
    --groups_;
    local_.remove(frame);
  }
  /// Waits until a frame that was taken is done, and runs other tasks meanwhile.
  /// @param drops  whether the taker should end soon, because its result is not needed
  void waitFor(Frame& frame, bool drops = false);
  /// Returns whether the task that this worker runs should end soon, because the computation is
  /// cancelled or its result is not needed. Cheap enough for once per microsecond.
  bool dropped() const noexcept;
  /// Says that the task that this worker runs is a part of a loop, which begins at `begin`. It is
  /// dropped when the loop has failed before that.
  void runsPart(const typename Atomics::template Atomic<std::uint64_t>& failedAt,
                std::uint64_t begin) noexcept {
    running_->failedAt = &failedAt;
    running_->begin = begin;
  }
  /// Returns whether another worker waits for work that poll() could give. Cheap.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool asked() const noexcept { return local_.asked(*this); }
  /// Returns the number of open forks. With running(), it identifies the scope that runs.
  std::uint64_t depth() const noexcept { return local_.depth() - groups_; }
  /// Returns the innermost task that this worker has taken from another one, or null.
  const Running* running() const noexcept { return running_; }
  /// Returns what the workers share.
  const TaskTeam<Protocol>& team() const noexcept { return *team_; }
  /// Returns the counters of this worker.
  ForkJoinCounters& counters() noexcept { return counters_; }
  /// Returns whether the handler of an interrupt runs. It must not allocate: it may have interrupted
  /// an allocation.
  bool inHandler() const noexcept { return inHandler_; }
  /// Where task_group keeps its calls of run() inside each other that this worker makes; null if there
  /// is none.
  void*& nestedRuns() noexcept { return nestedRuns_; }
  /// Returns whether another worker would get nothing from the deque.
  bool seemsEmpty() const noexcept { return local_.seemsEmpty(); }

private:
  friend class ForkJoinExecutor<Protocol>;
  friend struct TaskTeam<Protocol>;
  friend typename Protocol::Local;

  /// What an interrupt does. While the worker polls, its deque and cells may be half-way through a
  /// change, so the handler only notes that it was called, and the worker polls once more.
  enum OnInterrupt : unsigned { kPolls, kNotes, kNoted };

  /// The scope of a leaf.
  class Leaf {
  public:
    explicit Leaf(TaskWorker& self) noexcept : self_(self) {
      self_.onInterrupt_.store(kNotes, substrate::order::relaxed);
      self_.interruptible_.enter(
          [](void* worker) {
            auto& interrupted = *static_cast<TaskWorker*>(worker);
            ++interrupted.counters_.interrupts;
            // relaxed, here and below: one thread and its handler
            if (interrupted.onInterrupt_.load(substrate::order::relaxed) != kPolls) {
              interrupted.onInterrupt_.store(kNoted, substrate::order::relaxed);
              return;
            }
            interrupted.inHandler_ = true;
            interrupted.poll();
            interrupted.inHandler_ = false;
          },
          &self_);
      // A request may have come before this worker could be interrupted.
      do {
        self_.onInterrupt_.store(kNotes, substrate::order::relaxed);
        self_.poll();
        self_.local_.prepareForHandler(self_);
      } while (self_.onInterrupt_.exchange(kPolls, substrate::order::relaxed) == kNoted);
    }
    ~Leaf() { self_.interruptible_.leave(); }
    Leaf(const Leaf&) = delete;
    Leaf& operator=(const Leaf&) = delete;

  private:
    TaskWorker& self_;
  };

  /// The frame of a second branch.
  template <typename G>
  class Branch : public Frame {
  public:
    explicit Branch(G& g) noexcept : Frame(&runHere), g_(g) {}

  private:
    static void runHere(Frame& frame, void* worker) {
      auto& self = static_cast<Branch&>(frame);
      std::exception_ptr thrown;
      try {
        static_cast<TaskWorker*>(worker)->call(self.g_);
      } catch (...) {
        thrown = std::current_exception();
      }
      if (thrown) {
        self.fail(std::move(thrown));
      } else {
        self.finish();
      }
    }
    G& g_;
  };

  /// Reads which of the tasks that this worker runs were dropped. For steps that are rare.
  void lookForDrops() const noexcept {
    for (const Running* task = running_; task != nullptr; task = task->outer) {
      task->dropped = task->dropped || task->frame->dropped();
    }
  }
  void throwIfDropped() const; // not inline: the rare case
  void join(Frame& frame);     // the same
  void drop(Frame& frame) noexcept;

  /// Runs a frame that this worker has got from another one.
  void runTaken(Frame& frame) {
    local_.announceHeld(*this);
    if (counters_.taken++ == 0) {
      counters_.busyAfterNs = substrate::nowNs() - team_->beganNs;
    }
    const Running here{frame.id(), running_, &frame};
    running_ = &here;
    if constexpr (HidesFrames<typename Protocol::Local>::value) {
      const auto hidden = local_.hide();
      frame.run(this);
      local_.show(*this, hidden);
    } else {
      frame.run(this); // a protocol without groups, whose deque is empty here
    }
    running_ = here.outer;
  }

  std::uint64_t nextId() noexcept { return taskId(index_, ++ids_); }

  BasicPatientWait<Atomics> patientWait() const noexcept {
    return BasicPatientWait<Atomics>(team_->ownCores, team_->ticksPerMicrosecond);
  }

  void workUntilFinished();

  // What the owner uses at every fork comes first.
  ForkJoinCounters counters_;
  typename Protocol::Local local_;
  TaskTeam<Protocol>* team_ = nullptr;
  const Running* running_ = nullptr;
  unsigned index_ = 0;
  std::uint64_t groups_ = 0; ///< frames of groups in the deque, or dropped as the oldest
  std::uint64_t ids_ = 0;
  substrate::Random random_;
  alignas(substrate::kCacheLineSize) AwaitedFrame<Atomics> awaited_;
  substrate::Interruptible interruptible_;
  typename Atomics::template Atomic<unsigned> onInterrupt_{kPolls};
  bool inHandler_ = false;
  void* nestedRuns_ = nullptr;
};

template <typename Protocol>
void TaskTeam<Protocol>::begin(bool ownsCores, std::uint64_t seed) {
  for (unsigned i = 0; i < threads; ++i) {
    Worker& worker = workers[i];
    worker.team_ = this;
    worker.index_ = i;
    worker.counters_ = {};
    worker.random_ = substrate::Random(seed, i);
    worker.local_.begin(worker);
  }
  // relaxed: the start of the other threads makes it visible
  finished.store(false, substrate::order::relaxed);
  ownCores = ownsCores;
  beganNs = substrate::nowNs();
}

template <typename Protocol>
template <typename Root>
void TaskTeam<Protocol>::runRoot(Root& root) {
  struct Finish {
    TaskTeam& team;
    ~Finish() {
      team.workers[0].local_.endRoot(team.workers[0]);
      // relaxed: wakeAll() makes it visible to workers that are about to sleep.
      team.finished.store(true, substrate::order::relaxed);
      team.parked.wakeAll();
    }
  } const finish{*this};
  workers[0].call(root);
}

template <typename Protocol>
template <typename F, typename G>
GALOIS_ATTRIBUTE_ALWAYS_INLINE void TaskWorker<Protocol>::invoke(F&& f, G&& g) {
  Branch<std::remove_reference_t<G>> frame(g);
  if (!push(frame)) {
    throwIfDropped();
    call(f);
    call(g);
    return;
  }
  try {
    call(f);
  } catch (...) {
    drop(frame);
    throw;
  }
  if (__builtin_expect(static_cast<long>(pop()), 1L) != 0) {
    call(g);
  } else {
    join(frame);
  }
}

template <typename Protocol>
bool TaskWorker<Protocol>::dropped() const noexcept {
  if (substrate::Cancellation::requested()) {
    return true;
  }
  // A task that does not descend from the one below must not end with it: its join would throw
  // Cancelled in place of what a branch has thrown.
  const bool descends = kOwnerGives && team_->settings.join == JoinRule::kOwn;
  for (const Running* task = running_; task != nullptr; task = descends ? task->outer : nullptr) {
    // relaxed: a hint
    if (task->dropped || (task->failedAt != nullptr &&
                          task->failedAt->load(substrate::order::relaxed) <= task->begin)) {
      return true;
    }
  }
  return false;
}

template <typename Protocol>
[[gnu::noinline]] void TaskWorker<Protocol>::throwIfDropped() const {
  lookForDrops();
  if (dropped()) {
    throw substrate::Cancelled();
  }
}

template <typename Protocol>
[[gnu::noinline]] void TaskWorker<Protocol>::join(Frame& frame) {
  waitFor(frame);
  if (std::exception_ptr thrown = frame.thrown()) {
    std::rethrow_exception(std::move(thrown));
  }
}

template <typename Protocol>
[[gnu::noinline]] void TaskWorker<Protocol>::drop(Frame& frame) noexcept {
  if (!pop()) {
    waitFor(frame, true);
    static_cast<void>(frame.thrown());
  }
}

template <typename Protocol>
void TaskWorker<Protocol>::waitFor(Frame& frame, bool drops) {
  std::uint64_t began = substrate::nowNs();
  const bool own = team_->settings.join == JoinRule::kOwn;
  auto wait = patientWait();
  bool announced = false;
  while (!frame.done()) {
    lookForDrops();
    if (drops || dropped()) {
      frame.drop();
    }
    const unsigned taker = frame.taker(); // read once, since the frame may be done any time
    if (own && !announced && taker != Frame::kNobody) {
      // Where the taker writes the identity itself, it cannot be read before the frame is done.
      awaited_.set(taker, Protocol::kOwnerGives ? frame.id() : taskId(0, 1));
      announced = true;
    }
    if (Frame* found = local_.seek(*this, own ? &frame : nullptr, wait.spent())) {
      counters_.joinWaitNs += substrate::nowNs() - began;
      awaited_.clear(); // who waits for `found` must not take it for what `found` waits for
      announced = false;
      runTaken(*found);
      began = substrate::nowNs();
      wait.reset();
    } else {
      wait();
    }
  }
  if (Frame* late = local_.stopSeeking(*this)) {
    runTaken(*late);
  }
  if (announced) {
    awaited_.clear();
  }
  counters_.joinWaitNs += substrate::nowNs() - began;
}

/// Runs what other workers give, until the root has returned.
template <typename Protocol>
void TaskWorker<Protocol>::workUntilFinished() {
  const auto finished = [this] {
    // relaxed: what the region wrote becomes visible at its end. See ParkedWorkers.h for sleep().
    return team_->finished.load(substrate::order::relaxed);
  };
  auto wait = patientWait();
  std::uint64_t began = substrate::nowNs();
  ++counters_.idleSpells;
  local_.beginIdle(*this);
  while (!finished()) {
    if (Frame* found = local_.seek(*this, nullptr, wait.spent())) {
      local_.endIdle(*this);
      counters_.idleNs += substrate::nowNs() - began;
      while (found != nullptr) {
        runTaken(*found);
        found = local_.nextHeld(*this);
      }
      began = substrate::nowNs();
      ++counters_.idleSpells;
      local_.beginIdle(*this);
      wait.reset();
    } else if (!wait.spent()) {
      wait();
    } else {
      team_->parked.sleep(index_, [&] { return finished() || local_.mustStayAwake(*this); });
      wait.reset();
    }
  }
  local_.stopSeeking(*this);
  local_.endIdle(*this);
  counters_.idleNs += substrate::nowNs() - began;
}

} // namespace galois::runtime
