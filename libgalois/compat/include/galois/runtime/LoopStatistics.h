/** Counts the iterations, pushes and conflicts of a loop that a program runs by itself. */
#pragma once

#include <cstddef>

#include "galois/runtime/Statistics.h"

namespace galois::runtime {

/// The counts of one thread, which it reports when it ends: the statistics Iterations, Commits, Pushes
/// and Conflicts of the loop's region. Owned by one thread.
template <bool Enabled>
class LoopStatistics {
public:
  /// Counts for the region `loopname`, which must live as long.
  explicit LoopStatistics(const char* loopname) : loopname_(loopname) {}
  LoopStatistics(const LoopStatistics&) = delete;
  LoopStatistics& operator=(const LoopStatistics&) = delete;
  ~LoopStatistics() {
    reportStat_Tsum(loopname_, "Iterations", iterations_);
    reportStat_Tsum(loopname_, "Commits", iterations_ - conflicts_);
    reportStat_Tsum(loopname_, "Pushes", pushes_);
    reportStat_Tsum(loopname_, "Conflicts", conflicts_);
  }

  std::size_t iterations() const { return iterations_; } ///< returns the number of iterations
  std::size_t pushes() const { return pushes_; }         ///< returns the number of pushes
  /// Counts more. @{
  void inc_iterations(std::size_t amount = 1) { iterations_ += amount; }
  void inc_pushes(std::size_t amount = 1) { pushes_ += amount; }
  void inc_conflicts(std::size_t amount = 1) { conflicts_ += amount; } /// @}

private:
  const char* loopname_;
  std::size_t iterations_ = 0;
  std::size_t pushes_ = 0;
  std::size_t conflicts_ = 0;
};

/// Counts nothing.
template <>
class LoopStatistics<false> {
public:
  explicit LoopStatistics(const char* /*loopname*/) {} ///< nothing
  std::size_t iterations() const { return 0; }         ///< returns 0
  std::size_t pushes() const { return 0; }             ///< returns 0
  /// Does nothing. @{
  void inc_iterations(std::size_t /*amount*/ = 1) {}
  void inc_pushes(std::size_t /*amount*/ = 1) {}
  void inc_conflicts(std::size_t /*amount*/ = 1) {} /// @}
};

} // namespace galois::runtime
