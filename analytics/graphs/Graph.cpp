#include "galois/analytics/Graph.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "analytics/graphs/KeyedGraph.h"
#include "analytics/graphs/Leaves.h"
#include "analytics/graphs/PathWeights.h"
#include "analytics/graphs/Reverses.h"
#include "analytics/graphs/UndirectedGraph.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "galois/Loops.h"
#include "galois/Reduction.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Session.h"
#include "galois/graphs/FromArrays.h"
#include "galois/graphs/GraphError.h"
#include "galois/graphs/Transpose.h"
#include "galois/substrate/Charge.h"

namespace galois::analytics {

namespace {

/// Returns what `make` returns where calls run. A GraphError becomes InvalidGraph.
template <typename Make>
auto checked(const Make& make) {
  std::optional<decltype(make())> made;
  try {
    Session::get().run([&] { made.emplace(make()); });
  } catch (const graphs::GraphError& error) {
    throw InvalidGraph(error.what());
  }
  return std::move(*made);
}

} // namespace

template <typename W>
Graph<W>::Graph(Rows rows) : state_(std::make_shared<State>(std::move(rows))) {}

template <typename W>
Graph<W>::Graph(Rows rows, const KnownFacts<W>& known) : Graph(std::move(rows)) {
  state_->symmetric = known.symmetric;
  if constexpr (!std::is_void_v<W>) {
    state_->weights = known.weights;
  }
}

template <typename W>
KnownFacts<W> Graph<W>::known() const {
  KnownFacts<W> known;
  known.symmetric = state_->symmetric;
  if constexpr (!std::is_void_v<W>) {
    known.weights = state_->weights;
  }
  return known;
}

template <typename W>
template <typename V>
requires(!std::is_void_v<V>) Graph<W> Graph<W>::pack(
    std::span<const std::uint64_t> offsets, std::span<const Node> targets,
    std::span<const std::type_identity_t<V>> weights) {
  return checked([&] { return Graph(graphs::packArrays(offsets, targets, weights)); });
}

template <typename W>
Graph<W> Graph<W>::borrow(std::span<const std::uint64_t> offsets,
                          std::span<const Node> targets) requires(std::is_void_v<W>) {
  return checked([&] { return Graph(graphs::viewArrays(offsets, targets)); });
}

template <typename W>
Graph<W> Graph<W>::borrow(std::span<const std::uint32_t> offsets,
                          std::span<const Node> targets) requires(std::is_void_v<W>) {
  return checked([&] { return Graph(graphs::viewArrays(offsets, targets)); });
}

template <typename W>
const WeightSummary<W>& Graph<W>::weights() const requires(!std::is_void_v<W>) {
  Session::get().run([this] {
    const lonestar::OneThreadIfSmall few(size() + sizeEdges());
    summarizeWeights();
  });
  return *state_->weights;
}

namespace {

/// Returns the first node with a weight that paths cannot use. There is one.
template <typename Rows>
Node firstWithRefusedWeight(const Rows& rows) {
  return *std::find_if(rows.begin(), rows.end(), [&](Node node) {
    const auto row = rows.edges(node);
    return !std::all_of(row.begin(), row.end(),
                        [](const auto& edge) { return lonestar::isPathWeight(edge.weight); });
  });
}

} // namespace

template <typename W>
void Graph<W>::summarizeWeights() const requires(!std::is_void_v<W>) {
  if (!state_->weights) {
    // Integers without a sign are all usable.
    constexpr bool kMayBeRefused = std::is_floating_point_v<W>;
    const Rows& rows = state_->rows;
    const auto edges = rows.edges();
    GReduceMax<W> greatest;
    GAccumulator<double> sum;
    GReduceLogicalOr refused; // there is a weight that paths cannot use
    constexpr std::size_t kBlock = std::size_t{1} << 14;
    do_all(iterate(std::size_t{0}, (rows.sizeEdges() + kBlock - 1) / kBlock),
           [&](std::size_t block) {
             const std::size_t first = block * kBlock;
             const std::size_t last = std::min(rows.sizeEdges(), first + kBlock);
             substrate::charge(substrate::Work::kEdge, last - first);
             W here = 0;
             double total = 0;
             [[maybe_unused]] bool usable = true;
             for (std::size_t e = first; e < last; ++e) {
               const W weight = edges.begin()[e].weight;
               here = std::max(here, weight);
               total += static_cast<double>(weight);
               if constexpr (kMayBeRefused) {
                 usable &= lonestar::isPathWeight(weight);
               }
             }
             greatest.update(here);
             sum += total;
             if constexpr (kMayBeRefused) {
               refused.update(!usable);
             }
           });
    if constexpr (kMayBeRefused) {
      if (refused.reduce()) {
        throw InvalidGraph(lonestar::refusedWeight(rows, firstWithRefusedWeight(rows),
                                                   [](W weight) { return weight; }));
      }
    }
    WeightSummary<W> summary;
    if (rows.sizeEdges() > 0) {
      summary.greatest = greatest.reduce();
      summary.mean = sum.reduce() / static_cast<double>(rows.sizeEdges());
    }
    state_->weights = summary;
  }
}

template <typename W>
const typename Graph<W>::Tiles& Graph<W>::tiles(std::size_t edges) const {
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(size() + sizeEdges());
    if (!state_->tiles || state_->tiles->edges != edges) {
      const lonestar::Stopwatch clock;
      state_->tiles.emplace(Tiles{graphs::EdgeTiles<Rows>(state_->rows, edges), edges});
      state_->tiles->seconds = clock.seconds();
    }
  });
  return *state_->tiles;
}

