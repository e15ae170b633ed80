/**
 * How the searches from several sources share the threads. Either all threads take part in one
 * search after the other, or each thread takes a source at a time and searches from it alone, with a
 * sequential algorithm. --source-batch chooses (BatchFlag.h), or the facts below.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/VirtualFlags.h"
#include "liblonestar/run/Experiment.h"

namespace sssp {

/// The values of --source-batch.
enum class Batch { kAuto, kTasks, kSources };

/// The cheap facts that decide between the two ways.
struct BatchFacts {
  std::size_t sources = 1;
  unsigned runs = 1;             ///< per source
  unsigned threads = 1;          ///< that are active
  std::uint64_t answerBytes = 0; ///< the size of the answer of a search
  std::uint64_t queueBytes = 0;  ///< about the size of the queue of a search
  double machineBytes = 0;       ///< of memory that the machine has
  std::string tasksWanted = "";  ///< what speaks for `tasks` besides, for people; "": nothing
};

/// What the flag and the facts decide.
struct BatchPlan {
  bool sources = false;    ///< one source per thread
  std::size_t atOnce = 1;  ///< how many searches' answers are in memory at once
  std::string reason = ""; ///< why, where --source-batch=auto has decided
};

namespace internal {

inline constexpr std::size_t kPerThread = 8;           ///< runs between two waits for all threads
inline constexpr std::uint64_t kEnough = 256ULL << 20; ///< bytes for the answers of these
inline constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

inline std::size_t atOnce(const BatchFacts& facts) {
  const std::size_t fit = kEnough / std::max<std::uint64_t>(facts.answerBytes, 1);
  const std::size_t wanted =
      std::clamp<std::size_t>(fit, facts.threads, kPerThread * facts.threads);
  return std::min(wanted, facts.sources * facts.runs);
}

/// Returns how many bytes the searches on all threads need at least.
inline double leastBytes(const BatchFacts& facts) {
  return static_cast<double>(std::min<std::size_t>(facts.threads, facts.sources)) *
         static_cast<double>(facts.answerBytes + facts.queueBytes);
}

/// Returns whether the threads are busy while one source per thread is searched from, but for a
/// quarter of the time at most. That is about what they lose when they share each search.
inline bool keepBusy(const BatchFacts& facts) {
  const std::size_t rounds = (facts.sources + facts.threads - 1) / facts.threads;
  return 4 * facts.sources >= 3 * rounds * facts.threads;
}

} // namespace internal

/// Decides. With `sources`, `atOnce` is some per thread, so that threads seldom wait for the last
/// ones, but one per thread where more answers would take more than 256 MiB.
/// @throws lonestar::UsageError  when --source-batch=sources needs more than half of the memory
inline BatchPlan planOfBatch(Batch given, const BatchFacts& facts) {
  const double memory = internal::leastBytes(facts);
  const std::string threads = lonestar::counted(facts.threads, "thread");
  if (given == Batch::kSources) {
    if (lonestar::kVirtual) {
      throw lonestar::UsageError(
          "--source-batch=sources: a simulated machine has no sequential searches; "
          "--source-batch=tasks, or a build for this machine");
    }
    if (memory > facts.machineBytes / 2) {
      throw lonestar::UsageError(fmt::format(
          "--source-batch=sources on {} takes {:.1f} GiB of memory and this machine has {:.1f} "
          "GiB; give fewer threads, or --source-batch=tasks",
          threads, memory / internal::kGiB, facts.machineBytes / internal::kGiB));
    }
    return {true, internal::atOnce(facts), ""};
  }
  if (given == Batch::kTasks || facts.sources == 1) {
    return {};
  }
  const auto tasks = [](std::string reason) { return BatchPlan{false, 1, std::move(reason)}; };
  if (!facts.tasksWanted.empty()) {
    return tasks(facts.tasksWanted);
  }
  if (lonestar::kVirtual) {
    return tasks("the machine is simulated");
  }
  if (!internal::keepBusy(facts)) {
    return tasks(fmt::format("{} sources do not keep {} busy", facts.sources, threads));
  }
  if (memory > facts.machineBytes / 4) {
    return tasks(fmt::format("the searches on {} would take {:.1f} of {:.1f} GiB", threads,
                             memory / internal::kGiB, facts.machineBytes / internal::kGiB));
  }
  return {true, internal::atOnce(facts),
          fmt::format("{} sources keep {} busy", facts.sources, threads)};
}

} // namespace sssp
