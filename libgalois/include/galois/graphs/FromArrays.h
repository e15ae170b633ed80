/**
 * A PackedCSR made from the arrays of compressed sparse rows that other libraries use: offsets, and
 * the destination and weight of each edge in arrays of their own.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/Loops.h"
#include "galois/ParallelSTL.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/PackedCSR.h"

namespace galois::graphs {

/// The memory of a graph, as arrays of bytes.
struct PackedArrays {
  std::span<const std::byte> offsets; ///< of nodes + 1 integers
  std::span<const std::byte> edges;   ///< of PackedEdge
  bool wideOffsets = false;           ///< whether an offset takes 8 bytes instead of 4
};

/// The work behind packArrays() and viewArrays().
/// @tparam Offset  std::uint32_t or std::uint64_t
template <typename Weight, typename Offset>
class ArrayPacker {
public: /// Keeps references to the arrays.
  ArrayPacker(std::span<const Offset> offsets, std::span<const std::uint32_t> targets)
      : offsets_(offsets), targets_(targets) {}

  /// @throws GraphError  when the arrays describe no graph; the text names the first wrong entry
  void check() const {
    check(targets_.size(), [this](std::size_t e) { return targets_[e]; });
  }

  /// Does the same for edges whose destinations are in no array of their own.
  /// @param edges     the number of edges
  /// @param targetOf  returns the destination of an edge
  template <typename TargetOf>
  void check(std::size_t edges, const TargetOf& targetOf) const {
    if (offsets_.empty()) {
      throw GraphError("the offsets are empty: a graph with n nodes has n + 1 of them");
    }
    if (nodes() >= std::numeric_limits<std::uint32_t>::max()) {
      throw GraphError(std::to_string(nodes()) + " nodes are too many for 32-bit ids");
    }
    if (offsets_.front() != 0) {
      throw GraphError("the first offset is " + std::to_string(offsets_.front()) + " instead of 0");
    }
    if (offsets_.back() != edges) {
      throw GraphError("the last offset is " + std::to_string(offsets_.back()) +
                       ", but there are " + std::to_string(edges) + " edges");
    }
    const std::size_t falling =
        firstWhere(nodes(), [&](std::size_t n) { return offsets_[n] > offsets_[n + 1]; });
    if (falling != nodes()) {
      throw GraphError("offset " + std::to_string(falling + 1) + " is less than the one before it");
    }
    const std::size_t outside =
        firstWhere(edges, [&](std::size_t e) { return targetOf(e) >= nodes(); });
    if (outside != edges) {
      throw GraphError("edge " + std::to_string(outside) + " leads to node " +
                       std::to_string(targetOf(outside)) + ", but there are " +
                       std::to_string(nodes()) + " nodes");
    }
  }

  /// @param weights  one per edge; ignored without weights
  template <typename Weights>
  PackedCSR<Weight> pack(const Weights& weights) const {
    PackedCSR<Weight> graph;
    graph.allocate(static_cast<std::uint32_t>(nodes()), targets_.size(), false);
    do_all(
        iterate(std::size_t{0}, nodes()),
        [&](std::size_t n) {
          graph.setOffset(n + 1, offsets_[n + 1]);
          for (std::size_t e = offsets_[n]; e < offsets_[n + 1]; ++e) {
            graph.edges_[e].dst = targets_[e];
            if constexpr (!std::is_void_v<Weight>) {
              graph.edges_[e].weight = weights[e];
            }
          }
        },
        steal());
    return graph;
  }

  /// A graph on the memory of another one.
  static PackedCSR<Weight> viewOf(const PackedCSR<Weight>& graph) {
    PackedCSR<Weight> same;
    same.offset32_ = viewOf(graph.offset32_);
    same.offset64_ = viewOf(graph.offset64_);
    same.edges_ = viewOf(graph.edges_);
    same.wide_ = graph.wide_;
    same.numNodes_ = graph.numNodes_;
    same.numEdges_ = graph.numEdges_;
    same.keeper_ = graph.keeper_;
    return same;
  }

  /// A graph on memory that `keeper` owns.
  static PackedCSR<Weight> adopt(const PackedArrays& arrays,
                                 const std::shared_ptr<const void>& keeper) {
    const std::size_t size = arrays.wideOffsets ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
    const std::size_t offsets = arrays.offsets.size() / size;
    PackedCSR<Weight> graph;
    graph.wide_ = arrays.wideOffsets;
    graph.numNodes_ = static_cast<std::uint32_t>(offsets - 1);
    graph.numEdges_ = arrays.edges.size() / sizeof(PackedEdge<Weight>);
    // Nothing writes to the memory of a PackedCSR once it is filled.
    auto* const memory = const_cast<std::byte*>(arrays.offsets.data());
    if (graph.wide_) {
      graph.offset64_ = LargeArray<std::uint64_t>(memory, offsets);
    } else {
      graph.offset32_ = LargeArray<std::uint32_t>(memory, offsets);
    }
    graph.edges_ = LargeArray<PackedEdge<Weight>>(const_cast<std::byte*>(arrays.edges.data()),
                                                  graph.numEdges_);
    graph.keeper_ = keeper;
    return graph;
  }

  /// The memory of a graph.
  static PackedArrays arraysOf(const PackedCSR<Weight>& graph) {
    const auto bytes = [](const auto& array) { return std::as_bytes(std::span(array)); };
    return {graph.wide_ ? bytes(graph.offset64_) : bytes(graph.offset32_), bytes(graph.edges_),
            graph.wide_};
  }

  /// A graph on the row offsets of another one, with weights of its own.
  template <typename From, typename WeightOf>
  static PackedCSR<Weight> map(const PackedCSR<From>& graph, const WeightOf& weightOf) {
    PackedCSR<Weight> mapped;
    mapped.offset32_ = viewOf(graph.offset32_);
    mapped.offset64_ = viewOf(graph.offset64_);
    mapped.edges_.allocateInterleaved(graph.sizeEdges());
    mapped.wide_ = graph.wide_;
    mapped.numNodes_ = graph.numNodes_;
    mapped.numEdges_ = graph.numEdges_;
    do_all(
        iterate(std::size_t{0}, graph.sizeEdges()),
        [&](std::size_t e) {
          const auto& edge = graph.edges_[e];
          mapped.edges_[e] = {edge.dst, weightOf(edge)};
        },
        steal());
    return mapped;
  }

  /// Returns a graph without weights that refers to the arrays.
  PackedCSR<void> view() const {
    static_assert(sizeof(PackedEdge<void>) == sizeof(std::uint32_t));
    return ArrayPacker<void, Offset>(offsets_, targets_).viewOn(targets_.data(), targets_.size());
  }

  /// Returns a graph that refers to the offsets and to these edges.
  PackedCSR<Weight> view(std::span<const PackedEdge<Weight>> edges) const {
    return viewOn(edges.data(), edges.size());
  }

private:
  template <typename W, typename O>
  friend class ArrayPacker;

  PackedCSR<Weight> viewOn(const void* edges, std::size_t count) const {
    PackedCSR<Weight> graph;
    graph.numNodes_ = static_cast<std::uint32_t>(nodes());
    graph.numEdges_ = count;
    // Nothing writes to the memory of a PackedCSR once it is filled.
    void* const offsets = const_cast<Offset*>(offsets_.data());
    graph.wide_ = sizeof(Offset) == 8;
    if constexpr (sizeof(Offset) == 8) {
      graph.offset64_ = LargeArray<std::uint64_t>(offsets, offsets_.size());
    } else {
      graph.offset32_ = LargeArray<std::uint32_t>(offsets, offsets_.size());
    }
    graph.edges_ = LargeArray<PackedEdge<Weight>>(const_cast<void*>(edges), count);
    return graph;
  }

  /// Nothing writes to the memory of a PackedCSR once it is filled.
  template <typename T>
  static LargeArray<T> viewOf(const LargeArray<T>& array) {
    return LargeArray<T>(const_cast<T*>(array.data()), array.size());
  }

  std::size_t nodes() const { return offsets_.size() - 1; }

  /// Returns the least index below `count` for which `wrong` holds, or `count`. Runs on all active
  /// threads.
  template <typename Predicate>
  static std::size_t firstWhere(std::size_t count, const Predicate& wrong) {
    using Index = boost::counting_iterator<std::size_t>;
    return *ParallelSTL::find_if(Index(0), Index(count), wrong);
  }

  const std::span<const Offset> offsets_;
  const std::span<const std::uint32_t> targets_;
};

/// A graph with the edges of these arrays, copied in parallel. Edges offsets[n] to offsets[n + 1]
/// are those of node n. Call it outside parallel loops. O(nodes + edges).
/// @param weights  one per edge
/// @throws GraphError  when the arrays describe no graph
/// @throws std::bad_alloc
template <typename Weight, typename Offset>
PackedCSR<Weight> packArrays(std::span<const Offset> offsets,
                             std::span<const std::uint32_t> targets,
                             std::span<const Weight> weights) {
  const ArrayPacker<Weight, Offset> packer(offsets, targets);
  packer.check();
  if (weights.size() != targets.size()) {
    throw GraphError(std::to_string(weights.size()) + " weights for " +
                     std::to_string(targets.size()) + " edges");
  }
  return packer.pack(weights);
}

/// A graph without weights that uses the arrays themselves: they must outlive it and not change.
/// Checks them in parallel; call it outside parallel loops.
/// @throws GraphError  when the arrays describe no graph
template <typename Offset>
PackedCSR<void> viewArrays(std::span<const Offset> offsets,
                           std::span<const std::uint32_t> targets) {
  const ArrayPacker<void, Offset> packer(offsets, targets);
  packer.check();
  return packer.view();
}

/// A graph that uses these arrays themselves, of which one has the edges with their weights: they
/// must outlive it and not change. Checks them in parallel; call it outside parallel loops.
/// @throws GraphError  when the arrays describe no graph
template <typename Weight, typename Offset>
PackedCSR<Weight> viewEdges(std::span<const Offset> offsets,
                            std::span<const PackedEdge<Weight>> edges) {
  const ArrayPacker<Weight, Offset> packer(offsets, {});
  packer.check(edges.size(), [edges](std::size_t e) { return edges[e].dst; });
  return packer.view(edges);
}

/// The same graph, on the same memory: `graph` must outlive it.
template <typename Weight>
PackedCSR<Weight> viewOf(const PackedCSR<Weight>& graph) {
  return ArrayPacker<Weight, std::uint64_t>::viewOf(graph);
}

/// Returns the memory of a graph with at least one node. It is valid as long as the graph.
template <typename Weight>
PackedArrays arraysOf(const PackedCSR<Weight>& graph) {
  return ArrayPacker<Weight, std::uint64_t>::arraysOf(graph);
}

/// Returns a graph on the memory of one that arraysOf() has described, or on an equal copy of it. The
/// arrays are not checked. O(1).
/// @param arrays  aligned as their items are
/// @param keeper  owns the memory, and lives as long as the graph and the views of it
template <typename Weight>
PackedCSR<Weight> adoptArrays(const PackedArrays& arrays,
                              const std::shared_ptr<const void>& keeper) {
  return ArrayPacker<Weight, std::uint64_t>::adopt(arrays, keeper);
}

/// The same graph with the weight weightOf(edge) for each edge. It uses the row offsets of `graph`,
/// which must outlive it. Runs on all active threads; call it outside parallel loops.
/// @throws std::bad_alloc
template <typename To, typename From, typename WeightOf>
PackedCSR<To> mapWeights(const PackedCSR<From>& graph, const WeightOf& weightOf) {
  return ArrayPacker<To, std::uint64_t>::map(graph, weightOf);
}

} // namespace galois::graphs
