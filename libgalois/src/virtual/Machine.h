/**
 * The simulated machine: cores with clocks, and fibers on them.
 *
 * A fiber runs until it waits, or is about to access shared memory while another core's clock is
 * behind. Then the core whose clock is farthest behind continues. So accesses happen in the order
 * of virtual time, and a run is a legal, sequentially consistent interleaving of the real code. The
 * seed breaks ties and determines small differences between tasks, and thereby the interleaving.
 *
 * If there are more threads than cores, the threads of a core take turns. A turn ends after a time
 * slice, or when the running thread yields, sleeps or parks. This is how an operating system
 * behaves that binds thread t to core t mod cores.
 *
 * Invariant: `current_` is the core whose fiber runs; every other core that has a fiber to run is
 * in `queue_` with its key; `horizon_` is the least key at which the running fiber must give way.
 */
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <boost/context/fiber.hpp>

#include "CoreQueue.h"
#include "Costs.h"
#include "Directory.h"
#include "Mesh.h"
#include "OwnMemory.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/substrate/Timeline.h"
#include "galois/substrate/VirtualDevice.h"
#include "galois/substrate/VirtualMachine.h"

namespace galois::substrate::virt {

struct Core;

/// A thread of the program.
struct Fiber {
  boost::context::fiber context; ///< the suspended execution, while it does not run
  std::function<void()> body;
  Core* core = nullptr;
  detail::ThisThread self;  ///< its thread id and position, while it does not run
  void* exceptions[2] = {}; ///< the C++ runtime's list of active exceptions, while it does not run
  Time since = 0;           ///< must not run before this time
  const void* parkedOn = nullptr; ///< the word on which it is blocked
  Fiber* joiner = nullptr;        ///< the fiber that waits for its end
  bool done = false;
  bool inRegion = false; ///< whether it runs the body of a parallel region
  bool onEngine = false; ///< whether it does work of its core's engine that others can see
  void (*handler)(void*) = nullptr; ///< what a signal calls; nullptr: none can be sent
  void* argument = nullptr;         ///< of the handler
  Time signalAt = kNoSignal;        ///< when the signal that has not been handled was sent
  static constexpr Time kNoSignal = std::numeric_limits<Time>::max();
};

/// A function that is called again and again while fibers can be interrupted.
struct Tick {
  std::function<void()> call;
  Time period = 1;
  Time next = 0;
};

struct Core : CorePort {
  Fiber* running = nullptr;                      ///< nullptr: selected when the core continues
  std::deque<Fiber*, OwnMemory<Fiber*>> waiting; ///< others that can run from `since` on
  Time sliceEnd = 0;
  Random random;           ///< source of jitter and injected faults
  Time engine = 0;         ///< time until which its engine works
  Time aside = 0;          ///< the core's own clock while `clock` is the engine's
  std::uint64_t turns = 0; ///< times that a fiber was selected
};

class Machine {
public:
  static Machine& get();

  /// Runs `program` as the main fiber. Never returns, because the program ends the process.
  [[noreturn]] void runMain(std::function<void()> program);

  void configure(const Setup& setup);
  Description describe() const;
  std::string timeline() const;
  const Stall& stall() const noexcept { return stall_; }

  /// Creates a fiber on the next core that runs `body` once.
  Fiber* spawn(std::function<void()> body);
  /// Waits for the fiber's end and destroys it.
  void join(Fiber* fiber);

  // The functions that the hooks call, on the machine's thread.
  void access(const void* word, Access kind);
  bool failsForNoReason() noexcept { return injectsFaults_ && happens(costs_.weakFailure); }
  /// Returns whether an allocation of the running fiber is to fail, as the costs specify. It is
  /// never true outside regions.
  bool allocationFails() noexcept {
    const bool fails =
        costs_.failedAllocation > 0 && fiber_->inRegion && happens(costs_.failedAllocation);
    failedAllocations_ += fails;
    return fails;
  }
  void inRegion(bool inside) noexcept { fiber_->inRegion = inside; }
  std::uint64_t failedAllocations() const noexcept { return failedAllocations_; }
  void touch(const void* memory, std::size_t bytes);
  void readRow(const void* row, std::size_t bytes);
  void charge(Work work, std::uint64_t times);
  void pause(unsigned times);
  void yield();
  void sleep(unsigned microseconds);
  /// Blocks the running fiber until wake(word).
  void park(const void* word);
  /// Wakes one fiber parked on the word, or all.
  void wake(const void* word, bool all = false);
  Time now() const noexcept { return current_->clock; }
  void forget(const void* memory, std::size_t bytes);

