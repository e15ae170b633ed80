#ifndef GALOIS_INPUTS_EDGELISTBUILDER_H
#define GALOIS_INPUTS_EDGELISTBUILDER_H

// Collects arcs in any order and turns them into compressed sparse rows by one counting sort. Arcs
// wait in blocks of fixed size, never in one array that doubles, and each block is freed as soon as
// it has been sorted in: the peak is the arc list plus the graph, below three times the size of the
// .gr file.

#include "inputs/Graph.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace galois::inputs {

/// What one add() stands for.
enum class EdgeKind {
  kArc,  ///< one arc
  kEdge, ///< an undirected edge: an arc each way (one arc for a loop)
};

/// Arcs on their way into a Graph. For one thread.
class EdgeListBuilder {
public:
  /// `type` says what the weights will be.
  explicit EdgeListBuilder(EdgeKind kind = EdgeKind::kArc, WeightType type = WeightType::kInteger)
      : kind_(kind), type_(type) {}

  /// Adds an unweighted arc or edge. A builder takes unweighted or weighted ones, not both.
  void add(uint32_t from, uint32_t to) {
    Block& block = room();
    block.from[used_] = from;
    block.to[used_] = to;
    ++used_;
  }

  /// Adds a weighted arc or edge; a float weight as its bits.
  void add(uint32_t from, uint32_t to, uint64_t weight) {
    Block& block = room();
    if (!block.low) addWeightColumn(block);
    block.from[used_] = from;
    block.to[used_] = to;
    (*block.low)[used_] = static_cast<uint32_t>(weight);
    if (weight > UINT32_MAX) addHighHalf(block, static_cast<uint32_t>(weight >> 32));
    ++used_;
    weighted_ = true;
  }

  /// Number of add() calls so far.
  uint64_t size() const { return blocks_.empty() ? 0 : (blocks_.size() - 1) * kBlock + used_; }

  /// Replaces both ends of everything added so far by number(end), called in the order in which it
  /// was added, the tail first.
  template <typename Number>
  void mapEnds(Number&& number) {
    for (uint64_t b = 0; b < blocks_.size(); ++b) {
      Block& block = *blocks_[b];
      for (uint32_t i = 0, n = usedIn(b); i < n; ++i) {
        block.from[i] = number(block.from[i]);
        block.to[i] = number(block.to[i]);
      }
    }
  }

  /// The graph with nodes 0 .. numNodes - 1, all ends of arcs among them; arcs of a node keep the
  /// order in which they were added. O(nodes + arcs). Empties the builder. Throws InputError
  /// (naming `source`) when the machine's memory is too small.
  Graph build(uint64_t numNodes, const char* source);

private:
  static constexpr uint32_t kBlock = 1u << 16;
  using Column = std::array<uint32_t, kBlock>;

  /// One block of arcs; weights in two halves, the upper one only where a weight has one.
  struct Block {
    Column from;
    Column to;
    std::unique_ptr<Column> low;
    std::unique_ptr<Column> high;
  };

  Block& room() {
    if (blocks_.empty() || used_ == kBlock) addBlock();
    return *blocks_.back();
  }

  void addBlock();
  void addWeightColumn(Block& block);
  void addHighHalf(Block& block, uint32_t high);
  uint32_t usedIn(uint64_t block) const { return block + 1 == blocks_.size() ? used_ : kBlock; }

  EdgeKind kind_;
  WeightType type_;
  bool weighted_ = false;
  bool wide_ = false;
  uint32_t used_ = 0;
  std::vector<std::unique_ptr<Block>> blocks_;
};

} // namespace galois::inputs

#endif
