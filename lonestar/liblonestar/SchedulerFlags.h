/**
 * The flag --scheduler, also called --wl, of programs that fork and join. A program that uses
 * nothing of this file does not have it.
 */
#ifndef GALOIS_LONESTAR_SCHEDULERFLAGS_H
#define GALOIS_LONESTAR_SCHEDULERFLAGS_H

#include <string>

namespace lonestar {

/// The schedulers of programs that fork and join.
enum class SchedulerName { kSerial, kTbb, kOpenMp };

/// Returns the scheduler that the command line names, or the default.
/// @throws UsageError  when there is none of this name, or the build does not have it
SchedulerName selectedScheduler();

/// Returns the name of a scheduler, as on the command line.
std::string nameOf(SchedulerName scheduler);

/// Returns the table that `--scheduler=help` prints: the schedulers of this build.
std::string schedulerTable();

} // namespace lonestar

#endif
