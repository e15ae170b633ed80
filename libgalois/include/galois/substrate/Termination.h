/**
 * Termination detection: decides when a parallel loop over a shared worklist is done.
 *
 * An empty worklist is not sufficient, since a thread that is still working may push more tasks.
 * TerminationTree below is Dijkstra's token ring with a tree in place of the ring. See Dijkstra,
 * Feijen, van Gasteren, "Derivation of a termination detection algorithm for distributed
 * computations" (IPL 1983), and Topor, "Termination detection for distributed computations" (IPL
 * 1984). It works in rounds. In each round all threads answer concurrently, and the answers are
 * combined on the way to the root. So a round takes as long as the slowest answer. A token would
 * wait for every thread in turn, and idle threads sleep.
 *
 * Requirements on the scheduler. A thread calls localTermination(worked) only after its own pop
 * returned nothing, where
 *   (a) pop returns nothing only if every task that this thread pushed has been taken by some
 *       thread, or was sent to one other thread. So pop searches all buffers that hold this
 *       thread's own pushes. A pop that the receiver of a task begins after the push finds that
 *       task; and
 *   (b) `worked` is true if the thread has taken, pushed or moved any task since its last such call.
 *       A thread that has taken or claimed a task finishes it, or sends it to one other thread, before
 *       it calls.
 * Nothing else is required of the order in which tasks are taken, as long as each is taken once.
 *
 * A thread needs two such calls to answer: the first one learns that the round has begun, and the
 * next one answers. So a whole pop lies between the beginning of a round and each thread's answer.
 * Without it, a thread could check its mailbox, be sent a task, and then answer that it has no
 * work.
 *
 * Correctness. A thread's answer is white if it has not worked since its previous answer, and black
 * otherwise. A round is white if all its answers are white. The loop ends after a white round. Let
 * T be the moment at which a white round began. In the happens-before order (up the tree), every
 * thread's previous answer precedes T and everything of this round follows T. Suppose that a task
 * x, pushed by thread j, was unfinished at T. Since its previous answer j has not worked, so j
 * pushed x before that answer. At that answer x had been taken or was in the mailbox of one thread;
 * let m be the thread that had taken it or was to take it. If m had not taken x before T, its pop
 * in the white round found x, and its answer was black: a contradiction. So m took x before T. If m
 * took x after its previous answer, this answer was black: a contradiction. So m took x before its
 * previous answer. By (b) it also finished x before that answer, hence before T: a contradiction.
 * So all tasks were finished at T, and none can be created later. All threads start black, so at
 * least two rounds are needed: the first one only establishes the previous answers.
 */
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

/**
 * The tree, over an atomics policy. Threads with neighbouring ids share a leaf.
 *
 * Invariant: a round begins when its number is stored in round_, and ends when each thread has
 * answered once. Each thread adds its answer to its leaf. The thread that adds the last answer to a
 * node then has exclusive access to it: it resets the node and adds the sum to the parent. The
 * thread that resets the root begins the next round or ends the loop. So no thread accesses a node
 * between two rounds. round_ alternates between 0 and 1, which is sufficient because a round waits
 * for the answers of all threads. It becomes kDone once, after all work is finished. Each slot is
 * accessed by its thread only.
 *
 * @tparam Fan  maximum number of children of a node
 */
template <class Atomics = DefaultAtomics, unsigned Fan = 8>
class TerminationTree {
  static_assert(Fan >= 2);

public:
  TerminationTree() : round_(kDone) {}

  /// Sets the tree up for threads 0..num-1, num >= 1. Must not be called while a thread uses it.
  void reinit(unsigned num) {
    if (num == num_) {
      return;
    }
    unsigned numNodes = 0;
    for (unsigned width = num; width > 1 || numNodes == 0; numNodes += width) {
      width = (width + Fan - 1) / Fan;
    }
    auto slots = std::make_unique<Slot[]>(num);
    auto nodes = std::make_unique<Node[]>(numNodes);
    // Lay out the levels from the leaves up; the last node is the root.
    for (unsigned first = 0, below = num; first < numNodes;) {
      const unsigned width = (below + Fan - 1) / Fan;
      for (unsigned i = 0; i < width; ++i) {
        nodes[first + i].size = std::min(Fan, below - i * Fan);
        nodes[first + i].parent = width == 1 ? nullptr : &nodes[first + width + i / Fan];
      }
      first += width;
      below = width;
    }
    slots_ = std::move(slots);
    nodes_ = std::move(nodes);
    num_ = num;
    numNodes_ = numNodes;
  }

