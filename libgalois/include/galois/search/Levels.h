/**
 * The levels of a tree that one thread has open: a stack of nodes with their generators.
 *
 * A level holds a node, its generator and the number of children that were not built yet. Levels
 * never move, because a generator may refer to its node. They are kept for the next subtree, so that
 * a search allocates only when it gets deeper than before.
 *
 * Invariant: the levels from bottom() to the top are open, and what is above them holds neither a
 * node nor a generator.
 */
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "galois/search/Generator.h"

namespace galois::search {

/// One level. It is made and emptied by the functions below; nothing is destroyed implicitly.
template <LazyNodeGenerator G>
class Level {
public:
  using Node = typename G::Node;

  Level* below = nullptr; ///< the level that holds the parent
  Level* above = nullptr; ///< the next deeper level, if there ever was one
  std::size_t left = 0;   ///< number of children that were not built yet
  unsigned depth = 0;     ///< of the node

  Node& node() noexcept { return *std::launder(reinterpret_cast<Node*>(node_)); }
  G& generator() noexcept { return *std::launder(reinterpret_cast<G*>(generator_)); }

  /// Builds the node from what `make` returns.
  template <typename Make>
  void makeNode(Make&& make) {
    ::new (static_cast<void*>(node_)) Node(make());
  }
  void dropNode() noexcept { node().~Node(); }

  /// Makes the generator of the node, which exists.
  void open(const typename G::Space& space, unsigned nodesDepth) {
    ::new (static_cast<void*>(generator_)) G(space, std::as_const(node()));
    depth = nodesDepth;
    left = generator().numChildren();
  }
  /// Destroys the generator and the node.
  void close() noexcept {
    generator().~G();
    dropNode();
  }

private:
  alignas(Node) std::byte node_[sizeof(Node)];
  alignas(G) std::byte generator_[sizeof(G)];
};

/// The stack. Owned by one thread.
template <LazyNodeGenerator G>
class Levels {
public:
  Levels() { add(nullptr); }
  Levels(const Levels&) = delete;
  Levels& operator=(const Levels&) = delete;

  /// Returns the lowest level.
  Level<G>& bottom() noexcept { return *levels_.front(); }

  /// Returns the level above `level`. @throws std::bad_alloc
  Level<G>& above(Level<G>& level) { return level.above != nullptr ? *level.above : add(&level); }

private:
  [[gnu::noinline]] Level<G>& add(Level<G>* below) {
    levels_.push_back(std::make_unique<Level<G>>());
    levels_.back()->below = below;
    if (below != nullptr) {
      below->above = levels_.back().get();
    }
    return *levels_.back();
  }

  std::vector<std::unique_ptr<Level<G>>> levels_;
};

} // namespace galois::search
