#include "galois/graphs/FileGraph.h"

#include <limits>

#include <fmt/format.h>

namespace galois::graphs {

void FileGraphWriter::phase1() { next_.assign(nodes_, 0); }

void FileGraphWriter::incrementDegree(std::uint64_t id, std::uint64_t delta) {
  if (id >= next_.size()) {
    throw GraphError(fmt::format("node {} does not exist: {} were announced", id, nodes_));
  }
  next_[id] += delta;
}

void FileGraphWriter::phase2() {
  const std::uint64_t version = nodes_ > std::numeric_limits<std::uint32_t>::max() ? 2 : 1;
  allocate(version, dataSize_, nodes_, edges_);
  std::uint64_t sum = 0;
  for (std::uint64_t n = 0; n < nodes_; ++n) {
    const std::uint64_t degree = next_[n];
    next_[n] = sum;
    sum += degree;
    edgeEnds()[n] = sum;
  }
  if (sum != edges_) {
    throw GraphError(fmt::format("{} edges were announced, but degrees add up to {}", edges_, sum));
  }
}

std::size_t FileGraphWriter::addNeighbor(std::uint64_t src, std::uint64_t dst) {
  if (src >= nodes_ || dst >= nodes_) {
    throw GraphError(fmt::format("edge {} -> {} leads to a node that does not exist: {} were "
                                 "announced",
                                 src, dst, nodes_));
  }
  if (next_[src] >= edgeEnds()[src]) {
    throw GraphError(fmt::format("node {} has more edges than were announced", src));
  }
  const std::uint64_t slot = next_[src]++;
  if (version() == 1) {
    static_cast<std::uint32_t*>(destinations())[slot] = static_cast<std::uint32_t>(dst);
  } else {
    static_cast<std::uint64_t*>(destinations())[slot] = dst;
  }
  return slot;
}

void FileGraphWriter::finish() {
  for (std::uint64_t n = 0; n < nodes_; ++n) {
    if (next_[n] != edgeEnds()[n]) {
      throw GraphError(fmt::format("node {} has fewer edges than were announced", n));
    }
  }
  next_ = {};
  setDestinationsChecked();
}

} // namespace galois::graphs
