#include "galois/graphs/FileGraph.h"

#include <cassert>
#include <cstring>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include "galois/Loops.h"
#include "galois/graphs/GrFile.h"
#include "galois/graphs/GraphHelpers.h"

namespace galois::graphs {

namespace {

constexpr std::uint64_t kPageInBlock = std::uint64_t{2} << 20;

/// Loads one block into memory: in one system call if the kernel supports it, otherwise page by
/// page.
void pageInBlock(const char* from, std::uint64_t length) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
#ifdef MADV_POPULATE_READ
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(from) % page;
  if (madvise(const_cast<char*>(from - offset), offset + length, MADV_POPULATE_READ) == 0) {
    return;
  }
#endif
  for (std::uint64_t at = 0; at < length; at += page) {
    static_cast<void>(*static_cast<const volatile char*>(from + at));
  }
}

void pageInParallel(const void* from, std::uint64_t length) {
  const std::uint64_t blocks = (length + kPageInBlock - 1) / kPageInBlock;
  galois::do_all(
      galois::iterate(std::uint64_t{0}, blocks),
      [&](std::uint64_t block) {
        const std::uint64_t at = block * kPageInBlock;
        pageInBlock(static_cast<const char*>(from) + at, std::min(kPageInBlock, length - at));
      },
      galois::no_stats());
}

/// Returns the index of the first of words [first, last) that is at least `limit`, or `last`.
template <typename Word>
std::uint64_t findAtLeast(const Word* words, std::uint64_t first, std::uint64_t last,
                          std::uint64_t limit) {
  // Compute the maximum first: the compiler vectorises this, and usually no word is that large.
  Word largest = 0;
  for (std::uint64_t i = first; i < last; ++i) {
    largest = std::max(largest, words[i]);
  }
  if (largest < limit) {
    return last;
  }
  return static_cast<std::uint64_t>(
      std::find_if(words + first, words + last, [limit](Word w) { return w >= limit; }) - words);
}

std::string quoted(const std::string& path) { return "'" + path + "'"; }

} // namespace

void FileGraph::fromFile(const std::string& filename) {
  const internal::GrFile file(filename);
  FileGraph loaded;
  loaded.memory_[0] = file.map(0, file.layout().fileSize);
  loaded.useImage(file.layout());
  loaded.name_ = quoted(filename);
  loaded.bytesMapped_ = bytesMapped_ + file.layout().fileSize;
  loaded.destinationsChecked_ = false;
  loaded.checkIndex(loaded.numEdges_, 0, true);
  swap(loaded);
}

void FileGraph::partFromFile(const std::string& filename, NodeRange nodes, EdgeRange edges,
                             bool numaMap) {
  const internal::GrFile file(filename);
  const GrLayout& layout = file.layout();
  const GrHeader& header = layout.header;
  if (*nodes.first > *nodes.second || *nodes.second > header.numNodes ||
      *edges.first > *edges.second || *edges.second > header.numEdges) {
    throw GraphError(fmt::format("'{}' has {} nodes and {} edges; the part asked for, nodes [{}, "
                                 "{}) and edges [{}, {}), is not inside",
                                 filename, header.numNodes, header.numEdges, *nodes.first,
                                 *nodes.second, *edges.first, *edges.second));
  }
  FileGraph part;
  part.name_ = quoted(filename);
  part.version_ = header.version;
  part.edgeSize_ = header.edgeSize;
  part.totalNodes_ = header.numNodes;
  part.nodeOffset_ = *nodes.first;
  part.numNodes_ = *nodes.second - *nodes.first;
  part.edgeOffset_ = *edges.first;
  part.numEdges_ = *edges.second - *edges.first;
  part.destinationsChecked_ = false;

  const auto map = [&](std::size_t i, std::uint64_t section, std::uint64_t first,
                       std::uint64_t count, std::uint64_t size) {
    part.memory_[i] = file.map(section + first * size, count * size);
    return static_cast<void*>(part.memory_[i].data());
  };
  part.edgeEnd_ = static_cast<std::uint64_t*>(
      map(0, layout.edgeEndOffset, part.nodeOffset_, part.numNodes_, sizeof(std::uint64_t)));
  part.dst_ = map(1, layout.dstOffset, part.edgeOffset_, part.numEdges_, layout.dstSize());
  part.edgeData_ = static_cast<char*>(
      map(2, layout.edgeDataOffset, part.edgeOffset_, part.numEdges_, header.edgeSize));
  part.bytesMapped_ = bytesMapped_ + part.numNodes_ * sizeof(std::uint64_t) +
                      part.numEdges_ * (layout.dstSize() + header.edgeSize);

  std::uint64_t before = 0;
  if (part.nodeOffset_ > 0) {
    file.read(&before, sizeof(before),
              layout.edgeEndOffset + (part.nodeOffset_ - 1) * sizeof(before));
  }
  part.checkIndex(header.numEdges, before, *nodes.second == header.numNodes);
  const std::uint64_t after = part.numNodes_ == 0 ? before : part.edgeEnd_[part.numNodes_ - 1];
  if (part.numEdges_ > 0 && (part.edgeOffset_ < before || *edges.second > after)) {
    throw GraphError(fmt::format("edges [{}, {}) of '{}' do not all belong to nodes [{}, {}), "
                                 "which have edges [{}, {})",
                                 *edges.first, *edges.second, filename, *nodes.first, *nodes.second,
                                 before, after));
  }
  if (numaMap) {
    part.pageIn(true);
  }
  swap(part);
}

