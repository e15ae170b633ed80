#include "inputs/transform/ContractChains.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/transform/KeepNodes.h"

#include "galois/OrderedWord.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

/// The tails of the arcs into each node, as far as chains need them.
struct ArcsInto {
  explicit ArcsInto(const Graph& graph) : tails(graph.numNodes()), counts(graph.numNodes(), 0) {
    for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
      for (const std::uint32_t head : graph.heads(node)) {
        if (counts[head] < 2) {
          tails[head][counts[head]] = static_cast<std::uint32_t>(node);
        }
        counts[head] += counts[head] < 3 ? 1 : 0;
      }
    }
  }

  std::vector<std::array<std::uint32_t, 2>> tails;
  std::vector<std::uint8_t> counts; ///< at most 3
};

bool isOfChain(const Graph& graph, const ArcsInto& into, std::uint32_t node) {
  const auto heads = graph.heads(node);
  const auto& tails = into.tails[node];
  if (heads.size() != into.counts[node] || heads.empty() || heads.size() > 2) {
    return false;
  }
  const std::uint32_t a = heads[0];
  const std::uint32_t b = heads.size() == 2 ? heads[1] : tails[0];
  const bool same =
      heads.size() == 1 || (tails[0] == a && tails[1] == b) || (tails[0] == b && tails[1] == a);
  return same && a != b && a != node && b != node;
}

/// The sum of some weights, as EdgeListBuilder takes it.
class Sum {
public:
  explicit Sum(const Weights& weights) : weights_(weights) {}

  void add(std::uint64_t arc) {
    const std::uint64_t word = weights_[arc];
    if (weights_.type() == WeightType::kFloat) {
      real_ += weights_.real(word);
    } else if (__builtin_add_overflow(whole_, static_cast<std::int64_t>(word - weights_.zero()),
                                      &whole_)) {
      fail("the weights of a chain add up to more than {}; use smaller weights", INT64_MAX);
    }
  }

  std::uint64_t word() const {
    switch (weights_.type()) {
    case WeightType::kFloat:
      return orderedWord(real_);
    case WeightType::kSigned:
      return static_cast<std::uint64_t>(whole_) + kSignBit<std::uint32_t>;
    default:
      return static_cast<std::uint64_t>(whole_);
    }
  }

private:
  const Weights& weights_;
  std::int64_t whole_ = 0;
  double real_ = 0;
};

} // namespace

void contractChains(Graph& graph) {
  if (graph.weights.empty() && graph.numArcs() > 0) {
    fail("chains are replaced by the sums of their weights, and this graph has none; give weights "
         "with --weights=constant:1");
  }
  std::vector<bool> keep(graph.numNodes(), true);
  std::vector<bool> ofChain(graph.numNodes());
  {
    const ArcsInto into(graph);
    for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
      ofChain[node] = isOfChain(graph, into, static_cast<std::uint32_t>(node));
    }
  }
  EdgeListBuilder arcs(EdgeKind::kArc, graph.weights.type());
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    if (ofChain[node]) {
      continue;
    }
    const auto from = static_cast<std::uint32_t>(node);
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      Sum sum(graph.weights);
      sum.add(arc);
      std::uint32_t before = from;
      std::uint32_t here = graph.dst[arc];
      const bool chain = ofChain[here];
      while (ofChain[here]) {
        keep[here] = false;
        const std::uint64_t first = graph.offsets[here];
        const std::uint64_t next = graph.dst[first] == before ? first + 1 : first;
        sum.add(next);
        before = std::exchange(here, graph.dst[next]);
      }
      if (!chain || here != from) {
        arcs.add(from, here, sum.word());
      }
    }
  }
  // What no other node leads into is a circle.
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    if (!keep[node] || !ofChain[node]) {
      continue;
    }
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      Sum sum(graph.weights);
      sum.add(arc);
      arcs.add(static_cast<std::uint32_t>(node), graph.dst[arc], sum.word());
    }
  }
  Graph rows = arcs.build(graph.numNodes(), "the graph without chains");
  graph.offsets = std::move(rows.offsets);
  graph.dst = std::move(rows.dst);
  graph.weights = std::move(rows.weights);
  keepNodes(graph, keep);
}

} // namespace galois::inputs
