/**
 * The simulated machine: cores with clocks, and fibers on them.
 *
 * A fiber runs until it is about to touch shared memory (or waits) while another core's clock is
 * behind; then the core that is farthest behind goes on. So accesses happen in the order of virtual
 * time, and a run is one legal, sequentially consistent interleaving of the real code. The
 * seed decides ties and the small differences between tasks, hence which interleaving.
 *
 * More threads than cores: they take turns, a time slice each, or until the running one yields,
 * sleeps or parks, as under an operating system that binds thread t to core t mod cores.
 *
 * Invariant: `current_` is the core whose fiber runs; every other core that has a fiber to run is
 * in `queue_` with its key; `horizon_` is the least key at which the running fiber must give way.
 */
#ifndef GALOIS_VIRTUAL_MACHINE_H
#define GALOIS_VIRTUAL_MACHINE_H

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <boost/context/fiber.hpp>

#include "Costs.h"
#include "Directory.h"
#include "OwnMemory.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/substrate/Timeline.h"
#include "galois/substrate/VirtualMachine.h"

namespace galois::substrate::virt {

struct Core;

/// A thread of the program.
struct Fiber {
  boost::context::fiber context; ///< where it goes on, while it does not run
  std::function<void()> body;
  Core* core = nullptr;
  detail::ThisThread self;        ///< its thread id and place, while it does not run
  void* exceptions[2] = {};       ///< the language's list of exceptions being handled, likewise
  Time since = 0;                 ///< may not run before this
  const void* parkedOn = nullptr; ///< the word that somebody will wake it by
  Fiber* joiner = nullptr;        ///< waits for its end
  bool done = false;
  bool inRegion = false; ///< runs the body of a parallel region
};

struct Core : CorePort {
  Fiber* running = nullptr;                      ///< nullptr: chosen anew when the core goes on
  std::deque<Fiber*, OwnMemory<Fiber*>> waiting; ///< others that could run, at their time `since`
  Time sliceEnd = 0;
  std::uint64_t key = 0; ///< in the queue; kNotQueued
  Random random;         ///< jitter
};

class Machine {
public:
  static Machine& get();

  /// Runs `program` as the main fiber; never returns: the program ends the process.
  [[noreturn]] void runMain(std::function<void()> program);

  void configure(const Setup& setup);
  Description describe() const;
  std::string timeline() const;
  const Stall& stall() const noexcept { return stall_; }

  /// A new fiber, on the next core, that runs `body` once.
  Fiber* spawn(std::function<void()> body);
  /// Waits for the fiber's end, and forgets it.
  void join(Fiber* fiber);

  // What the hooks call; on the machine's thread.
  void access(const void* word, Access kind);
  bool failsForNoReason() noexcept { return misfortune_ && happens(costs_.weakFailure); }
  /// Whether memory is short for the running thread, as the costs ask; never between regions.
  bool allocationFails() noexcept {
    const bool fails =
        costs_.failedAllocation > 0 && fiber_->inRegion && happens(costs_.failedAllocation);
    failedAllocations_ += fails;
    return fails;
  }
  void inRegion(bool inside) noexcept { fiber_->inRegion = inside; }
  std::uint64_t failedAllocations() const noexcept { return failedAllocations_; }
  void touch(const void* memory, std::size_t bytes);
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

  /// While held, no other fiber runs. Nests.
  void hold() noexcept { ++held_; }
  void unhold() noexcept { --held_; }

private:
  static constexpr unsigned kTieBits = 10;
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kNotQueued = kNever;
  static constexpr std::size_t kStack = std::size_t{256} << 10;
  static constexpr std::size_t kMainStack = std::size_t{64} << 20;

  Machine();
  void layOut();

  std::uint64_t keyOf(const Core& core, Time at) const noexcept {
    return at << kTieBits | ((core.core ^ tieMask_) & ((1u << kTieBits) - 1));
  }
  std::uint64_t nowKey() const noexcept { return keyOf(*current_, current_->clock); }

  void letOthersRun() {
    if (nowKey() > horizon_ && held_ == 0) giveWay();
  }
  void giveWay();
  void rotate();
  void leave();
  Fiber* leaveFor();
  void enqueue(Core& core);
  void siftDown(std::size_t at) noexcept;
  void refreshHorizon() noexcept;
  void takeNextCore();
  void choose(Core& core);
  void resume(Fiber* from, Fiber* to);
  boost::context::fiber runFiber(Fiber& fiber);
  void useBandwidth(double bytes);
  void mark(Phase phase) {
    if (timeline_) timeline_->track(current_->core).mark(phase, current_->clock);
  }
  void makeReady(Fiber* fiber, Time at);
  Time spread(Time cost) noexcept;
  bool happens(double chance) noexcept { return current_->random.unit() < chance; }
  void meetMisfortune() noexcept;
  static Time earliest(const Core& core) noexcept;

  Setup setup_;
  std::string topology_;
  Costs costs_;
  std::vector<std::unique_ptr<Core>> cores_;
  std::vector<Time> memoryBusy_; ///< a socket's memory, until when
  std::unique_ptr<Directory> directory_;
  std::unique_ptr<Timeline> timeline_; ///< when it is wanted
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*, OwnMemory<Fiber*>> parked_;
  struct Queued {
    std::uint64_t key;
    Core* core;
  };
  std::vector<Queued, OwnMemory<Queued>>
      queue_; ///< a heap; an entry whose core has another key is out of date

  Fiber main_;
  Fiber* fiber_ = nullptr;
  Core* current_ = nullptr;
  std::uint64_t horizon_ = kNever;
  unsigned held_ = 0;
  unsigned tieMask_ = 0;
  unsigned spawned_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t failedAllocations_ = 0;
  std::uint64_t jitterRange_ = 0; ///< in 2^-32
  bool misfortune_ = false;       ///< the costs ask for some
  Stall stall_;
};

} // namespace galois::substrate::virt

#endif