/// Checks edgeEnd_ against the number of edges of the whole graph.
/// @param floor  number of edges before the first node held
/// @param whole  whether the last node held is the last one of the graph
void FileGraph::checkIndex(std::uint64_t indexed, std::uint64_t floor, bool whole) const {
  std::uint64_t previous = floor;
  for (std::uint64_t i = 0; i < numNodes_; ++i) {
    if (edgeEnd_[i] < previous || edgeEnd_[i] > indexed) {
      throw GraphError(fmt::format("{} is corrupt: the edges of node {} end at index {}, which is "
                                   "not between {} and {}",
                                   name_, nodeOffset_ + i, edgeEnd_[i], previous, indexed));
    }
    previous = edgeEnd_[i];
  }
  if (whole && previous != indexed) {
    throw GraphError(fmt::format("{} is corrupt: it has {} edges, but its nodes have {}", name_,
                                 indexed, previous));
  }
}

void FileGraph::checkDestinations(std::uint64_t first, std::uint64_t last) const {
  assert(first >= edgeOffset_ && first <= last && last - edgeOffset_ <= numEdges_);
  if (destinationsChecked_) {
    return;
  }
  const std::uint64_t begin = first - edgeOffset_;
  const std::uint64_t end = last - edgeOffset_;
  const std::uint64_t bad =
      version_ == 1 ? findAtLeast(static_cast<const std::uint32_t*>(dst_), begin, end, totalNodes_)
                    : findAtLeast(static_cast<const std::uint64_t*>(dst_), begin, end, totalNodes_);
  if (bad != end) {
    throw GraphError(fmt::format("{} is corrupt: edge {} leads to node {}, but there are only {} "
                                 "nodes",
                                 name_, edgeOffset_ + bad,
                                 getEdgeDst(edge_iterator(edgeOffset_ + bad)), totalNodes_));
  }
}

void FileGraph::checkDestinations() {
  checkDestinations(edgeOffset_, edgeOffset_ + numEdges_);
  destinationsChecked_ = true;
}

void FileGraph::checkEdgeSize(std::size_t bytes) const {
  if (bytes == edgeSize_) {
    return;
  }
  if (edgeSize_ == 0) {
    throw GraphError(fmt::format("{} has no edge data, but {} bytes per edge are wanted; add "
                                 "weights with graph-convert --weights=uniform:LO:HI",
                                 name_, bytes));
  }
  throw GraphError(fmt::format("{} has edge data of {} bytes each, but {} bytes are wanted; "
                               "graph-convert can write other types",
                               name_, edgeSize_, bytes));
}

