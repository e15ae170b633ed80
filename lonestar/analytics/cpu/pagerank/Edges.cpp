#include "Edges.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/ReadGraph.h"
#include "galois/graphs/Transpose.h"
#include "inputs/InputGraph.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/InputFlags.h"

namespace cll = llvm::cl;

namespace pagerank {

namespace {

cll::opt<std::string> transposed("transposed",
                                 cll::desc("The input's edges turned round, in any format "
                                           "(default: built where they are needed)"),
                                 cll::value_desc("file"), cll::cat(lonestar::inputGroup()));
cll::opt<bool> transposedGraph("transposedGraph",
                               cll::desc("The input holds the edges turned round"),
                               cll::cat(lonestar::inputGroup()));

/// Returns a hash of an edge that differs from that of its reverse.
std::uint64_t edgeHash(Node from, Node to) {
  std::uint64_t hash = (std::uint64_t{from} << 32 | to) + 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111eb;
  return hash ^ hash >> 31;
}

/// Returns the sum of the hashes of all edges, or of their reverses. Runs on all active threads, in
/// O(edges) time.
std::uint64_t hashSum(const Graph& graph, bool reverses) {
  galois::GAccumulator<std::uint64_t> sum;
  galois::do_all(
      galois::iterate(graph),
      [&](Node node) {
        std::uint64_t here = 0;
        for (const auto& edge : graph.edges(node)) {
          here += reverses ? edgeHash(edge.dst, node) : edgeHash(node, edge.dst);
        }
        sum += here;
      },
      galois::steal(), galois::chunk_size<512>());
  return sum.reduce();
}

/// Returns whether the edges of `a` are those of `b` reversed, with the same number of parallel
/// edges. Another graph passes with probability 2^-64.
bool areReverses(const Graph& a, const Graph& b) {
  return a.size() == b.size() && a.sizeEdges() == b.sizeEdges() &&
         hashSum(a, false) == hashSum(b, true);
}

} // namespace

Edges::Edges(Graph& graph, bool wanted) {
  symmetric_ = areReverses(graph, graph);
  if (symmetricGraph && !symmetric_) {
    throw lonestar::AppError(std::string(lonestar::inputFile) +
                             ": -symmetricGraph, but not every edge there has its reverse; "
                             "--symmetrize adds what is missing");
  }
  if (transposedGraph) {
    turned_ = galois::graphs::transpose(graph);
    std::swap(turned_, graph);
  } else if (!transposed.empty()) {
    galois::graphs::FileGraph file;
    file.fromFile(galois::inputs::prepareGraph(transposed, {.weightsUnused = true}).path);
    galois::graphs::readGraph(turned_, file, true);
    if (!areReverses(graph, turned_)) {
      throw lonestar::AppError(fmt::format("--transposed={}: its edges are not those of {} turned "
                                           "round",
                                           std::string(transposed),
                                           std::string(lonestar::inputFile)));
    }
  } else if (symmetric_) {
    inEdges_ = &graph;
    return;
  } else if (wanted) {
    turned_ = galois::graphs::transpose(graph);
  } else {
    return;
  }
  inEdges_ = &turned_;
}

} // namespace pagerank
