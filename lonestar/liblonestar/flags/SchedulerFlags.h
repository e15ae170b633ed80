/**
 * The flags of programs that fork and join: --scheduler, also called --wl, and the parameters of
 * our own schedulers. A program that uses nothing of this file does not have them.
 */
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"

namespace lonestar {

/// The schedulers of programs that fork and join, first ours, in the order of
/// galois::runtime::ForkJoinProtocol.
enum class SchedulerName { kReceiver, kSender, kChaseLev, kSplit, kSerial, kTbb, kOpenMp, kRayon };

/// A scheduler and its settings.
struct SchedulerChoice {
  SchedulerName scheduler;
  galois::runtime::ForkJoinSettings settings; ///< of our own schedulers; others have none
};

/// Returns what the command line selects, with defaults. The first call reads the flags; programs run
/// with this, and their records are made from it.
/// @throws UsageError  when there is no scheduler of this name, or the build does not have it, or a
///                     parameter has a wrong value
const SchedulerChoice& schedulerChoice();

/// Returns the name of a scheduler, as on the command line.
std::string nameOf(SchedulerName scheduler);

/// Returns whether the scheduler is one of ours: it has parameters and counts what it does.
bool isOurs(SchedulerName scheduler);

/// Returns an object with the value of every flag that has an effect under this scheduler, including
/// defaults.
nlohmann::ordered_json parametersOf(const SchedulerChoice& choice);

/// Returns the flags of parameters on the command line, such as "--delta", that have no effect
/// under this scheduler.
std::vector<std::string> flagsWithoutEffect(const SchedulerChoice& choice);

/// Returns the table that `--scheduler=help` prints: the schedulers of this build.
std::string schedulerTable();

} // namespace lonestar
