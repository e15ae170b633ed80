/**
 * Label propagation in rounds. A round has two loops over the nodes. The first finds the new label of
 * each node in the present ones of its neighbours. The second writes the labels that differ. If few of
 * them do, it also marks their neighbours, and the next round looks at these alone.
 *
 * A mark is set by any number of threads, and is relaxed: the end of a loop publishes it.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "LabelCounts.h"
#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/Reduction.h"
#include "galois/graphs/PackedCSR.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"

namespace cdlp {

using Node = std::uint32_t;
using Rows = galois::graphs::PackedCSR<void>;

class Rounds {
public:
  /// @param inEdges  the reversed edges; null if every edge has its reverse
  /// @param labels   the first labels, which rounds change
  Rounds(const Rows& rows, const Rows* inEdges, std::span<Node> labels)
      : rows_(rows), inEdges_(inEdges), labels_(labels) {
    next_.allocateInterleaved(rows.size());
    marked_.allocateInterleaved(rows.size());
    forEachNode([&](Node node) { marked_[node] = 0; });
  }

  /// Performs a round. Returns the number of labels that have changed: if there is none, no further
  /// round would change any.
  std::uint64_t run() {
    galois::GAccumulator<std::uint64_t> changed, looked;
    forEachNode([&](Node node) {
      next_[node] = labels_[node];
      if (all_ || marked_[node] != 0) {
        marked_[node] = 0;
        const std::size_t degree =
            rows_.getDegree(node) + (inEdges_ ? inEdges_->getDegree(node) : 0);
        if (degree > 0) {
          next_[node] = labelAround(node, degree);
          looked += degree;
          changed += next_[node] != labels_[node] ? 1U : 0U;
        }
      }
    });
    const std::uint64_t count = changed.reduce();
    looked_ += looked.reduce();
    all_ = count > rows_.size() / kFew;
    forEachNode([&](Node node) {
      if (next_[node] != labels_[node]) {
        labels_[node] = next_[node];
        if (!all_) {
          mark(rows_, node);
          if (inEdges_ != nullptr) {
            mark(*inEdges_, node);
          }
        }
      }
    });
    return count;
  }

  /// The number of labels that all rounds have looked at.
  std::uint64_t looked() const { return looked_; }

private:
  /// If at most one label in so many changes, neighbours are marked.
  static constexpr std::size_t kFew = 4;

  template <typename Visit>
  void forEachNode(const Visit& visit) const {
    galois::do_all(
        galois::iterate(std::size_t{0}, rows_.size()),
        [&](std::size_t node) { visit(static_cast<Node>(node)); }, galois::steal(),
        galois::chunk_size<64>(), galois::no_stats());
  }

  Node labelAround(Node node, std::size_t degree) {
    LabelCounts& counts = *counts_.getLocal();
    counts.begin(degree);
    for (const auto& edge : rows_.edges(node)) {
      counts.add(labels_[edge.dst]);
    }
    if (inEdges_ != nullptr) {
      for (const auto& edge : inEdges_->edges(node)) {
        counts.add(labels_[edge.dst]);
      }
    }
    return counts.mostFrequent();
  }

  void mark(const Rows& rows, Node node) {
    for (const auto& edge : rows.edges(node)) {
      galois::AtomicRef<std::uint8_t>(marked_[edge.dst]).store(1, galois::order::relaxed);
    }
  }

  const Rows& rows_;
  const Rows* const inEdges_;
  const std::span<Node> labels_;
  galois::LargeArray<Node> next_;
  galois::LargeArray<std::uint8_t> marked_; ///< a neighbour has changed; all 0 while all_
  bool all_ = true;                         ///< the next round looks at all nodes
  std::uint64_t looked_ = 0;
  galois::substrate::PerThreadStorage<LabelCounts> counts_;
};

} // namespace cdlp
