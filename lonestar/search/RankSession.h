/**
 * The ranks of a search program <name>-dist or <name>-nodes, as the sources see them that are
 * compiled once for all programs. Programs on one rank have none. SearchRanks.cpp implements it by
 * MPI, and SearchNodes.cpp in virtual time.
 *
 * The leading rank runs the experiment (liblonestar/run/Experiment.h), and the others only its search.
 */
#pragma once

#include <cstdint>
#include <optional>

#include "liblonestar/record/ResultRecord.h"

namespace lonestar {

/// The ranks of the process. Used by the main thread.
class RankSession {
public:
  RankSession() = default;
  virtual ~RankSession();
  RankSession(const RankSession&) = delete;
  RankSession& operator=(const RankSession&) = delete;

  /// Begins to communicate. Called after the command line was parsed. @throws AppError, UsageError
  virtual void connect() = 0;
  /// Returns the number of ranks, after connect().
  virtual unsigned ranks() const = 0;
  /// Returns whether this rank reports, checks and writes for all.
  virtual bool leads() const = 0;
  /// States facts that must be equal on all ranks. The first search compares them.
  virtual void state(const Json& facts) = 0;
  /// States what is searched, and by which build. A checkpoint of another search is refused.
  virtual void identify(const Json& search) = 0;
  /// Returns how many nodes of the result an earlier program has visited, before its checkpoint.
  virtual std::uint64_t nodesBefore() const = 0;
  /// Returns the virtual time of the last search on a simulated machine, and nothing on a real one.
  virtual std::optional<double> simulatedSeconds() const = 0;
  /// Returns what the name of the program ends with, such as "-dist".
  virtual const char* suffix() const = 0;
  /// Returns the sections of the record about the last search.
  virtual Json sections() const = 0;
};

/// Returns the ranks of this program, or null.
RankSession* rankSession();
/// Sets them, before the command line is parsed.
void setRankSession(RankSession* session);

} // namespace lonestar
