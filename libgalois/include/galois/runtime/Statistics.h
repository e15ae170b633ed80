/**
 * Statistics of a run, in Galois' format.
 *
 * A statistic has a region ("(NULL)" if none), a category, a value, and a rule that combines the
 * values of the threads. Each thread adds to its own table. The destructor of SharedMemSys merges
 * the tables and writes them once, as comma-separated rows:
 *
 *     STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL
 *     STAT, SSSP, Iterations, TSUM, 23947
 *     PARAM, (NULL), Threads, SINGLE, 4
 *
 * The rows of integers come first, then those of floating-point values, then parameters. Each group
 * is sorted by region and category, so two runs of a program can be compared line by line. A field
 * that contains a comma, a quote or a line break is quoted according to RFC 4180. If the
 * environment variable PRINT_PER_THREAD_STATS is set, a row of total type ThreadValues follows each
 * STAT row that combines threads. It lists the threads' values, separated by "; ".
 *
 * The report functions are thread-safe and take O(log n) for n statistics. Call them at the end of
 * loops rather than in their bodies. They do nothing while no SharedMemSys exists.
 */
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "galois/gIO.h"

namespace galois::runtime {

/// The rule that combines the values of one statistic.
struct StatTotal {
  /// SINGLE takes the last value of the lowest thread that reported one. TMIN, TMAX, TSUM and TAVG
  /// take the minimum, maximum, sum or mean over the threads that reported any. The values that one
  /// thread reports are added first.
  enum Type { SINGLE, TMIN, TMAX, TSUM, TAVG };

  /// Returns the name in the TOTAL_TYPE column.
  static const char* str(Type type);
};

/// The region of statistics that belong to no region.
inline constexpr std::string_view kNoRegion = "(NULL)";

namespace internal {

void addStat(std::string_view region, std::string_view category, std::int64_t value,
             StatTotal::Type type);
void addStat(std::string_view region, std::string_view category, double value,
             StatTotal::Type type);
void addParam(std::string_view region, std::string_view category, std::string_view value);

inline std::string_view statName(const char* s) { return s == nullptr ? kNoRegion : s; }
inline std::string_view statName(std::string_view s) { return s; }
inline std::string_view statName(const std::string& s) { return s; }
template <typename S>
std::string_view statName(const S& s) {
  return std::string_view(s.data(), s.size());
}

} // namespace internal

/// Reports a number: integers as 64-bit signed integers, floating-point values as double.
template <typename S1, typename S2, typename T>
void reportStat(const S1& region, const S2& category, const T& value, StatTotal::Type type) {
  static_assert(std::is_arithmetic_v<T>, "statistics are numbers; texts go to reportParam");
  if constexpr (std::is_floating_point_v<T>) {
    internal::addStat(internal::statName(region), internal::statName(category),
                      static_cast<double>(value), type);
  } else {
    internal::addStat(internal::statName(region), internal::statName(category),
                      static_cast<std::int64_t>(value), type);
  }
}
/// Reports a number that is combined by the rule of this name. @{
template <typename S1, typename S2, typename T>
void reportStat_Single(const S1& region, const S2& category, const T& value) {
  reportStat(region, category, value, StatTotal::SINGLE);
}
template <typename S1, typename S2, typename T>
void reportStat_Tmin(const S1& region, const S2& category, const T& value) {
  reportStat(region, category, value, StatTotal::TMIN);
}
template <typename S1, typename S2, typename T>
void reportStat_Tmax(const S1& region, const S2& category, const T& value) {
  reportStat(region, category, value, StatTotal::TMAX);
}
template <typename S1, typename S2, typename T>
void reportStat_Tsum(const S1& region, const S2& category, const T& value) {
  reportStat(region, category, value, StatTotal::TSUM);
}
template <typename S1, typename S2, typename T>
void reportStat_Tavg(const S1& region, const S2& category, const T& value) {
  reportStat(region, category, value, StatTotal::TAVG);
}
/// @}
/// Does the same if REPORT is true. @{
template <bool REPORT, typename S1, typename S2, typename T>
void reportStatCond(const S1& region, const S2& category, const T& value, StatTotal::Type type) {
  if constexpr (REPORT) {
    reportStat(region, category, value, type);
  }
}
template <bool REPORT, typename S1, typename S2, typename T>
void reportStatCond_Single(const S1& region, const S2& category, const T& value) {
  reportStatCond<REPORT>(region, category, value, StatTotal::SINGLE);
}
template <bool REPORT, typename S1, typename S2, typename T>
void reportStatCond_Tmin(const S1& region, const S2& category, const T& value) {
  reportStatCond<REPORT>(region, category, value, StatTotal::TMIN);
}
template <bool REPORT, typename S1, typename S2, typename T>
void reportStatCond_Tmax(const S1& region, const S2& category, const T& value) {
  reportStatCond<REPORT>(region, category, value, StatTotal::TMAX);
}
template <bool REPORT, typename S1, typename S2, typename T>
void reportStatCond_Tsum(const S1& region, const S2& category, const T& value) {
  reportStatCond<REPORT>(region, category, value, StatTotal::TSUM);
}
template <bool REPORT, typename S1, typename S2, typename T>
void reportStatCond_Tavg(const S1& region, const S2& category, const T& value) {
  reportStatCond<REPORT>(region, category, value, StatTotal::TAVG);
}
/// @}
/// Reports a parameter of the run, of any type that can be printed. The last value counts.
template <typename S1, typename S2, typename V>
void reportParam(const S1& region, const S2& category, const V& value) {
  internal::addParam(internal::statName(region), internal::statName(category),
                     galois::internal::joinText(value));
}

/// Makes the rows go to this file instead of stdout; an empty path means stdout.
/// @throws std::runtime_error if the file cannot be written
void setStatFile(const std::string& path);

/// Reports the memory use of the process so far as MaxResidentSetSize_<id> (in KiB),
/// SoftPageFaults_<id> and HardPageFaults_<id>.
void reportRUsage(const std::string& id);

/// Reports how many pages each thread has taken from the system for the page pool, under this
/// category of the region PageAlloc. Call it outside parallel loops.
void reportPageAlloc(const char* category);

/// Reports how many of these pages the threads of each NUMA node have taken, under the category
/// `<category>_<node>` of the region NumaAlloc. Call it outside parallel loops.
void reportNumaAlloc(const char* category);

} // namespace galois::runtime
