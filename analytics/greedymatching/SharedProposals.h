/** The memory of Proposals.h for a problem, and what its algorithms do before and after. */
#pragma once

#include <cstdint>

#include "GreedyMatchingProblem.h"
#include "Proposals.h"
#include "analytics/graphs/ForEachNode.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"

namespace greedymatching {

/// The proposals of the nodes of a problem, none of which is made at first.
template <typename Weight>
class SharedProposals {
  struct Keys {
    const EdgeOrder* order;
    template <typename Edge>
    std::uint32_t operator()(Node node, const Edge& edge) const {
      return order->key(node, edge.dst, weightOf(edge));
    }
  };
  struct Words {
    galois::LargeArray<std::uint64_t>* words;
    galois::AtomicRef<std::uint64_t> operator()(Node node) const {
      return galois::AtomicRef<std::uint64_t>((*words)[node]);
    }
  };

public:
  using Protocol = internal::Proposals<lonestar::UndirectedGraph<Weight>, Keys, Words>;

  explicit SharedProposals(const Problem<Weight>& problem)
      : problem_(problem), protocol_(problem.graph, Keys{&problem.order}, Words{&words_}) {
    words_.allocateInterleaved(problem.graph.size());
    lonestar::forEachNode(problem.graph.size(), [&](Node node) { protocol_.begin(node); });
  }
  SharedProposals(const SharedProposals&) = delete;
  SharedProposals& operator=(const SharedProposals&) = delete;

  const Protocol& protocol() const { return protocol_; }
  /// Fills in the matching, when there are no tasks.
  void finish() const {
    lonestar::forEachNode(problem_.graph.size(),
                          [&](Node node) { problem_.partners[node] = protocol_.partner(node); });
  }

private:
  const Problem<Weight>& problem_;
  galois::LargeArray<std::uint64_t> words_;
  const Protocol protocol_;
};

} // namespace greedymatching
