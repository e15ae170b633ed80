/**
 * How the ranks of a host divide its processors. A launcher may have bound each rank to processors of
 * its own, or left all to all of them, or something in between.
 */
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "galois/dist/transport/Transport.h"

namespace galois::dist {

/// Where a rank runs: its host, and the numbers of the processors that it may use there.
using RankPlace = std::pair<std::string, std::vector<unsigned>>;

/// What a rank may take of its host.
struct HostShare {
  unsigned threads; ///< how many threads leave none of its processors to two threads; at least 1
  bool alone;       ///< whether no other rank may use its processors, so that it may pin threads
};

/// Returns the share of rank `self`. A processor that k ranks may use counts for 1/k of a thread.
/// O(p * r) for p processors and r ranks of the host, after a search among all ranks.
inline HostShare shareOfHost(Rank self, const std::vector<RankPlace>& places) {
  const auto& [host, processors] = places[self];
  double threads = 0;
  bool alone = true;
  for (const unsigned processor : processors) {
    unsigned users = 0;
    for (const auto& [otherHost, others] : places) {
      users +=
          otherHost == host && std::find(others.begin(), others.end(), processor) != others.end()
              ? 1
              : 0;
    }
    threads += 1.0 / users;
    alone = alone && users == 1;
  }
  constexpr double kRounding = 1e-6; // of sums such as 1/3 + 1/3 + 1/3
  return {std::max(1U, static_cast<unsigned>(threads + kRounding)), alone};
}

} // namespace galois::dist