void FileGraph::pageIn(bool withEdgeData) const {
  pageInParallel(edgeEnd_, numNodes_ * sizeof(std::uint64_t));
  pageInParallel(dst_, numEdges_ * (version_ == 1 ? 4 : 8));
  if (withEdgeData) {
    pageInParallel(edgeData_, numEdges_ * edgeSize_);
  }
}

void FileGraph::releaseIndex(std::uint64_t first, std::uint64_t last) const noexcept {
  if (releasing_) {
    memory_[0].release(edgeEnd_ + (first - nodeOffset_), edgeEnd_ + (last - nodeOffset_));
  }
}

void FileGraph::releaseEdges(std::uint64_t first, std::uint64_t last) const noexcept {
  if (releasing_) {
    const auto releasePart = [&](std::size_t part, const void* section, std::uint64_t size) {
      const auto* bytes = static_cast<const char*>(section);
      const MappedMemory& memory = memory_[part].size() > 0 ? memory_[part] : memory_[0];
      memory.release(bytes + (first - edgeOffset_) * size, bytes + (last - edgeOffset_) * size);
    };
    releasePart(1, dst_, version_ == 1 ? 4 : 8);
    releasePart(2, edgeData_, edgeSize_);
  }
}

void FileGraph::release() const noexcept {
  releaseIndex(nodeOffset_, nodeOffset_ + numNodes_);
  releaseEdges(edgeOffset_, edgeOffset_ + numEdges_);
}

void FileGraph::useImage(const GrLayout& layout) {
  char* image = memory_[0].data();
  version_ = layout.header.version;
  edgeSize_ = layout.header.edgeSize;
  numNodes_ = totalNodes_ = layout.header.numNodes;
  numEdges_ = layout.header.numEdges;
  nodeOffset_ = edgeOffset_ = 0;
  edgeEnd_ = reinterpret_cast<std::uint64_t*>(image + layout.edgeEndOffset);
  dst_ = image + layout.dstOffset;
  edgeData_ = image + layout.edgeDataOffset;
}

void FileGraph::allocate(std::uint64_t version, std::uint64_t edgeSize, std::uint64_t numNodes,
                         std::uint64_t numEdges) {
  const auto layout = layoutOf({version, edgeSize, numNodes, numEdges});
  if (!layout) {
    throw GraphError(fmt::format("a graph of {} nodes and {} edges with {} bytes of data each is "
                                 "more than memory can hold",
                                 numNodes, numEdges, edgeSize));
  }
  FileGraph fresh;
  fresh.memory_[0] = MappedMemory::zeroed(layout->fileSize);
  fresh.useImage(*layout);
  fresh.bytesMapped_ = bytesMapped_;
  fresh.destinationsChecked_ = false;
  swap(fresh);
}

void FileGraph::copyFrom(const FileGraph& other, std::uint64_t edgeSize) {
  FileGraph copy;
  copy.allocate(other.version_, edgeSize, other.numNodes_, other.numEdges_);
  const auto put = [](void* to, const void* from, std::uint64_t bytes) {
    if (bytes > 0) {
      std::memcpy(to, from, bytes);
    }
  };
  put(copy.edgeEnd_, other.edgeEnd_, other.numNodes_ * sizeof(std::uint64_t));
  put(copy.dst_, other.dst_, other.numEdges_ * (other.version_ == 1 ? 4 : 8));
  if (edgeSize == other.edgeSize_) {
    put(copy.edgeData_, other.edgeData_, other.numEdges_ * edgeSize);
  }
  copy.nodeOffset_ = other.nodeOffset_;
  copy.edgeOffset_ = other.edgeOffset_;
  copy.totalNodes_ = other.totalNodes_;
  copy.destinationsChecked_ = other.destinationsChecked_;
  copy.name_ = other.name_;
  swap(copy);
}

FileGraph::edge_iterator FileGraph::findEdge(GraphNode src, GraphNode dst) const {
  return std::find_if(edge_begin(src), edge_end(src),
                      [&](std::uint64_t e) { return getEdgeDst(edge_iterator(e)) == dst; });
}

