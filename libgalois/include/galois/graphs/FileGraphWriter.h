/**
 * Builds a FileGraph edge by edge, in two passes over the edges.
 *
 *     FileGraphWriter w;
 *     w.setNumNodes(n);
 *     w.setNumEdges<Weight>(m);
 *     w.phase1();
 *     for (edge) w.incrementDegree(edge.src);
 *     w.phase2();
 *     for (edge) w.addNeighbor<Weight>(edge.src, edge.dst, edge.weight);
 *     w.finish();
 *     w.toFile("out.gr");
 *
 * The edges of a row stay in the order in which they were added. Not thread-safe.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "galois/graphs/FileGraph.h"

namespace galois::graphs {

/// A FileGraph under construction, which is a usable FileGraph after finish(). The calls must come
/// in the order shown above. A count that does not match the announced number throws GraphError.
class FileGraphWriter : public FileGraph {
public:
  /// Announces the number of nodes, which are numbered from 0.
  void setNumNodes(std::uint64_t n) { nodes_ = n; }
  /// Announces the number of edges and the type of their data.
  template <typename EdgeTy>
  void setNumEdges(std::uint64_t m) {
    static_assert(std::is_void_v<EdgeTy> || std::is_trivially_copyable_v<EdgeTy>);
    setNumEdges(m);
    setSizeofEdgeData(internal::kSizeOrZero<EdgeTy>);
  }
  void setNumEdges(std::uint64_t m) { edges_ = m; } ///< announces the number of edges
  /// Announces the number of bytes of data per edge, for callers that know the type only at run
  /// time.
  void setSizeofEdgeData(std::size_t bytes) { dataSize_ = bytes; }

  /// Allocates memory for the degrees.
  /// @throws std::bad_alloc if there is not enough memory
  void phase1();
  /// Announces `delta` more edges of node `id`.
  void incrementDegree(std::uint64_t id, std::uint64_t delta = 1);
  /// Lays out the rows.
  /// @throws GraphError if the degrees do not add up to the announced number of edges, or if there
  ///         is not enough memory
  void phase2();
  /// Adds an edge.
  /// @return its index in the array that finish<EdgeTy>() returns
  /// @throws GraphError if a node does not exist or src already has all its announced edges
  std::size_t addNeighbor(std::uint64_t src, std::uint64_t dst);
  /// Adds an edge with its data.
  template <typename EdgeTy>
  std::size_t addNeighbor(std::uint64_t src, std::uint64_t dst, const EdgeTy& data) {
    assert(sizeof(EdgeTy) == dataSize_);
    const std::size_t slot = addNeighbor(src, dst);
    std::memcpy(edgeBytes() + slot * sizeof(EdgeTy), &data, sizeof(EdgeTy));
    return slot;
  }
  /// Ends the construction.
  /// @return the edge data, entry i for edge i, which the caller may fill in or change
  /// @throws GraphError if an announced edge was not added
  template <typename EdgeTy>
  EdgeTy* finish() {
    finish();
    return static_cast<EdgeTy*>(static_cast<void*>(edgeBytes()));
  }
  void finish(); ///< the same, without edge data

private:
  std::uint64_t nodes_ = 0;
  std::uint64_t edges_ = 0;
  std::uint64_t dataSize_ = 0;
  std::vector<std::uint64_t> next_; ///< phase 1: degree of each node; phase 2: its next free slot
};

namespace internal {

/// Adds edge `e` of `in` to `w` as (src, dst), with its data if there is any.
template <typename EdgeTy>
void copyEdge(const FileGraph& in, FileGraph::edge_iterator e, std::uint64_t src, std::uint64_t dst,
              FileGraphWriter& w) {
  if constexpr (std::is_void_v<EdgeTy>) {
    w.addNeighbor(src, dst);
  } else {
    w.addNeighbor<EdgeTy>(src, dst, in.getEdgeData<EdgeTy>(e));
  }
}

/// Checks that P is a permutation of the nodes of `in`.
/// @throws GraphError if it is not
template <typename Permutation>
void checkPermutation(const FileGraph& in, const Permutation& P) {
  std::vector<bool> used(in.size());
  for (std::uint64_t n = 0; n < in.size(); ++n) {
    const auto to = static_cast<std::uint64_t>(P[n]);
    if (to >= in.size() || used[to]) {
      throw GraphError("permute: the new node numbers are not a permutation: node " +
                       std::to_string(n) + " is to become " + std::to_string(to));
    }
    used[to] = true;
  }
}

} // namespace internal

/// Makes `out` a copy of `in` to which the reverse of every edge is added, with the same data. No
/// edge is removed. A self loop equals its reverse and is not duplicated. O(nodes + edges).
/// @tparam EdgeTy  type of the edge data; void: out has none
/// @throws GraphError if the edge data of `in` has another size, or if a destination does not exist
template <typename EdgeTy>
void makeSymmetric(FileGraph& in, FileGraph& out) {
  if constexpr (!std::is_void_v<EdgeTy>) {
    in.checkEdgeSize(sizeof(EdgeTy));
  }
  in.checkDestinations();
  std::uint64_t loops = 0;
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      loops += in.getEdgeDst(e) == n;
    }
  }

  FileGraphWriter w;
  w.setNumNodes(in.size());
  w.setNumEdges<EdgeTy>(2 * in.sizeEdges() - loops);
  w.phase1();
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      const auto dst = in.getEdgeDst(e);
      w.incrementDegree(n);
      if (dst != n) {
        w.incrementDegree(dst);
      }
    }
  }
  w.phase2();
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      const auto dst = in.getEdgeDst(e);
      internal::copyEdge<EdgeTy>(in, e, n, dst, w);
      if (dst != n) {
        internal::copyEdge<EdgeTy>(in, e, dst, n, w);
      }
    }
  }
  w.finish();
  out = std::move(w);
}

/// Makes `out` a copy of `in` in which node n is renamed to P[n]. Edges keep their order within a
/// row. O(nodes + edges).
/// @tparam EdgeTy  type of the edge data; void: out has none
/// @throws GraphError if P is not a permutation, or as makeSymmetric does
template <typename EdgeTy, typename Permutation>
void permute(FileGraph& in, const Permutation& P, FileGraph& out) {
  if constexpr (!std::is_void_v<EdgeTy>) {
    in.checkEdgeSize(sizeof(EdgeTy));
  }
  in.checkDestinations();
  internal::checkPermutation(in, P);

  FileGraphWriter w;
  w.setNumNodes(in.size());
  w.setNumEdges<EdgeTy>(in.sizeEdges());
  w.phase1();
  for (auto n : in) {
    w.incrementDegree(P[n], in.getDegree(n));
  }
  w.phase2();
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      internal::copyEdge<EdgeTy>(in, e, P[n], P[in.getEdgeDst(e)], w);
    }
  }
  w.finish();
  out = std::move(w);
}

} // namespace galois::graphs
