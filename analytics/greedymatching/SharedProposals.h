/** The memory of Proposals.h for a problem, and what its algorithms do before and after. */
#pragma once

#include <cstddef>
#include <cstdint>

#include "GreedyMatchingProblem.h"
#include "Proposals.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Galois.h"
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
    forEachNode([&](Node node) { protocol_.begin(node); });
  }
  SharedProposals(const SharedProposals&) = delete;
  SharedProposals& operator=(const SharedProposals&) = delete;

  const Protocol& protocol() const { return protocol_; }
  /// Fills in the matching, when there are no tasks.
  void finish() const {
    forEachNode([&](Node node) { problem_.partners[node] = protocol_.partner(node); });
  }

private:
  template <typename Function>
  void forEachNode(const Function& function) const {
    const std::size_t size = problem_.graph.size();
    const lonestar::OneThreadIfSmall few(size);
    galois::do_all(galois::iterate(std::size_t{0}, size),
                   [&](std::size_t n) { function(static_cast<Node>(n)); });
  }

  const Problem<Weight>& problem_;
  galois::LargeArray<std::uint64_t> words_;
  const Protocol protocol_;
};

} // namespace greedymatching
