/**
 * session-bench: what a call of the library costs beyond its algorithm. It calls
 * galois::analytics::sssp() as another program would, without a SharedMemSys, so that each call is
 * handed to the session's thread (galois/analytics/Session.h). The wall time of a call is compared
 * with Execution::seconds of the same call. All threads and data that later calls use again exist
 * before the first call that counts.
 */
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "BenchOutput.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/SharedMemSys.h"
#include "galois/analytics/Sssp.h"
#include "galois/graphs/PackedCSR.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/ReportFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/record/RunTimes.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace {

using galois::analytics::Execution;
using galois::analytics::Node;
using galois::analytics::RunOptions;
using Graph = galois::analytics::Graph<std::uint32_t>;
using Distance = std::uint32_t;

constexpr const char* kDescription =
    "Cost of a call of the library: the wall time of shortest paths, with the hand-over to the "
    "session's thread, the reset of the distances and the check for overflow, relative to the time "
    "of the algorithm in the same call.";
constexpr unsigned kDefaultRounds = 5;
/// One call on a graph of one node is short, and other programs disturb it. Each round therefore
/// takes the medians of this many calls.
constexpr unsigned kTinyCalls = 101;

lonestar::NodeFlag
    startNode("startNode",
              cll::desc("Source: its name or id in the input, else its number from 0 "
                        "(default 0)"),
              cll::value_desc("node"), cll::init("0"), cll::cat(lonestar::algorithmGroup()));

/// What the command line selects.
struct Setup {
  lonestar::InputDescription input;
  Graph graph;
  lonestar::Json sourceId; ///< what the input calls the source
  Node source;
  const lonestar::WorklistInfo& worklist;
  RunOptions options;
};

/// The runtime system that reading needs ends with this function, so later calls use the session.
Setup setUp(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::setDefaultShift(
      {.bits = galois::analytics::kSsspShift, .foundIn = "a sample of the weights"});
  lonestar::reportFile.removeArgument(); // of experiments, as the next
  lonestar::timeLimitFlag.removeArgument();
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  RunOptions options = lonestar::runOptions(&worklist);
  if (lonestar::noPin) {
    options.pin = false;
  }
  auto input = lonestar::loadGraph<Graph::Rows>(true);
  const auto& names = input.file.names;
  const std::uint64_t nodes = input.graph.size();
  const Node source = lonestar::nodeNear(startNode, nodes, names);
  return {.input = input.describe(),
          .graph = Graph(std::move(input.graph)),
          .sourceId = names.nameOf(source),
          .source = source,
          .worklist = worklist,
          .options = std::move(options)};
}

/// One call, seen from outside and from inside.
struct Measured {
  double wallSeconds = 0;
  Execution execution;
  std::uint64_t reached = 0; ///< nodes
};

std::uint64_t reachedIn(std::span<const Distance> distances) {
  return static_cast<std::uint64_t>(
      std::count_if(distances.begin(), distances.end(), [](Distance distance) {
        return distance != galois::analytics::kUnreached<Distance>;
      }));
}

/// Calls with memory of the caller's.
Measured callReusing(const Graph& graph, Node source, std::vector<Distance>& distances,
                     const RunOptions& options) {
  Measured measured;
  const lonestar::Stopwatch clock;
  measured.execution = galois::analytics::sssp(graph, std::span<const Node>(&source, 1),
                                               std::span<Distance>(distances), {}, options);
  measured.wallSeconds = clock.seconds();
  measured.reached = reachedIn(distances);
  return measured;
}

/// Calls so that the answer has memory of its own. Freeing that is not measured.
Measured callAllocating(const Graph& graph, Node source, const RunOptions& options) {
  const lonestar::Stopwatch clock;
  auto result = galois::analytics::sssp(graph, source, {}, options);
  const double seconds = clock.seconds();
  return {.wallSeconds = seconds,
          .execution = std::move(result.execution),
          .reached = reachedIn({result.distances.data(), result.distances.size()})};
}

