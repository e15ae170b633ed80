// graph-check KIND GRAPH ANSWER [REFERENCE]: checks an answer. The checks are in inputs/check. This
// file has the flags, the table of kinds and the text of the verdict.

#include "inputs/Error.h"
#include "inputs/check/Checks.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/NameFile.h"
#include "inputs/io/Messages.h"
#include "inputs/tools/ColumnFlags.h"
#include "inputs/tools/CommandLine.h"
#include "inputs/transform/SortArcs.h"

#include <llvm/Support/CommandLine.h>

#include <cmath>
#include <cstdio>
#include <optional>

namespace {

namespace cll = llvm::cl;
using namespace galois::inputs;

cll::OptionCategory category("Check");
cll::opt<std::string> kindName(cll::Positional, cll::Required, cll::desc("KIND"),
                               cll::cat(category));
cll::opt<std::string> graphPath(cll::Positional, cll::Required, cll::desc("GRAPH"),
                                cll::cat(category));
cll::opt<std::string> answerPath(cll::Positional, cll::Required, cll::desc("ANSWER"),
                                 cll::cat(category));
cll::opt<std::string> referencePath(cll::Positional, cll::desc("[REFERENCE]"), cll::cat(category));
cll::opt<std::string> from("from",
                           cll::desc("Format of GRAPH (default: detected); --from=help lists all"),
                           cll::value_desc("format"), helpOf(readableFormatTable),
                           ListedValues{readableFormatList}, cll::cat(category));
cll::opt<WeightKind, false, ChoiceParser<WeightKind>>
    weightType("weight-type", cll::desc("What the weights are:"), weightTypeValues(),
               cll::init(WeightKind::kAuto), cll::cat(category));
cll::opt<bool> keepIds("keep-ids", cll::desc(kKeepIdsHelp), cll::cat(category));
cll::opt<bool> namesFlag("names", cll::desc(kNamesHelp), cll::cat(category));
const ColumnFlags columnFlags(category);
cll::opt<std::string>
    source("source",
           cll::desc("Where distances count from (sssp, bfs; default: the only node at distance "
                     "0), or where a path starts (path)"),
           cll::value_desc("node"), cll::cat(category));
cll::opt<std::string> target("target", cll::desc("Where a path ends (path)"),
                             cll::value_desc("node"), cll::cat(category));
cll::opt<double>
    tolerance("tolerance",
              Numbers{"a number of 0 or more", [](double e) { return e >= 0 && std::isfinite(e); }},
              cll::desc("Greatest relative error of a number that is not whole; for pagerank, "
                        "greatest sum of all errors (default 1e-4)"),
              cll::value_desc("e"), cll::init(1e-4), cll::cat(category));
cll::opt<double> damping("damping",
                         Numbers{"a number from 0 to less than 1",
                                 [](double d) { return d >= 0 && d < 1; }},
                         cll::desc("Damping factor (pagerank; default 0.85)"), cll::value_desc("d"),
                         cll::init(0.85), cll::cat(category));
enum class Dangling { kUniform, kNone };
cll::opt<Dangling, false, ChoiceParser<Dangling>> dangling(
    "dangling", cll::desc("What nodes without arcs out do with their rank (pagerank):"),
    cll::values(clEnumValN(Dangling::kUniform, "uniform", "give it to all nodes alike (default)"),
                clEnumValN(Dangling::kNone, "none", "lose it")),
    cll::init(Dangling::kUniform), cll::cat(category));
cll::opt<bool> weighted(
    "weighted",
    cll::desc("Arcs are followed in proportion to their weights (pagerank; default: all of "
              "a node alike)"),
    cll::cat(category));
cll::opt<std::string> personalize(
    "personalize",
    cll::desc("Where surfers restart (pagerank): lines NODE WEIGHT (default: anywhere)"),
    cll::value_desc("file"), cll::cat(category));
cll::opt<std::uint64_t>
    rounds("rounds", cll::desc("Ranks after N rounds from 1/nodes (pagerank; default: the limit)"),
           cll::value_desc("N"), cll::cat(category));
cll::opt<std::string>
    ids("ids",
        cll::desc("How REFERENCE calls nodes: a mapping of graph-convert, or the first "
                  "node's number (default: by the ids of GRAPH if it has some, else from 0)"),
        cll::value_desc("file|N"), cll::cat(category));
cll::opt<std::string> answerIds("answer-ids", cll::desc("How ANSWER calls nodes, as for --ids"),
                                cll::value_desc("file|N"), cll::cat(category));
cll::opt<std::uint64_t> shown("show", cll::desc("Mistakes to name (default 5)"),
                              cll::value_desc("N"), cll::init(5), cll::cat(category));
cll::opt<bool> quiet("quiet", cll::desc("No progress, nothing if the answer is right"),
                     cll::cat(category));

const Examples examples{
    {"graph-check sssp g.gr distances.txt", "Is this the answer of sssp-cpu g.gr --output?"},
    {"sssp-cpu g.gr --output=- | graph-check sssp g.gr -", "The same without a file"},
    {"graph-check pagerank g.gr mine.txt theirs.txt --tolerance=1e-6",
     "Are the ranks of two programs the same?"}};

/// The graph and the answer files, read as a kind of check needs them.
struct Inputs {
  Graph graph;
  InputFile& answer;
  InputFile* reference; // null if there is none
  NodeNames answerNames;
  NodeNames referenceNames;
};

/// Runs a kind of check that has one value per node.
template <typename Check, typename Compare>
Verdict onValues(const Inputs& inputs, Check&& check, Compare&& compare) {
  const NodeValues answer = readNodeValues(inputs.answer, inputs.answerNames);
  if (inputs.reference == nullptr) {
    return check(answer);
  }
  return compare(answer, readNodeValues(*inputs.reference, inputs.referenceNames));
}

Verdict distances(const Inputs& inputs, bool hops, const CheckOptions& options) {
  return onValues(
      inputs, [&](const auto& a) { return checkDistances(inputs.graph, a, hops, options); },
      [&](const auto& a, const auto& b) { return compareValues(a, b, options); });
}

Verdict sssp(Inputs& inputs, const CheckOptions& options) {
  return distances(inputs, false, options);
}

Verdict bfs(Inputs& inputs, const CheckOptions& options) {
  return distances(inputs, true, options);
}

Verdict pagerank(Inputs& inputs, const CheckOptions& options) {
  return onValues(
      inputs, [&](const auto& a) { return checkPageRank(inputs.graph, a, options); },
      [&](const auto& a, const auto& b) { return compareValues(a, b, options); });
}

Verdict wcc(Inputs& inputs, const CheckOptions& options) {
  return onValues(
      inputs, [&](const auto& a) { return checkComponents(inputs.graph, a, options); },
      [&](const auto& a, const auto& b) { return compareLabels(a, b, options); });
}

Verdict kcore(Inputs& inputs, const CheckOptions& options) {
  return onValues(
      inputs, [&](const auto& a) { return checkCores(inputs.graph, a, options); },
      [&](const auto& a, const auto& b) { return compareValues(a, b, options); });
}

/// Refuses a reference where many answers are right.
/// @param why  "a graph has many ..., and ..."
void refuseReference(const Inputs& inputs, const char* kind, const char* why) {
  if (inputs.reference != nullptr) {
    failUsage("{} takes no REFERENCE: {}", kind, why);
  }
}

Verdict mis(Inputs& inputs, const CheckOptions& options) {
  refuseReference(inputs, "mis", "a graph has many sets, and any that is maximal is right");
  return checkIndependentSet(inputs.graph, readNodeValues(inputs.answer, inputs.answerNames),
                             options);
}

Verdict matching(Inputs& inputs, const CheckOptions& options) {
  refuseReference(inputs, "matching",
                  "a graph has many matchings, and any that is maximal is right");
  sortArcs(inputs.graph);
  return checkMatching(inputs.graph, readForest(inputs.answer, inputs.answerNames), options);
}

Verdict color(Inputs& inputs, const CheckOptions& options) {
  refuseReference(inputs, "color",
                  "a graph has many colourings, and any without a conflict is right");
  return checkColoring(inputs.graph, readNodeValues(inputs.answer, inputs.answerNames), options);
}

Verdict mst(Inputs& inputs, const CheckOptions& options) {
  sortArcs(inputs.graph);
  const std::vector<ForestEdge> answer = readForest(inputs.answer, inputs.answerNames);
  if (inputs.reference == nullptr) {
    return checkForest(inputs.graph, answer, options);
  }
  return compareForests(inputs.graph, answer, readForest(*inputs.reference, inputs.referenceNames),
                        options);
}

Verdict path(Inputs& inputs, const CheckOptions& options) {
  sortArcs(inputs.graph);
  const std::vector<std::uint32_t> answer = readPath(inputs.answer, inputs.answerNames);
  if (inputs.reference == nullptr) {
    return checkPath(inputs.graph, answer, options);
  }
  return comparePaths(inputs.graph, answer, readPath(*inputs.reference, inputs.referenceNames),
                      options);
}

struct Kind {
  std::string_view name;
  Verdict (*check)(Inputs& inputs, const CheckOptions& options);
  bool weighted; ///< the check uses the weights of the graph
};

constexpr Kind kKinds[] = {{"sssp", sssp, true},          {"bfs", bfs, false},
                           {"pagerank", pagerank, false}, {"mst", mst, true},
                           {"color", color, false},       {"path", path, true},
                           {"wcc", wcc, false},           {"kcore", kcore, false},
                           {"mis", mis, false},           {"matching", matching, false}};

const Kind& kindAsked() {
  std::string names;
  for (const Kind& kind : kKinds) {
    if (kind.name == kindName) {
      return kind;
    }
    names += fmt::format("{}{}", names.empty() ? "" : ", ", kind.name);
  }
  failUsage("there is no kind \"{}\": choose one of {}", kindName.getValue(), names);
}

/// Returns the names that --ids or --answer-ids selects.
/// @param flag  value of the flag, not empty
NodeNames namesAsked(const std::string& flag, std::uint64_t nodes) {
  if (flag.find_first_not_of("0123456789") == std::string::npos && flag.size() < 19) {
    return NodeNames(nodes, std::stoull(flag));
  }
  InputFile file(flag);
  if (isNameFile(file)) {
    return NodeNames(readNames(file, nodes));
  }
  return {readNodeIds(file, nodes), file.name()};
}

/// Returns the node that a flag names.
std::uint64_t nodeOf(const cll::opt<std::string>& flag, const NodeIdMap& names,
                     std::uint64_t nodes) {
  return names.nodeOfFlag(flag.ArgStr.str().c_str(), flag, nodes);
}

/// Refuses flags that have no meaning for this kind.
void refuseOthers(const Kind& kind) {
  const std::string name(kind.name);
  if (kind.check != pagerank) {
    refuseFlags(name, damping, dangling, personalize, rounds, weighted);
  }
  if (kind.check != path) {
    refuseFlags(name, target);
    if (kind.check != sssp && kind.check != bfs) {
      refuseFlags(name, source);
    }
  }
  if (referencePath.empty()) {
    refuseFlags("an answer without a REFERENCE", ids);
  }
}

/// Returns all options that do not depend on the graph.
CheckOptions optionsAsked() {
  CheckOptions options;
  if (rounds.getNumOccurrences() > 0) {
    options.rounds = rounds;
  }
  options.tolerance = tolerance;
  options.damping = damping;
  options.spreadDangling = dangling == Dangling::kUniform;
  options.weighted = weighted;
  options.shown = shown;
  return options;
}

void check() {
  const Kind& kind = kindAsked();
  refuseOthers(kind);
  CheckOptions options = optionsAsked();
  InputFile graphFile(graphPath);
  InputFile answer(answerPath);
  std::optional<InputFile> reference;
  if (!referencePath.empty()) {
    reference.emplace(referencePath);
  }
  graphFile.showProgress(!quiet);
  Graph graph = readGraphFile(graphFile, from,
                              {.ignoreWeights = !kind.weighted && !weighted,
                               .weightType = weightTypeOf(weightType),
                               .keepIds = keepIds,
                               .names = namesFlag,
                               .columns = columnFlags.names()});
  printNotes(graph);
  const std::uint64_t nodes = graph.numNodes();
  // Answers and references of a graph with ids of its own use these ids.
  options.names = NodeIdMap::of(graph, graphPath);
  const NodeNames own = !graph.names.empty() ? NodeNames(options.names)
                        : graph.ids.empty()  ? NodeNames(nodes)
                                             : NodeNames(graph.ids, graphPath);
  if (source.getNumOccurrences() > 0) {
    options.source = nodeOf(source, options.names, nodes);
  }
  if (target.getNumOccurrences() > 0) {
    options.target = nodeOf(target, options.names, nodes);
  }
  Inputs inputs{std::move(graph), answer, reference ? &*reference : nullptr,
                answerIds.empty() ? own : namesAsked(answerIds, nodes),
                ids.empty() ? own : namesAsked(ids, nodes)};
  if (!personalize.empty()) {
    InputFile file(personalize);
    options.restarts = readPersonalization(file, inputs.answerNames);
  }
  const Verdict verdict = kind.check(inputs, options);
  if (verdict.right()) {
    if (!quiet) {
      printTo(stdout, "{}: right: {}\n", answer.name(), verdict.summary());
    }
    return;
  }
  for (const std::string& complaint : verdict.complaints()) {
    printTo(stdout, "{}\n", complaint);
  }
  if (verdict.count() > verdict.complaints().size()) {
    printTo(stdout, "... and {} more\n", verdict.count() - verdict.complaints().size());
  }
  std::fflush(stdout);
  fail("{} is wrong: {} mistake{}", answer.name(), verdict.count(),
       verdict.count() == 1 ? "" : "s");
}

} // namespace

