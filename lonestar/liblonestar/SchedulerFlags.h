/**
 * The flags of programs that fork and join: --scheduler, also called --wl, and the parameters of
 * our own schedulers. A program that uses nothing of this file does not have them.
 */
#ifndef GALOIS_LONESTAR_SCHEDULERFLAGS_H
#define GALOIS_LONESTAR_SCHEDULERFLAGS_H

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "galois/runtime/ForkJoinCounters.h"

namespace lonestar {

/// The schedulers of programs that fork and join.
enum class SchedulerName { kReceiver, kSender, kChaseLev, kSplit, kSerial, kTbb, kOpenMp, kRayon };

/// Returns the scheduler that the command line names, or the default. Checks the values of all
/// parameters, too.
/// @throws UsageError  when there is none of this name, or the build does not have it, or a
///                     parameter has a wrong value
SchedulerName selectedScheduler();

/// Returns the name of a scheduler, as on the command line.
std::string nameOf(SchedulerName scheduler);

/// Returns whether the scheduler is one of ours: it has parameters and counts what it does.
bool isOurs(SchedulerName scheduler);

/// Returns the values of all parameters on the command line, including defaults. @throws UsageError
galois::runtime::ForkJoinSettings schedulerSettings();

/// Returns an object with the value of every parameter that has an effect under this scheduler,
/// including defaults. @throws UsageError
nlohmann::ordered_json schedulerParameters(SchedulerName scheduler);

/// Returns the flags of parameters on the command line, such as "--delta", that have no effect
/// under this scheduler.
std::vector<std::string> schedulerFlagsWithoutEffect(SchedulerName scheduler);

/// Returns the table that `--scheduler=help` prints: the schedulers of this build.
std::string schedulerTable();

} // namespace lonestar

#endif
