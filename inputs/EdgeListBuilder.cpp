#include "inputs/EdgeListBuilder.h"

namespace galois::inputs {

void EdgeListBuilder::addBlock() {
  // Not zeroed on purpose: a block is written before it is read.
  blocks_.push_back(std::unique_ptr<Block>(new Block));
  used_ = 0;
}

void EdgeListBuilder::addWeightColumn(Block& block) { block.low = std::make_unique<Column>(); }

void EdgeListBuilder::addHighHalf(Block& block, std::uint32_t high) {
  if (!block.high) {
    block.high = std::make_unique<Column>();
  }
  (*block.high)[used_] = high;
  wide_ = true;
}

Graph EdgeListBuilder::build(std::uint64_t numNodes, const char* source) {
  const bool both = kind_ == EdgeKind::kEdge;
  const unsigned weightBytes = !weighted_ ? 0 : wide_ ? 8 : 4;
  checkFits(numNodes, size(), weightBytes, source);

  // Degrees are counted in offsets[node + 2]. After the prefix sum, offsets[node + 1] is the place
  // of the node's next arc. After the last arc, it is where the node's arcs end.
  Graph graph;
  graph.offsets.assign(numNodes + 2, 0);
  for (std::uint64_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = *blocks_[b];
    for (std::uint32_t i = 0, n = usedIn(b); i < n; ++i) {
      ++graph.offsets[block.from[i] + std::uint64_t{2}];
      if (both && block.from[i] != block.to[i]) {
        ++graph.offsets[block.to[i] + std::uint64_t{2}];
      }
    }
  }
  for (std::uint64_t node = 2; node < graph.offsets.size(); ++node) {
    graph.offsets[node] += graph.offsets[node - 1];
  }

  const std::uint64_t shift = wide_ ? Weights::widening(type_) : 0;
  graph.dst.resize(graph.offsets.back());
  graph.weights.assign(graph.dst.size(), weightBytes, type_);
  for (std::uint64_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = *blocks_[b];
    for (std::uint32_t i = 0, n = usedIn(b); i < n; ++i) {
      const std::uint32_t from = block.from[i];
      const std::uint32_t to = block.to[i];
      std::uint64_t weight = block.low ? (*block.low)[i] : 0;
      if (block.high) {
        weight |= std::uint64_t{(*block.high)[i]} << 32;
      }
      weight += shift;
      const std::uint64_t arc = graph.offsets[from + std::uint64_t{1}]++;
      graph.dst[arc] = to;
      graph.weights.set(arc, weight);
      if (both && from != to) {
        const std::uint64_t back = graph.offsets[to + std::uint64_t{1}]++;
        graph.dst[back] = from;
        graph.weights.set(back, weight);
      }
    }
    blocks_[b].reset();
  }
  graph.offsets.pop_back();
  *this = EdgeListBuilder(kind_, type_);
  return graph;
}

} // namespace galois::inputs
