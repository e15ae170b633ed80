/**
 * The scheduler that the command line names, as an object. This is the only place that turns the
 * name into a type, so every program that includes it has every scheduler of the build.
 */
#pragma once

#include "liblonestar/flags/SchedulerFlags.h"
#include "liblonestar/schedulers/Galois.h"
#include "liblonestar/schedulers/Serial.h"
#ifdef GALOIS_PEERS
#include "liblonestar/schedulers/OpenMp.h"
#include "liblonestar/schedulers/Tbb.h"
#endif
#ifdef GALOIS_RAYON
#include "liblonestar/schedulers/Rayon.h"
#endif

namespace lonestar {

/// Makes the scheduler that the command line names and calls visitor(scheduler).
/// @throws UsageError
template <typename Visitor>
void visitScheduler(unsigned threads, Visitor&& visitor) {
  const SchedulerChoice& choice = schedulerChoice();
  switch (choice.scheduler) {
  case SchedulerName::kReceiver: {
    ReceiverScheduler scheduler(threads, choice.settings);
    return visitor(scheduler);
  }
  case SchedulerName::kSender: {
    SenderScheduler scheduler(threads, choice.settings);
    return visitor(scheduler);
  }
  case SchedulerName::kChaseLev: {
    ChaseLevScheduler scheduler(threads, choice.settings);
    return visitor(scheduler);
  }
  case SchedulerName::kSplit: {
    SplitScheduler scheduler(threads, choice.settings);
    return visitor(scheduler);
  }
#ifdef GALOIS_PEERS
  case SchedulerName::kTbb: {
    TbbScheduler scheduler(threads);
    return visitor(scheduler);
  }
  case SchedulerName::kOpenMp: {
    OpenMpScheduler scheduler(threads);
    return visitor(scheduler);
  }
#endif
#ifdef GALOIS_RAYON
  case SchedulerName::kRayon: {
    RayonScheduler scheduler(threads);
    return visitor(scheduler);
  }
#endif
  default: {
    SerialScheduler scheduler(threads);
    return visitor(scheduler);
  }
  }
}

} // namespace lonestar
