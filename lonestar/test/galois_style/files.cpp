/**
 * Reads a graph in every way that does not need all of it in memory, in the style of programs
 * written for Galois, and checks that the ways agree.
 */
#include <cstdint>
#include <iostream>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/BufferedGraph.h"
#include "galois/graphs/OCGraph.h"
#include "galois/graphs/OfflineGraph.h"
#include "galois/graphs/ReadGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);

/// A number that depends on every edge and its place.
static std::uint64_t mix(std::uint64_t n, std::uint64_t edge, std::uint64_t dst,
                         std::uint64_t weight) {
  return (n + 1) * 31 + (edge + 1) * (dst + 7) + weight * 13;
}

static std::uint64_t fromOffline() {
  galois::graphs::OfflineGraph graph(inputFile);
  galois::GAccumulator<std::uint64_t> sum;
  galois::do_all(galois::iterate(graph), [&](std::uint64_t n) {
    for (auto edge : graph.edges(n)) {
      sum += mix(n, *edge, graph.getEdgeDst(edge), graph.getEdgeData<std::uint32_t>(edge));
    }
  });
  std::cout << graph.num_bytes_read() << " bytes in " << graph.num_seeks() << " reads\n";
  return sum.reduce();
}

static std::uint64_t fromBuffered(unsigned parts) {
  galois::graphs::OfflineGraph offline(inputFile);
  std::uint64_t sum = 0;
  for (unsigned part = 0; part < parts; ++part) {
    const auto range = offline.divideByNode(0, 1, part, parts);
    galois::graphs::BufferedGraph<std::uint32_t> graph;
    graph.loadPartialGraph(inputFile, *range.first.first, *range.first.second, *range.second.first,
                           *range.second.second, offline.size(), offline.sizeEdges());
    for (std::uint64_t n = *range.first.first; n < *range.first.second; ++n) {
      for (auto edge = graph.edgeBegin(n); edge != graph.edgeEnd(n); ++edge) {
        sum += mix(n, *edge, graph.edgeDestination(*edge), graph.edgeData(*edge));
      }
    }
  }
  return sum;
}

static std::uint64_t fromSegments(bool keep) {
  using Graph = galois::graphs::OCImmutableEdgeGraph<unsigned, std::uint32_t>;
  Graph graph;
  galois::graphs::readGraph(graph, inputFile);
  if (keep) {
    graph.keepInMemory();
  }
  galois::GAccumulator<std::uint64_t> sum;
  Graph::segment_type segment = graph.nextSegment(3000);
  while (segment) {
    graph.load(segment);
    galois::do_all(
        galois::iterate(graph.begin(segment), graph.end(segment)), [&](Graph::GraphNode n) {
          for (auto edge : graph.edges(segment, n)) {
            sum += mix(n, *edge, graph.getEdgeDst(segment, edge), graph.getEdgeData(segment, edge));
          }
          graph.getData(n) += 1;
        });
    graph.unload(segment);
    segment = graph.nextSegment(segment, 3000);
  }
  for (auto n : graph) {
    if (graph.getData(n) != 1) {
      return 0;
    }
  }
  return sum.reduce();
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "files", "Reads a graph in parts", nullptr, &inputFile);
  galois::graphs::BufferedGraph<std::uint32_t> whole;
  whole.loadGraph(inputFile);
  std::cout << "Read " << whole.size() << " nodes, " << whole.sizeEdges() << " edges\n";
  const std::uint64_t sum = fromBuffered(1);
  if (whole.sizeEdges() == 0 || fromBuffered(7) != sum || fromOffline() != sum ||
      fromSegments(false) != sum || fromSegments(true) != sum) {
    std::cerr << "Verification failed.\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