FileGraph::edge_iterator FileGraph::findEdgeOrThrow(GraphNode src, GraphNode dst) const {
  const auto edge = findEdge(src, dst);
  if (edge == edge_end(src)) {
    throw GraphError(fmt::format("{} has no edge {} -> {}", name_, src, dst));
  }
  return edge;
}

FileGraph::node_id_iterator FileGraph::node_id_begin() const {
  if (version_ != 1) {
    throw GraphError(fmt::format("{} holds 64-bit node ids, which cannot be read as an array of "
                                 "32-bit ones; use getEdgeDst",
                                 name_));
  }
  return static_cast<const std::uint32_t*>(dst_);
}

FileGraph::GraphRange FileGraph::divideByNode(std::size_t nodeSize, std::size_t edgeSize,
                                              std::size_t id, std::size_t total) const {
  struct EdgesHeld {
    const FileGraph& graph;
    std::uint64_t operator[](std::uint64_t i) const { return graph.clampEdge(graph.edgeEnd_[i]); }
  };
  const auto share = divideNodesBinarySearch(numNodes_, numEdges_, nodeSize, edgeSize, id, total,
                                             EdgesHeld{*this}, {}, edgeOffset_);
  return {{iterator(*share.first.first + nodeOffset_), iterator(*share.first.second + nodeOffset_)},
          {edge_iterator(*share.second.first + edgeOffset_),
           edge_iterator(*share.second.second + edgeOffset_)}};
}

FileGraph::GraphRange FileGraph::divideByEdge(std::size_t /*nodeSize*/, std::size_t /*edgeSize*/,
                                              std::size_t id, std::size_t total) const {
  const std::uint64_t first = edgeOffset_ + internal::shareOf(numEdges_, id, total);
  const std::uint64_t last = edgeOffset_ + internal::shareOf(numEdges_, id + 1, total);
  // Returns the number of nodes whose row starts before edge e. This assigns every node to one part
  // by the start of its row.
  const auto startingBefore = [&](std::uint64_t e) -> std::uint64_t {
    if (numNodes_ == 0 || e <= edgeOffset_) {
      return 0;
    }
    const std::uint64_t* ends = edgeEnd_;
    return 1 + static_cast<std::uint64_t>(std::lower_bound(ends, ends + numNodes_ - 1, e) - ends);
  };
  const std::uint64_t end = id + 1 == total ? numNodes_ : startingBefore(last);
  std::uint64_t begin = id == 0 ? 0 : startingBefore(first);
  const bool firstRowCut = begin > 0 && first < last && edgeEnd_[begin - 1] > first;
  if (firstRowCut) {
    --begin;
  }
  return {{iterator(nodeOffset_ + begin), iterator(nodeOffset_ + end)},
          {edge_iterator(first), edge_iterator(last)}};
}

void FileGraph::swap(FileGraph& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(edgeEnd_, other.edgeEnd_);
  std::swap(dst_, other.dst_);
  std::swap(edgeData_, other.edgeData_);
  std::swap(version_, other.version_);
  std::swap(edgeSize_, other.edgeSize_);
  std::swap(numNodes_, other.numNodes_);
  std::swap(numEdges_, other.numEdges_);
  std::swap(nodeOffset_, other.nodeOffset_);
  std::swap(edgeOffset_, other.edgeOffset_);
  std::swap(totalNodes_, other.totalNodes_);
  std::swap(bytesMapped_, other.bytesMapped_);
  std::swap(destinationsChecked_, other.destinationsChecked_);
  std::swap(releasing_, other.releasing_);
  std::swap(name_, other.name_);
}

std::uint32_t internal::nodesFor32BitIds(std::uint64_t nodes, const std::string& name) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (nodes > kMost) {
    throw GraphError(fmt::format("{} has {} nodes, too many for 32-bit node ids: at most {}", name,
                                 nodes, kMost));
  }
  return static_cast<std::uint32_t>(nodes);
}

} // namespace galois::graphs
