#include "SourceFlags.h"

#include <charconv>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "BatchFlag.h"
#include "inputs/generate/CounterRandom.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"
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

constexpr std::string_view kRandom = "random:";

bool areRandom() { return sources.starts_with(kRandom); }

/// Returns K of --sources=random:K. @throws lonestar::UsageError
std::uint32_t countOfRandom() {
  constexpr std::uint32_t kMost = 1u << 20;
  const std::string_view count = std::string_view(sources).substr(kRandom.size());
  std::uint32_t wanted = 0;
  const char* end = count.data() + count.size();
  const auto result = std::from_chars(count.data(), end, wanted);
  if (result.ec != std::errc() || result.ptr != end || wanted < 1 || wanted > kMost) {
    throw lonestar::UsageError(
        fmt::format("--sources={}: a number of sources from 1 to {} is needed, such as random:10",
                    std::string(sources), kMost));
  }
  return wanted;
}

std::vector<std::uint32_t>
randomSources(std::uint64_t nodes, const std::function<std::uint64_t(std::uint32_t)>& degree) {
  std::uint32_t first = 0;
  while (first < nodes && degree(first) == 0) {
    ++first;
  }
  if (first == nodes) {
    throw lonestar::AppError(fmt::format("--sources={}: no node of this graph has an edge; name "
                                         "a source with --startNode",
                                         std::string(sources)));
  }
  const galois::inputs::CounterRandom random(sourcesSeed);
  std::vector<std::uint32_t> found;
  const std::uint32_t wanted = countOfRandom();
  for (std::uint32_t stream = 0; stream < wanted; ++stream) {
    std::uint32_t node = 0;
    std::uint64_t draw = 0;
    do {
      node = static_cast<std::uint32_t>(random.below(nodes, stream, draw++));
    } while (degree(node) == 0);
    found.push_back(node);
  }
  return found;
}

} // namespace

std::vector<std::uint32_t> nodesOfFile(const std::string& path, const char* what,
                                       std::uint64_t nodes,
                                       const galois::inputs::NodeIdMap& names) {
  galois::inputs::InputFile file(path);
  galois::inputs::TextScanner text(file);
  const std::string expected = fmt::format("a line has the number of one {}", what);
  std::vector<std::uint32_t> found;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    galois::inputs::Fields fields(text, line, expected.c_str());
    found.push_back(names.read(text, fields, what, nodes));
    fields.expectEnd();
  }
  if (found.empty()) {
    throw lonestar::AppError(
        fmt::format("{}: there is no {}; write one per line", text.name(), what));
  }
  return found;
}

void checkSourceFlags() {
  lonestar::takePlaceOfFrom(startNode);
  if (sourcesSeed.getNumOccurrences() > 0 && !areRandom()) {
    throw lonestar::UsageError(
        "--sources-seed is that of --sources=random:K; give both, or neither");
  }
  if (!sources.empty() && startNode.getNumOccurrences() > 0) {
    throw lonestar::UsageError("--startNode and --sources: one of the two says where paths begin");
  }
  if (areRandom()) {
    countOfRandom();
  }
}

bool sourcesAreInFile() { return !sources.empty() && !areRandom(); }

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
  return areRandom() ? randomSources(nodes, degree) : nodesOfFile(sources, "source", nodes, names);
}

} // namespace sssp
