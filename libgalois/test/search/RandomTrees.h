/** Random trees as Lazy Node Generators, with a count of how often each node is visited. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "galois/search/Coordinations.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Random.h"

namespace galois::test {

/// A tree in arrays. Nodes have numbers in depth-first order, the root 0.
struct RandomTree {
  std::vector<std::vector<std::uint32_t>> children;
  std::vector<unsigned> depth;     ///< the root's is 1
  std::vector<std::int64_t> value; ///< the objective
  std::vector<std::int64_t> bound; ///< the largest value in the subtree, plus some slack
  std::size_t throwsAt = ~0ul;     ///< the generator of this node throws in next()
  std::size_t cancelsAt = ~0ul;    ///< and this one cancels the search

  std::size_t size() const { return children.size(); }
  /// Returns the largest value.
  std::int64_t best() const {
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t one : value) {
      most = one > most ? one : most;
    }
    return most;
  }
};

/// Makes a tree of at most `most` nodes: wide down to a depth of about ten, with chains below.
inline RandomTree makeTree(std::uint64_t seed, std::size_t most) {
  substrate::Random random(seed, 77);
  RandomTree tree;
  const auto add = [&](unsigned depth) {
    tree.children.emplace_back();
    tree.depth.push_back(depth);
    tree.value.push_back(static_cast<std::int64_t>(random.below(1000)));
    tree.bound.push_back(0);
    return static_cast<std::uint32_t>(tree.children.size() - 1);
  };
  const auto grow = [&](auto& self, std::uint32_t node) -> void {
    const unsigned shape = random.below(10);
    const unsigned wide = shape < 4 ? 0 : shape < 6 ? 1 : shape < 9 ? 2 + random.below(2) : 12;
    const unsigned wanted = tree.depth[node] < 10 ? wide : shape < 2 ? 0 : 1;
    for (unsigned i = 0; i < (node == 0 ? 9 : wanted) && tree.size() < most; ++i) {
      const std::uint32_t child = add(tree.depth[node] + 1);
      tree.children[node].push_back(child);
      self(self, child);
    }
    tree.bound[node] = tree.value[node];
    for (const std::uint32_t child : tree.children[node]) {
      tree.bound[node] = std::max(tree.bound[node], tree.bound[child]);
    }
    tree.bound[node] += random.below(3) == 0 ? random.below(20) : 0;
  };
  grow(grow, add(1));
  return tree;
}

/// The generator. A node owns memory, so that lost and doubled nodes show.
struct TreeGenerator {
  using Space = RandomTree;
  struct Node {
    explicit Node(std::uint32_t id = 0) : number(std::make_shared<std::uint32_t>(id)) {}
    /// For searches across ranks.
    template <typename Archive>
    void serialize(Archive& archive) {
      std::uint32_t id = *number;
      archive(id);
      number = std::make_shared<std::uint32_t>(id);
    }
    std::shared_ptr<std::uint32_t> number;
  };

  TreeGenerator(const RandomTree& space, const Node& node) : tree(space), parent(*node.number) {}
  std::size_t numChildren() const { return tree.children[parent].size(); }
  Node next() {
    if (parent == tree.throwsAt) {
      throw std::runtime_error("the tree ends here");
    }
    if (parent == tree.cancelsAt) {
      substrate::Cancellation::request();
    }
    return Node(tree.children[parent][built++]);
  }

  const RandomTree& tree;
  std::uint32_t parent;
  std::size_t built = 0;
};

/// A monoid that lists all nodes.
struct NodeList {
  void add(const TreeGenerator::Node& node, unsigned depth) {
    numbers.push_back(*node.number);
    depths.push_back(depth);
  }
  void merge(const NodeList& other) {
    numbers.insert(numbers.end(), other.numbers.begin(), other.numbers.end());
    depths.insert(depths.end(), other.depths.begin(), other.depths.end());
  }
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(numbers, depths);
  }
  std::vector<std::uint32_t> numbers;
  std::vector<unsigned> depths;
};

/// The largest value, with or without bounds that prune.
struct LargestValue {
  using Value = std::int64_t;
  static constexpr bool kPruneLevel = false;
  bool prunes = true;
  Value objective(const RandomTree& tree, const TreeGenerator::Node& node) const {
    return tree.value[*node.number];
  }
  Value bound(const RandomTree& tree, const TreeGenerator::Node& node) const {
    return prunes ? tree.bound[*node.number] : 1'000'000;
  }
  bool better(Value a, Value b) const { return a > b; }
};

/// Calls fn(coordination) for coordinations of all kinds.
template <typename Fn>
void forEachCoordination(Fn&& fn) {
  using namespace galois::search;
  fn(Sequential{});
  for (const unsigned depth : {0u, 1u, 2u, 5u, 1000u}) {
    fn(DepthBounded{depth});
  }
  for (const std::uint64_t backtracks : {1, 2, 17, 100000}) {
    fn(Budget{backtracks, SpawnLevels::kAll});
    fn(Budget{backtracks, SpawnLevels::kShallowest});
    fn(Budget{backtracks, SpawnLevels::kAll, BudgetUnit::kNodes});
  }
  fn(StackStealing{false});
  fn(StackStealing{true});
  for (const unsigned depth : {1u, 2u, 4u, 1000u}) {
    fn(Ordered{depth, TaskOrder::kSequential});
    fn(Ordered{depth, TaskOrder::kDiscrepancy});
  }
}

/// What tests of searches write without a qualifier.
namespace trees {
using test::forEachCoordination;
using test::LargestValue;
using test::makeTree;
using test::NodeList;
using test::RandomTree;
using test::TreeGenerator;
using Node = TreeGenerator::Node;
} // namespace trees

} // namespace galois::test
