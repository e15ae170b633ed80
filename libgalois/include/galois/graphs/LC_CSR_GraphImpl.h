/** The longer member functions of LC_CSR_Graph. Only LC_CSR_Graph.h includes this file. */
#pragma once

#include <memory>
#include <new>

#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/substrate/Atomics.h"

// The template head and the name of the class, which every definition here repeats.
#define GALOIS_CSR_TEMPLATE                                                                        \
  template <typename NodeTy, typename EdgeTy, bool HasNoLockable, bool UseNumaAlloc,               \
            bool HasOutOfLineLockable, typename FileEdgeTy>
#define GALOIS_CSR                                                                                 \
  LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>

namespace galois::graphs {

namespace internal {

/// Calls fn(n) for n in [0, count), in parallel unless GALOIS_GRAPH_CONSTRUCT_SERIAL is defined.
template <typename Fn>
void constructLoop(std::uint32_t count, const Fn& fn) {
#ifdef GALOIS_GRAPH_CONSTRUCT_SERIAL
  for (std::uint32_t n = 0; n < count; ++n) {
    fn(n);
  }
#else
  galois::do_all(galois::iterate(std::uint32_t{0}, count), fn, galois::no_stats());
#endif
}

} // namespace internal

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::checkDestination(std::uint32_t src, std::uint64_t dst) const {
  if (dst >= numNodes) {
    throw GraphError("edge " + std::to_string(src) + " -> " + std::to_string(dst) +
                     " leads to a node that does not exist: there are " + std::to_string(numNodes));
  }
}

GALOIS_CSR_TEMPLATE
template <typename EdgeNumFn, typename EdgeDstFn, typename EdgeDataFn>
GALOIS_CSR::LC_CSR_Graph(std::uint32_t nodeCount, std::uint64_t edgeCount, EdgeNumFn edgesOf,
                         EdgeDstFn dstOf, [[maybe_unused]] EdgeDataFn dataOf) {
  allocateFrom(nodeCount, edgeCount);
  internal::constructLoop(
      nodeCount, [&](std::uint32_t n) { fixEndEdge(n, static_cast<std::uint64_t>(edgesOf(n))); });
  std::uint64_t sum = 0;
  for (std::uint32_t n = 0; n < nodeCount; ++n) {
    sum += (*this)[n];
    fixEndEdge(n, sum);
  }
  if (sum != edgeCount) {
    throw GraphError("the nodes have " + std::to_string(sum) + " edges, but " +
                     std::to_string(edgeCount) + " were announced");
  }
  internal::constructLoop(nodeCount, [&](std::uint32_t n) {
    const std::uint64_t first = rowOffset_[n];
    for (std::uint64_t e = first; e < rowOffset_[std::size_t{n} + 1]; ++e) {
      const auto dst = dstOf(n, e - first);
      checkDestination(n, static_cast<std::uint64_t>(dst));
      if constexpr (std::is_void_v<EdgeTy>) {
        constructEdge(e, static_cast<std::uint32_t>(dst));
      } else {
        constructEdge(e, static_cast<std::uint32_t>(dst), dataOf(n, e - first));
      }
    }
  });
  constructNodes();
  initializeLocalRanges();
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::allocateFrom(std::uint32_t nodeCount, std::uint64_t edgeCount) {
  deallocate();
  try {
    LC_CSR_Graph fresh;
    allocate(fresh.nodeData, nodeCount);
    allocate(fresh.rowOffset_, std::size_t{nodeCount} + 1);
    allocate(fresh.edgeDst, edgeCount);
    allocate(fresh.edgeData, edgeCount);
    fresh.rowOffset_[0] = 0;
    fresh.numNodes = nodeCount;
    fresh.numEdges = edgeCount;
    fresh.makeLocks();
    fresh.viewPrefixSum();
    swap(*this, fresh);
  } catch (const std::bad_alloc&) {
    throw GraphError("out of memory: a graph of " + std::to_string(nodeCount) + " nodes and " +
                     std::to_string(edgeCount) + " edges does not fit");
  }
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::allocateFrom(const FileGraph& graph) {
  allocateFrom(internal::nodesFor32BitIds(graph.size(), graph.name()), graph.sizeEdges());
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::constructNodes() {
  if constexpr (!std::is_void_v<NodeTy>) {
    forAllNodes([this](std::uint32_t n) { put(nodeData, n); });
  }
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::constructFrom(const FileGraph& graph, unsigned tid, unsigned total,
                               bool readUnweighted) {
  if constexpr (!std::is_void_v<EdgeTy> && !std::is_void_v<FileEdgeTy>) {
    if (!readUnweighted) {
      graph.checkEdgeSize(sizeof(FileEdgeTy));
    }
  }
  const auto [nodes, edges] = graph.divideByNode(nodeBytes(), edgeBytes(), tid, total);
  graph.readIndex(*nodes.first, *nodes.second, [this](std::uint64_t n, std::uint64_t end) {
    rowOffset_[n + 1] = end;
    if constexpr (!std::is_void_v<NodeTy>) {
      put(nodeData, n);
    }
  });
  graph.readEdges(*edges.first, *edges.second, [&](std::uint64_t first, std::uint64_t last) {
    if (graph.version() == 1) {
      std::copy(graph.node_id_begin() + first, graph.node_id_begin() + last,
                edgeDst.data() + first);
    } else {
      for (std::uint64_t e = first; e < last; ++e) {
        edgeDst[e] = static_cast<std::uint32_t>(graph.getEdgeDst(FileGraph::edge_iterator(e)));
      }
    }
    constructData(graph, first, last, readUnweighted);
  });
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::constructData([[maybe_unused]] const FileGraph& graph,
                               [[maybe_unused]] std::uint64_t first,
                               [[maybe_unused]] std::uint64_t last,
                               [[maybe_unused]] bool readUnweighted) {
  if constexpr (!std::is_void_v<EdgeTy>) {
    if constexpr (!std::is_void_v<FileEdgeTy>) {
      if (!readUnweighted) {
        const FileEdgeTy* data = graph.edge_data_begin<FileEdgeTy>();
        for (std::uint64_t e = first; e < last; ++e) {
          put(edgeData, e, static_cast<EdgeTy>(data[e]));
        }
        return;
      }
    }
    for (std::uint64_t e = first; e < last; ++e) {
      put(edgeData, e);
    }
  }
}

GALOIS_CSR_TEMPLATE
template <typename PrefixSum, typename Rows, typename Construct>
void GALOIS_CSR::constructRows(std::uint32_t nodeCount, std::uint64_t edgeCount,
                               const PrefixSum& prefixSum, const Rows& ids,
                               const Construct& construct) {
  const std::uint64_t edges = nodeCount == 0 || prefixSum.empty() ? 0 : prefixSum[nodeCount - 1];
  if (prefixSum.size() < nodeCount || ids.size() < nodeCount || edges != edgeCount) {
    throw GraphError("the prefix sum and the rows do not describe " + std::to_string(nodeCount) +
                     " nodes and " + std::to_string(edgeCount) + " edges");
  }
  allocateFrom(nodeCount, edgeCount);
  forAllNodes([&](std::uint32_t n) {
    const std::uint64_t first = n == 0 ? 0 : prefixSum[n - 1];
    if (prefixSum[n] > edgeCount || prefixSum[n] - first != ids[n].size()) {
      throw GraphError("the row of node " + std::to_string(n) + " is not as long as the prefix " +
                       "sum says");
    }
    fixEndEdge(n, prefixSum[n]);
    for (std::size_t i = 0; i < ids[n].size(); ++i) {
      checkDestination(n, ids[n][i]);
      construct(n, i, first + i, ids[n][i]);
    }
  });
  constructNodes();
  initializeLocalRanges();
}

GALOIS_CSR_TEMPLATE
template <typename PrefixSum, typename Rows, typename DataRows>
void GALOIS_CSR::constructFrom(std::uint32_t nodeCount, std::uint64_t edgeCount,
                               const PrefixSum& prefixSum, const Rows& ids, const DataRows& data) {
  if constexpr (std::is_void_v<EdgeTy>) {
    constructFrom(nodeCount, edgeCount, prefixSum, ids);
  } else {
    if (data.empty()) {
      constructFrom(nodeCount, edgeCount, prefixSum, ids);
      return;
    }
    if (data.size() < nodeCount) {
      throw GraphError("there is not a row of edge data for every node");
    }
    constructRows(nodeCount, edgeCount, prefixSum, ids,
                  [&](std::uint32_t n, std::size_t i, std::uint64_t e, std::uint32_t dst) {
                    if (data[n].empty()) {
                      constructEdge(e, dst);
                      return;
                    }
                    if (data[n].size() != ids[n].size()) {
                      throw GraphError("node " + std::to_string(n) +
                                       " does not have data for each of its edges");
                    }
                    constructEdge(e, dst, data[n][i]);
                  });
  }
}

GALOIS_CSR_TEMPLATE
template <typename PrefixSum, typename Rows>
void GALOIS_CSR::constructFrom(std::uint32_t nodeCount, std::uint64_t edgeCount,
                               const PrefixSum& prefixSum, const Rows& ids) {
  constructRows(nodeCount, edgeCount, prefixSum, ids,
                [this](std::uint32_t, std::size_t, std::uint64_t e, std::uint32_t dst) {
                  constructEdge(e, dst);
                });
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::readGraphFromGRFile(const std::string& filename, bool readUnweighted) {
  FileGraph file;
  file.fromFile(filename);
  file.releaseWhenRead();
  file.release();
  allocateFrom(file);
  galois::on_each(
      [&](unsigned tid, unsigned total) { constructFrom(file, tid, total, readUnweighted); },
      galois::no_stats());
  initializeLocalRanges();
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::transpose(const char* region) {
  galois::StatTimer timer("TIMER_GRAPH_TRANSPOSE", region);
  if (region) {
    timer.start(); // its destructor stops it
  }

  // The original position and source of each reversed edge. Sorting a row by the position restores
  // the order of the input, independently of how the threads were scheduled.
  struct Origin {
    std::uint64_t edge;
    std::uint32_t src;
  };
  const auto next = std::make_unique<galois::Atomic<std::uint64_t>[]>(numNodes);
  // Relaxed throughout: the end of each loop orders it before the next.
  galois::do_all(
      galois::iterate(std::uint64_t{0}, numEdges),
      [&](std::uint64_t e) { next[edgeDst[e]].fetch_add(1, order::relaxed); }, galois::no_stats());

  galois::LargeArray<std::uint64_t> newOffset;
  galois::LargeArray<std::uint32_t> newDst;
  EdgeData newData;
  allocate(newOffset, std::size_t{numNodes} + 1);
  allocate(newDst, numEdges);
  allocate(newData, numEdges);
  std::uint64_t sum = 0;
  for (std::uint32_t n = 0; n < numNodes; ++n) {
    newOffset[n] = sum;
    sum += next[n].exchange(sum, order::relaxed);
  }
  newOffset[numNodes] = sum;

  galois::LargeArray<Origin> origins;
  origins.allocateInterleaved(numEdges);
  galois::do_all(
      galois::iterate(std::uint32_t{0}, numNodes),
      [&](std::uint32_t n) {
        for (std::uint64_t e = rowOffset_[n]; e < rowOffset_[std::size_t{n} + 1]; ++e) {
          origins.constructAt(next[edgeDst[e]].fetch_add(1, order::relaxed), Origin{e, n});
        }
      },
      galois::no_stats(), galois::steal());
  galois::do_all(
      galois::iterate(std::uint32_t{0}, numNodes),
      [&](std::uint32_t n) {
        const std::uint64_t first = newOffset[n];
        const std::uint64_t last = newOffset[std::size_t{n} + 1];
        std::sort(origins.data() + first, origins.data() + last,
                  [](const Origin& a, const Origin& b) { return a.edge < b.edge; });
        for (std::uint64_t e = first; e < last; ++e) {
          newDst[e] = origins[e].src;
          if constexpr (!std::is_void_v<EdgeTy>) {
            put(newData, e, std::move(edgeData[origins[e].edge]));
          }
        }
      },
      galois::no_stats(), galois::steal());

  rowOffset_ = std::move(newOffset);
  edgeDst = std::move(newDst);
  edgeData = std::move(newData);
  viewPrefixSum();
  initializeLocalRanges();
}

} // namespace galois::graphs
