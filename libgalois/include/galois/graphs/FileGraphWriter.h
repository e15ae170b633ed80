/**
 * Building a FileGraph edge by edge, in two passes over the edges.
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
 * A row keeps the order in which its edges were added. Not thread-safe.
 */
#ifndef GALOIS_GRAPHS_FILEGRAPHWRITER_H
#define GALOIS_GRAPHS_FILEGRAPHWRITER_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "galois/graphs/FileGraph.h"

namespace galois::graphs {

/// A FileGraph under construction; a FileGraph like any other after finish(). The calls must come
/// in the order shown above; a count that does not match what was announced throws GraphError.
class FileGraphWriter : public FileGraph {
public:
  /// Announces the nodes, numbered from 0.
  void setNumNodes(std::uint64_t n) { nodes_ = n; }
  /// Announces the edges, and with EdgeTy what they carry.
  template <typename EdgeTy>
  void setNumEdges(std::uint64_t m) {
    static_assert(std::is_void_v<EdgeTy> || std::is_trivially_copyable_v<EdgeTy>);
    setNumEdges(m);
    setSizeofEdgeData(internal::kSizeOrZero<EdgeTy>);
  }
  void setNumEdges(std::uint64_t m) { edges_ = m; }
  /// Announces bytes of data per edge, for callers that know their type only at run time.
  void setSizeofEdgeData(std::size_t bytes) { dataSize_ = bytes; }

  /// Makes room. @throws GraphError if there is not enough memory
  void phase1();
  /// Announces `delta` more edges of node `id`.
  void incrementDegree(std::uint64_t id, std::uint64_t delta = 1);
  /// Lays out the rows. @throws GraphError if the degrees do not add up to the announced edges
  void phase2();
  /// Adds an edge. @return its index, for the array that finish<EdgeTy>() returns
  /// @throws GraphError if a node does not exist or src has all its announced edges already
  std::size_t addNeighbor(std::uint64_t src, std::uint64_t dst);
  /// Adds an edge with its data.
  template <typename EdgeTy>
  std::size_t addNeighbor(std::uint64_t src, std::uint64_t dst, const EdgeTy& data) {
    assert(sizeof(EdgeTy) == dataSize_);
    const std::size_t slot = addNeighbor(src, dst);
    std::memcpy(edgeBytes() + slot * sizeof(EdgeTy), &data, sizeof(EdgeTy));
    return slot;
  }
  /// Ends construction. @return the edge data, entry i for edge i, to be filled in or changed
  /// @throws GraphError if an announced edge was not added
  template <typename EdgeTy>
  EdgeTy* finish() {
    finish();
    return static_cast<EdgeTy*>(static_cast<void*>(edgeBytes()));
  }
  void finish();

private:
  std::uint64_t nodes_ = 0;
  std::uint64_t edges_ = 0;
  std::uint64_t dataSize_ = 0;
  std::vector<std::uint64_t> next_; ///< phase 1: degree of each node; phase 2: its next free slot
};

namespace internal {

/// Adds edge `e` of `in` to `w` as (src, dst), with its data if it has any.
template <typename EdgeTy>
void copyEdge(const FileGraph& in, FileGraph::edge_iterator e, std::uint64_t src, std::uint64_t dst,
              FileGraphWriter& w) {
  if constexpr (std::is_void_v<EdgeTy>)
    w.addNeighbor(src, dst);
  else
    w.addNeighbor<EdgeTy>(src, dst, in.getEdgeData<EdgeTy>(e));
}

/// @throws GraphError unless P maps the nodes of `in` onto themselves, one to one
template <typename Permutation>
void checkPermutation(const FileGraph& in, const Permutation& P) {
  std::vector<bool> used(in.size());
  for (std::uint64_t n = 0; n < in.size(); ++n) {
    const auto to = static_cast<std::uint64_t>(P[n]);
    if (to >= in.size() || used[to])
      throw GraphError("permute: the new node numbers are not a permutation: node " +
                       std::to_string(n) + " is to become " + std::to_string(to));
    used[to] = true;
  }
}

} // namespace internal

/// out becomes `in` with the reverse of every edge added, same data. Nothing is dropped; a self
/// loop is its own reverse and is not doubled. O(nodes + edges).
/// @tparam EdgeTy  type of the edge data; void: out has none
/// @throws GraphError if the edges of `in` carry something else, or a destination does not exist
template <typename EdgeTy>
void makeSymmetric(FileGraph& in, FileGraph& out) {
  if constexpr (!std::is_void_v<EdgeTy>) in.checkEdgeSize(sizeof(EdgeTy));
  in.checkDestinations();
  std::uint64_t loops = 0;
  for (auto n : in)
    for (auto e : in.edges(n)) loops += in.getEdgeDst(e) == n;

  FileGraphWriter w;
  w.setNumNodes(in.size());
  w.setNumEdges<EdgeTy>(2 * in.sizeEdges() - loops);
  w.phase1();
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      const auto dst = in.getEdgeDst(e);
      w.incrementDegree(n);
      if (dst != n) w.incrementDegree(dst);
    }
  }
  w.phase2();
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      const auto dst = in.getEdgeDst(e);
      internal::copyEdge<EdgeTy>(in, e, n, dst, w);
      if (dst != n) internal::copyEdge<EdgeTy>(in, e, dst, n, w);
    }
  }
  w.finish();
  out = std::move(w);
}

/// out becomes `in` with node n renamed to P[n]. Rows keep their order. O(nodes + edges).
/// @tparam EdgeTy  type of the edge data; void: out has none
/// @throws GraphError if P is not a permutation, or as makeSymmetric
template <typename EdgeTy, typename Permutation>
void permute(FileGraph& in, const Permutation& P, FileGraph& out) {
  if constexpr (!std::is_void_v<EdgeTy>) in.checkEdgeSize(sizeof(EdgeTy));
  in.checkDestinations();
  internal::checkPermutation(in, P);

  FileGraphWriter w;
  w.setNumNodes(in.size());
  w.setNumEdges<EdgeTy>(in.sizeEdges());
  w.phase1();
  for (auto n : in) w.incrementDegree(P[n], in.getDegree(n));
  w.phase2();
  for (auto n : in)
    for (auto e : in.edges(n)) internal::copyEdge<EdgeTy>(in, e, P[n], P[in.getEdgeDst(e)], w);
  w.finish();
  out = std::move(w);
}

} // namespace galois::graphs

#endif
