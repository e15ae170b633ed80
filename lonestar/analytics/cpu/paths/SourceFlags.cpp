#include "SourceFlags.h"

#include <string>

#include "BatchFlag.h"
#include "SourceList.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace sssp {

lonestar::NodeFlag
    startNode("startNode",
              cll::desc("Source: its name or id in the input, else its number from 0; node i of a "
                        "DIMACS or PACE file is number i-1 here (default 0). LAT,LON in degrees: "
                        "the node that is nearest to this place"),
              cll::value_desc("node"), cll::init("0"), cll::cat(lonestar::algorithmGroup()));
lonestar::NodeFlag reportNode("reportNode",
                              cll::desc("Print the distance of this node (default 1)"),
                              cll::value_desc("node"), cll::init("1"),
                              cll::cat(lonestar::reportGroup()));

namespace {

cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));
cll::opt<std::string> sources(
    "sources",
    cll::desc("One run and one record per source: a file with one per line ('-': stdin), or "
              "random:K for K nodes with edges (seed: --sources-seed)"),
    cll::value_desc("sources"), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::uint64_t> sourcesSeed("sources-seed",
                                    cll::desc("Seed of --sources=random:K (default 1)"),
                                    cll::value_desc("seed"), cll::init(1),
                                    cll::cat(lonestar::algorithmGroup()));

} // namespace

void checkSourceFlags() {
  lonestar::takePlaceOfFrom(startNode);
  if (sourcesSeed.getNumOccurrences() > 0 && !isDrawn(sources)) {
    throw lonestar::UsageError(
        "--sources-seed is that of --sources=random:K; give both, or neither");
  }
  if (!sources.empty() && startNode.getNumOccurrences() > 0) {
    throw lonestar::UsageError("--startNode and --sources: one of the two says where paths begin");
  }
  if (isDrawn(sources)) {
    checkDrawn(sources);
  }
}

bool sourcesAreInFile() { return !sources.empty() && !isDrawn(sources); }

void fitThreadsToSources(std::uint64_t nodes, std::uint64_t edges) {
  if (sources.empty() && givenBatch() != Batch::kSources) {
    lonestar::fitThreads(nodes, edges);
  }
}

std::vector<std::uint32_t>
chosenSources(std::uint64_t nodes, const galois::inputs::NodeIdMap& names,
              const std::function<std::uint64_t(std::uint32_t)>& degree) {
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::nodeNamed(reportNode, nodes, names);
  }
  if (sources.empty()) {
    return {lonestar::nodeNear(startNode, nodes, names)};
  }
  return nodesOfList(sources, sourcesSeed, nodes, names, degree, "name a source with --startNode");
}

} // namespace sssp
