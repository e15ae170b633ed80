/**
 * sssp-cpu: lengths of the shortest paths from one node, under any worklist (ssspOperator.h) or
 * with sequential Dijkstra (SequentialDijkstra.h), checked (ssspVerify.h) and reported.
 */
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "SequentialDijkstra.h"
#include "SsspProblem.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/ReadGraph.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/InputFlags.h"
#include "liblonestar/RunFlags.h"
#include "liblonestar/WorklistRegistry.h"
#include "ssspVerify.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Single-source shortest paths: the length of the shortest path from one node to every other.";

/// Weights of road networks are in the thousands: 2^13 keeps OBIM's buckets filled. Galois'
/// default.
constexpr unsigned kDefaultShift = 13;

enum class Algorithm { Worklist, Dijkstra };
enum class DistanceBits { Bits32, Bits64 };

cll::opt<Algorithm, false, lonestar::ChoiceParser<Algorithm>>
    algorithm("algo", cll::desc("Algorithm:"),
              cll::values(clEnumValN(Algorithm::Worklist, "worklist",
                                     "relaxation in the order of --wl (default)"),
                          clEnumValN(Algorithm::Dijkstra, "dijkstra", "sequential, on one thread")),
              cll::init(Algorithm::Worklist), cll::cat(lonestar::algorithmGroup()));
cll::opt<DistanceBits, false, lonestar::ChoiceParser<DistanceBits>> distanceBits(
    "distance-bits", cll::desc("Size of a distance:"),
    cll::values(clEnumValN(DistanceBits::Bits32, "32", "up to 4294967294 (default)"),
                clEnumValN(DistanceBits::Bits64, "64", "twice the memory, never too small")),
    cll::init(DistanceBits::Bits32), cll::cat(lonestar::algorithmGroup()));
cll::opt<uint64_t> startNode("startNode",
                             cll::desc("Source, counted from 0: node i of a DIMACS or PACE file is "
                                       "number i-1 here (default 0)"),
                             cll::value_desc("node"), cll::init(0),
                             cll::cat(lonestar::algorithmGroup()));
