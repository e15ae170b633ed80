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
 * The nodes that are left are listed anew each time that half of them have gone. So all searches for
 * the nodes of degree k take O(nodes log nodes) time, and O(nodes) per k that no node has.
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
  /// Loops over this many nodes or fewer have one thread, because waking another one takes longer.
  static constexpr std::uint64_t kFew = 256;

  /// @param few  see kFew; tests choose less, so that their small graphs have parallel rounds
  explicit PeelingInRounds(const Problem& problem, std::uint64_t few = kFew)
      : graph_(problem.graph), degrees_(problem.cores), few_(few) {}

  /// Fills in the core numbers. Returns the number of rounds.
  /// @throws galois::substrate::Cancelled
  std::uint64_t run() {
    std::uint64_t rounds = 0, listed = graph_.size(), gone = 0;
    begin();
    for (Core k = 0; gone < graph_.size();) {
      const Found found = findNodesOf(k, listed);
      if (found.count == 0) {
        k = found.nextDegree;
        continue;
      }
      for (std::uint64_t count = found.count; count > 0; ++rounds) {
        gone += count;
        const std::uint64_t after = takeAway(k, count);
        galois::runtime::TaskProgress::countOrThrow(count);
        count = after;
      }
      ++k;
      if (graph_.size() - gone < listed / 2) {
        listAnew(k, listed);
        listed = graph_.size() - gone;
      }
    }
    return rounds;
  }

private:
  struct Found {
    std::uint64_t count; ///< number of nodes of the degree
    Core nextDegree;     ///< the least degree above it
  };

  galois::AtomicRef<Core> degreeOf(Node node) const {
    return galois::AtomicRef<Core>(degrees_[node]);
  }

  /// Calls `function(node)` for all nodes of a bag that has `size`.
  template <typename Function>
  void forEach(const galois::InsertBag<Node>& bag, std::uint64_t size,
               const Function& function) const {
    const galois::substrate::OneActiveThread few(size <= few_);
    galois::do_all(galois::iterate(bag), function, galois::steal(), galois::chunk_size<64>(),
                   galois::no_stats());
  }

  void begin() {
    const galois::substrate::OneActiveThread few(graph_.size() <= few_);
    galois::do_all(
        galois::iterate(std::size_t{0}, graph_.size()),
        [&](std::size_t n) {
          degrees_[n] = static_cast<Core>(graph_.degree(static_cast<Node>(n)));
          left_.push(static_cast<Node>(n));
        },
        galois::no_stats());
  }

  /// Lists the nodes of degree k in round_.
  Found findNodesOf(Core k, std::uint64_t listed) {
    galois::GAccumulator<std::uint64_t> count;
    galois::GReduceMin<Core> next;
    forEach(left_, listed, [&](Node node) {
      if (degrees_[node] == k) {
        round_.push(node);
        count += 1U;
      } else if (degrees_[node] > k) { // nodes of lower degrees have gone
        next.update(degrees_[node]);
      }
    });
    return {count.reduce(), next.reduce()};
  }

  /// Takes the nodes of round_ away, and lists the next round's instead. Returns their number.
  std::uint64_t takeAway(Core k, std::uint64_t count) {
    galois::GAccumulator<std::uint64_t> found;
    forEach(round_, count, [&](Node node) {
      for (const auto& edge : graph_.row(node)) {
        if (degreeOf(edge.dst).load(galois::order::relaxed) <= k) {
          continue;
        }
        const Core before = degreeOf(edge.dst).fetch_sub(1, galois::order::relaxed);
        if (before == k + 1) {
          next_.push(edge.dst);
          found += 1U;
        } else if (before <= k) {
          degreeOf(edge.dst).fetch_add(1, galois::order::relaxed);
        }
      }
    });
    round_.clear();
    std::swap(round_, next_);
    return found.reduce();
  }

  /// Lists the nodes that are left, whose degrees are at least k.
  void listAnew(Core k, std::uint64_t listed) {
    forEach(left_, listed, [&](Node node) {
      if (degrees_[node] >= k) {
        next_.push(node);
      }
    });
    left_.clear();
    std::swap(left_, next_);
  }

  const Graph& graph_;
  galois::LargeArray<Core>& degrees_; ///< the final degrees are the core numbers
  const std::uint64_t few_;
  galois::InsertBag<Node> left_, round_, next_;
};

} // namespace kcore
