/**
 * Termination detection: when is a parallel loop over a shared worklist done?
 *
 * An empty worklist is not enough: a thread that is still working may push more. The answer here
 * is that of Dijkstra's token ring (Dijkstra, Feijen, van Gasteren, "Derivation of a termination
 * detection algorithm for distributed computations", IPL 1983), with a tree in place of the ring
 * (Topor, "Termination detection for distributed computations", IPL 1984): TerminationTree below.
 * Rounds of questions to all threads at once, whose answers are combined on the way to the root. A
 * round takes as long as the slowest thread needs to answer; a token that goes from thread to
 * thread would wait for each of them in turn, since idle threads sleep.
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
 * A thread takes two such calls to answer: one that learns that the round has begun, and the next
 * one, which answers. So a whole pop lies between the beginning of a round and each thread's
 * answer. Without it, a thread could look into its mailbox, be sent a task, and then say that it
 * has nothing.
 *
 * Why two rounds suffice. A thread's answer is white if it has not worked since its previous
 * answer, and a round is white if all answers are. Suppose a round was white, and let T be the
 * moment when it began. Every thread's previous answer came before T (in the happens-before
 * order, up the tree), and everything of this round after T. Suppose a task x, pushed by j, was
 * unfinished at T. j pushed it before its previous answer, since it has been idle since. At that
 * answer x had been taken, or lay in the mailbox of one thread; let m be the thread that had taken
 * it or was to take it. If m had not taken x at T, then m's pop in the white round found it, and
 * its answer was not white. So m took it before T. Not after its previous answer, or this one would
 * not be white; so before its previous answer, and by (b) it finished x before that answer, hence
 * before T. A contradiction: all was finished at T, and nothing new can come. All threads start
 * black, so the first round only sets the previous answers, and at least one more round decides.
 */
#ifndef GALOIS_SUBSTRATE_TERMINATION_H
#define GALOIS_SUBSTRATE_TERMINATION_H

#include <algorithm>
#include <memory>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

/**
 * The tree, over an atomics policy. Threads with neighbouring numbers share a leaf.
 *
 * Invariant: a round begins when its number is stored in round_, and ends when each thread has
 * answered once. Each thread's answer is added to its leaf; whoever adds the last one to a node has
 * the node to itself, empties it and adds the sum to the parent, and whoever empties the root
 * begins the next round or ends the loop. So nobody is in a node between two rounds. round_
 * alternates between 0 and 1 (a thread misses no round, because that waits for its answer) and
 * becomes kDone once, after all work is finished. Slots are their threads' own.
 *
 * @tparam Fan  children of a node, at most
 */
template <class Atomics = DefaultAtomics, unsigned Fan = 8>
class TerminationTree {
  static_assert(Fan >= 2);

public:
  TerminationTree() : round_(kDone) {}

  /// For threads 0..num-1, num >= 1. While no thread uses it.
  void reinit(unsigned num) {
    if (num == num_) return;
    unsigned numNodes = 0;
    for (unsigned width = num; width > 1 || numNodes == 0; numNodes += width) {
      width = (width + Fan - 1) / Fan;
    }
    auto slots = std::make_unique<Slot[]>(num);
    auto nodes = std::make_unique<Node[]>(numNodes);
    // Level by level; the last node is the root.
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

  /// Every thread calls this before the loop, and all do before any calls anything else (put a
  /// barrier in between, or the start of a region). The last loop may have been broken off.
  void initializeThread(unsigned tid) {
    slots_[tid] = Slot();
    // (1) relaxed: the barrier orders it.
    for (unsigned n = tid; n < numNodes_; n += num_) nodes_[n].answers.store(0, order::relaxed);
    if (tid == 0) round_.store(0, order::relaxed);
  }

  /// See the top of the file for when to call it. Never waits; O(1) but for the last one to answer,
  /// who goes up the tree.
  void localTermination(unsigned tid, bool worked) {
    Slot& own = slots_[tid];
    if (worked) own.black = true;
    if (!own.asked) {
      // (2) acquire: synchronizes with the release (4), so the caller's next pop begins after
      // everything that came before the round.
      own.asked = round_.load(order::acquire) == own.next;
      return;
    }
    const unsigned round = own.next;
    own.asked = false;
    own.next = 1 - round;
    answer(nodes_[tid / Fan], std::exchange(own.black, false), round);
  }

  /// Whether a round waits for the thread's next call: it should look for work once more and call
  /// again at once. Of the thread itself only.
  bool isAwaited(unsigned tid) const { return slots_[tid].asked; }

  /// Whether all work is finished. Once true, it stays true until the next initializeThread().
  bool globalTermination() const {
    // (5) relaxed: all work was finished when the last round began, and (2) has carried all
    // results to every thread since, before it answered.
    return round_.load(order::relaxed) == kDone;
  }

private:
  static constexpr unsigned kDone = 2;
  /// A node counts answers, and from this bit on the black ones.
  static constexpr unsigned kBlack = 1u << 16;
  static_assert(Fan < kBlack);

  struct alignas(GALOIS_CACHE_LINE_SIZE) Node {
    typename Atomics::template Atomic<unsigned> answers{0};
    unsigned size = 0;
    Node* parent = nullptr;
  };
  struct alignas(GALOIS_CACHE_LINE_SIZE) Slot {
    unsigned next = 0;  ///< the round to be answered next
    bool black = true;  ///< has worked since its last answer
    bool asked = false; ///< that round has begun
  };

  void answer(Node& leaf, bool black, unsigned round) {
    for (Node* node = &leaf; node != nullptr; node = node->parent) {
      const unsigned own = black ? kBlack + 1 : 1;
      // (3) acq_rel: synchronizes with itself: the last one to add has acquired what all those
      // below the node released.
      const unsigned sum = node->answers.fetch_add(own, order::acq_rel) + own;
      if (sum % kBlack != node->size) return;
      node->answers.store(0, order::relaxed); // (4) releases it to those who add next
      black = sum >= kBlack;
    }
    // (4) release: synchronizes with the acquire (2) of all threads.
    round_.store(black ? 1 - round : kDone, order::release);
  }

  std::unique_ptr<Slot[]> slots_;
  std::unique_ptr<Node[]> nodes_;
  unsigned num_ = 0;
  unsigned numNodes_ = 0;
  alignas(GALOIS_CACHE_LINE_SIZE) typename Atomics::template Atomic<unsigned> round_;
};

/// Termination detection as executors use it: the thread is the caller. Promises as
/// TerminationTree's.
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
  virtual bool isAwaited() const = 0;
  /// Whether the loop is done.
  virtual bool globalTermination() const = 0;
};

/// The detector of the system, set up for threads 0..num-1: one loop at a time. Call it outside
/// parallel regions; the reference is valid for good.
TerminationDetection& getSystemTermination(unsigned num);

} // namespace galois::substrate

#endif
