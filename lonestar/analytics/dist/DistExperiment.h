/**
 * Runs a program's algorithm on all ranks as often as the command line says, checks every answer,
 * and reports on rank 0: what liblonestar/Experiment.h is for one process.
 */
#ifndef GALOIS_LONESTAR_DIST_DISTEXPERIMENT_H
#define GALOIS_LONESTAR_DIST_DISTEXPERIMENT_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "PushLoops.h"
#include "RankErrors.h"
#include "galois/dist/Aggregator.h"
#include "galois/dist/Endpoint.h"
#include "galois/dist/GhostValues.h"
#include "galois/dist/PushRuns.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/Experiment.h"
#include "liblonestar/KeptRuns.h"
#include "liblonestar/RunFlags.h"

namespace dist {

/// What a run of this rank did.
struct RankRun {
  LoopTotals loops;
  galois::dist::PushCounts push;
  galois::dist::UpdateCounts updates;
};

/// An algorithm on a divided graph. All functions are collective, and all ranks get the same answer.
class DistExperiment {
public:
  DistExperiment() = default;
  virtual ~DistExperiment() = default;
  DistExperiment(const DistExperiment&) = delete;
  DistExperiment& operator=(const DistExperiment&) = delete;

  /// Returns the parameters that determine the answer.
  virtual lonestar::Json params() const = 0;
  /// Discards the answer of the last run.
  virtual void reset() = 0;
  /// Computes the answer.
  virtual RankRun run() = 0;
  /// Returns the answer of the last run. @throws lonestar::AppError when there is no valid one
  virtual lonestar::Answer answer() = 0;
  /// Returns "" when the answer is right, otherwise one line about what is wrong.
  virtual std::string check(bool fully) = 0;
  /// Returns lines for people about the answer.
  virtual std::vector<std::string> summary() = 0;
  /// Writes the answer on rank 0; the file is null on the others.
  virtual void write(galois::inputs::OutputFile* file) = 0;
  /// Returns facts about the part of this rank, for the record.
  virtual lonestar::Json describePart() const = 0;
};

/// What is the same in all runs, for the record.
struct DistSetting {
  std::string app;
  std::string wl;
  lonestar::Json wlParams;
  lonestar::Json params; ///< besides those of the experiment
  lonestar::Json dist;   ///< `dist` of the record: the transport and its ranks
  bool simulated;        ///< ranks are virtual: records repeat, without facts of the real machine
  lonestar::InputDescription input;
};

/// Messages of all kinds, as JSON: counts and bytes of bodies sent.
lonestar::Json describe(const std::array<galois::dist::Traffic, galois::dist::kKinds>& traffic);

/// What a rank reports about a run, as JSON.
/// @param simulated  leaves out the memory of this process, which is that of all virtual ranks. It
///                   differs from run to run, and so would the length of the message with the report
lonestar::Json describe(galois::dist::Rank rank, const RankRun& run, double seconds,
                        const lonestar::Json& messages, const lonestar::Json& part, bool simulated);

/// Builds the record of a run on rank 0.
/// @param ranks  what the ranks report, in their order
lonestar::Json makeRecord(const DistSetting& setting, const lonestar::Json& params,
                          const std::vector<lonestar::Json>& ranks, const lonestar::Answer& answer,
                          std::optional<bool> verified);

/// Prints the lines for people on rank 0.
void printRuns(const DistSetting& setting, const std::vector<std::string>& summary,
               const std::vector<lonestar::Json>& records);

/// Writes and prints on rank 0 what finished before a signal that ends the program.
/// @param json  may be null
void reportInterrupted(const DistSetting& setting, const std::vector<std::string>& summary,
                       const std::vector<lonestar::Json>& records,
                       galois::inputs::OutputFile* json);

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

/// Runs, checks and reports. Collective. @return the exit status
/// @throws lonestar::AppError  when a check fails, after the record is written
template <galois::dist::Transport T>
int conductRanks(galois::dist::Endpoint<T>& endpoint, DistExperiment& experiment,
                 const DistSetting& setting) {
  using galois::dist::Kind;
  using galois::dist::kKinds;
  std::optional<galois::inputs::OutputFile> output, json;
  agreed(endpoint, [&] {
    if (endpoint.rank() == 0 && !lonestar::outputFile.empty()) {
      output.emplace(lonestar::outputFile);
    }
    if (endpoint.rank() == 0 && !lonestar::jsonFile.empty()) {
      json.emplace(lonestar::jsonFile);
    }
  });
  const auto traffic = [&] {
    std::array<galois::dist::Traffic, kKinds> all;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      all[kind] = endpoint.traffic(static_cast<Kind>(kind));
    }
    return all;
  };
  std::vector<lonestar::Json> records;
  std::vector<std::string> summary;
  std::string wrong;
  std::optional<lonestar::KeptRuns> kept;
  if (endpoint.rank() == 0) {
    kept.emplace(lonestar::runs(), !setting.simulated,
                 [&] { reportInterrupted(setting, summary, records, json ? &*json : nullptr); });
  }
  for (unsigned i = 0; i < lonestar::runs() && wrong.empty(); ++i) {
    experiment.reset();
    auto messages = traffic();
    endpoint.gather({});                 // so that all begin at once
    const double began = endpoint.now(); // also of ranks whose time is simulated
    const RankRun run = experiment.run();
    const double seconds = (endpoint.now() - began) * 1e-6;
    const auto after = traffic();
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      messages[kind].sent = after[kind].sent - messages[kind].sent;
      messages[kind].bytesSent = after[kind].bytesSent - messages[kind].bytesSent;
    }
    const lonestar::Answer answer = experiment.answer();
    std::optional<bool> verified;
    if (lonestar::verification() != lonestar::Verification::kNone) {
      wrong = experiment.check(lonestar::verification() == lonestar::Verification::kFull);
      verified = wrong.empty();
    }
    const auto ranks =
        gatherJson(endpoint, describe(endpoint.rank(), run, seconds, describe(messages),
                                      experiment.describePart(), setting.simulated));
    std::vector<std::string> lines = experiment.summary();
    if (endpoint.rank() == 0) {
      kept->add([&] {
        records.push_back(makeRecord(setting, experiment.params(), ranks, answer, verified));
        summary = std::move(lines);
      });
    }
  }
  kept.reset();
  if (!lonestar::outputFile.empty() && wrong.empty()) {
    experiment.write(output ? &*output : nullptr);
  }
  agreed(endpoint, [&] {
    if (endpoint.rank() == 0) {
      printRuns(setting, summary, records);
      if (json) {
        lonestar::writeRecords(*json, records, lonestar::severalRecords());
      }
      if (output && wrong.empty()) {
        output->commit();
      }
    }
  });
  if (!wrong.empty()) {
    throw lonestar::AppError("Verification failed: " + wrong);
  }
  return 0;
}

} // namespace dist

#endif
