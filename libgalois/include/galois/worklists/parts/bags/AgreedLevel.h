/**
 * The level that all threads agree on when they finish a bag before any begins the next one, as
 * delta-stepping does (OrderedBags.h with UseBarrier).
 *
 * Each thread proposes the first bag in which it knows of work, and waits at a barrier. Then every
 * thread reads all proposals and takes the first bag among them as the new level. Each computes the
 * same level, so it is stored per thread and no thread writes what another one reads, except the
 * proposals, which the barrier orders.
 */
#pragma once

namespace galois::worklists {

/// One thread's proposal and level. Not thread-safe: other threads read the proposal only between
/// two barriers, see agree().
/// @tparam Key     names a bag
/// @tparam Before  orders keys, most urgent first
template <typename Key, typename Before>
class AgreedLevel {
public:
  /// Begins a round: the thread proposes no bag.
  void proposeNothing() noexcept { hasProposal_ = false; }

  /// Proposes the bag `key`.
  void propose(const Key& key) noexcept {
    proposal_ = key;
    hasProposal_ = true;
  }

  /// Takes the first of all threads' proposals as the level. Called after a barrier that follows
  /// all proposals; no thread may propose again before another barrier. O(threads).
  /// @param levelOf  maps a thread number to the thread's AgreedLevel
  /// @return whether there is a level: whether any thread has made a proposal
  template <typename LevelOf>
  bool agree(unsigned threads, LevelOf&& levelOf) {
    bool found = false;
    Key first{};
    for (unsigned t = 0; t < threads; ++t) {
      const AgreedLevel& other = levelOf(t);
      if (other.hasProposal_ && (!found || Before()(other.proposal_, first))) {
        first = other.proposal_;
        found = true;
      }
    }
    key_ = first;
    exists_ = found;
    return found;
  }

  /// Whether there is a level. There is none before the first agree().
  bool exists() const noexcept { return exists_; }

  /// Returns the level. Only if it exists.
  const Key& key() const noexcept { return key_; }

  /// Whether tasks of the bag `key` may run: whether there is a level, and it is not before `key`.
  bool isOpen(const Key& key) const { return exists_ && !Before()(key_, key); }

private:
  Key key_{};
  Key proposal_{};
  bool exists_ = false;
  bool hasProposal_ = false;
};

} // namespace galois::worklists
