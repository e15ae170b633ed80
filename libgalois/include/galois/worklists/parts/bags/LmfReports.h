/**
 * What is reported about lmf, the logarithm of the width of PMOD's bags: its changes, and counts of
 * what led to them. The same for AdaptiveBins.h and PublishedBins.h.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace galois::worklists {

/// One change of lmf.
struct LmfChange {
  std::uint64_t epoch; ///< counted from 1
  std::uint64_t when;  ///< substrate::nowNs()
  unsigned lmf;
  std::uint64_t pops; ///< tasks that all threads had taken, as far as they had shown it
};

/// Calls `sink(when, lmf, pops)` for `first` and each change, in their order; `pops` tasks had been
/// taken then.
/// @param others  `others(visit)` calls visit(local) for each thread, whose changes local.changes has
template <typename Others, typename Sink>
void reportLmfChanges(const LmfChange& first, Others&& others, Sink&& sink) {
  std::vector<LmfChange> all{first};
  others([&all](const auto& local) {
    all.insert(all.end(), local.changes.begin(), local.changes.end());
  });
  std::sort(all.begin(), all.end(),
            [](const LmfChange& a, const LmfChange& b) { return a.epoch < b.epoch; });
  for (const LmfChange& change : all) {
    sink(change.when, change.lmf, change.pops);
  }
}

/// Bags with the reports of PMOD.
/// @tparam Bags  OrderedBags or PublishedBags, under AdaptiveBins or PublishedBins
template <typename Bags>
class WithLmfReports : public Bags {
public:
  using Bags::Bags;

  /// Returns the current base-2 logarithm of the merging factor.
  unsigned lmf() const noexcept { return this->binning_.lmf(); }

  /// Passes each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    Bags::reportCounters(sink);
    for (unsigned t = 0; t < this->threads_.size(); ++t) {
      const auto& data = *this->threads_.getRemote(t);
      sink(t, "synchronizing_dequeues", data.synchronizingDequeues());
      sink(t, "merges", data.bins.merges);
      sink(t, "unmerges", data.bins.unmerges);
    }
  }

  /// Passes the first value of lmf and each later change to `sink(name, when, value)`, and with
  /// each the number of tasks that all threads had taken, as lmf_pops. Call it between loops only.
  template <typename Sink>
  void reportHistories(Sink&& sink) {
    this->binning_.reportChanges(
        [this](auto&& visit) {
          for (unsigned t = 0; t < this->threads_.size(); ++t) {
            visit(this->threads_.getRemote(t)->bins);
          }
        },
        [&sink](std::uint64_t when, unsigned lmf, std::uint64_t pops) {
          sink("lmf", when, static_cast<double>(lmf));
          sink("lmf_pops", when, static_cast<double>(pops));
        });
  }
};

} // namespace galois::worklists
