/**
 * The barrier algorithms as templates over an atomics policy, so that tests can check them
 * exhaustively.
 *
 * Every algorithm has reinit(), which sets it up for threads 0..num-1 while no thread waits, and
 * wait(tid). If memory runs out in reinit(), it throws, and the barrier stays as it was. Words that only increase number the rounds. They may wrap around, since only
 * differences are compared. A slow thread that reads a word late sees its own round or a later one,
 * so it never misses its round.
 *
 * Common invariant: a thread that returns from wait() in round r has acquired what every thread
 * released on entering round r, through the numbered pairs below. No thread enters round r + 1
 * before it has left round r.
 */
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

namespace detail {

/// Waits until `word` contains the number of round `wanted` or of a later one.
template <class Atomics, class Word>
void awaitRound(const Word& word, std::uint32_t wanted) {
  BasicBackoff<Atomics> backoff;
  // (5)(6)(8)(11) acquire: synchronizes with the releases (4), (7), (9) and (10) of the callers.
  while (static_cast<std::int32_t>(word.load(order::acquire) - wanted) < 0) {
    backoff();
  }
}

} // namespace detail

/// A barrier for some of the threads: the number of arrivals, and the number of completed rounds.
template <class Atomics = DefaultAtomics>
class alignas(kCacheLineSize) MeetingPoint {
public:
  MeetingPoint() : arrived_(0), over_(0) {}

  void reinit(unsigned num) {
    num_ = num;
    arrived_.store(0, order::relaxed);
  }

  /// Registers an arrival and sets `round`. Returns true to the last thread to arrive, which must
  /// call open(round) when the others may continue. The others call await(round).
  bool arrive(std::uint32_t& round) {
    // (1) relaxed: open() is not called before this thread has arrived, so no thread changes the
    // word now, and this thread has seen the previous change.
    round = over_.load(order::relaxed) + 1;
    // (2) acq_rel: synchronizes with itself: the last arrival acquires what all others released.
    return arrived_.fetch_add(1, order::acq_rel) + 1 == num_;
  }

  void open(std::uint32_t round) {
    arrived_.store(0, order::relaxed); // (3) relaxed: (4) releases it to the next arrivals
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

/// One meeting point for all threads. wait() needs no thread id.
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

/// Threads meet on their own socket; then the last thread of each socket meets those of the others.
template <class Atomics = DefaultAtomics>
class TopoBarrierCore {
public:
  /// Sets the barrier up for threads that run on the given sockets: thread t on socket socketOf[t].
  /// Sockets are numbered from 0; a socket may have no threads.
  void reinit(std::vector<unsigned> socketOf) {
    std::vector<unsigned> threads;
    for (const unsigned socket : socketOf) {
      if (socket >= threads.size()) {
        threads.resize(socket + 1, 0);
      }
      ++threads[socket];
    }
    auto sockets = std::make_unique<MeetingPoint<Atomics>[]>(threads.size());
    unsigned used = 0;
    for (unsigned socket = 0; socket < threads.size(); ++socket) {
      if (threads[socket] == 0) {
        continue;
      }
      sockets[socket].reinit(threads[socket]);
      ++used;
    }
    sockets_ = std::move(sockets); // from here on, nothing can fail
    socketOf_ = std::move(socketOf);
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

/// A tree of threads. Thread t waits for the arrivals of threads 4t+1..4t+4, and releases threads
/// 2t+1 and 2t+2. Each word has one writer and one reader.
template <class Atomics = DefaultAtomics>
class TreeBarrierCore {
public:
  void reinit(unsigned num) {
    nodes_ = std::make_unique<Node[]>(num); // first, since it may fail
    num_ = num;
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
  struct alignas(kCacheLineSize) Node {
    typename Atomics::template Atomic<std::uint32_t> in{0};
    typename Atomics::template Atomic<std::uint32_t> out{0};
    std::uint32_t round = 0; // accessed only by its thread
  };

  unsigned num_ = 1;
  std::unique_ptr<Node[]> nodes_;
};

/// In step k, thread t notifies thread t + 2^k and waits for thread t - 2^k (mod num). After
/// ceil(log2 num) steps it has heard from all threads, directly or indirectly.
template <class Atomics = DefaultAtomics>
class DisseminationBarrierCore {
public:
  void reinit(unsigned num) {
    nodes_ = std::make_unique<Node[]>(num); // first, since it may fail
    num_ = num;
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

  struct alignas(kCacheLineSize) Node {
    Node() {
      for (auto& word : heard) {
        word.store(0, order::relaxed);
      }
    }
    std::array<typename Atomics::template Atomic<std::uint32_t>, kMaxSteps> heard;
    std::uint32_t round = 0; // accessed only by its thread
  };

  unsigned num_ = 1;
  std::unique_ptr<Node[]> nodes_;
};

} // namespace galois::substrate
