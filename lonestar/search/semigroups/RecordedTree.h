/**
 * A tree that was searched once and is searched again in virtual time: its upper part, with small
 * subtrees as lumps. The upper part of a tree of 10^10 nodes fits into memory, and a search of it
 * takes seconds. A lump takes the virtual time of all its nodes, and counts for budgets with all its
 * levels, but is never divided.
 *
 * A file begins with the magic number, the genus, the size of lumps and the number of vertices; then
 * the counts by genus and the vertices follow, as they are in memory on a little-endian machine.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galois/search/CountByDepth.h"
#include "galois/search/Generator.h"
#include "galois/substrate/Cancellation.h"
#include "inputs/Error.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/OutputFile.h"
#include "semigroups/Semigroups.h"

namespace lonestar::search {

/// A node of the upper part, or a lump: then it has no children. All numbers of a lump are about the
/// nodes below its root.
struct RecordedVertex {
  std::uint32_t vertices = 1;   ///< of its subtree in the record, itself included
  std::uint32_t children = 0;   ///< 0 for a lump
  std::uint32_t nodes = 0;      ///< of a lump; also the next three
  std::uint32_t expansions = 0; ///< nodes whose children were generated
  std::uint32_t backtracks = 0; ///< levels that a search leaves
  std::uint32_t deepest = 0;    ///< nodes of the largest genus
};

/// The tree in the order of a sequential search. The first vertex is the root.
struct RecordedTree {
  static constexpr std::uint64_t kMagic = 0x3165657274646572; ///< "redtree1"
  static constexpr unsigned kMostGenus = 70;

  std::uint32_t genus = 0;           ///< the largest
  std::uint32_t lump = 0;            ///< the most nodes below the root of a lump
  std::vector<std::uint64_t> counts; ///< of semigroups, by genus
  std::vector<RecordedVertex> vertices;

  /// Returns the number of nodes that the recorded search visited.
  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts) {
      sum += count;
    }
    return sum;
  }
  /// Writes the tree. @throws galois::inputs::InputError
  void write(const std::string& path) const {
    galois::inputs::OutputFile file(path);
    const std::uint64_t head[] = {kMagic, genus, lump, vertices.size()};
    file.write(head, sizeof head);
    file.write(counts.data(), counts.size() * sizeof counts[0]);
    file.write(vertices.data(), vertices.size() * sizeof vertices[0]);
    file.commit();
  }
  /// Reads a tree. @throws galois::inputs::InputError  also for a damaged file
  static RecordedTree read(const std::string& path) {
    galois::inputs::InputFile file(path);
    const auto need = [&](void* to, std::size_t bytes) {
      if (file.readFully(static_cast<char*>(to), bytes) != bytes) {
        fail(path, "it is cut short");
      }
    };
    std::uint64_t head[4] = {};
    need(head, sizeof head);
    if (head[0] != kMagic || head[1] == 0 || head[1] > kMostGenus) {
      fail(path, "it is no recorded tree");
    }
    RecordedTree tree;
    tree.genus = static_cast<std::uint32_t>(head[1]);
    tree.lump = static_cast<std::uint32_t>(head[2]);
    tree.counts.resize(tree.genus + 1);
    need(tree.counts.data(), tree.counts.size() * sizeof tree.counts[0]);
    for (std::uint64_t left = head[3]; left > 0;) { // does not believe the number of vertices
      const std::size_t before = tree.vertices.size();
      const auto more = static_cast<std::size_t>(std::min<std::uint64_t>(left, kChunk));
      tree.vertices.resize(before + more);
      need(&tree.vertices[before], more * sizeof tree.vertices[0]);
      left -= more;
    }
    char end = 0;
    if (file.readFully(&end, 1) != 0) {
      fail(path, "it has more bytes than its header says");
    }
    tree.check(path);
    return tree;
  }

private:
  static constexpr std::uint64_t kChunk = 1 << 16;

  [[noreturn]] static void fail(const std::string& path, const char* what) {
    throw galois::inputs::InputError(
        fmt::format("{}: {}; semigroups-cpu --record-tree=FILE makes recorded trees", path, what));
  }
  /// Checks that children fill the subtrees of their parents, and that the numbers add up.
  void check(const std::string& path) const {
    std::uint64_t visited = 0, last = 0;
    std::vector<std::pair<std::size_t, std::uint32_t>> open; // where a subtree ends; children left
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const RecordedVertex& vertex = vertices[i];
      const std::size_t end = open.empty() ? vertices.size() : open.back().first;
      const bool isLump = vertex.children == 0;
      if (vertex.vertices == 0 || vertex.vertices > end - i || (isLump && vertex.vertices != 1) ||
          (open.empty() && i + vertex.vertices != vertices.size()) ||
          (!open.empty() && open.back().second-- == 0) ||
          (!isLump && vertex.nodes + vertex.deepest > 0) || open.size() > genus ||
          vertex.backtracks > vertex.expansions) {
        fail(path, "it is damaged");
      }
      visited += 1 + std::uint64_t{vertex.nodes};
      last += vertex.deepest;
      if (!isLump) {
        open.emplace_back(i + vertex.vertices, vertex.children);
      }
      while (!open.empty() && open.back().first == i + 1) {
        if (open.back().second != 0) {
          fail(path, "it is damaged");
        }
        open.pop_back();
      }
    }
    if (vertices.empty() || visited != nodes() || last != counts.back()) {
      fail(path, "its numbers do not add up");
    }
  }
};

static_assert(std::endian::native == std::endian::little, "files have the order of the machine");

/// Records the tree of numerical semigroups.
template <unsigned Blocks>
class TreeRecorder {
public:
  using Node = Semigroup<Blocks>;

  /// @param genus  the largest, at least 1 @param lump  the most nodes of a lump, below its root
  TreeRecorder(unsigned genus, std::uint32_t lump) : genus_(genus) {
    tree_.genus = genus;
    tree_.lump = lump;
    tree_.counts.assign(std::size_t{genus} + 1, 0);
  }

  /// Searches the whole tree on this thread, and returns the record.
  /// @throws galois::inputs::InputError  after Cancellation::request()
  RecordedTree record() {
    tree_.counts[0] = 1;
    visit(Node::root(), 0);
    return std::move(tree_);
  }
  /// Returns what the search counted, besides the root. Call it after record().
  const galois::search::SubtreeCounts& counts() const { return all_; }

private:
  struct Sums {
    galois::search::SubtreeCounts below;
    std::uint64_t deepest = 0;
  };

  /// Records the subtree of a semigroup of a genus less than the largest.
  Sums visit(const Node& node, unsigned genus) {
    if (genus < kLooks && galois::substrate::Cancellation::requested()) {
      throw galois::inputs::InputError("interrupted; no tree was written");
    }
    auto bits = SemigroupSteps<Blocks>::generators(node);
    const std::size_t children = bits.count();
    const std::size_t place = tree_.vertices.size();
    tree_.vertices.emplace_back();
    Sums sums;
    if (children == 0) {
      return sums;
    }
    tree_.counts[genus + 1] += children;
    sums.below.nodes = children;
    sums.below.expansions = 1;
    if (genus + 1 == genus_) {
      sums.deepest = children; // counted, and not built
    } else {
      sums.below.backtracks = 1;
      for (std::size_t i = 0; i < children; ++i) {
        const Sums child = visit(
            SemigroupSteps<Blocks>::without(node, node.conductor + bits.takeFirst()), genus + 1);
        sums.below.nodes += child.below.nodes;
        sums.below.expansions += child.below.expansions;
        sums.below.backtracks += child.below.backtracks;
        sums.deepest += child.deepest;
      }
    }
    RecordedVertex& vertex = tree_.vertices[place];
    if (sums.below.nodes <= tree_.lump || genus + 1 == genus_) {
      tree_.vertices.resize(place + 1);
      vertex.nodes = static_cast<std::uint32_t>(sums.below.nodes);
      vertex.expansions = static_cast<std::uint32_t>(sums.below.expansions);
      vertex.backtracks = static_cast<std::uint32_t>(sums.below.backtracks);
      vertex.deepest = static_cast<std::uint32_t>(sums.deepest);
    } else {
      vertex.children = static_cast<std::uint32_t>(children);
      vertex.vertices = static_cast<std::uint32_t>(tree_.vertices.size() - place);
    }
    if (place == 0) {
      all_ = sums.below;
    }
    return sums;
  }

  static constexpr unsigned kLooks = 20; ///< genera at which it looks whether it is cancelled

  const unsigned genus_;
  RecordedTree tree_;
  galois::search::SubtreeCounts all_;
};

/// A node of a search of a recorded tree.
struct RecordedNode {
  std::uint32_t place;   ///< of its vertex
  std::uint32_t nodes;   ///< below it, if it is a lump
  std::uint32_t deepest; ///< of these, those of the largest genus
};

/// The Lazy Node Generator of a recorded tree.
class RecordedChildren {
public:
  using Space = RecordedTree;
  using Node = RecordedNode;

  RecordedChildren(const RecordedTree& tree, const RecordedNode& parent)
      : tree_(tree), next_(parent.place + 1), count_(tree.vertices[parent.place].children) {}

  /// Returns the node of a vertex.
  static RecordedNode at(const RecordedTree& tree, std::uint32_t place) {
    const RecordedVertex& vertex = tree.vertices[place];
    return {place, vertex.nodes, vertex.deepest};
  }
  std::size_t numChildren() const { return count_; }
  RecordedNode next() {
    const RecordedNode child = at(tree_, next_);
    next_ += tree_.vertices[next_].vertices;
    return child;
  }
  /// What the search counts for a lump.
  static galois::search::SubtreeCounts subtree(const RecordedTree& tree, const RecordedNode& node) {
    const RecordedVertex& vertex = tree.vertices[node.place];
    return {vertex.nodes, vertex.expansions, vertex.backtracks};
  }

private:
  const RecordedTree& tree_;
  std::uint32_t next_;
  std::size_t count_;
};

/// The monoid of a recorded tree: how many nodes there are, and how many of the largest genus.
struct CountRecorded {
  std::uint64_t nodes = 0, deepest = 0;

  /// Adds a node with the nodes for which it stands.
  void add(const RecordedNode& node, unsigned /*depth*/) {
    nodes += 1 + std::uint64_t{node.nodes};
    deepest += node.deepest;
  }
  /// Adds what another worker has counted.
  void merge(const CountRecorded& other) {
    nodes += other.nodes;
    deepest += other.deepest;
  }
};

} // namespace lonestar::search
