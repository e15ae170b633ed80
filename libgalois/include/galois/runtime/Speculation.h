/**
 * How a thread of a for_each with conflict detection runs its tasks: an iteration that conflicts
 * with another one is undone, and its task runs again later.
 *
 * A task that was aborted waits on the list of its thread and is run again when the worklist has
 * nothing more. A task that was aborted kPatience times runs in turn: its thread takes a lock that
 * all threads share, and tries until the task is done. Threads wait for this lock while they hold no
 * abstract lock. So if iterations only abort each other, all threads end up waiting for one, whose
 * iteration then meets no conflict: there is no livelock.
 */
#ifndef GALOIS_RUNTIME_SPECULATION_H
#define GALOIS_RUNTIME_SPECULATION_H

#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

#include "galois/UserContext.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/UserContextAccess.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/PaddedLock.h"

namespace galois::runtime {

/// One thread's part. While it exists, the thread takes abstract locks for its iterations.
/// @tparam T  the type of a task
template <typename T>
class Speculation {
public:
  /// @param context  the thread's context. Tasks that operators push are held there until the
  ///                 iteration is done
  /// @param turn     the lock that all threads of the loop share
  Speculation(UserContext<T>& context, substrate::PaddedLock<true>& turn)
      : context_(context), turn_(turn) {
    setThreadContext(&locks_);
  }
  Speculation(const Speculation&) = delete;
  Speculation& operator=(const Speculation&) = delete;
  ~Speculation() { setThreadContext(nullptr); }

  /// Runs an iteration and calls `commit` while it still holds its locks. If it conflicts, it is
  /// undone and its task kept for retry().
  /// @return whether it is done
  /// @throws what operator or commit throw; the iteration is then undone and its task dropped
  template <typename Function, typename Commit>
  bool run(Function& function, T& task, const Commit& commit) {
    if (attempt(function, task, commit)) {
      return true;
    }
    again_.push_back({std::move(task), 1});
    return false;
  }

  /// Returns whether tasks wait to be run again.
  bool waiting() const noexcept { return !again_.empty(); }

  /// Runs each task that waits once again, or in turn. @return the number of attempts
  /// @throws as run()
  template <typename Function, typename Commit, typename Stopped>
  std::uint64_t retry(Function& function, const Commit& commit, const Stopped& stopped) {
    std::uint64_t attempts = 0;
    for (std::size_t left = again_.size(); left > 0 && !stopped(); --left) {
      Aborted next = std::move(again_.front());
      again_.pop_front();
      if (next.aborts >= kPatience) {
        attempts += runInTurn(function, next.task, commit, stopped);
        continue;
      }
      ++attempts;
      if (attempt(function, next.task, commit)) {
        backoff_.reset();
        continue;
      }
      again_.push_back({std::move(next.task), next.aborts + 1});
      backoff_();
    }
    return attempts;
  }

  /// Returns how many iterations were undone because of a conflict.
  std::uint64_t conflicts() const noexcept { return conflicts_; }

private:
  static constexpr unsigned kPatience = 8;

  struct Aborted {
    T task;
    unsigned aborts;
  };

  template <typename Function, typename Commit>
  bool attempt(Function& function, T& task, const Commit& commit) {
    bool done = false;
    try {
      function(task, context_);
      commit();
      done = true;
    } catch (const ConflictSignal&) {
      discard();
      ++conflicts_;
    } catch (...) {
      discard();
      locks_.release();
      throw;
    }
    locks_.release();
    return done;
  }

  template <typename Function, typename Commit, typename Stopped>
  std::uint64_t runInTurn(Function& function, T& task, const Commit& commit,
                          const Stopped& stopped) {
    const std::lock_guard<substrate::PaddedLock<true>> guard(turn_);
    substrate::Backoff backoff;
    std::uint64_t attempts = 1;
    while (!attempt(function, task, commit) && !stopped()) {
      ++attempts;
      backoff();
    }
    return attempts;
  }

  /// Undoes what the iteration did to its context.
  void discard() {
    UserContextAccess<T> access(context_);
    access.resetPushBuffer();
    access.resetAlloc();
  }

  UserContext<T>& context_;
  substrate::PaddedLock<true>& turn_;
  SimpleRuntimeContext locks_;
  std::deque<Aborted> again_;
  substrate::Backoff backoff_;
  std::uint64_t conflicts_ = 0;
};

/// In place of Speculation in loops without conflict detection: nothing.
struct NoSpeculation {
  template <typename Context, typename Turn>
  NoSpeculation(Context&, Turn&) {}
  static std::uint64_t conflicts() noexcept { return 0; } ///< there are none
};

} // namespace galois::runtime

#endif
