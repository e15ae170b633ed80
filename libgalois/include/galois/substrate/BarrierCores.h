/**
 * The barrier algorithms, over an atomics policy, so that tests can check them exhaustively.
 *
 * Every core has reinit() for threads 0..num-1, called while nobody waits, and wait(tid). Rounds
 * are numbered by words that only ever grow (they wrap, and only differences count), so a slow
 * thread that looks late sees "this round or a later one" and never misses its own.
 *
 * Common invariant: a thread that returns from wait() in round r has acquired, through the
 * numbered pairs below, what every thread released on entering round r; and no thread enters round
 * r + 1 before it has left round r.
 */
#ifndef GALOIS_SUBSTRATE_BARRIERCORES_H
#define GALOIS_SUBSTRATE_BARRIERCORES_H

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

namespace detail {

/// Waits until `word` shows round `wanted` or a later one.
template <class Atomics, class Word>
void awaitRound(const Word& word, std::uint32_t wanted) {
  BasicBackoff<Atomics> backoff;
  // (5)(6)(8)(11) acquire: synchronizes with the releases (4), (7), (9) and (10) of the callers.
  while (static_cast<std::int32_t>(word.load(order::acquire) - wanted) < 0) backoff();
}

} // namespace detail

/// Where some threads meet: a count of arrivals, and the number of rounds that are over.
template <class Atomics = DefaultAtomics>
class alignas(GALOIS_CACHE_LINE_SIZE) MeetingPoint {
public:
  MeetingPoint() : arrived_(0), over_(0) {}

  void reinit(unsigned num) {
    num_ = num;
    arrived_.store(0, order::relaxed);
  }

  /// Arrives. True for the last one, who must call open() with `round` when the rest may go on;
  /// the others call await() with it.
  bool arrive(std::uint32_t& round) {
    // (1) relaxed: open() does not come before this thread has arrived, so nobody changes it now,
    // and this thread has seen the previous change.
    round = over_.load(order::relaxed) + 1;
    // (2) acq_rel: synchronizes with itself: the last arrival acquires what all others released.
    return arrived_.fetch_add(1, order::acq_rel) + 1 == num_;
  }

  void open(std::uint32_t round) {
    arrived_.store(0, order::relaxed); // (3) relaxed: (4) releases it to those who arrive next
    // (4) release: synchronizes with the acquire (5).
    over_.store(round, order::release);
  }

  void await(std::uint32_t round) {
    // (5) acquire, in awaitRound: synchronizes with the release (4).
    detail::awaitRound<Atomics>(over_, round);
  }

private:
  typename Atomics::template Atomic<unsigned> arrived_;
  typename Atomics::template Atomic<std::uint32_t> over_;
  unsigned num_ = 1;
};

/// All threads meet at one point. wait() needs no thread id.
template <class Atomics = DefaultAtomics>
class CountingBarrierCore {
public:
  void reinit(unsigned num) { point_.reinit(num); }

  void wait(unsigned /*tid*/) {
    std::uint32_t round = 0;
    if (point_.arrive(round)) {
      point_.open(round);
    } else {
      point_.await(round);
    }
  }

private:
  MeetingPoint<Atomics> point_;
};

/// Threads meet on their socket; the last of each socket meets the last of the others.
template <class Atomics = DefaultAtomics>
class TopoBarrierCore {
public:
  /// Thread t stands on socket socketOf[t]; sockets are numbered from 0, each may be empty.
  void reinit(std::vector<unsigned> socketOf) {
    socketOf_ = std::move(socketOf);
    std::vector<unsigned> threads;
    for (const unsigned socket : socketOf_) {
      if (socket >= threads.size()) threads.resize(socket + 1, 0);
      ++threads[socket];
    }
    sockets_ = std::make_unique<MeetingPoint<Atomics>[]>(threads.size());
    unsigned used = 0;
    for (unsigned socket = 0; socket < threads.size(); ++socket) {
      if (threads[socket] == 0) continue;
      sockets_[socket].reinit(threads[socket]);
      ++used;
    }
    top_.reinit(used);
  }

  void wait(unsigned tid) {
    MeetingPoint<Atomics>& home = sockets_[socketOf_[tid]];
    std::uint32_t round = 0;
    if (!home.arrive(round)) {
      home.await(round);
      return;
    }
    std::uint32_t topRound = 0;
    if (top_.arrive(topRound)) {
      top_.open(topRound);
    } else {
      top_.await(topRound);
    }
    home.open(round);
  }

private:
  std::vector<unsigned> socketOf_;
  std::unique_ptr<MeetingPoint<Atomics>[]> sockets_;
  MeetingPoint<Atomics> top_;
};

/// A tree of threads: thread t collects 4t+1..4t+4 on the way in and lets 2t+1, 2t+2 out. Each
/// word has one writer and one reader.
template <class Atomics = DefaultAtomics>
class TreeBarrierCore {
public:
  void reinit(unsigned num) {
    num_ = num;
    nodes_ = std::make_unique<Node[]>(num);
  }

  void wait(unsigned tid) {
    Node& own = nodes_[tid];
    const std::uint32_t round = ++own.round;
    for (unsigned child = 4 * tid + 1; child <= 4 * tid + 4 && child < num_; ++child) {
      // (6) acquire, in awaitRound: synchronizes with the release (7) of the child.
      detail::awaitRound<Atomics>(nodes_[child].in, round);
    }
    if (tid != 0) {
      // (7) release: synchronizes with the acquire (6) of the parent.
      own.in.store(round, order::release);
      // (8) acquire, in awaitRound: synchronizes with the release (9).
      detail::awaitRound<Atomics>(own.out, round);
    }
    for (unsigned child = 2 * tid + 1; child <= 2 * tid + 2 && child < num_; ++child) {
      // (9) release: synchronizes with the acquire (8) of that thread.
      nodes_[child].out.store(round, order::release);
    }
  }

private:
  struct alignas(GALOIS_CACHE_LINE_SIZE) Node {
    typename Atomics::template Atomic<std::uint32_t> in{0};
    typename Atomics::template Atomic<std::uint32_t> out{0};
    std::uint32_t round = 0; // its thread's alone
  };

  unsigned num_ = 1;
  std::unique_ptr<Node[]> nodes_;
};

/// In step k thread t tells thread t + 2^k and hears from thread t - 2^k (mod num); after
/// ceil(log2 num) steps it has heard, through others, from all.
template <class Atomics = DefaultAtomics>
class DisseminationBarrierCore {
public:
  void reinit(unsigned num) {
    num_ = num;
    nodes_ = std::make_unique<Node[]>(num);
  }

  void wait(unsigned tid) {
    Node& own = nodes_[tid];
    const std::uint32_t round = ++own.round;
    for (unsigned step = 0; (1u << step) < num_; ++step) {
      // (10) release: synchronizes with the acquire (11) of the partner.
      nodes_[(tid + (1u << step)) % num_].heard[step].store(round, order::release);
      // (11) acquire, in awaitRound: synchronizes with the release (10) of the other partner.
      detail::awaitRound<Atomics>(own.heard[step], round);
    }
  }

private:
  static constexpr unsigned kMaxSteps = 16; // 65536 threads

  struct alignas(GALOIS_CACHE_LINE_SIZE) Node {
    Node() {
      for (auto& word : heard) word.store(0, order::relaxed);
    }
    std::array<typename Atomics::template Atomic<std::uint32_t>, kMaxSteps> heard;
    std::uint32_t round = 0; // its thread's alone
  };

  unsigned num_ = 1;
  std::unique_ptr<Node[]> nodes_;
};

} // namespace galois::substrate

#endif
