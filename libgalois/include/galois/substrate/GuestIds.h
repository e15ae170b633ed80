/**
 * Ids of the pool's threads for threads of the program, such as those of std::thread.
 *
 * Per-thread storage has one slot per thread id, and what is kept there (memory, a policy's tasks) may
 * be used by one thread at a time. Threads of the program all have id 0. One that is a guest has an
 * id that no other thread has meanwhile, and acts under it (ActingAs.h). While there are guests, no
 * parallel region starts, because its threads have these ids; and no thread becomes a guest while a
 * region runs.
 *
 * Invariant: the flag of an id is held exactly while a guest has the id, or briefly by a thread that
 * acts under it for one operation. So the owner of a flag has the slots of its id for itself, and sees
 * what the thread before it has written there, because the flag synchronizes (BusyFlag.h). A mutex
 * guards the rest: the number of guests, which is 0 exactly while regions may start, and the number of
 * active threads, which changes with the first guest and again with the last one.
 */
#pragma once

#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {

/// The calling thread's right to act under an id, until it is destroyed. A thread that has several has
/// one id for all of them.
class GuestId {
public:
  /// Gets an id. Inside a region, it is the id that the thread has there, and nothing is taken.
  /// @param threads  at least so many threads can have an id at once, from the first guest on. The
  ///                 number of active threads is raised to it while there are guests
  /// @throws std::logic_error if a region of other threads runs, or all ids are taken; and
  ///         std::bad_alloc
  explicit GuestId(unsigned threads);
  GuestId(GuestId&& other) noexcept;
  GuestId(const GuestId&) = delete;
  GuestId& operator=(const GuestId&) = delete;
  /// Gives the id back. Only the thread that made the object may destroy it.
  ~GuestId();

  /// Returns the place of the id, to act as.
  const detail::ThisThread& place() const noexcept { return place_; }

  /// Calls `use(place)` with the place of each id that no thread has, from the id after this one on,
  /// until one returns true. An id is skipped if another thread acts under it. Nothing is called
  /// inside a region.
  /// @return whether one returned true
  template <typename Use>
  bool tryOthers(const Use& use) const {
    auto call = [](const void* object, const detail::ThisThread& place) {
      return (*static_cast<const Use*>(object))(place);
    };
    return guest_ && tryOthers(&use, call);
  }

private:
  bool tryOthers(const void* object, bool (*use)(const void*, const detail::ThisThread&)) const;

  detail::ThisThread place_;
  bool guest_; ///< whether there is something to give back
};

} // namespace galois::substrate
