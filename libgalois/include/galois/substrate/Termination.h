/**
 * Termination detection: when is a parallel loop over a shared worklist done?
 *
 * An empty worklist is not enough: a thread that is still working may push more. The answer here
 * is Dijkstra's token ring (Dijkstra, Feijen, van Gasteren, "Derivation of a termination detection
 * algorithm for distributed computations", IPL 1983), in TokenRing below.
 *
 * What the scheduler must keep. A thread calls localTermination(worked) only after its own pop
 * came back empty, where
 *   (a) empty means: everything that this thread pushed has been taken, by itself or by another
 *       thread (pop looked through whatever buffers hold this thread's own pushes), or was sent to
 *       one other thread, and a pop that this thread begins after the push finds it; and
 *   (b) `worked` is true if the thread has taken or pushed anything since its last such call. A
 *       thread that has taken a task, or claimed it, finishes it before it calls.
 * Taking need not be ordered beyond that: it is enough that a task is taken once.
 *
 * A visit of the token is two such calls: one that finds the token, and the next one, which passes
 * it on. So a whole pop lies between the token's coming and its going. Without it, a thread could
 * look into its mailbox, be sent a task, and then say that it has nothing.
 *
 * Why the second round suffices. The token visits the threads in turn, and a visit is white if
 * the thread did not work since the token's previous visit. Suppose a round was white throughout,
 * and let T be the moment when it started, at thread 0. Every thread's previous visit came before
 * T (in the happens-before order, along the token), its visit in the white round after T.
 * Suppose a task x, pushed by j, was unfinished at T. j pushed it before its previous visit, since
 * it has been idle since. At that visit x had been taken, or lay in the mailbox of one thread; let
 * m be the thread that had taken it or was to take it. If m had not taken x at T, then m's pop
 * during the white visit found it, and the visit was not white. So m took it before T. Not after
 * its previous visit, or it would not be white; so before its previous visit, and by (b) it
 * finished x before that visit, hence before T. A contradiction: all was finished at T, and nothing
 * new can come. All threads start black, so the first round only sets the previous visits, and at
 * least one more round decides.
 */
#ifndef GALOIS_SUBSTRATE_TERMINATION_H
#define GALOIS_SUBSTRATE_TERMINATION_H

#include <memory>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

/**
 * The ring, over an atomics policy.
 *
 * Invariant: after initializeThread() of all threads there is exactly one token, in the slot of
 * one thread, and only that thread may take it; black and found of a thread are touched by that
 * thread alone. done_ goes from false to true once, and then all work is finished.
 */
template <class Atomics = DefaultAtomics>
class TokenRing {
public:
  TokenRing() : done_(false) {}

  /// For threads 0..num-1, num >= 1. While no thread uses it.
  void reinit(unsigned num) {
    if (num != num_) slots_ = std::make_unique<Slot[]>(num);
    num_ = num;
  }

  /// Every thread calls this before the loop, and all do before any calls anything else (put a
  /// barrier in between, or the start of a region).
  void initializeThread(unsigned tid) {
    slots_[tid].black = true;
    slots_[tid].found = false;
    // (1) relaxed: the barrier orders it.
    slots_[tid].token.store(tid == 0 ? kBlackToken : kNoToken, order::relaxed);
    if (tid == 0) done_.store(false, order::relaxed);
  }

  /// See the top of the file for when to call it. Passes the token on if it was here at the last
  /// call already. O(1), never waits.
  void localTermination(unsigned tid, bool worked) {
    Slot& own = slots_[tid];
    if (worked) own.black = true;
    // (2) acquire: synchronizes with the release (4) of the thread before us in the ring.
    const unsigned token = own.token.load(order::acquire);
    if (token == kNoToken) return;
    if (!own.found) {
      own.found = true; // the caller's next pop begins after whatever the token brings news of
      return;
    }
    own.found = false;
    const bool white = token == kWhiteToken && !own.black;
    own.black = false;
    if (tid == 0 && white) {
      // (3) relaxed, read by (5): all work was finished at T, and every thread has had the token
      // since, so (2) has carried all results to it already.
      done_.store(true, order::relaxed);
      return;
    }
    own.token.store(kNoToken, order::relaxed); // nobody else looks before (4)
    const unsigned next = tid + 1 == num_ ? 0 : tid + 1;
    // (4) release: synchronizes with the acquire (2) of the next thread. Thread 0 starts a new
    // round, always white.
    slots_[next].token.store(white || tid == 0 ? kWhiteToken : kBlackToken, order::release);
  }

  /// Whether the token waits for the thread's next call: it should look for work once more and
  /// call again at once, because all others wait for the token. Of the thread itself only.
  bool holdsToken(unsigned tid) const { return slots_[tid].found; }

  /// Whether all work is finished. Once true, it stays true until the next initializeThread().
  bool globalTermination() const {
    // (5) relaxed: see (3).
    return done_.load(order::relaxed);
  }

private:
  static constexpr unsigned kNoToken = 0;
  static constexpr unsigned kWhiteToken = 1;
  static constexpr unsigned kBlackToken = 2;

  struct alignas(GALOIS_CACHE_LINE_SIZE) Slot {
    typename Atomics::template Atomic<unsigned> token{kNoToken};
    bool black = true;  // its thread's alone
    bool found = false; // its thread's alone: the last call found the token
  };

  std::unique_ptr<Slot[]> slots_;
  unsigned num_ = 0;
  alignas(GALOIS_CACHE_LINE_SIZE) typename Atomics::template Atomic<bool> done_;
};

/// Termination detection as executors use it: the thread is the caller. Promises as TokenRing's.
class TerminationDetection {
public:
  TerminationDetection() = default;
  TerminationDetection(const TerminationDetection&) = delete;
  TerminationDetection& operator=(const TerminationDetection&) = delete;
  virtual ~TerminationDetection();

  /// For threads 0..num-1 of the next loop. Outside parallel regions.
  virtual void init(unsigned num) = 0;
  /// Every thread, before the loop; then a barrier.
  virtual void initializeThread() = 0;
  /// A thread that found nothing; `workHappened`: it has taken or pushed work since the last call.
  virtual void localTermination(bool workHappened) = 0;
  /// Whether the calling thread keeps others from learning that the loop is done until it looks
  /// for work once more and calls localTermination() again.
  virtual bool holdsToken() const = 0;
  /// Whether the loop is done.
  virtual bool globalTermination() const = 0;
};

/// The detector of the system, set up for threads 0..num-1: one loop at a time. Call it outside
/// parallel regions; the reference is valid for good.
TerminationDetection& getSystemTermination(unsigned num);

} // namespace galois::substrate

#endif
