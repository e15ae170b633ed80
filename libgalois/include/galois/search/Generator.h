/**
 * What a tree search asks of an application: C++20 concepts.
 *
 * The application defines its tree by a Lazy Node Generator. A generator belongs to one node and
 * builds the node's children one after the other, best first. The search decides which generator
 * works next, on which thread, and which children are never built. The terms are those of Archibald
 * et al., "YewPar: skeletons for exact combinatorial search" (PPoPP 2020).
 *
 *     struct Clique {
 *       using Space = BitGraph;                     // what all nodes share; it never changes
 *       using Node = CliqueNode;
 *       Clique(const Space&, const Node& parent);   // `parent` outlives the generator
 *       std::size_t numChildren() const;            // of the parent, however many were built
 *       Node next();                                // the next child, in heuristic order
 *     };
 *
 * A search enumerates the tree into a NodeMonoid, or looks for the best node by an Objective.
 */
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace galois::search {

/// A generator of the children of one node. A search calls next() at most numChildren() times, and
/// each generator on one thread at a time. The parent is neither moved nor changed while the
/// generator exists. Constructor and functions may throw; the exception then reaches the caller of
/// the search.
template <typename G>
concept LazyNodeGenerator = requires(G generator, const G& constant, const typename G::Space& space,
                                     const typename G::Node& parent) {
  requires std::copy_constructible<typename G::Node>;
  G(space, parent);
  { constant.numChildren() } -> std::convertible_to<std::size_t>;
  { generator.next() } -> std::same_as<typename G::Node>;
};

/// A commutative monoid into which an enumeration adds nodes. A default-constructed value is
/// neutral. Each thread has a value of its own, and merge() combines two of them in any order.
template <typename M, typename Node>
concept NodeMonoid = requires(M value, const M& other, const Node& node, unsigned depth) {
  requires std::default_initializable<M> && std::movable<M>;
  value.add(node, depth);
  value.merge(other);
};

/// A monoid that needs no nodes, but only how many there are of each depth. The search then adds the
/// children of a node at once, before it builds them, and those of the last level are never built.
/// After an interruption it takes back those that it has not visited.
template <typename M>
concept CountsNodes = requires(M value, unsigned depth, std::uint64_t count) {
  value.addMany(depth, count);
  value.takeBack(depth, count);
};

/// What an optimisation or a decision compares. objective() is the value of a node as a solution,
/// and bound() a value that no node of its subtree exceeds, the node included. better(a, b) is a
/// strict weak order. kPruneLevel says that a child whose bound is not better makes its later
/// siblings hopeless, too, because they come in the order of their bounds. All functions are called
/// by all threads at once.
template <typename O, typename G>
concept Objective = requires(const O& problem, const typename G::Space& space,
                             const typename G::Node& node, typename O::Value value) {
  requires std::is_arithmetic_v<typename O::Value>;
  { problem.objective(space, node) } -> std::convertible_to<typename O::Value>;
  { problem.bound(space, node) } -> std::convertible_to<typename O::Value>;
  { problem.better(value, value) } -> std::same_as<bool>;
  { O::kPruneLevel } -> std::convertible_to<bool>;
};

/// A generator that knows the bound of its next child before it builds it. With kPruneLevel, the
/// search then ends a level without building the child that ends it.
template <typename G>
concept KnowsNextBound = requires(const G& generator) {
  { generator.nextBound() } -> std::convertible_to<std::int64_t>;
};

/// What a search counts for a subtree that it does not build.
struct SubtreeCounts {
  std::uint64_t nodes = 0;      ///< nodes below its root
  std::uint64_t expansions = 0; ///< nodes whose children were generated
  std::uint64_t backtracks = 0; ///< levels that were left
};

/// A generator of a tree with nodes that stand for subtrees, which a search counts and does not
/// build: subtree(space, node) says for how much a node without children stands. The time of a
/// search across ranks in virtual time, and the tasks of Budget, are those of the whole tree, except
/// that such a subtree is not divided.
template <typename G>
concept StandsForSubtrees = requires(const typename G::Space& space, const typename G::Node& node) {
  { G::subtree(space, node) } -> std::same_as<SubtreeCounts>;
};

} // namespace galois::search
