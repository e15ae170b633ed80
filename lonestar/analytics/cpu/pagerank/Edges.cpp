#include "Edges.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "analytics/graphs/Reverses.h"
#include "galois/Galois.h"
#include "galois/graphs/ReadGraph.h"
#include "galois/graphs/Transpose.h"
#include "inputs/InputGraph.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/InputFlags.h"

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

} // namespace

std::string givenTransposed() {
  return transposedGraph ? "--transposedGraph" : transposed.empty() ? "" : "--transposed";
}

Edges::Edges(Graph& graph, bool wanted) {
  symmetric_ = lonestar::isSymmetric(graph);
  if (symmetricGraph && !symmetric_) {
    throw lonestar::AppError(lonestar::notSymmetric());
  }
  if (transposedGraph) {
    turned_ = galois::graphs::transpose(graph);
    std::swap(turned_, graph);
  } else if (!transposed.empty()) {
    galois::inputs::PrepareOptions options;
    options.weightsUnused = true;
    options.cache = !lonestar::keepsNothing();
    options.cacheBeside = lonestar::keepsBeside();
    const auto prepared = galois::inputs::prepareGraph(transposed, options);
    lonestar::printRemark(prepared);
    galois::graphs::readGraph(turned_, prepared.path, true);
    if (!lonestar::areReverses(graph, turned_)) {
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
