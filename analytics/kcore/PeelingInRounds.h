/**
 * Core numbers on all active threads: takes all nodes of the least degree away at once, again and
 * again [Dasari, Desh, Zubair, "ParK: An efficient algorithm for k-core decomposition on multicore
 * processors", Big Data 2014].
 *
 * For each k, the nodes of degree at most k leave in rounds: a round takes away those that the round
 * before has brought down to k. The thread whose subtraction brings a degree from k + 1 to k takes the
 * node into the next round, so one thread does. A subtraction from a degree that is k already is taken
 * back; until then the degree may be too low, but it is at most k, and nobody acts on it. All accesses
 * are relaxed, because a loop ends between two rounds.
 *
 * A search for the nodes of degree k looks at the near nodes: those with degrees in a window of
 * kWindow numbers. A node is listed among them when the window begins or, if it comes near later, by
 * the thread whose subtraction brought it there. All near nodes have gone when the window ends, and
 * then the next window begins with a search among the others. The near nodes are listed anew when
 * half of them have gone. So all searches take O(nodes) time per kWindow numbers k.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "KcoreProblem.h"
#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"

namespace kcore {

/// Takes nodes of a graph away, in rounds.
class PeelingInRounds {
public:
  /// Loops of this many steps or fewer have one thread, because waking another one takes longer. A
  /// node that is looked at is a step, and so is an edge.
  static constexpr std::uint64_t kFew = 4096;

  /// @param few  see kFew; tests choose less, so that their small graphs have parallel rounds
  explicit PeelingInRounds(const Problem& problem, std::uint64_t few = kFew)
      : graph_(problem.graph), degrees_(problem.cores), few_(few) {}

  /// Fills in the core numbers. Returns the number of rounds.
  /// @throws galois::substrate::Cancelled
  std::uint64_t run() {
    std::uint64_t rounds = 0, gone = 0;
    begin();
    for (Core k = 0; gone < graph_.size(); ++k) {
      if (nearLeft_ == 0) {
        k = beginWindow(graph_.size() - gone);
      }
      for (Round round = findNodesOf(k); round.nodes > 0; ++rounds) {
        gone += round.nodes;
        nearLeft_ -= round.nodes;
        const Round after = takeAway(k, round);
        galois::runtime::TaskProgress::countOrThrow(round.nodes);
        round = after;
      }
    }
    return rounds;
  }

private:
  using Bag = galois::InsertBag<Node>;

  static constexpr Core kWindow = 8;
  static constexpr unsigned kNodesPerChunk = 64;
  static constexpr unsigned kRowsPerChunk = 16; ///< of nodes whose edges are looked at

  struct Round {
    std::uint64_t nodes;
    std::uint64_t steps; ///< these nodes and their edges
  };

  galois::AtomicRef<Core> degreeOf(Node node) const {
    return galois::AtomicRef<Core>(degrees_[node]);
  }

  /// Calls `function(node)` for all nodes of a bag, which takes `steps`.
  template <unsigned Chunk, typename Function>
  void forEach(const Bag& bag, std::uint64_t steps, const Function& function) const {
    const galois::substrate::OneActiveThread few(steps <= few_);
    galois::do_all(galois::iterate(bag), function, galois::steal(), galois::chunk_size<Chunk>(),
                   galois::no_stats());
  }

  /// Lists all nodes, with the first window.
  void begin() {
    const galois::substrate::OneActiveThread few(graph_.size() <= few_);
    end_ = kWindow;
    galois::do_all(
        galois::iterate(std::size_t{0}, graph_.size()),
        [&](std::size_t n) {
          degrees_[n] = static_cast<Core>(graph_.degree(static_cast<Node>(n)));
          list(static_cast<Node>(n), far_);
        },
        galois::no_stats());
    nearListed_ = nearLeft_ = taken(cameNear_);
  }

  /// Lists a node among the near ones, or in `far`.
  void list(Node node, Bag& far) {
    if (degrees_[node] < end_) {
      near_.push(node);
      cameNear_ += 1U;
    } else {
      far.push(node);
    }
  }

  /// Begins the next window that has a node, when no node is near and `left` nodes are left. Returns
  /// the first number of the window.
  Core beginWindow(std::uint64_t left) {
    Core first = end_; // no degree is less
    near_.clear();
    while (nearLeft_ == 0) {
      galois::GReduceMin<Core> least;
      end_ = first + kWindow;
      forEach<kNodesPerChunk>(far_, left, [&](Node node) {
        if (degrees_[node] >= first) { // otherwise it has gone
          least.update(degrees_[node]);
          list(node, next_);
        }
      });
      replace(far_);
      nearListed_ = nearLeft_ = taken(cameNear_);
      first = nearLeft_ > 0 ? first : least.reduce();
    }
    return first;
  }

  /// Lists the nodes of degree k in round_.
  Round findNodesOf(Core k) {
    const bool anew = nearLeft_ < nearListed_ / 2;
    forEach<kNodesPerChunk>(near_, nearListed_, [&](Node node) {
      if (degrees_[node] == k) {
        round_.push(node);
        count(node);
      } else if (anew && degrees_[node] > k) { // nodes of lower degrees have gone
        next_.push(node);
      }
    });
    const Round found{taken(nodes_), taken(steps_)};
    if (anew) {
      replace(near_);
      nearListed_ = nearLeft_ - found.nodes;
    }
    return found;
  }

  /// Takes the nodes of round_ away, and lists the next round's instead.
  Round takeAway(Core k, const Round& round) {
    forEach<kRowsPerChunk>(round_, round.steps, [&](Node node) {
      for (const auto& edge : graph_.row(node)) {
        if (degreeOf(edge.dst).load(galois::order::relaxed) <= k) {
          continue;
        }
        const Core before = degreeOf(edge.dst).fetch_sub(1, galois::order::relaxed);
        if (before <= k) {
          degreeOf(edge.dst).fetch_add(1, galois::order::relaxed);
          continue;
        }
        if (before == end_) {
          near_.push(edge.dst);
          cameNear_ += 1U;
        }
        if (before == k + 1) {
          next_.push(edge.dst);
          count(edge.dst);
        }
      }
    });
    replace(round_);
    const std::uint64_t came = taken(cameNear_);
    nearListed_ += came;
    nearLeft_ += came;
    return {taken(nodes_), taken(steps_)};
  }

  /// Makes a node part of the round that is listed.
  void count(Node node) {
    nodes_ += 1U;
    steps_ += 1U + graph_.degree(node);
  }

  /// Puts what next_ lists in the place of a bag.
  void replace(Bag& bag) {
    bag.clear();
    std::swap(bag, next_);
  }

  /// Returns a sum, which begins anew.
  static std::uint64_t taken(galois::GAccumulator<std::uint64_t>& sum) {
    const std::uint64_t value = sum.reduce();
    sum.reset();
    return value;
  }

  const Graph& graph_;
  galois::LargeArray<Core>& degrees_; ///< the final degrees are the core numbers
  const std::uint64_t few_;
  Core end_ = 0;                 ///< nodes with lower degrees are near
  std::uint64_t nearListed_ = 0; ///< nodes in near_
  std::uint64_t nearLeft_ = 0;   ///< those of them that are left
  Bag far_;                      ///< when the window began, the nodes that were not near
  Bag near_, round_, next_;
  galois::GAccumulator<std::uint64_t> nodes_, steps_; ///< of the round that is listed
  galois::GAccumulator<std::uint64_t> cameNear_;
};

} // namespace kcore
