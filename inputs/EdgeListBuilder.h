/**
 * Collects arcs in any order and converts them to compressed sparse rows by one counting sort. Arcs
 * wait in blocks of fixed size rather than in one array that doubles, and each block is freed as
 * soon as it has been sorted in. So the peak memory is the arc list plus the graph, below three
 * times the size of the .gr file.
 */
#pragma once

#include "inputs/Graph.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace galois::inputs {

/// What one call of add() stands for.
enum class EdgeKind {
  kArc,  ///< one arc
  kEdge, ///< an undirected edge: one arc in each direction (one arc for a loop)
};

/// Collects the arcs of a Graph. For one thread.
class EdgeListBuilder {
public:
  /// Prepares an empty list.
  /// @param kind  what each call of add() stands for
  /// @param type  what the weights will be
  explicit EdgeListBuilder(EdgeKind kind = EdgeKind::kArc, WeightType type = WeightType::kInteger)
      : kind_(kind), type_(type) {}

  /// Adds an unweighted arc or edge. A builder takes either unweighted or weighted ones, not both.
  void add(std::uint32_t from, std::uint32_t to) {
    Block& block = room();
    block.from[used_] = from;
    block.to[used_] = to;
    ++used_;
  }

  /// Adds a weighted arc or edge. The weight is given as its word of 4 bytes
  /// (galois/OrderedWord.h). A greater integer is given by continuing these words: an integer with a
  /// sign as its sum with 2^31, modulo 2^64.
  void add(std::uint32_t from, std::uint32_t to, std::uint64_t weight) {
    Block& block = room();
    if (!block.low) {
      addWeightColumn(block);
    }
    block.from[used_] = from;
    block.to[used_] = to;
    (*block.low)[used_] = static_cast<std::uint32_t>(weight);
    if (weight > UINT32_MAX) {
      addHighHalf(block, static_cast<std::uint32_t>(weight >> 32));
    }
    ++used_;
    weighted_ = true;
  }

  /// Says from now on what each call of add() stands for, those so far included.
  void setKind(EdgeKind kind) { kind_ = kind; }

  /// Returns the number of add() calls so far.
  std::uint64_t size() const { return blocks_.empty() ? 0 : (blocks_.size() - 1) * kBlock + used_; }

  /// Replaces both ends of everything added so far by number(end). Calls `number` in the order in
  /// which arcs were added, for the tail first.
  template <typename Number>
  void mapEnds(Number&& number) {
    for (std::uint64_t b = 0; b < blocks_.size(); ++b) {
      Block& block = *blocks_[b];
      for (std::uint32_t i = 0, n = usedIn(b); i < n; ++i) {
        block.from[i] = number(block.from[i]);
        block.to[i] = number(block.to[i]);
      }
    }
  }

  /// Returns the graph with nodes 0 .. numNodes - 1, which must include all ends of arcs, in
  /// O(nodes + arcs) time. Arcs of a node keep the order in which they were added. The builder is
  /// empty afterwards.
  /// @throws InputError (naming `source`) when the machine's memory is too small
  Graph build(std::uint64_t numNodes, const char* source);

private:
  static constexpr std::uint32_t kBlock = 1u << 16;
  using Column = std::array<std::uint32_t, kBlock>;

  /// One block of arcs. Weights are stored in two halves, the upper one only where a weight needs
  /// it.
  struct Block {
    Column from;
    Column to;
    std::unique_ptr<Column> low;
    std::unique_ptr<Column> high;
  };

  Block& room() {
    if (blocks_.empty() || used_ == kBlock) {
      addBlock();
    }
    return *blocks_.back();
  }

  void addBlock();
  void addWeightColumn(Block& block);
  void addHighHalf(Block& block, std::uint32_t high);
  std::uint32_t usedIn(std::uint64_t block) const {
    return block + 1 == blocks_.size() ? used_ : kBlock;
  }

  EdgeKind kind_;
  WeightType type_;
  bool weighted_ = false;
  bool wide_ = false;
  std::uint32_t used_ = 0;
  std::vector<std::unique_ptr<Block>> blocks_;
};

} // namespace galois::inputs
