/** What a fork-join region can be told, and what it counts. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "galois/runtime/LoopReport.h"
#include "galois/worklists/parts/stealing/DealClock.h"
#include "galois/worklists/parts/stealing/IdleSet.h"
#include "galois/worklists/parts/stealing/VictimDraw.h"

namespace galois::runtime {

/// What a worker may run while it waits at a join for a branch that another worker has taken.
enum class JoinRule {
  kOwn, ///< only descendants of that branch: locks may be held across joins, stacks stay short
  kAny  ///< any task, as in oneTBB and Rayon
};

/// How much a worker gives to another one, where owners of deques give.
enum class StealAmount {
  kOne, ///< its oldest task
  kHalf ///< the older half of its tasks; only under JoinRule::kAny
};

/// What a worker without a task does with requests for work; only under Receiver.
enum class IdleRule {
  kClose, ///< refuses them beforehand, in its cell: [PD, figure 8]
  kPoll   ///< answers each one, with a refusal: [PD, figure 2]
};

/// When a worker without a task takes back a request that its victim has not answered; only under
/// Receiver.
enum class WithdrawRule {
  kLate, ///< when it has waited long and another worker has work
  kNever ///< not while the region runs: [PD, figures 2 and 8]; only under IdleRule::kClose
};

/// Among whom a worker draws the one that it gives a task to; only under Sender.
using worklists::DealTargets;

/// How a parallel loop is divided.
enum class LoopCut {
  kLazy,      ///< when another worker asks for work; there is no grain size to choose
  kTime,      ///< into pieces of about 10 microseconds
  kPerWorker, ///< into 8 pieces of equal length per worker
  kFixed      ///< into pieces of ForkJoinSettings::grain iterations
};

/// Who interrupts a leaf (TaskWorker::leaf()), so that it lets other workers get work.
enum class Interrupts {
  kOff,   ///< nobody
  kTimer, ///< a thread of its own, at equal times
  kThief  ///< the worker that asks for work; only under Receiver, where others act as kOff
};

/// The settings of an executor. Each protocol uses those that concern it. Under JoinRule::kOwn, which
/// concerns every single task, StealAmount::kHalf acts as kOne. Under IdleRule::kPoll, where a worker
/// that sleeps may have a request in its cell, WithdrawRule::kNever acts as kLate.
struct ForkJoinSettings {
  JoinRule join = JoinRule::kOwn;                                 ///< what runs at joins
  std::uint64_t deltaNs = 30'000;                                 ///< sender: mean time
                                                                  ///< between deals
  worklists::DealTimes deal = worklists::DealTimes::kExponential; ///< sender: their
                                                                  ///< distribution
  DealTargets targets = DealTargets::kAll;                        ///< sender: to whom
  StealAmount steal = StealAmount::kOne;                          ///< how much is given
  worklists::Victims victims = worklists::Victims::kRandom;       ///< whom thieves ask
  LoopCut cut = LoopCut::kLazy;                                   ///< how loops are divided
  std::uint64_t grain = 1;                                        ///< for LoopCut::kFixed
  IdleRule idle = IdleRule::kClose;                               ///< receiver: when idle
  WithdrawRule withdraw = WithdrawRule::kLate;                    ///< receiver: requests
  Interrupts interrupts = Interrupts::kOff;                       ///< who interrupts leaves
  std::uint64_t periodNs = 1'000'000;                             ///< for Interrupts::kTimer
};

/// What the workers of a region did. One object per worker while it runs, then their sum.
struct ForkJoinCounters {
  std::uint64_t forks = 0;        ///< forks, including those that were calls
  std::uint64_t calls = 0;        ///< forks that were calls because the deque was full
  std::uint64_t taken = 0;        ///< branches and parts of loops that ran on another worker
  std::uint64_t sent = 0;         ///< those that their owner gave away itself
  std::uint64_t requests = 0;     ///< requests posted, or attempts to steal
  std::uint64_t refused = 0;      ///< those that brought nothing
  std::uint64_t cancelled = 0;    ///< requests withdrawn
  std::uint64_t dealAttempts = 0; ///< sender: attempts to give a task away
  std::uint64_t deals = 0;        ///< sender: those that succeeded
  std::uint64_t idleNs = 0;       ///< time without a task, outside joins
  std::uint64_t idleSpells = 0;   ///< number of such intervals
  std::uint64_t joinWaitNs = 0;   ///< time at joins without a task
  std::uint64_t splits = 0;       ///< loops divided because another worker asked
  std::uint64_t interrupts = 0;   ///< interrupts handled
  std::uint64_t maxDepth = 0;     ///< largest number of open forks of one worker
  std::uint64_t busyAfterNs = 0;  ///< time until the last worker had its first task

  /// Adds the counters of another worker.
  ForkJoinCounters& operator+=(const ForkJoinCounters& other) noexcept {
    forks += other.forks;
    calls += other.calls;
    taken += other.taken;
    sent += other.sent;
    requests += other.requests;
    refused += other.refused;
    cancelled += other.cancelled;
    dealAttempts += other.dealAttempts;
    deals += other.deals;
    idleNs += other.idleNs;
    idleSpells += other.idleSpells;
    joinWaitNs += other.joinWaitNs;
    splits += other.splits;
    interrupts += other.interrupts;
    maxDepth = std::max(maxDepth, other.maxDepth);
    busyAfterNs = std::max(busyAfterNs, other.busyAfterNs);
    return *this;
  }
};

/// Returns the counters under their names in result records. Times are in seconds. The depth and
/// `busy_after_s` are the largest of all workers, for each of them.
std::vector<LoopReport::Counter> reportedCounters(const std::vector<ForkJoinCounters>& perWorker);

} // namespace galois::runtime
