/**
 * Marks on abstract locks: how the tasks of one round find out which of them may run together.
 *
 * A round has two parts, with a barrier after each. In the first one, every task marks the locks of
 * its whole neighbourhood with its rank; the most urgent task of the round has the highest rank. On
 * a lock, the highest rank wins, and a task that has lost one mark still sets the others. So the
 * marks at the barrier depend on the ranks and the neighbourhoods alone, and not on the threads or
 * on their speed. In the second part, a task that still holds all its marks runs; no two of these
 * conflict. Then each thread clears the marks that it has set. See Nguyen, Lenharth and Pingali,
 * "Deterministic Galois: on-demand, portable and parameterless" (ASPLOS 2014).
 *
 * A lock has a mark for writing and one for reading. A task holds its mark for writing if nobody
 * with a higher rank uses the lock, and its mark for reading if nobody with a higher rank writes.
 *
 * Invariant: in the first part of a round, each half of a lock's word only grows. In the second
 * part, only locks without marks change, and those are of objects that the task has just made. Every
 * lock whose word is not 0 is on the list of the thread that has set a mark. All accesses are
 * relaxed: the barriers order the parts, and what a lock guards is accessed in the second part by
 * one writer or by readers only.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "galois/MethodFlags.h"
#include "galois/runtime/Context.h"
#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/// The use of a lock by a task.
template <typename Atomics = substrate::DefaultAtomics>
struct BasicMark {
  BasicLockable<Atomics>* lock; ///< the lock
  bool writes;                  ///< whether the task may write what it guards
};

/// The marks that one thread sets for its tasks. Used by this thread alone, except that other
/// threads may call holds() and read marks() after a barrier.
template <typename Atomics = substrate::DefaultAtomics>
class BasicMarks final : public BasicLockMarker<Atomics> {
  using Lock = BasicLockable<Atomics>;
  static_assert(sizeof(std::uintptr_t) == 8, "a lock's word holds two ranks of 32 bits");

public:
  using Mark = BasicMark<Atomics>; ///< the use of a lock
  using Rank = std::uint32_t;      ///< from 1; a more urgent task has a higher one

  /// @param sharesReads  whether tasks that read may share a lock; otherwise reading excludes others
  ///                     as writing does
  explicit BasicMarks(bool sharesReads = false) : sharesReads_(sharesReads) {}

  /// From now on, locks are marked for a task of this rank. @param rank  from 1
  void beginMarking(Rank rank) {
    rank_ = rank;
    part_ = Part::kMark;
    lost_ = false;
  }
  /// From now on, a task of this rank runs, which holds its marks.
  void beginRunning(Rank rank) {
    rank_ = rank;
    part_ = Part::kRun;
  }
  /// From now on, a task runs alone, so that no lock needs a mark.
  void beginAlone() { part_ = Part::kAlone; }

  /// Marks a lock, or checks in the second part of a round that it is marked.
  /// @throws std::logic_error if the task that runs uses a lock that it has not marked and another
  ///         one has
  void mark(Lock& lock, MethodFlag flag) override {
    const bool writes = !sharesReads_ || (flag & MethodFlag::READ) != MethodFlag::READ ||
                        (flag & MethodFlag::WRITE) == MethodFlag::WRITE;
    if (part_ == Part::kMark) {
      set({&lock, writes});
    } else if (part_ == Part::kRun && !mayUse(lock, writes)) {
      throw std::logic_error(
          "an iteration of a deterministic or ordered loop uses an abstract lock "
          "that another one holds and that it did not take before its cautious "
          "point or in its neighbourhood function");
    }
  }

  /// Sets one mark for the task that beginMarking() has named.
  void set(const Mark& mark) {
    makeRoom(marks_);
    if (raise(mark)) {
      marks_.push_back(mark);
    }
  }

  /// Returns whether the task has already lost a mark. If not, it may lose one until the barrier.
  bool lost() const noexcept { return lost_; }

  /// Returns whether the mark of a task of this rank has won. To be called after the barrier.
  static bool holds(const Mark& mark, Rank rank) {
    const std::uintptr_t word = mark.lock->word_.load(substrate::order::relaxed);
    return mark.writes ? writer(word) == rank && reader(word) <= rank : writer(word) <= rank;
  }

  /// Returns the marks that have been set in the first part of this round. A task's marks lie side
  /// by side.
  const std::vector<Mark>& marks() const noexcept { return marks_; }

  /// Returns whether no lock has a mark of this thread.
  bool none() const noexcept { return marks_.empty() && onNew_.empty(); }

  /// Takes all marks of this thread off their locks. To be called after the barrier that ends a
  /// round.
  void clear() {
    for (std::vector<Mark>* list : {&marks_, &onNew_}) {
      for (const Mark& mark : *list) {
        mark.lock->word_.store(0, substrate::order::relaxed);
      }
      list->clear();
    }
  }

private:
  enum class Part { kMark, kRun, kAlone };

  static Rank writer(std::uintptr_t word) { return static_cast<Rank>(word >> 32); }
  static Rank reader(std::uintptr_t word) { return static_cast<Rank>(word); }
  static std::uintptr_t wordOf(Rank writer, Rank reader) {
    return std::uintptr_t{writer} << 32 | reader;
  }

  /// Makes sure that adding a mark to the list cannot fail once the lock has it.
  static void makeRoom(std::vector<Mark>& list) {
    if (list.size() == list.capacity()) {
      list.reserve(2 * list.size() + 16);
    }
  }

  /// Raises the word of a lock to the task's rank, unless a higher one wins. @return false if the
  /// task has set this mark already
  bool raise(const Mark& mark) {
    auto& word = mark.lock->word_;
    std::uintptr_t seen = word.load(substrate::order::relaxed);
    while (true) {
      const Rank write = writer(seen);
      const Rank read = reader(seen);
      if (write > rank_ || (mark.writes && read > rank_)) {
        lost_ = true;
      }
      const Rank before = mark.writes ? write : read;
      if (before >= rank_) {
        return before != rank_;
      }
      const std::uintptr_t next = mark.writes ? wordOf(rank_, read) : wordOf(write, rank_);
      // Relaxed: see the invariant.
      if (word.compare_exchange_weak(seen, next, substrate::order::relaxed,
                                     substrate::order::relaxed)) {
        return true;
      }
    }
  }

  /// Returns whether the task that runs may use the lock: it has marked it, or nobody has, because
  /// the object is new. Then it is marked.
  bool mayUse(Lock& lock, bool writes) {
    std::uintptr_t seen = lock.word_.load(substrate::order::relaxed);
    if (seen == 0) {
      makeRoom(onNew_);
      const std::uintptr_t next = writes ? wordOf(rank_, 0) : wordOf(0, rank_);
      // Relaxed: see the invariant.
      if (lock.word_.compare_exchange_strong(seen, next, substrate::order::relaxed,
                                             substrate::order::relaxed)) {
        onNew_.push_back({&lock, writes});
        return true;
      }
    }
    return holds({&lock, writes}, rank_);
  }

  std::vector<Mark> marks_;
  std::vector<Mark> onNew_; ///< marks that were set in the second part
  Rank rank_ = 0;
  Part part_ = Part::kAlone;
  bool lost_ = false;
  const bool sharesReads_;
};

/// The use of a lock in this build.
using Mark = BasicMark<>;
/// The marks of this build's atomics.
using Marks = BasicMarks<>;

} // namespace galois::runtime
