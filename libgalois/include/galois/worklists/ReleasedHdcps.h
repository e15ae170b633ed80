/**
 * HD-CPS as the program that its authors released, which differs from section III of [HD-CPS] and
 * from PublishedHdcps.h: docs/worklists/released.md has what is known of it, and the sources. All but
 * the steps here is the code of Hdcps.h.
 *
 *  - There are no bags.
 *  - Of every ten enqueues a thread keeps the first and sends the last, at first one, at most six.
 *  - Threads take turns as receivers. What a thread would send to itself it keeps.
 *  - A pop, and also a push, moves one task from the receive queue to the priority queue.
 *  - Thread 0 alone measures the drift, from its own latest task to those of the other threads, and
 *    decides.
 *
 * The program loses tasks and runs some twice (docs/published-faults.md). This does not.
 *
 * Invariant: no task is lost, as in Hdcps.h. A pop that returns nothing has found the receive queue
 * empty, because it would return the task that it moves.
 */
#pragma once

#include <cstdint>

#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/parts/drift/DriftMonitor.h"
#include "galois/worklists/parts/messages/SendShare.h"

namespace galois::worklists {

/// The steps of a push and a pop of the released program, where they differ from ours; HdcpsSteps
/// documents the members.
template <typename T, typename Index>
class ReleasedHdcpsSteps : public HdcpsSteps<T, Index> {
public:
  /// See HdcpsSteps.
  /// @{
  static constexpr bool kKeepsIfEmpty = false;
  static constexpr std::uint32_t kMostTdf = 60;
  static constexpr std::uint32_t kMostReceived = 1;
  static constexpr bool kPollsAtPush = true;
  static constexpr bool kMayDrawItself = true;
  using Share = SendTenths;

  unsigned receiver(unsigned /*self*/, unsigned threads, substrate::Random& /*random*/) noexcept {
    const unsigned to = next_ < threads ? next_ : 0; // another loop may have had more threads
    next_ = to + 1;
    return to;
  }

  template <typename ShownOf>
  static void endInterval(DriftMonitor<Index>& drift, unsigned threads, ShownOf&& shownOf) {
    if (substrate::ThreadPool::getTID() == 0) {
      drift.decideFromFirst(threads, shownOf);
    }
  }

  template <typename Tasks>
  static constexpr bool polls(const Tasks& /*tasks*/, std::uint32_t /*every*/) noexcept {
    return true;
  }

  template <typename Less>
  static void took(const T& task, const Less& less, bool /*alone*/, ShownWork<Index>& shown) {
    shown.working(less.key(task));
  }
  static void idle(ShownWork<Index>& /*shown*/) noexcept {}
  /// @}

private:
  unsigned next_ = 0; ///< the next receiver
};

/// The parameters of the released program.
struct ReleasedHdcpsParams : HdcpsParams {
  ReleasedHdcpsParams() {
    interval = 2100;
    drift.tdf = 10;
    queueCapacity = 512;
  }
  ReleasedHdcpsParams(const HdcpsParams& params) : HdcpsParams(params) {} ///< others
};

/// The composition of Hdcps that is the released program.
struct ReleasedHdcps : HdcpsSrqTdf {
  using Params = ReleasedHdcpsParams;   ///< run-time parameters
  template <typename T, typename Index> /// The steps of a push and a pop.
  using Steps = ReleasedHdcpsSteps<T, Index>;
};

} // namespace galois::worklists
