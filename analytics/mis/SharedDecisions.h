/** The memory of NodeDecisions.h for a problem, and what its algorithms do before and after. */
#pragma once

#include <cstdint>

#include "MisProblem.h"
#include "NodeDecisions.h"
#include "analytics/graphs/ForEachNode.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Prefetch.h"

namespace mis {

/// The decisions about the nodes of a problem, none of which is made at first.
class SharedDecisions {
  struct Words {
    galois::LargeArray<std::uint32_t>* words;
    galois::AtomicRef<std::uint32_t> operator()(Node node) const {
      return galois::AtomicRef<std::uint32_t>((*words)[node]);
    }
  };
  struct Links {
    galois::LargeArray<Node>* links;
    Node& operator()(Node node) const { return (*links)[node]; }
  };

public:
  using Decisions = internal::NodeDecisions<Graph, NodeOrder, Words, Links>;

  explicit SharedDecisions(const Problem& problem)
      : problem_(problem),
        decisions_(problem.graph, problem.order, Words{&words_}, Links{&links_}) {
    words_.allocateInterleaved(problem.graph.size());
    links_.allocateInterleaved(problem.graph.size());
    lonestar::forEachNode(problem.graph.size(), [&](Node node) { decisions_.begin(node); });
  }
  SharedDecisions(const SharedDecisions&) = delete;
  SharedDecisions& operator=(const SharedDecisions&) = delete;

  const Decisions& decisions() const { return decisions_; }
  void prefetch(Node node) const { galois::substrate::prefetchToRead(&words_[node]); }
  /// Fills in the set, when there are no tasks.
  void finish() const {
    lonestar::forEachNode(problem_.graph.size(), [&](Node node) {
      problem_.members[node] = decisions_.isMember(node) ? 1 : 0;
    });
  }

private:
  const Problem& problem_;
  galois::LargeArray<std::uint32_t> words_;
  galois::LargeArray<Node> links_;
  const Decisions decisions_;
};

} // namespace mis