int main(int argc, char** argv) {
  return toolMain(
      argc, argv, category,
      "graph-check: is this the answer?\n\n"
      "Compares ANSWER, as an application writes it with --output or as your own program\n"
      "does, with REFERENCE; without one, checks it against the definition of the problem.\n"
      "KIND is one of\n"
      "  sssp      NODE DISTANCE, by weight; inf where there is no path\n"
      "  bfs       NODE LEVEL, in arcs\n"
      "  pagerank  NODE RANK\n"
      "  mst       FROM TO [WEIGHT] for each edge of a lightest spanning forest\n"
      "  color     NODE COLOUR\n"
      "  path      the nodes of a shortest path, in order\n"
      "  wcc       NODE LABEL of weakly connected components\n"
      "  kcore     NODE NUMBER, the greatest k of whose k-core the node is part\n"
      "  mis       NODE 1 for the nodes of a maximal independent set, NODE 0 for the others\n"
      "  matching  FROM TO for each edge of a maximal matching\n"
      "GRAPH is in any format that graph-convert reads. Nodes are called as applications\n"
      "call them, by the ids that they have in GRAPH or by numbers from 0, unless --ids or\n"
      "--answer-ids says otherwise. - is standard input.\n"
      "Exit status: 0 right, 1 wrong (mistakes on standard output) or no answer at all,\n"
      "2 wrong flags.\n",
      check);
}
