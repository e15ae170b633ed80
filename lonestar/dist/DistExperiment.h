/**
 * An algorithm on a graph that is divided among ranks, as an experiment of liblonestar: all ranks run
 * it together, and rank 0 reports.
 */
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "DistFlags.h"
#include "PushLoops.h"
#include "RankErrors.h"
#include "galois/dist/PushRuns.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/Aggregator.h"
#include "galois/dist/push/GhostValues.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/run/Experiment.h"

namespace dist {

/// What a run of this rank did.
struct RankRun {
  LoopTotals loops;
  galois::dist::PushCounts push;
  galois::dist::UpdateCounts updates;
};

/// What is the same in all runs, for the record.
struct DistSetting {
  std::string wl;
  lonestar::Json wlParams;
  lonestar::Json params; ///< besides those of the experiment
  lonestar::Json dist;   ///< `dist` of the record: the transport and its ranks
  bool simulated;        ///< ranks are virtual: records repeat, without facts of the real machine
};

/// Messages of all kinds.
using AllTraffic = std::array<galois::dist::Traffic, galois::dist::kKinds>;

/// What a rank reports about a run, as JSON.
/// @param part       facts about the part of this rank
/// @param simulated  leaves out the memory of this process, which is that of all virtual ranks. It
///                   differs from run to run, and so would the length of the message with the report
lonestar::Json describe(galois::dist::Rank rank, const RankRun& run, double seconds,
                        const AllTraffic& sent, const lonestar::Json& part, bool simulated);

/// Builds the outcome of a run on rank 0.
/// @param ranks  what the ranks report, in their order
lonestar::Outcome outcomeOf(const DistSetting& setting, const std::vector<lonestar::Json>& ranks);

/// Returns the end of a run that has taken longer than so many seconds.
lonestar::RunEnded endedRun(const DistSetting& setting, double limit);

/// Returns a line for people about the updates of a run, or "" without any.
std::string describeUpdates(const lonestar::Outcome& outcome);

/// Returns what is done with the runs: what liblonestar needs to know.
lonestar::Setting runSetting(const DistSetting& setting, const lonestar::RankView& ranks);

/// Returns the values of all ranks as they are on rank 0, which may be longer than a message: empty
/// on other ranks. Collective.
template <galois::dist::Transport T>
std::vector<lonestar::Json> gatherJson(galois::dist::Endpoint<T>& endpoint,
                                       const lonestar::Json& own) {
  std::vector<lonestar::Json> all;
  const std::string text = own.dump();
  for (const auto& bytes : endpoint.gather(std::as_bytes(std::span(text)))) {
    const char* const begin = reinterpret_cast<const char*>(bytes.data());
    all.push_back(lonestar::Json::parse(begin, begin + bytes.size()));
  }
  return all;
}

/// An algorithm on a divided graph. All functions are collective, and all ranks get the same answer.
template <galois::dist::Transport T>
class DistExperiment : public lonestar::Experiment {
public:
  /// All arguments must outlive this.
  DistExperiment(galois::dist::Endpoint<T>& endpoint, const DistSetting& setting)
      : endpoint_(endpoint), setting_(setting) {}

  lonestar::Outcome run() final {
    AllTraffic sent = traffic();
    endpoint_.gather({});                 // so that all begin at once
    const double began = endpoint_.now(); // also of ranks whose time is simulated
    const std::optional<double> limit = lonestar::timeLimit();
    if (limit) {
      stopAt_ = began + *limit * 1e6;
    }
    const RankRun done = runRank();
    if (limit && galois::dist::sumOfAll(endpoint_, done.push.stopped ? 1U : 0U) > 0) {
      throw endedRun(setting_, *limit);
    }
    const double seconds = (endpoint_.now() - began) * 1e-6;
    const AllTraffic after = traffic();
    for (std::size_t kind = 0; kind < galois::dist::kKinds; ++kind) {
      sent[kind].sent = after[kind].sent - sent[kind].sent;
      sent[kind].bytesSent = after[kind].bytesSent - sent[kind].bytesSent;
    }
    const auto ranks = gatherJson(endpoint_, describe(endpoint_.rank(), done, seconds, sent,
                                                      describePart(), setting_.simulated));
    lonestar::Outcome outcome;
    if (endpoint_.rank() == 0) {
      outcome = outcomeOf(setting_, ranks);
      updates_ = describeUpdates(outcome);
    }
    return outcome;
  }

  std::vector<std::string> summary() const final {
    std::vector<std::string> lines = answerLines();
    if (!updates_.empty()) {
      lines.push_back(updates_);
    }
    return lines;
  }

  /// Does nothing: ranks write together, by writeOnRanks().
  void write(galois::inputs::OutputFile& /*file*/) const final {}

protected:
  /// Returns the options of a run that has begun.
  galois::dist::PushOptions runOptions() const {
    galois::dist::PushOptions options = pushOptions();
    options.stopAt = stopAt_;
    return options;
  }
  /// Computes the answer on all ranks; returns what this rank did.
  virtual RankRun runRank() = 0;
  /// Returns lines for people about the answer of the last run, after answer().
  virtual std::vector<std::string> answerLines() const = 0;
  /// Returns facts about the part of this rank, for the record.
  virtual lonestar::Json describePart() const = 0;

private:
  AllTraffic traffic() const {
    AllTraffic all;
    for (std::size_t kind = 0; kind < galois::dist::kKinds; ++kind) {
      all[kind] = endpoint_.traffic(static_cast<galois::dist::Kind>(kind));
    }
    return all;
  }

  galois::dist::Endpoint<T>& endpoint_;
  const DistSetting& setting_;
  std::string updates_;                                     ///< about the last run
  double stopAt_ = std::numeric_limits<double>::infinity(); ///< when the run is to end
};

} // namespace dist
