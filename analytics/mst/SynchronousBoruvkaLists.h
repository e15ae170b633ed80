/** The steps of SynchronousBoruvka that select, list, offer and drop edges. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>

#include "SynchronousBoruvka.h"

namespace mst {

/// Calls function(edge) for each edge of the band that joins two components, in the order of the
/// ends. Call it after settle().
template <typename Function>
void SynchronousBoruvka::forEachEdge(const Block& block, const Band& band,
                                     const Function& function) const {
  for (std::size_t n = block.firstNode; n < block.endNode; ++n) {
    const auto node = static_cast<Node>(n);
    const Node here = sets_.parent(node);
    for (const auto& edge : graph_.row(node)) {
      if (edge.dst > node && band.has(rank(node, edge.weight))) {
        const Node there = sets_.parent(edge.dst);
        if (here != there) {
          function(Listed{here, there, node, edge.dst, edge.weight});
        }
      }
    }
  }
}

/// Makes the edge that the word stands for the component's lightest, unless the component has a
/// lighter one.
inline void SynchronousBoruvka::offer(Node component, std::uint64_t word) {
  const galois::AtomicRef<std::uint64_t> best(best_[component]);
  std::uint64_t seen = best.load(galois::order::relaxed);
  while (word < seen && !best.compare_exchange_weak(seen, word, galois::order::relaxed)) {
  }
}

/// Returns the greatest rank of edges that are listed first, estimated from a sample.
inline std::uint64_t SynchronousBoruvka::lightLimit() const {
  constexpr std::uint64_t kSample = 1024;
  double components = 0;
  for (const Block& block : blocks_) {
    components += static_cast<double>(block.roots);
  }
  const auto edges = static_cast<double>(graph_.numEdges());
  if (graph_.numEdges() == 0 || edges < params_.dense * components) {
    return kHeaviest;
  }
  const std::uint64_t arcs = graph_.offset(graph_.size());
  const boost::counting_iterator<std::size_t> begin(0), end(graph_.size());
  std::vector<std::uint64_t> sample;
  for (std::uint64_t i = 0; i < kSample; ++i) {
    const std::uint64_t arc = arcs / kSample * i + arcs % kSample * i / kSample;
    const auto node = static_cast<Node>(*std::partition_point(
        begin, end, [&](std::size_t n) { return graph_.offset(n + 1) <= arc; }));
    const RowEdge& edge = graph_.row(node)[arc - graph_.offset(node)];
    sample.push_back(rank(std::min(node, edge.dst), edge.weight));
  }
  const double part = std::min(params_.light * components / edges, 0.5);
  const auto place = sample.begin() + static_cast<std::ptrdiff_t>(part * kSample);
  std::nth_element(sample.begin(), place, sample.end());
  return *place;
}

/// Copies the band's edges for a list whose length is not known otherwise. Few heavy edges are
/// left, so copying them is cheaper than finding them twice.
inline void SynchronousBoruvka::gather(const Band& band) {
  forEachBlock([&](Block& block) {
    std::vector<Listed> gathered;
    forEachEdge(block, band, [&](const Listed& edge) { gathered.push_back(edge); });
    block.listable = gathered.size();
    block.gathered = std::move(gathered);
  });
}

/// Gives each block its range of the list. Returns the length of the list.
inline std::uint64_t SynchronousBoruvka::layOutList() {
  std::uint64_t end = 0;
  for (Block& block : blocks_) {
    block.firstEdge = block.endEdge = end;
    end += block.listable;
  }
  return end;
}

/// Fills the list with the band's edges, or with those gathered if `band` is null. Offers each edge
/// to the components that it joins. Returns the length of the list.
inline std::uint64_t SynchronousBoruvka::listEdges(const Band* band) {
  forEachBlock([&](Block& block) {
    std::uint64_t place = block.firstEdge;
    const auto put = [&](const Listed& edge) {
      list_[place] = edge;
      offer(edge.a, packed(edge.weight, place));
      offer(edge.b, packed(edge.weight, place));
      ++place;
    };
    if (band) {
      forEachEdge(block, *band, put);
    } else {
      std::ranges::for_each(std::exchange(block.gathered, {}), put);
    }
    block.endEdge = place;
  });
  return edgesLeft();
}

/// Drops edges with both ends in one component, and offers the others to the components that they
/// join. Returns the number of edges left.
inline std::uint64_t SynchronousBoruvka::relabel() {
  forEachBlock([&](Block& block) {
    std::uint64_t end = block.firstEdge;
    for (std::uint64_t i = block.firstEdge; i < block.endEdge; ++i) {
      Listed edge = list_[i];
      edge.a = sets_.parent(edge.a);
      edge.b = sets_.parent(edge.b);
      if (edge.a != edge.b) {
        list_[end] = edge;
        offer(edge.a, packed(edge.weight, end));
        offer(edge.b, packed(edge.weight, end));
        ++end;
      }
    }
    block.endEdge = end;
  });
  return edgesLeft();
}

inline std::uint64_t SynchronousBoruvka::edgesLeft() const {
  std::uint64_t left = 0;
  for (const Block& block : blocks_) {
    left += block.endEdge - block.firstEdge;
  }
  return left;
}

} // namespace mst