/// Returns the medians of several calls on a graph of one node. All other fields are those of the
/// last call.
Measured callTiny(const Graph& graph, std::vector<Distance>& distances, const RunOptions& options) {
  Measured measured;
  std::vector<double> wall, inside;
  for (unsigned i = 0; i < kTinyCalls; ++i) {
    measured = callReusing(graph, 0, distances, options);
    wall.push_back(measured.wallSeconds);
    inside.push_back(measured.execution.seconds);
  }
  measured.wallSeconds = lonestar::median(std::move(wall));
  measured.execution.seconds = lonestar::median(std::move(inside));
  return measured;
}

/// One kind of call, which is measured once per round.
class Row {
public:
  Row(std::string name, const Graph& graph, lonestar::Json params)
      : name_(std::move(name)), nodes_(graph.size()), edges_(graph.sizeEdges()),
        params_(std::move(params)) {
    params_["call"] = name_;
  }

  void add(const Measured& measured, const Setup& setup, bench::JsonOutput& json) {
    wall_.push_back(measured.wallSeconds);
    inside_.push_back(measured.execution.seconds);
    lonestar::ResultRecord record;
    record.app = "session-bench";
    record.input = setup.input;
    record.input.nodes = nodes_;
    record.input.edges = edges_;
    record.run = measured.execution;
    record.run.algorithm.clear(); // `call` says what ran
    record.run.params = params_;
    record.answer = {
        {"summary", {{"reached", measured.reached}, {"wall_s", measured.wallSeconds}}}};
    json.add(record);
  }

  void print() const {
    constexpr double kMicro = 1e6;
    const double wall = lonestar::median(wall_), inside = lonestar::median(inside_);
    const auto [least, most] = std::minmax_element(wall_.begin(), wall_.end());
    galois::inputs::printTo(
        lonestar::humanOutput(), "{:<16} | {:>12.1f} {:>12.1f} {:>12.1f} | {:>12.1f} {:>8.3f}\n",
        name_, kMicro * wall, kMicro * *least, kMicro * *most, kMicro * inside, wall / inside);
  }

private:
  const std::string name_;
  const std::uint64_t nodes_, edges_;
  lonestar::Json params_;
  std::vector<double> wall_, inside_;
};

int program(int argc, char** argv) {
  const Setup setup = setUp(argc, argv);
  bench::JsonOutput json;
  const std::vector<std::uint64_t> tinyOffsets{0, 0};
  const Graph tiny = Graph::pack(tinyOffsets, {}, {});
  std::vector<Distance> distances(setup.graph.size()), tinyDistances(1);
  const lonestar::Json params = {{"startNode", setup.sourceId}};
  Row reusing("reused memory", setup.graph, params);
  Row allocating("new memory", setup.graph, params);
  Row one("one node", tiny, {{"startNode", 0}, {"calls", kTinyCalls}});
  const auto reuse = [&] {
    return callReusing(setup.graph, setup.source, distances, setup.options);
  };
  const auto allocate = [&] { return callAllocating(setup.graph, setup.source, setup.options); };
  const auto few = [&] { return callTiny(tiny, tinyDistances, setup.options); };
  reuse();
  few();
  const unsigned rounds = lonestar::severalRecords() ? lonestar::runs() : kDefaultRounds;
  for (unsigned round = 0; round < rounds; ++round) {
    reusing.add(reuse(), setup, json);
    allocating.add(allocate(), setup, json);
    one.add(few(), setup, json);
  }
  galois::inputs::printTo(lonestar::humanOutput(), "{:<16} | {:>12} {:>12} {:>12} | {:>12} {:>8}\n",
                          "call", "wall us", "least", "most", "algorithm us", "ratio");
  reusing.print();
  allocating.print();
  one.print();
  galois::inputs::printTo(
      lonestar::humanOutput(),
      "wall: of a call, median and extremes of {} rounds; ratio: medians, wall / algorithm\n",
      rounds);
  json.write();
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
