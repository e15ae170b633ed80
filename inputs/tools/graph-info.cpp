// graph-info GRAPH: describes a graph as text, as JSON and as a picture. The work is in
// inputs/describe. This file has the flags and runs the script that draws.

#include "inputs/Error.h"
#include "inputs/describe/Report.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/NodeIds.h"
#include "inputs/io/Messages.h"
#include "inputs/names/NodeIdMap.h"
#include "inputs/tools/ColumnFlags.h"
#include "inputs/tools/CommandLine.h"
#include "inputs/tools/Script.h"

#include "galois/Galois.h"
#include "galois/substrate/DefaultThreads.h"
#include "galois/substrate/ThreadPool.h"

#include <llvm/Support/CommandLine.h>

#include <cstdio>
#include <optional>
#include <stdexcept>

namespace {

namespace cll = llvm::cl;
using namespace galois::inputs;

cll::OptionCategory category("Description");
cll::opt<std::string> graphPath(cll::Positional, cll::Required, cll::desc("GRAPH"),
                                cll::cat(category));
cll::opt<std::string> from("from",
                           cll::desc("Format of GRAPH (default: detected); --from=help lists all"),
                           cll::value_desc("format"), helpOf(readableFormatTable),
                           ListedValues{readableFormatList}, cll::cat(category));
cll::opt<WeightKind, false, ChoiceParser<WeightKind>>
    weightType("weight-type", cll::desc("What the weights are:"), weightTypeValues(),
               cll::init(WeightKind::kAuto), cll::cat(category));
cll::opt<bool> keepIds("keep-ids", cll::desc(kKeepIdsHelp), cll::cat(category));
cll::opt<bool> names("names", cll::desc(kNamesHelp), cll::cat(category));
const ColumnFlags columnFlags(category);
cll::opt<std::string> jsonPath("json", WrittenFile(),
                               cll::desc("Also write it all as JSON; - is standard output"),
                               cll::value_desc("file"), cll::cat(category));
cll::opt<std::string> plotPath("plot", WrittenFile(),
                               cll::desc("Also draw the distributions: a .svg, .png or .pdf"),
                               cll::value_desc("file"), cll::cat(category));
cll::opt<unsigned> sweeps("sweeps", WholeNumbers{0, UINT32_MAX},
                          cll::desc("Sweeps to estimate each diameter with (default 4; 0: do not)"),
                          cll::value_desc("N"), cll::init(4), cll::cat(category));
cll::opt<unsigned> threads("t", WholeNumbers{1, galois::substrate::kMaxThreads},
                           cll::desc("Threads (default: as that of all programs, docs/threads.md)"),
                           cll::value_desc("N"), cll::init(0), cll::cat(category));
cll::opt<bool> quiet("quiet", cll::desc("No text, no progress"), cll::cat(category));

const Examples examples{
    {"graph-info roads.gr", "Counts, degrees, weights and an estimate of the diameter"},
    {"graph-info web.txt.gz --plot=web.svg --json=web.json", "The same as a picture and as data"}};

unsigned defaultThreads() {
  try {
    return galois::substrate::defaultThreads().count;
  } catch (const std::invalid_argument& error) {
    failUsage("{}", error.what());
  }
}

/// Throws UsageError unless matplotlib can write a file of this name.
void checkPlotPath() {
  const std::string& path = plotPath;
  for (const char* suffix : {".svg", ".png", ".pdf"}) {
    if (path.ends_with(suffix)) {
      return;
    }
  }
  failUsage("--plot={}: give a file that ends in .svg, .png or .pdf", path);
}

void inform() {
  std::optional<Script> plotScript;
  if (!plotPath.empty()) {
    checkPlotPath();
    noteOutput(plotPath);
    plotScript.emplace("inputs/plot-graph-info");
  }
  std::optional<OutputFile> json;
  if (!jsonPath.empty()) {
    json.emplace(jsonPath);
  }

  InputFile input(graphPath);
  input.showProgress(!quiet);
  Graph graph = readGraphFile(input, from,
                              {.weightType = weightTypeOf(weightType),
                               .keepIds = keepIds,
                               .names = names,
                               .columns = columnFlags.names()});
  printNotes(graph);
  const NodeIdMap ids = NodeIdMap::of(graph, graphPath);
  if (!quiet && !ids.isIdentity()) {
    printTo(stderr, "{}\n", describeIds(graph, input.name()));
  }
  // Nothing is measured here, so threads are not pinned and may run on any free core.
  galois::substrate::ThreadPool& pool = galois::substrate::getThreadPool();
  pool.setPinning(false);
  galois::SharedMemSys system;
  galois::setActiveThreads(threads == 0 ? defaultThreads() : threads.getValue(),
                           galois::kOversubscribe);
  Description description = describe(graph, sweeps);
  graph = {};
  if (!quiet) {
    printTo(outputForPeople(), "{}", textReport(description, input.name(), ids));
    flushStandardOutput(); // before others do, who keep no reason of a failure
  }
  if (!json && !plotScript) {
    return;
  }
  const std::string record = jsonReport(description, input.name(), ids);
  if (json) {
    json->write(record);
    json->commit();
  }
  if (plotScript) {
    plotScript->run({"-", plotPath}, record);
  }
}

} // namespace

int main(int argc, char** argv) {
  return toolMain(argc, argv, category,
                  "graph-info: what a graph looks like\n\n"
                  "Counts, symmetry, components, an estimate of the diameter, and how degrees\n"
                  "and weights are spread.\n"
                  "GRAPH is in any format that graph-convert reads; - is standard input.\n",
                  inform);
}