template <typename W>
const typename Graph<W>::Rows& Graph<W>::transpose() const {
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(size() + sizeEdges());
    if (!state_->transpose) {
      state_->transpose = graphs::transpose(state_->rows);
    }
  });
  return *state_->transpose;
}

template <typename W>
lonestar::UndirectedGraph<W>& Graph<W>::undirected() const
    requires(std::is_void_v<W> || std::is_same_v<W, std::uint32_t>) {
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(size() + sizeEdges());
    if (!state_->undirected) {
      state_->undirected =
          std::make_shared<lonestar::UndirectedGraph<W>>(graphs::viewOf(state_->rows));
    }
    state_->undirected->sortRows();
  });
  return *state_->undirected;
}

template <typename W>
lonestar::KeyedGraph<W>& Graph<W>::keyed() const requires(!std::is_same_v<W, std::uint32_t>) {
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(size() + sizeEdges());
    if (!state_->keyed) {
      state_->keyed = std::make_shared<lonestar::KeyedGraph<W>>(state_->rows);
    }
  });
  return *state_->keyed;
}

template <typename W>
bool Graph<W>::symmetric() const {
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(size() + sizeEdges());
    if (!state_->symmetric) {
      state_->symmetric = lonestar::isSymmetric(state_->rows);
    }
  });
  return *state_->symmetric;
}

template <typename W>
const lonestar::Leaves& Graph<W>::leaves() const {
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(size() + sizeEdges());
    if (!state_->leaves) {
      state_->leaves = std::make_shared<const lonestar::Leaves>(state_->rows);
    }
  });
  return *state_->leaves;
}

// Members are instantiated one by one, because some exist for some types of weights only.
#define GALOIS_ANALYTICS_GRAPH(W)                                                                  \
  template Graph<W>::Graph(Rows, const KnownFacts<W>&);                                            \
  template KnownFacts<W> Graph<W>::known() const;                                                  \
  template Graph<W>::Graph(Rows);                                                                  \
  template const Graph<W>::Tiles& Graph<W>::tiles(std::size_t) const;                              \
  template const Graph<W>::Rows& Graph<W>::transpose() const;                                      \
  template bool Graph<W>::symmetric() const;                                                       \
  template const lonestar::Leaves& Graph<W>::leaves() const;
#define GALOIS_ANALYTICS_WEIGHTED_GRAPH(W)                                                         \
  GALOIS_ANALYTICS_GRAPH(W)                                                                        \
  template const WeightSummary<W>& Graph<W>::weights() const;                                      \
  template Graph<W> Graph<W>::pack(std::span<const std::uint64_t>, std::span<const Node>,          \
                                   std::span<const W>);
GALOIS_ANALYTICS_GRAPH(void)
GALOIS_ANALYTICS_WEIGHTED_GRAPH(std::uint32_t)
GALOIS_ANALYTICS_WEIGHTED_GRAPH(std::uint64_t)
GALOIS_ANALYTICS_WEIGHTED_GRAPH(double)
template Graph<void> Graph<void>::borrow(std::span<const std::uint64_t>, std::span<const Node>);
template Graph<void> Graph<void>::borrow(std::span<const std::uint32_t>, std::span<const Node>);
template lonestar::UndirectedGraph<void>& Graph<void>::undirected() const;
template lonestar::UndirectedGraph<std::uint32_t>& Graph<std::uint32_t>::undirected() const;
template lonestar::KeyedGraph<void>& Graph<void>::keyed() const;
template lonestar::KeyedGraph<std::uint64_t>& Graph<std::uint64_t>::keyed() const;
template lonestar::KeyedGraph<double>& Graph<double>::keyed() const;
#undef GALOIS_ANALYTICS_WEIGHTED_GRAPH
#undef GALOIS_ANALYTICS_GRAPH

} // namespace galois::analytics
