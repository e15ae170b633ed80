/**
 * Checks the times that loops report against the clock that they use: a loop takes at least as long as
 * what its operator does, and at most as long as the test that runs it.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/Clock.h"

namespace galois::test {

/// Collects the statistics of one loop. Make it before the loop.
class LoopTime {
public:
  LoopTime() { runtime::StatManager::setCurrent(&statistics_); }
  LoopTime(const LoopTime&) = delete;
  LoopTime& operator=(const LoopTime&) = delete;
  ~LoopTime() { runtime::StatManager::setCurrent(nullptr); }

  /// Takes two milliseconds. One iteration of the loop must call it.
  static void work() {
    const std::uint64_t begin = substrate::nowNs();
    while (substrate::nowNs() - begin < 1000000 * kMilliseconds) {
    }
  }

  /// Expects that this is a time of the loop.
  void expectSeconds(double seconds) const {
    EXPECT_GE(seconds, kMilliseconds * 1e-3);
    EXPECT_LE(seconds, static_cast<double>(substrate::nowNs() - begin_) * 1e-9);
  }
  /// Expects that the loop of this name has reported its time.
  void expectStatistic(const std::string& loop) const {
    const std::string rows = statistics_.format(false);
    const std::string row = "STAT, " + loop + ", Time, TMAX, ";
    const std::size_t at = rows.find(row);
    ASSERT_NE(at, std::string::npos) << rows;
    const std::uint64_t milliseconds = std::stoull(rows.substr(at + row.size()));
    EXPECT_GE(milliseconds, kMilliseconds);
    EXPECT_LE(milliseconds, (substrate::nowNs() - begin_) / 1000000);
  }

private:
  static constexpr std::uint64_t kMilliseconds = 2;
  runtime::StatManager statistics_;
  const std::uint64_t begin_ = substrate::nowNs();
};

} // namespace galois::test
