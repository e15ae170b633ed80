/**
 * Children of one node that are still to be visited, as a best-first search keeps them: next() takes
 * the one with the best bound. There are two forms. A generator that builds its children in the order
 * of their bounds, and knows the next one, is kept itself, and a child is built when its turn comes.
 * Otherwise all children are built and visited at once, and those that promise something are sorted.
 * A generator may bring a form of its own that takes less memory: a type Siblings with the same
 * members as GeneratedSiblings.
 *
 * The search makes siblings in three steps, since their size may be known only after the first:
 * Draft::open() looks at the children, Draft::bytes() says how much memory they take, and
 * Draft::place() makes the siblings there. Draft::withoutMemory() hands what is to be searched to a
 * depth-first search instead.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/search/Explorer.h"
#include "galois/search/Generator.h"

namespace galois::search {

/// A generator with its node. It does not move, because a generator may refer to its node.
template <LazyNodeGenerator G, Objective<G> Problem>
class GeneratedSiblings {
public:
  using Node = typename G::Node;
  using Space = typename G::Space;
  using Value = typename Problem::Value;
  /// Whether the children were visited when they were built, and not when next() returns them.
  static constexpr bool kVisited = false;

  GeneratedSiblings(const Space& space, Node&& parent)
      : parent_(std::move(parent)), generator_(space, std::as_const(parent_)),
        left_(generator_.numChildren()) {}
  GeneratedSiblings(const GeneratedSiblings&) = delete;
  GeneratedSiblings& operator=(const GeneratedSiblings&) = delete;

  /// Returns the number of children that are left.
  std::size_t left() const { return left_; }
  /// Returns the bound of the next one. There must be one.
  Value bound(const Space& space, const Problem& problem) const {
    const auto own = static_cast<Value>(generator_.nextBound());
    const auto parents = static_cast<Value>(problem.bound(space, parent_));
    return problem.better(own, parents) ? parents : own;
  }
  /// Builds the next one.
  Node next(const Space& /*space*/) {
    --left_;
    return generator_.next();
  }

  /// How siblings are made. Owned by one thread.
  class Draft {
  public:
    /// Looks at the children of a visited node. @return whether any may be worth visiting
    /// @param tree  what visits and counts children
    template <typename Tree>
    bool open(Tree& /*tree*/, const Node& /*parent*/, unsigned /*depth*/) {
      return true;
    }
    std::size_t bytes() const { return sizeof(GeneratedSiblings); } ///< what place() needs
    /// Makes the siblings.
    GeneratedSiblings* place(void* memory, const Space& space, Node&& parent) {
      return ::new (memory) GeneratedSiblings(space, std::move(parent));
    }
    /// Calls search(task) for what place() would have made siblings of.
    template <typename Search>
    void withoutMemory(Node&& parent, unsigned depth, Search&& search) {
      search(Task<Node>{std::move(parent), depth});
    }
  };

private:
  Node parent_;
  G generator_;
  std::size_t left_;
};

/// Nodes in the order of their bounds. They come behind this object in memory.
template <LazyNodeGenerator G, Objective<G> Problem>
class SortedSiblings {
public:
  using Node = typename G::Node;
  using Space = typename G::Space;
  using Value = typename Problem::Value;
  static constexpr bool kVisited = true;

  SortedSiblings(const SortedSiblings&) = delete;
  SortedSiblings& operator=(const SortedSiblings&) = delete;
  ~SortedSiblings() { std::destroy_n(nodes(), left_); }

  std::size_t left() const { return left_; }
  Value bound(const Space& space, const Problem& problem) const {
    return static_cast<Value>(problem.bound(space, nodes()[left_ - 1]));
  }
  Node next(const Space& /*space*/) {
    Node* const last = nodes() + left_ - 1;
    Node node = std::move(*last);
    std::destroy_at(last);
    --left_;
    return node;
  }

  /// See GeneratedSiblings::Draft.
  class Draft {
  public:
    template <typename Tree>
    bool open(Tree& tree, const Node& parent, unsigned depth) {
      nodes_.clear();
      order_.clear();
      G generator(tree.space(), parent);
      const std::size_t children = generator.numChildren();
      for (std::size_t i = 0; i < children && !tree.stopped(); ++i) {
        Node child = generator.next();
        if (tree.visit(child, depth + 1)) {
          order_.emplace_back(tree.problem().bound(tree.space(), child), nodes_.size());
          nodes_.push_back(std::move(child));
        }
      }
      tree.countExpansion(children);
      // Of equal bounds, the generator's first one comes last, and so is the first to be taken.
      std::sort(order_.begin(), order_.end(), [&](const auto& a, const auto& b) {
        return tree.problem().better(b.first, a.first) ||
               (!tree.problem().better(a.first, b.first) && a.second > b.second);
      });
      return !nodes_.empty();
    }
    std::size_t bytes() const { return kOffset + nodes_.size() * sizeof(Node); }
    SortedSiblings* place(void* memory, const Space& /*space*/, Node&& /*parent*/) {
      auto* const made = ::new (memory) SortedSiblings;
      for (const auto& [bound, which] : order_) {
        ::new (static_cast<void*>(made->nodes() + made->left_)) Node(std::move(nodes_[which]));
        ++made->left_;
      }
      return made;
    }
    template <typename Search>
    void withoutMemory(Node&& /*parent*/, unsigned depth, Search&& search) {
      for (const auto& [bound, which] : order_) {
        search(Task<Node>{std::move(nodes_[which]), depth + 1});
      }
    }

  private:
    std::vector<Node> nodes_;
    std::vector<std::pair<Value, std::size_t>> order_; ///< bounds and places; the best last
  };

private:
  SortedSiblings() = default;

  static constexpr std::size_t kOffset =
      (sizeof(std::size_t) + alignof(Node) - 1) / alignof(Node) * alignof(Node);
  Node* nodes() const {
    auto* const self = const_cast<SortedSiblings*>(this); // NOLINT: the nodes are no part of it
    return std::launder(reinterpret_cast<Node*>(reinterpret_cast<std::byte*>(self) + kOffset));
  }

  std::size_t left_ = 0;
};

/// A generator with siblings of its own, for objectives that are compared as `Problem` does.
template <typename G, typename Problem>
concept HasSiblings = requires {
  typename G::template Siblings<Problem>;
};

namespace internal {

template <typename G, typename Problem>
struct SiblingsFor {
  using type = std::conditional_t<Problem::kPruneLevel && KnowsNextBound<G>,
                                  GeneratedSiblings<G, Problem>, SortedSiblings<G, Problem>>;
};
template <typename G, typename Problem>
requires HasSiblings<G, Problem>
struct SiblingsFor<G, Problem> {
  using type = typename G::template Siblings<Problem>;
};

} // namespace internal

/// The form in which a best-first search keeps children.
template <LazyNodeGenerator G, Objective<G> Problem>
using SiblingsOf = typename internal::SiblingsFor<G, Problem>::type;

} // namespace galois::search
