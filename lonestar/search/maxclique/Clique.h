/**
 * Cliques of a graph by the algorithm MCSa1: San Segundo, Rodriguez-Losada, Jimenez, "An exact
 * bit-parallel algorithm for the maximum clique problem" (Computers & Operations Research 2011).
 * The name is from Prosser, "Exact algorithms for maximum clique: a computational study"
 * (Algorithms 2012). Vertices are ordered once (VertexOrder.h); MCSa1 is the order by degree. A node
 * of the tree is a clique and its candidates: the vertices that are adjacent to all vertices of the
 * clique. Its generator colours the candidates greedily, in the order of vertices. A clique has at
 * most one vertex of each colour. So the children are tried from the last colour down, and the
 * first child whose colour is too small ends the level.
 */
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/substrate/Charge.h"
#include "maxclique/VertexOrder.h"

namespace lonestar::search {

/// A set of vertices. @tparam Words  64 * Words is at least the number of vertices
template <unsigned Words>
struct VertexSet {
  std::array<std::uint64_t, Words> words{};

  void insert(unsigned vertex) { words[vertex / 64] |= std::uint64_t{1} << (vertex % 64); }
  void erase(unsigned vertex) { words[vertex / 64] &= ~(std::uint64_t{1} << (vertex % 64)); }
  bool contains(unsigned vertex) const { return (words[vertex / 64] >> (vertex % 64) & 1) != 0; }
  void intersect(const VertexSet& other) {
    for (unsigned i = 0; i < Words; ++i) {
      words[i] &= other.words[i];
    }
  }
  void subtract(const VertexSet& other) {
    for (unsigned i = 0; i < Words; ++i) {
      words[i] &= ~other.words[i];
    }
  }
  unsigned size() const {
    unsigned count = 0;
    for (const std::uint64_t word : words) {
      count += static_cast<unsigned>(std::popcount(word));
    }
    return count;
  }
};

/// The adjacency of a graph whose vertices are renumbered.
template <unsigned Words>
struct BitGraph {
  unsigned vertices = 0;
  std::vector<VertexSet<Words>> neighbours;
  std::vector<std::uint32_t> original; ///< the number that a vertex had before

  /// Renumbers a graph, which has no loops and both directions of each edge.
  explicit BitGraph(const std::vector<std::vector<std::uint32_t>>& adjacency,
                    VertexOrder order = VertexOrder::kDegree)
      : vertices(static_cast<unsigned>(adjacency.size())), neighbours(vertices),
        original(verticesBy(order, adjacency)) {
    std::vector<std::uint32_t> place(vertices);
    for (unsigned i = 0; i < vertices; ++i) {
      place[original[i]] = i;
    }
    for (unsigned i = 0; i < vertices; ++i) {
      for (const std::uint32_t other : adjacency[original[i]]) {
        neighbours[i].insert(place[other]);
      }
    }
  }
};

/// A clique and the vertices that may extend it.
template <unsigned Words>
struct CliqueNode {
  VertexSet<Words> members;
  VertexSet<Words> candidates;
  std::uint32_t size = 0;  ///< number of members
  std::uint32_t bound = 0; ///< no clique of the subtree has more members