  // The functions of VirtualDevice.h.
  void deviceStep(DeviceWork work);
  void waitUntil(Time until);
  Time sendMessage(unsigned to) noexcept;
  void beginEngine() noexcept;
  void endEngine() noexcept;
  Time waitForEngine();
  std::uint64_t beginSharedEngine() noexcept;
  void endSharedEngine(Time begun, std::uint64_t turns) noexcept;
  bool engineIsIdle() const noexcept { return current_->engine <= current_->clock; }
  void setEnginePrefetches(unsigned lines) noexcept { directory_->setEnginePrefetches(lines); }

  // The functions of Interrupts.h.
  /// Lets others interrupt the running fiber, or no longer if `handler` is null.
  void setHandler(void (*handler)(void*), void* argument);
  bool hasHandler() const noexcept { return fiber_->handler != nullptr; }
  Fiber* runningFiber() const noexcept { return fiber_; }
  /// Sends a signal. It is handled when that fiber charges next.
  void signal(Fiber& to);
  /// Calls `tick` from now on until removeTick(), in the order of virtual time. @{
  void addTick(Tick& tick);
  void removeTick(Tick& tick); /// @}

  /// While it is held, no other fiber runs. Calls nest.
  void hold() noexcept { ++held_; }
  void unhold() noexcept { --held_; }

private:
  static constexpr unsigned kTieBits = 10;
  static constexpr Time kMicrosecond = 1000000;
  static constexpr std::size_t kMainStack = std::size_t{64} << 20;

  Machine();
  void layOut();

  std::uint64_t keyOf(const Core& core, Time at) const noexcept {
    return at << kTieBits | ((core.core ^ tieMask_) & ((1u << kTieBits) - 1));
  }
  Core& coreOf(std::uint64_t key) const noexcept {
    return *cores_[(key ^ tieMask_) & ((1u << kTieBits) - 1)];
  }
  std::uint64_t nowKey() const noexcept { return keyOf(*current_, current_->clock); }

  bool mustGiveWay() const noexcept { return nowKey() > horizon_ && held_ == 0; }
  void letOthersRun() {
    if (mustGiveWay()) {
      giveWay();
    }
  }
  void giveWay();
  void rotate();
  void leave();
  Fiber* leaveFor();
  void enqueue(const Core& core) noexcept { queue_.set(core.core, keyOf(core, earliest(core))); }
  void refreshHorizon() noexcept;
  void takeNextCore();
  void choose(Core& core);
  void resume(Fiber* from, Fiber* to);
  boost::context::fiber runFiber(Fiber& fiber);
  void useBandwidth(double bytes);
  void mark(Phase phase) {
    if (timeline_ && !fiber_->onEngine) {
      timeline_->track(current_->core).mark(phase, current_->clock);
    }
  }
  void makeReady(Fiber* fiber, Time at);
  void advance(Work work, std::uint64_t times);
  void chargeInterruptibly(Time cost);
  void callDueTicks();
  void handleSignal();
  Time spread(Time cost) noexcept;
  bool happens(double chance) noexcept { return current_->random.unit() < chance; }
  void injectDelays() noexcept;
  static Time earliest(const Core& core) noexcept;

  Setup setup_;
  std::string topology_;
  Costs costs_;
  std::vector<std::unique_ptr<Core>> cores_;
  std::vector<Time> memoryBusy_; ///< for each socket, the time until which its memory is busy
  std::unique_ptr<Directory> directory_;
  std::unique_ptr<Mesh> mesh_;
  std::unique_ptr<Timeline> timeline_; ///< null unless the setup requested it
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*, OwnMemory<Fiber*>> parked_;
  std::vector<Tick*, OwnMemory<Tick*>> ticks_;
  CoreQueue queue_{1};

  Fiber main_;
  Fiber* fiber_ = nullptr;
  void* exceptions_ = nullptr; ///< the C++ runtime's list of active exceptions on this thread
  Core* current_ = nullptr;
  std::uint64_t horizon_ = CoreQueue::kNever;
  unsigned held_ = 0;
  unsigned tieMask_ = 0;
  unsigned spawned_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t failedAllocations_ = 0;
  std::uint64_t jitterRange_ = 0; ///< in units of 2^-32
  bool injectsFaults_ = false;    ///< whether the costs specify faults or delays
  Stall stall_;
};

} // namespace galois::substrate::virt
