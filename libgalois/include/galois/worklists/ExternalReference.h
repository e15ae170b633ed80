/** Galois' ExternalReference: a loop that works on a worklist which lives outside it. */
#pragma once

#include "galois/optional.h"
#include "galois/worklists/Concept.h"

namespace galois::worklists {

/// Passes every call on to a worklist that outlives the loop:
/// `galois::wl<ExternalReference<WL>>(&worklist)`. Tasks that a loop leaves behind, because it
/// ended early, can be taken by the next.
/// @tparam Container          the worklist's type. Its tasks have the type of the loop's tasks
/// @tparam IgnorePushInitial  whether the loop's range is ignored, because the worklist holds its
///                            tasks already
///
/// Thread-safe if the worklist is.
template <typename Container, bool IgnorePushInitial = false>
class ExternalReference {
public:
  template <typename> /// The policy for the type of task that its worklist has.
  using retype = ExternalReference;
  template <bool> /// The policy for one thread or several: the same.
  using rethread = ExternalReference;
  using value_type = typename Container::value_type; ///< the type of a task
  static constexpr bool kTasksOfOthers = true;       ///< its worklist may hold tasks already

  /// Refers to a worklist. @{
  explicit ExternalReference(Container& worklist) : worklist_(worklist) {}
  explicit ExternalReference(Container* worklist) : worklist_(*worklist) {} /// @}

  /// Adds a task.
  void push(const value_type& task) { worklist_.push(task); }
  /// Adds the tasks of [b, e).
  template <typename Iter>
  void push(Iter b, Iter e) {
    worklist_.push(b, e);
  }
  /// Adds the calling thread's share of `range`, unless the policy ignores it.
  template <typename Range>
  void push_initial([[maybe_unused]] const Range& range) {
    if constexpr (!IgnorePushInitial) {
      worklist_.push_initial(range);
    }
  }
  /// Takes a task. Returns nothing if it found none.
  galois::optional<value_type> pop() { return worklist_.pop(); }

private:
  Container& worklist_;
};

} // namespace galois::worklists