  /// Resets the thread's part of the tree. Every thread calls it before the loop, and no thread may
  /// call any other function before all have. A barrier or the start of a region can ensure this.
  /// The previous loop may have ended early.
  void initializeThread(unsigned tid) {
    slots_[tid] = Slot();
    // (1) relaxed: the barrier orders it.
    for (unsigned n = tid; n < numNodes_; n += num_) {
      nodes_[n].answers.store(0, order::relaxed);
    }
    if (tid == 0) {
      round_.store(0, order::relaxed);
    }
  }

  /// Answers a round, if one waits for this thread. The comment at the top of the file says when to
  /// call it. Never waits. O(1), except that the last thread to answer goes up the tree.
  void localTermination(unsigned tid, bool worked) {
    Slot& own = slots_[tid];
    if (worked) {
      own.black = true;
    }
    if (!own.asked) {
      // (2) acquire: synchronizes with the release (4), so the caller's next pop begins after
      // everything that happened before the round.
      own.asked = round_.load(order::acquire) == own.next;
      return;
    }
    const unsigned round = own.next;
    own.asked = false;
    own.next = 1 - round;
    answer(nodes_[tid / Fan], std::exchange(own.black, false), round);
  }

  /// Returns whether a round waits for this thread. It should then search for work once more and
  /// call localTermination() again at once. Only the thread itself may call it.
  bool isAwaited(unsigned tid) const { return slots_[tid].asked; }

  /// Returns whether all work is finished. Once true, it stays true until the next
  /// initializeThread().
  bool globalTermination() const {
    // (5) relaxed: all work was finished when the last round began, and every thread has acquired
    // all results by (2) before it answered.
    return round_.load(order::relaxed) == kDone;
  }

private:
  static constexpr unsigned kDone = 2;
  /// A node counts answers in its low bits, and black answers from this bit on.
  static constexpr unsigned kBlack = 1u << 16;
  static_assert(Fan < kBlack);

  struct alignas(kCacheLineSize) Node {
    typename Atomics::template Atomic<unsigned> answers{0};
    unsigned size = 0;
    Node* parent = nullptr;
  };
  struct alignas(kCacheLineSize) Slot {
    unsigned next = 0;  ///< the round that the thread answers next
    bool black = true;  ///< the thread has worked since its last answer
    bool asked = false; ///< the thread has seen that the round has begun
  };

  void answer(Node& leaf, bool black, unsigned round) {
    for (Node* node = &leaf; node != nullptr; node = node->parent) {
      const unsigned own = black ? kBlack + 1 : 1;
      // (3) acq_rel: synchronizes with itself: the last thread to add acquires what all threads
      // below the node released.
      const unsigned sum = node->answers.fetch_add(own, order::acq_rel) + own;
      if (sum % kBlack != node->size) {
        return;
      }
      node->answers.store(0, order::relaxed); // (4) releases it to the threads that add next
      black = sum >= kBlack;
    }
    // (4) release: synchronizes with the acquire (2) of all threads.
    round_.store(black ? 1 - round : kDone, order::release);
  }

  std::unique_ptr<Slot[]> slots_;
  std::unique_ptr<Node[]> nodes_;
  unsigned num_ = 0;
  unsigned numNodes_ = 0;
  alignas(kCacheLineSize) typename Atomics::template Atomic<unsigned> round_;
};

/// The interface that executors use, in which the calling thread is implicit. It gives the same
/// guarantees as TerminationTree.
class TerminationDetection {
public:
  TerminationDetection() = default;
  TerminationDetection(const TerminationDetection&) = delete;
  TerminationDetection& operator=(const TerminationDetection&) = delete;
  virtual ~TerminationDetection();

  /// Prepares for a loop on threads 0..num-1. Must be called outside parallel regions.
  virtual void init(unsigned num) = 0;
  /// Resets the calling thread's part. Every thread calls it before the loop, followed by a
  /// barrier.
  virtual void initializeThread() = 0;
  /// Reports that the calling thread found no work.
  /// @param workHappened  whether it has taken or pushed work since its last call
  virtual void localTermination(bool workHappened) = 0;
  /// Returns whether termination detection waits for the calling thread, which should then search
  /// for work once more and call localTermination() again.
  virtual bool isAwaited() const = 0;
  /// Returns whether the loop is done.
  virtual bool globalTermination() const = 0;
};

/// Returns the detector of the system, set up for threads 0..num-1. It serves one loop at a time.
/// Call it outside parallel regions; the reference is always valid.
TerminationDetection& getSystemTermination(unsigned num);

} // namespace galois::substrate
