#include "galois/substrate/GuestIds.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string>

#include "galois/substrate/ActingAs.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/AtFork.h"
#include "galois/substrate/BusyFlag.h"

namespace galois::substrate {
namespace {

/// All guests of the process.
struct Guests {
  std::mutex mutex;
  unsigned number = 0;       ///< of threads that have an id
  unsigned activeBefore = 0; ///< the number of active threads before the first guest
  BusyFlag taken[kMaxThreads];

  Guests() { atFork<&get, &Guests::lock, &Guests::unlock, &Guests::unlock>(); }
  void lock() { mutex.lock(); }
  void unlock() { mutex.unlock(); }

  static Guests& get() {
    static Guests all;
    return all;
  }
};

/// The calling thread as a guest.
struct OwnGuest {
  detail::ThisThread place;
  unsigned uses = 0; ///< number of GuestId objects
};
thread_local OwnGuest ownGuest;

} // namespace

GuestId::GuestId(unsigned threads) : guest_(!ThreadPool::isInside()) {
  if (!guest_) {
    place_ = detail::thisThread;
    return;
  }
  if (ownGuest.uses == 0) {
    Guests& all = Guests::get();
    const std::lock_guard<std::mutex> guard(all.mutex);
    ThreadPool& pool = getThreadPool();
    if (all.number == 0) {
      const unsigned active = getActiveThreads();
      // Fewer if the pool has a limit, so that each id has its slots.
      const unsigned wanted = pool.reserve(std::max(active, threads));
      if (!pool.keepRegionsOut(wanted)) {
        throw std::logic_error("a handle of a queue was made while another thread runs a parallel "
                               "loop; make it before or after");
      }
      all.activeBefore = active;
      restoreActiveThreads(wanted);
    }
    const unsigned ids = getActiveThreads();
    unsigned id = 0;
    while (id < ids && !all.taken[id].tryEnter()) {
      ++id;
    }
    if (id == ids) {
      throw std::logic_error("there are handles in " + std::to_string(ids) +
                             " threads already; make the first queue for more threads");
    }
    ownGuest.place = ActingAs::placeOf(id);
    ++all.number;
  }
  ++ownGuest.uses;
  place_ = ownGuest.place;
}

GuestId::GuestId(GuestId&& other) noexcept : place_(other.place_), guest_(other.guest_) {
  other.guest_ = false;
}

GuestId::~GuestId() {
  if (!guest_ || --ownGuest.uses > 0) {
    return;
  }
  Guests& all = Guests::get();
  const std::lock_guard<std::mutex> guard(all.mutex);
  all.taken[place_.tid].leave();
  if (--all.number == 0) {
    restoreActiveThreads(all.activeBefore);
    getThreadPool().letRegions();
  }
}

bool GuestId::tryOthers(const void* object,
                        bool (*use)(const void*, const detail::ThisThread&)) const {
  Guests& all = Guests::get();
  const unsigned ids = getActiveThreads();
  for (unsigned i = 1; i < ids; ++i) {
    const unsigned id = (place_.tid + i) % ids;
    if (!all.taken[id].tryEnterBriefly()) {
      continue;
    }
    struct Leaving {
      BusyFlag& flag;
      ~Leaving() { flag.leave(); }
    } const leaving{all.taken[id]};
    if (use(object, ActingAs::placeOf(id))) {
      return true;
    }
  }
  return false;
}

} // namespace galois::substrate
