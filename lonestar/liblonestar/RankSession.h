/**
 * The ranks of a program <name>-dist, as the rest of liblonestar sees them. Programs on one rank have
 * none. liblonestar knows no transport: the program implements this interface.
 *
 * In a search, the leading rank runs the experiment (Experiment.h), and the others only its search.
 * In a graph program all ranks do, and then all functions of the experiment but write() are
 * collective.
 */
#ifndef GALOIS_LONESTAR_RANKSESSION_H
#define GALOIS_LONESTAR_RANKSESSION_H

#include <functional>
#include <optional>

#include "liblonestar/ResultRecord.h"

namespace lonestar {

/// The ranks of the process. Used by the main thread.
class RankSession {
public:
  RankSession() = default;
  virtual ~RankSession();
  RankSession(const RankSession&) = delete;
  RankSession& operator=(const RankSession&) = delete;

  /// Begins to communicate, when the command line was parsed. @throws AppError, UsageError
  virtual void connect() {}
  /// Returns the number of ranks, after connect().
  virtual unsigned ranks() const = 0;
  /// Returns whether this rank reports, checks and writes for all.
  virtual bool leads() const = 0;
  /// Runs `action` on this rank. Where all ranks run the experiment this is collective: if the action
  /// throws on one of them, all throw its error. @throws AppError
  virtual void agree(const std::function<void()>& action) { action(); }
  /// States what must be the same on all ranks; the first search compares it.
  virtual void state(const Json& /*facts*/) {}
  /// Returns how long the last search took on a simulated machine; nothing on a real one.
  virtual std::optional<double> simulatedSeconds() const { return std::nullopt; }
  /// Returns the sections of the record about the last search.
  virtual Json sections() const { return Json::object(); }
};

/// Returns the ranks of this program, or null.
RankSession* rankSession();
/// Sets them, before the command line is parsed.
void setRankSession(RankSession* session);

} // namespace lonestar

#endif
