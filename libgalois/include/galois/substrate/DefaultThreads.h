/**
 * How many threads a program or a call takes that is not told a number: what the environment says,
 * else as many as there are processors that affinity and the CPU quotas of control groups leave to
 * the process. (A container with `--cpus=2` on a machine of 64 processors has an affinity of all 64
 * and a quota of 2, and 64 threads would stand still for most of each period.)
 */
#pragma once

#include <optional>
#include <string>

namespace galois::substrate {

/// A number of threads, and what it follows from.
struct DefaultThreads {
  unsigned count;      ///< at least 1, at most kMaxThreads
  const char* because; ///< "all cores", "GALOIS_NUM_THREADS", "OMP_NUM_THREADS" or "the CPU quota"
  bool asked = false;  ///< whether the environment names the number
};

/// Returns the number of processors, with a fraction, that the control groups of this process leave
/// it; nothing without a limit. Takes the least of all enclosing groups, in version 2 (cpu.max) and
/// version 1 (cpu.cfs_quota_us). Files that are missing or have another form set no limit.
/// @param root  where the control groups are mounted
/// @param own   the file that names those of the process
std::optional<double> cpuQuota(const std::string& root = "/sys/fs/cgroup",
                               const std::string& own = "/proc/self/cgroup");

/// Returns the number of the environment variable GALOIS_NUM_THREADS, else the first one of
/// OMP_NUM_THREADS, which may be a list; else the usable processors, or as many as the quota comes
/// to, rounded, if that is less. An OMP_NUM_THREADS that does not begin with a number is ignored.
/// @param usable  the processors that affinity allows
/// @param quota   as cpuQuota() returns it
/// @throws std::invalid_argument  when GALOIS_NUM_THREADS is set and no number from 1 to kMaxThreads
DefaultThreads defaultThreads(unsigned usable, std::optional<double> quota);

/// Returns the same for this process on this machine. The quota is read once.
DefaultThreads defaultThreads();

} // namespace galois::substrate
