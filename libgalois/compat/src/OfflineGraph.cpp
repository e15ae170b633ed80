#include "galois/graphs/OfflineGraph.h"

#include <cassert>

#include <fmt/format.h>

#include "galois/graphs/GraphError.h"

namespace galois::graphs {

void OfflineGraph::read(void* to, std::size_t bytes, std::uint64_t offset) const {
  if (file_.read(to, bytes, offset) != bytes) {
    throw GraphError(file_.name() + " has become shorter since it was opened");
  }
  reads_.fetch_add(1, galois::order::relaxed);
  bytes_.fetch_add(bytes, galois::order::relaxed);
}

std::uint64_t OfflineGraph::operator[](GraphNode n) const {
  assert(n < size());
  std::uint64_t end = 0;
  read(&end, sizeof(end), file_.layout().edgeEndOffset + n * sizeof(end));
  if (end > sizeEdges()) {
    throw GraphError(fmt::format("{} is corrupt: the edges of node {} end at index {}, but there "
                                 "are only {} edges",
                                 file_.name(), n, end, sizeEdges()));
  }
  return end;
}

OfflineGraph::EdgeRange OfflineGraph::edgesOf(GraphNode n) const {
  const edge_iterator first = edge_begin(n);
  const edge_iterator last((*this)[n]);
  if (*last < *first) {
    throw GraphError(fmt::format("{} is corrupt: the edges of node {} end at index {}, before they "
                                 "begin at {}",
                                 file_.name(), n, *last, *first));
  }
  return {first, last};
}

OfflineGraph::GraphNode OfflineGraph::getEdgeDst(edge_iterator edge) const {
  assert(*edge < sizeEdges());
  std::uint64_t dst = 0; // files are little-endian, as this machine: see GrFormat.h
  const std::uint64_t bytes = file_.layout().dstSize();
  read(&dst, bytes, file_.layout().dstOffset + *edge * bytes);
  if (dst >= size()) {
    throw GraphError(fmt::format("{} is corrupt: edge {} leads to node {}, but there are only {} "
                                 "nodes",
                                 file_.name(), *edge, dst, size()));
  }
  return dst;
}

void OfflineGraph::readEdgeData(std::uint64_t edge, void* to, std::size_t bytes) const {
  assert(edge < sizeEdges());
  if (bytes != edgeSize()) {
    throw GraphError(fmt::format("{} has edge data of {} bytes each, but {} bytes are wanted",
                                 file_.name(), edgeSize(), bytes));
  }
  read(to, bytes, file_.layout().edgeDataOffset + edge * bytes);
}

} // namespace galois::graphs