cll::opt<uint64_t> reportNode("reportNode",
                              cll::desc("Print the distance of this node (default 1)"),
                              cll::value_desc("node"), cll::init(1),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

using sssp::Graph;
using sssp::Node;

/// The instance and how it is to be solved, all flags resolved.
struct Plan {
  const lonestar::WorklistInfo& worklist;
  lonestar::WorklistSettings settings;
  lonestar::PreparedInput input;
  Graph graph;
  std::uint32_t greatestWeight = 0;
  bool unitWeights = false;
  double loadSeconds = 0;
};

using Clock = std::chrono::steady_clock;
const Clock::time_point programStart = Clock::now();

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

bool sequential() { return algorithm == Algorithm::Dijkstra; }

/// What people and programs are told about distances.
struct Answer {
  std::uint64_t reached = 0;
  std::uint64_t sum = 0; ///< of finite distances, mod 2^64
  std::uint64_t max = 0; ///< finite distance
};

template <typename Distance>
Answer summarize(const galois::LargeArray<Distance>& distances) {
  galois::GAccumulator<std::uint64_t> reached, sum;
  galois::GReduceMax<std::uint64_t> max;
  galois::do_all(galois::iterate(std::size_t{0}, distances.size()), [&](std::size_t node) {
    if (distances[node] != sssp::kInfinity<Distance>) {
      reached += 1;
      sum += distances[node];
      max.update(distances[node]);
    }
  });
  return {reached.reduce(), sum.reduce(), max.reduce()};
}

template <typename Distance>
void forget(galois::LargeArray<Distance>& distances) {
  galois::do_all(galois::iterate(std::size_t{0}, distances.size()),
                 [&](std::size_t node) { distances[node] = sssp::kInfinity<Distance>; });
}

template <typename Distance>
sssp::Outcome runDijkstra(const sssp::Problem<Distance>& problem) {
  const Clock::time_point begin = Clock::now();
  const sssp::DijkstraCounts counts =
      sssp::sequentialDijkstra(problem.graph, problem.source, problem.distances.data());
  sssp::Outcome outcome;
  outcome.seconds = secondsSince(begin);
  outcome.executed = counts.popped;
  outcome.pushed = counts.pushed;
  outcome.stale = counts.stale;
  return outcome;
}

template <typename Distance>
sssp::Outcome runOnce(const Plan& plan, const sssp::Problem<Distance>& problem) {
  if (sequential()) {
    return runDijkstra(problem);
  }
  sssp::Outcome outcome;
  lonestar::visitWorklist(plan.worklist, [&](auto tag) {
    outcome = sssp::runWorklist<typename decltype(tag)::type>(problem, plan.settings);
  });
  return outcome;
}

/// "" when the distances are right, as far as --verify asks.
template <typename Distance>
std::string check(const sssp::Problem<Distance>& problem) {
  std::string wrong =
      sssp::verifyDistances(problem.graph, problem.source, problem.distances.data());
  if (wrong.empty() && lonestar::verification() == lonestar::Verification::Full) {
    galois::LargeArray<Distance> reference;
    reference.allocateInterleaved(problem.graph.size());
    forget(reference);
    sssp::sequentialDijkstra(problem.graph, problem.source, reference.data());
    wrong = sssp::compareDistances(problem.graph, problem.distances.data(), reference.data());
  }
  return wrong;
}

lonestar::ResultRecord makeRecord(const Plan& plan, const sssp::Outcome& outcome,
                                  const Answer& answer) {
  lonestar::ResultRecord record;
  record.app = "sssp-cpu";
  record.input = plan.input.name;
  record.inputId = plan.input.id;
  record.nodes = plan.graph.size();
  record.edges = plan.graph.sizeEdges();
  record.params = {{"algo", sequential() ? "dijkstra" : "worklist"},
                   {"startNode", uint64_t{startNode}},
                   {"distance-bits", distanceBits == DistanceBits::Bits64 ? 64 : 32}};
  record.wl = sequential() ? "dijkstra" : plan.worklist.name;
  if (!sequential()) {
    record.wlParams = lonestar::worklistParameters(plan.worklist);
  }
  record.threads = sequential() ? 1 : static_cast<unsigned>(numThreads);
  record.seed = lonestar::seed;
  record.timeS = outcome.seconds;
  record.loadS = plan.loadSeconds;
  record.tasks = {outcome.executed, answer.reached, outcome.pushed, outcome.stale};
  record.worklist = outcome.worklist;
  record.perThread = outcome.perThread;
  record.answer = {{"checksum", answer.sum},
                   {"summary", {{"reached", answer.reached}, {"max", answer.max}}}};
  return record;
}

template <typename Distance>
void writeDistances(galois::inputs::OutputFile& file,
                    const galois::LargeArray<Distance>& distances) {
  for (std::uint64_t node = 0; node < distances.size(); ++node) {
    file.writeNumber(node);
    if (distances[node] == sssp::kInfinity<Distance>) {
      file.write(" inf\n");
    } else {
      file.write(" ");
      file.writeNumber(std::uint64_t{distances[node]});
      file.write("\n");
    }
  }
  file.commit();
}

/// The node whose distance is printed: Galois' default is 1, which small graphs do not have.
std::uint64_t shownNode(const Plan& plan) {
  return std::min<std::uint64_t>(reportNode, plan.graph.size() - 1);
}

/// "worklist smq (steal-prob 0.125, ...)"
std::string describeWorklist(const lonestar::ResultRecord& record) {
  std::vector<std::string> parameters;
  for (const auto& [flag, value] : record.wlParams.items()) {
    parameters.push_back(flag + " " + value.dump());
  }
  return fmt::format("worklist {} ({})", record.wl, fmt::join(parameters, ", "));
}

/// The lines for people, Galois' where Galois has one.
template <typename Distance>
void printSummary(const Plan& plan, const lonestar::ResultRecord& last, const Answer& answer,
                  const std::vector<double>& seconds,
                  const galois::LargeArray<Distance>& distances) {
  std::FILE* out = lonestar::humanOutput();
  fmt::print(out, "Running {} on {} thread{} from node {}\n",
             sequential() ? "sequential Dijkstra" : describeWorklist(last), last.threads,
             last.threads == 1 ? "" : "s", uint64_t{startNode});
  const std::uint64_t shown = shownNode(plan);
  const Distance distance = distances[shown];
  fmt::print(out, "Node {} has distance {}\n", shown,
             distance == sssp::kInfinity<Distance> ? "infinity" : std::to_string(distance));
  fmt::print(out, "{} nodes reached, max distance {}, sum of distances {}\n", answer.reached,
             answer.max, answer.sum);
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  fmt::print(out, "Time {:.6f} s{}\n", sorted[sorted.size() / 2],
             sorted.size() == 1 ? ""
                                : fmt::format(", median of {} ({:.6f} to {:.6f})", sorted.size(),
                                              sorted.front(), sorted.back()));
  fmt::print(out, "{} tasks executed, {} of them stale, {:.3f} per reached node\n",
             last.tasks.executed, last.tasks.stale,
             static_cast<double>(last.tasks.executed) / static_cast<double>(answer.reached));
  if (last.verified == true) {
    fmt::print(out, "Verification successful.\n");
  }
}

/// Runs, checks and reports. Returns the exit status.
template <typename Distance>
int solve(const Plan& plan) {
  // Opened before the work, so that a bad path is found out first.
  std::optional<galois::inputs::OutputFile> output, json;
  if (!lonestar::outputFile.empty()) {
    output.emplace(lonestar::outputFile);
  }
  if (!lonestar::jsonFile.empty()) {
    json.emplace(lonestar::jsonFile);
  }
  galois::LargeArray<Distance> distances;
  distances.allocateInterleaved(plan.graph.size());
  const sssp::Problem<Distance> problem{plan.graph, static_cast<Node>(startNode), distances};

  std::vector<lonestar::Json> records;
  std::vector<double> seconds;
  std::string wrong;
  lonestar::ResultRecord record;
  Answer answer;
  for (unsigned run = 0; run < lonestar::runs() && wrong.empty(); ++run) {
    forget(distances);
    const sssp::Outcome outcome = runOnce(plan, problem);
    answer = summarize(distances);
    if (sssp::distancesOverflow(plan.graph, distances.data(), static_cast<Distance>(answer.max),
                                plan.greatestWeight)) {
      throw lonestar::AppError("distances exceed 32 bits; run again with --distance-bits=64");
    }
    record = makeRecord(plan, outcome, answer);
    if (lonestar::verification() != lonestar::Verification::None) {
      wrong = check(problem);
      record.verified = wrong.empty();
    }
    record.totalS = secondsSince(programStart);
    records.push_back(record.toJson());
    seconds.push_back(outcome.seconds);
  }
  printSummary(plan, record, answer, seconds, distances);
  if (json) {
    lonestar::writeRecords(*json, records, lonestar::severalRecords());
  }
  if (!wrong.empty()) {
    throw lonestar::AppError("Verification failed: " + wrong);
  }
  if (output) {
    writeDistances(*output, distances);
  }
  return 0;
}

std::uint32_t greatestWeight(const Graph& graph) {
  galois::GReduceMax<std::uint32_t> greatest;
  galois::do_all(galois::iterate(graph), [&](Node node) {
    std::uint32_t here = 0;
    for (const auto& edge : graph.edges(node)) {
      here = std::max(here, edge.weight);
    }
    greatest.update(here);
  });
  return greatest.reduce();
}

/// Throws AppError unless the graph has a node of this number.
void needNode(const char* flag, std::uint64_t node, const Graph& graph) {
  if (node >= graph.size()) {
    throw lonestar::AppError(
        fmt::format("--{}={}: the graph's nodes are 0 to {}", flag, node, graph.size() - 1));
  }
}

/// Reads the input and checks the flags that name its nodes.
Plan load(const lonestar::WorklistInfo& worklist) {
  Plan plan{worklist, lonestar::worklistSettings(worklist), {}, {}, 0, false, 0};
  const Clock::time_point begin = Clock::now();
  plan.input = lonestar::prepareInput();
  galois::graphs::FileGraph file;
  file.fromFile(plan.input.path);
  plan.unitWeights = file.edgeSize() == 0;
  galois::graphs::readGraph(plan.graph, file, plan.unitWeights);
  plan.greatestWeight = greatestWeight(plan.graph);
  plan.loadSeconds = secondsSince(begin);
  if (plan.graph.size() == 0) {
    throw lonestar::AppError(plan.input.name + ": the graph has no nodes, so there is no source");
  }
  needNode("startNode", startNode, plan.graph);
  if (reportNode.getNumOccurrences() > 0) {
    needNode("reportNode", reportNode, plan.graph);
  }
  fmt::print(lonestar::humanOutput(), "Read {} nodes, {} edges from {} in {:.2f} s{}\n",
             plan.graph.size(), plan.graph.sizeEdges(), plan.input.name, plan.loadSeconds,
             plan.unitWeights ? " (no weights there: every edge has weight 1)" : "");
  return plan;
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::setDefaultShift(kDefaultShift);
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  const Plan plan = load(worklist);
  return distanceBits == DistanceBits::Bits64 ? solve<std::uint64_t>(plan)
                                              : solve<std::uint32_t>(plan);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
