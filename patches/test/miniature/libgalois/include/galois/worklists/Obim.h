/** A policy with the name of one of ours, and another meaning. */
#pragma once

#include "galois/worklists/Chunk.h"

namespace galois::worklists {

template <typename T>
struct DummyIndexer {
  unsigned operator()(const T& task) const { return static_cast<unsigned>(task); }
};

/// It ignores the priorities.
template <typename Indexer = DummyIndexer<int>, typename T = int>
class OrderedByIntegerMetric : public PerSocketChunkFIFO<64, T> {
public:
  template <typename U>
  using retype = OrderedByIntegerMetric<Indexer, U>;
  explicit OrderedByIntegerMetric(const Indexer& = Indexer()) {}
};
GALOIS_WLCOMPILECHECK(OrderedByIntegerMetric)

} // namespace galois::worklists
