/**
 * The course of a loop that runs in rounds (Rounds.h): which thread does what, and in which order.
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "galois/runtime/rounds/Marks.h"
#include "galois/runtime/rounds/Rounds.h"
#include "galois/substrate/Clock.h"

namespace galois::runtime {

/// A round has three parts: thread 0 plans it, all threads inspect its tasks, and all threads commit
/// them. An executor derives from this class and says what the parts are. None of them may throw.
///
///  - `bool plan()` closes the last round and opens the next one, on thread 0. It returns whether
///    there is a next round.
///  - `std::size_t roundSize()` is the number of tasks of the round.
///  - `inspect(part, i)` and `commit(part, i)` are called once for each i < roundSize(), by any
///    thread. If the constant `kInspects` is false, inspect() is not called.
///  - `bool mustGoAlone()` says that thread 0 has to run the round, by `runAlone(part)`.
///
/// A part belongs to one thread: it has the members `thread`, which is the thread's number, `marks`
/// and `access` (UserContextAccess).
///
/// @tparam Executor  the class that derives from this one, and has it for a friend
template <typename Executor>
class RoundLoop {
protected:
  /// @param threads  how many threads run the loop
  explicit RoundLoop(unsigned threads) : team_(threads) {}
  ~RoundLoop() = default;

  /// Runs one thread's part of the loop. Every thread calls it once.
  template <typename Part>
  void runRounds(Part& part) {
    while (true) {
      if (part.thread == 0) {
        planRound();
        leads_ = !done_ && goesAlone();
      }
      team_.meet(); // all marks of the last round are cleared, and the plan is visible
      if (leads_) {
        if (part.thread == 0) {
          lead(part);
        }
        team_.meet();
      }
      if (done_) {
        return;
      }
      const std::size_t tasks = self().roundSize();
      if constexpr (Executor::kInspects) {
        inspect_.run(tasks, team_.threads(), [&](std::size_t i) { self().inspect(part, i); });
        team_.meet();
      }
      commit_.run(tasks, team_.threads(), [&](std::size_t i) { self().commit(part, i); });
      team_.meet();
      endRound(part);
    }
  }

  /// Returns the rank of the marks of a task: the earlier in the round, the higher.
  Marks::Rank rankOf(std::size_t position) const {
    return static_cast<Marks::Rank>(self().roundSize() - position);
  }

  RoundTeam team_;           ///< the threads of the loop
  std::uint64_t rounds_ = 0; ///< how many were planned, this one included

private:
  Executor& self() { return static_cast<Executor&>(*this); }
  const Executor& self() const { return static_cast<const Executor&>(*this); }

  void planRound() {
    done_ = !self().plan();
    rounds_ += done_ ? 0 : 1;
    inspect_.reset();
    commit_.reset();
  }

  /// Whether thread 0 runs the planned round alone.
  bool goesAlone() { return self().mustGoAlone() || effort_.alone(self().roundSize()); }

  /// Runs the planned round, and those after it that are for one thread, while the others wait.
  template <typename Part>
  void lead(Part& part) {
    do {
      if (self().mustGoAlone()) {
        self().runAlone(part);
      } else {
        runParts(part);
      }
      endRound(part);
      planRound();
    } while (!done_ && goesAlone());
  }

  template <typename Part>
  void runParts(Part& part) {
    const std::uint64_t start = substrate::nowNs();
    const std::size_t tasks = self().roundSize();
    if constexpr (Executor::kInspects) {
      for (std::size_t i = 0; i < tasks; ++i) {
        self().inspect(part, i);
      }
    }
    for (std::size_t i = 0; i < tasks; ++i) {
      self().commit(part, i);
    }
    effort_.took(substrate::nowNs() - start);
  }

  template <typename Part>
  void endRound(Part& part) {
    part.marks.clear();
    part.access.resetAlloc();
  }

  RoundTeam::Share inspect_;
  RoundTeam::Share commit_;

  // What thread 0 changes while it plans; the others read it until the next round.
  RoundEffort effort_;
  bool leads_ = false; ///< whether the others wait while thread 0 runs rounds
  bool done_ = false;
};

} // namespace galois::runtime
