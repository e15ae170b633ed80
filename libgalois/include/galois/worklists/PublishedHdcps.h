/**
 * HD-CPS as section III of [HD-CPS] prints it, line by line: docs/worklists/published.md sets the
 * algorithms beside this code. Hdcps.h is the variant that this project developed from it, and says
 * why. All but the steps here is the same code.
 *
 *  - A bag that was begun is finished before anything else, and the children of all its tasks are
 *    grouped together [algorithm 1].
 *  - What has arrived is moved into the priority queue at every pop [section III-A], so `pollEvery`
 *    has no effect.
 *  - The priority of the latest task is sent after each interval [algorithm 3].
 *  - A thread also sends tasks while its priority queue is empty.
 *
 * Invariant: no task is lost, as in Hdcps.h. The tasks of a bag that was begun are those that its
 * thread takes next.
 */
#pragma once

#include <cstdint>

#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/parts/drift/DriftMonitor.h"
#include "galois/worklists/parts/messages/SiblingBag.h"

namespace galois::worklists {

/// The steps of a push and a pop as section III prints them, where they differ from ours; HdcpsSteps
/// documents the functions.
template <typename T, typename Index>
class PublishedHdcpsSteps : public HdcpsSteps<T, Index> {
public:
  static constexpr bool kKeepsIfEmpty = false; ///< see HdcpsSteps

  /// See HdcpsSteps.
  /// @{
  bool groups() const noexcept { return begun_.payload == nullptr; }

  template <typename ShownOf>
  void endInterval(DriftMonitor<Index>& drift, unsigned threads, ShownOf&& /*shownOf*/) const {
    drift.sendPriority(substrate::ThreadPool::getTID(), threads, latest_);
  }

  template <typename Tasks>
  static constexpr bool polls(const Tasks& /*tasks*/, std::uint32_t /*every*/) noexcept {
    return true;
  }

  template <typename Tasks>
  bool take(Tasks& tasks, T& task) {
    if (begun_.payload == nullptr && !tasks.popBag(begun_)) {
      return tasks.pop(task);
    }
    bool last = false;
    task = tasks.takeOf(begun_, last);
    if (last) {
      begun_.payload = nullptr;
    }
    return true;
  }

  template <typename Less>
  void took(const T& task, const Less& less, bool /*alone*/, ShownWork<Index>& /*shown*/) {
    latest_ = less.key(task);
  }
  static void idle(ShownWork<Index>& /*shown*/) noexcept {}
  /// @}

private:
  Bag<T, Index> begun_{}; ///< the bag whose tasks are being run, if it has a payload
  Index latest_ = 0;      ///< the priority of the task taken last
};

/// The parameters of compositions as published: their receive queues hardly ever fill up.
struct PublishedHdcpsParams : HdcpsParams {
  PublishedHdcpsParams() { queueCapacity = 4096; }
  PublishedHdcpsParams(const HdcpsParams& params) : HdcpsParams(params) {} ///< others
};

/// A composition of Hdcps with the published steps.
/// @tparam Composition  HdcpsFull, HdcpsSrqTdf or HdcpsSrq
template <typename Composition>
struct PublishedHdcps : Composition {
  using Params = PublishedHdcpsParams;  ///< run-time parameters
  template <typename T, typename Index> /// The steps of a push and a pop.
  using Steps = PublishedHdcpsSteps<T, Index>;
};

} // namespace galois::worklists