  /// Returns the empty clique.
  static CliqueNode root(const BitGraph<Words>& graph) {
    CliqueNode node;
    for (unsigned i = 0; i < graph.vertices; ++i) {
      node.candidates.insert(i);
    }
    node.bound = graph.vertices;
    return node;
  }
};

/// Colours a set: each colour takes the first vertex that has none, and then each that is adjacent to
/// none of its own. Calls note(vertex, colour) for each vertex, and endColour() behind the last of each
/// colour. Colours are numbers from 1. Inlined, so that its callers, which should not be, have all
/// registers for these loops.
/// @return the number of colours
template <unsigned Words, typename Note, typename EndColour>
[[gnu::always_inline]] inline std::uint32_t colourGreedily(const BitGraph<Words>& graph,
                                                           VertexSet<Words> left, const Note& note,
                                                           const EndColour& endColour) {
  constexpr unsigned kNsPerVertex = 14; // on simulated machines; 11 to 17 were measured
  galois::substrate::charge(galois::substrate::Work::kUnit, kNsPerVertex * (left.size() + 1));
  const VertexSet<Words>* const neighbours = graph.neighbours.data();
  unsigned first = 0; // words before it have no vertex left
  std::uint32_t colour = 0;
  for (;;) {
    while (first < Words && left.words[first] == 0) {
      ++first;
    }
    if (first == Words) {
      return colour;
    }
    ++colour;
    VertexSet<Words> free = left; // not adjacent to this colour's vertices
    for (unsigned word = first; word < Words; ++word) {
      while (free.words[word] != 0) {
        const unsigned vertex =
            word * 64 + static_cast<unsigned>(std::countr_zero(free.words[word]));
        left.erase(vertex);
        free.words[word] &= free.words[word] - 1;
        free.subtract(neighbours[vertex]);
        note(vertex, colour);
      }
    }
    endColour();
  }
}

/// The candidates of a clique by colour: those of the first colour come first.
template <unsigned Words>
class GreedyColouring {
public:
  /// Colours a set.
  [[gnu::noinline]] GreedyColouring(const BitGraph<Words>& graph, const VertexSet<Words>& set) {
    std::size_t count = 0;
    colourGreedily(
        graph, set,
        [&](unsigned vertex, std::uint32_t colour) {
          vertex_[count] = static_cast<std::uint16_t>(vertex);
          colour_[count++] = static_cast<std::uint16_t>(colour);
        },
        [] {});
    count_ = count;
  }

  std::size_t size() const { return count_; }                 ///< number of vertices
  unsigned vertex(std::size_t i) const { return vertex_[i]; } ///< the i-th vertex
  /// Returns its colour, from 1: the number of colours of the vertices up to the i-th.
  unsigned colour(std::size_t i) const { return colour_[i]; }

private:
  std::size_t count_ = 0;
  std::array<std::uint16_t, 64 * Words> vertex_;
  std::array<std::uint16_t, 64 * Words> colour_;
};

/// What a best-first search keeps of a clique's candidates; CliqueSiblings.h.
template <unsigned Words, typename Problem>
class CliqueSiblings;

/// The Lazy Node Generator.
template <unsigned Words>
class CliqueChildren {
public:
  template <typename Problem>
  using Siblings = CliqueSiblings<Words, Problem>;
  using Space = BitGraph<Words>;
  using Node = CliqueNode<Words>;

  CliqueChildren(const Space& graph, const Node& parent)
      : graph_(graph), parent_(parent), left_(parent.candidates),
        colouring_(graph, parent.candidates), next_(colouring_.size()) {}

  std::size_t numChildren() const { return colouring_.size(); }

  /// Returns the bound of the next child.
  std::int64_t nextBound() const { return parent_.size + colouring_.colour(next_ - 1); }

  Node next() {
    const unsigned vertex = colouring_.vertex(--next_);
    Node child;
    child.members = parent_.members;
    child.members.insert(vertex);
    child.candidates = left_;
    child.candidates.intersect(graph_.neighbours[vertex]);
    child.size = parent_.size + 1;
    child.bound = parent_.size + colouring_.colour(next_);
    left_.erase(vertex);
    return child;
  }

private:
  const Space& graph_;
  const Node& parent_;
  VertexSet<Words> left_;
  const GreedyColouring<Words> colouring_;
  std::size_t next_;
};

/// A clique is the better the more members it has.
template <unsigned Words>
struct LargestClique {
  using Value = std::int64_t;
  static constexpr bool kPruneLevel = true;
  Value objective(const BitGraph<Words>& /*graph*/, const CliqueNode<Words>& node) const {
    return node.size;
  }
  Value bound(const BitGraph<Words>& /*graph*/, const CliqueNode<Words>& node) const {
    return node.bound;
  }
  bool better(Value a, Value b) const { return a > b; }
};

} // namespace lonestar::search
