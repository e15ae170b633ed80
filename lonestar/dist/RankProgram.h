/**
 * The steps that programs on divided graphs share: flags, the file, names of nodes, the setting for
 * the record, and the main function.
 */
#pragma once

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include "DistExperiment.h"
#include "DistFlags.h"
#include "NodeNames.h"
#include "RankErrors.h"
#include "galois/dist/MpiTransport.h"
#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/messages/Launch.h"
#include "galois/dist/push/GhostValues.h"
#include "galois/dist/push/InputCheck.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/graphs/GrFile.h"
#include "inputs/io/Messages.h"
#include "inputs/names/NodeIdMap.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/NoEffect.h"
#include "liblonestar/flags/ReportFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/record/BuildInfo.h"
#include "liblonestar/record/ResultRecord.h"
#include "liblonestar/run/MutedOutput.h"

namespace dist {

/// Returns what distinguishes a file from all others, also from those of other machines.
/// @throws lonestar::AppError
inline std::string identityOf(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) {
    throw lonestar::AppError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  }
  std::string machine; // since its last start; containers of a machine have the same
  std::ifstream("/proc/sys/kernel/random/boot_id") >> machine;
  if (machine.empty()) {
    machine = galois::dist::MpiProgram::host();
  }
  return fmt::format("{} {} {}", machine, facts.st_dev, facts.st_ino);
}

/// The file of a program, its parts, and a watch that has run since it was opened.
struct OpenGraph {
  lonestar::Stopwatch watch;
  std::optional<galois::graphs::internal::GrFile> file;
  std::string id;                               ///< of the input
  std::string remark;                           ///< a line for people about the input, or ""
  std::optional<galois::dist::NodeParts> parts; ///< until the rank has read its own
  Called called = Called::kNumbers;             ///< what nodes are called
  NodeNames names;                              ///< on rank 0; the other ranks know numbers only
};

/// What a rank knows when it begins.
struct Start {
  std::string flags;   ///< the command line
  std::string failure; ///< what is wrong with it, or ""
};

/// Learns whether the flags of a rank are wrong. Collective. @throws lonestar::UsageError on all ranks
template <galois::dist::Transport T>
void agreeOnUsage(galois::dist::Endpoint<T>& endpoint, const Start& start) {
  std::string failure = start.failure;
  if (failure.empty()) {
    try {
      if (graphFile.empty()) {
        throw lonestar::UsageError("which graph? name a .gr file");
      }
      partitionName(); // of which an unknown one is wrong usage
    } catch (const lonestar::UsageError& error) {
      failure = error.what();
    }
  }
  if (!failure.empty() && endpoint.rank() != 0) {
    failure = fmt::format("rank {}: {}", endpoint.rank(), failure);
  }
  failure = galois::dist::firstText(endpoint, failure);
  if (!failure.empty()) {
    throw lonestar::UsageError(failure);
  }
}

/// Opens the file that the command line names, divides its nodes, and checks that all ranks do the
/// same. Collective.
/// @throws lonestar::AppError, lonestar::UsageError
template <galois::dist::Transport T>
void openGraph(galois::dist::Endpoint<T>& endpoint, const Start& start, OpenGraph& graph) {
  agreeOnUsage(endpoint, start);
  agreed(endpoint, [&] {
    graph.file.emplace(graphFile);
    graph.id = lonestar::inputId(graphFile);
  });
  const std::string difference =
      galois::dist::disagreement(endpoint, {{"the commit", lonestar::buildInfo().commit},
                                            {"flags", start.flags},
                                            {"the input", graph.id}});
  if (!difference.empty()) {
    throw lonestar::AppError(difference);
  }
  galois::dist::GlobalNode first = 0; // of this rank
  agreed(endpoint, [&] {
    first = galois::dist::NodeParts::firstOf(*graph.file, endpoint.ranks(), endpoint.rank());
  });
  const auto balanced =
      galois::dist::NodeParts::gathered(endpoint, first, graph.file->layout().header.numNodes);
  agreed(endpoint, [&] {
    if (graph.file->layout().header.numNodes == 0) {
      throw lonestar::AppError(std::string(graphFile) +
                               ": the graph has no nodes, so there is nothing to do");
    }
    graph.parts.emplace(partition(*graph.file, balanced));
    if (endpoint.rank() == 0) {
      graph.names = NodeNames(graphFile);
    }
  });
  graph.called = static_cast<Called>(
      galois::dist::greatestOfAll(endpoint, static_cast<unsigned>(graph.names.called())));
  if (!T::kSimulated) { // whose ranks are in one process
    std::string file;
    agreed(endpoint, [&] { file = identityOf(graphFile); });
    const std::string wrong = galois::dist::differentInputs(endpoint, file, [&](auto rank) {
      return galois::dist::hashOfPart(*graph.file, *graph.parts, rank);
    });
    if (!wrong.empty()) {
      throw lonestar::AppError(wrong);
    }
  }
}

/// Returns on every rank the number of the node that a flag names, and lets rank 0 learn what it is
/// called. Collective.
/// Without the flag, a default that no node has is the number of a node, or the last node.
/// @throws lonestar::UsageError, lonestar::AppError  for a name that no node has
template <galois::dist::Transport T>
galois::dist::GlobalNode nodeNamed(galois::dist::Endpoint<T>& endpoint, OpenGraph& graph,
                                   const llvm::cl::opt<std::string>& flag) {
  const std::uint64_t nodes = graph.file->layout().header.numNodes;
  const std::string& called = flag;
  const bool given = flag.getNumOccurrences() > 0;
  std::uint64_t node = 0;
  if (graph.called == Called::kIds) {
    const std::uint64_t found =
        nodeWithId(endpoint, graphFile, nodes, flag.ArgStr.str(), called, given);
    node = std::min<std::uint64_t>(found == nodes ? std::stoull(called) : found, nodes - 1);
  }
  agreed(endpoint, [&] {
    if (endpoint.rank() != 0) {
      return;
    }
    if (graph.called == Called::kNumbers) { // which may need more than 32 bits
      const auto [end, error] = std::from_chars(called.data(), called.data() + called.size(), node);
      if (error != std::errc() || end != called.data() + called.size()) {
        throw lonestar::UsageError(fmt::format("--{}={}: a whole number from 0 to {} is needed",
                                               flag.ArgStr.str(), called, UINT64_MAX));
      }
    } else if (graph.called == Called::kNames) {
      const auto named = graph.names.nodeNamed(called);
      node = named ? *named : given ? nodes : std::stoull(called);
    }
    if (node >= nodes && given) {
      throw lonestar::AppError(fmt::format("--{}={}: there is no such node; {}", flag.ArgStr.str(),
                                           called, describeNodes(graph.names, nodes)));
    }
    node = std::min(node, nodes - 1);
    graph.names.learn({node});
  });
  return galois::dist::greatestOfAll(endpoint, node);
}

/// Reads the part of this rank, and prints a line about the graph. Collective.
/// @throws lonestar::AppError
template <typename Weight, galois::dist::Transport T>
galois::dist::PartitionedGraph<Weight> readPart(galois::dist::Endpoint<T>& endpoint,
                                                OpenGraph& graph,
                                                lonestar::InputDescription& description) {
  std::optional<galois::dist::PartitionedGraph<Weight>> part;
  agreed(endpoint, [&] { part.emplace(*graph.file, *graph.parts, endpoint.rank()); });
  graph.parts.reset(); // which may have a number per node of the whole graph
  description = {graphFile, graph.id, part->globalSize(), part->globalEdges(),
                 galois::dist::greatestOfAll(endpoint, graph.watch.seconds())};
  if (endpoint.rank() != 0) {
    return std::move(*part);
  }
  galois::inputs::printTo(lonestar::humanOutput(), "Read {}, {} from {} on {} in {:.2f} s{}\n",
                          lonestar::counted(part->globalSize(), "node"),
                          lonestar::counted(part->globalEdges(), "edge"), std::string(graphFile),
                          lonestar::counted(endpoint.ranks(), "rank"), description.loadSeconds,
                          !std::is_void_v<Weight> && graph.file->layout().header.edgeSize == 0
                              ? " (no weights there: every edge has weight 1)"
                              : "");
  if (!graph.remark.empty()) {
    galois::inputs::printTo(lonestar::humanOutput(), "{}\n", graph.remark);
  }
  return std::move(*part);
}

/// Returns facts about a part, for the record.
template <typename Weight>
lonestar::Json describePart(const galois::dist::PartitionedGraph<Weight>& graph) {
  return {{"nodes", graph.owned()},
          {"edges", graph.sizeEdges()},
          {"ghosts", graph.ghosts()},
          {"copied", graph.rows() - graph.owned()},
          {"graph_mib", static_cast<double>(graph.bytes()) / (1 << 20)}};
}

/// Returns what records of all runs have in common. Collective.
template <galois::dist::Transport T>
DistSetting settingOf(galois::dist::Endpoint<T>& endpoint, const lonestar::WorklistInfo& worklist) {
  using galois::dist::MpiProgram;
  std::vector<std::string> hosts;
  for (const auto& name : gatherJson(endpoint, MpiProgram::host())) {
    if (std::find(hosts.begin(), hosts.end(), name.template get<std::string>()) == hosts.end()) {
      hosts.push_back(name);
    }
  }
  lonestar::Json dist = {{"transport", "mpi"},
                         {"mpi", MpiProgram::library()},
                         {"ranks", endpoint.ranks()},
                         {"threads_per_rank", static_cast<int>(numThreads)},
                         {"thread_level", numThreads > 1 ? "serialized" : "single"},
                         {"progress", "poll"},
                         {"hosts", hosts},
                         {"simulated", T::kSimulated}};
  if (T::kSimulated) {
    dist["platform"] = MpiProgram::platform();
    dist["task_cost_us"] = taskCostMicroseconds();
  }
  const galois::dist::PushOptions options = pushOptions();
  return {.wl = worklist.name,
          .wlParams = lonestar::worklistParameters(worklist),
          .params = {{"exec", executionName()},
                     {"partition", partitionName()},
                     {"buffer", options.capacity},
                     {"poll-every", options.pollEvery},
                     {"slack", slackName()}},
          .dist = dist,
          .simulated = T::kSimulated};
}

/// Runs, checks and reports. Collective. @return the exit status
/// @throws lonestar::AppError  when a check fails, after the record is written
template <galois::dist::Transport T>
int runExperiment(galois::dist::Endpoint<T>& endpoint, DistExperiment<T>& experiment,
                  const std::string& app, const DistSetting& setting,
                  const lonestar::InputDescription& input) {
  const lonestar::RankView ranks{
      endpoint.ranks(), endpoint.rank() == 0,
      [&endpoint](const std::function<void()>& action) { agreedByRank(endpoint, action); }};
  return lonestar::runExperiment(app, experiment, runSetting(setting, ranks), input);
}

/// The main function. It reads the flags before MPI starts, so that --help, and wrong flags without a
/// launcher, need no MPI. Without -t, a rank has one thread, and the launcher decides where threads
/// run.
/// @param program  program(transport, start) runs the rank; returns the exit status
template <typename Program>
int runProgram(int argc, char** argv, const char* description, const Program& program) {
  const galois::SharedMemSys system;
  const bool several = galois::dist::launchedRanks(std::getenv) > 1;
  Start start;
  const int wrong = [&] {
    std::optional<lonestar::MutedOutput> quiet;
    if (galois::dist::launchedRank(std::getenv) > 0) { // rank 0 says the same
      quiet.emplace(STDERR_FILENO);
      lonestar::discardOutput(STDOUT_FILENO);
    }
    const auto readFlags = [&] {
      symmetricGraph.removeArgument();
      lonestar::refuseReport();
      lonestar::noPin.setInitialValue(true);
      lonestar::start(argc, argv, description, &graphFile);
      if (lonestar::threadsByDefault()) {
        numThreads = 1;
        galois::setActiveThreads(1);
      }
      pushOptions();
      if (galois::dist::MpiTransport::kSimulated && lonestar::timeLimit()) {
        throw lonestar::UsageError(lonestar::kSimulatedClock);
      }
      const auto& worklist = lonestar::selectedWorklist();
      const auto idle = lonestar::worklistFlagsWithoutEffect({&worklist});
      if (!idle.empty()) {
        lonestar::warn(lonestar::noEffect(idle, "--wl=" + worklist.name));
      }
    };
    return lonestar::runMain(argv, [&] {
      try {
        readFlags();
      } catch (const lonestar::UsageError& error) {
        if (!several) {
          throw;
        }
        start.failure = error.what(); // for agreeOnUsage(): other ranks may have other flags
      }
      return 0;
    });
  }();
  if (wrong != 0) {
    return wrong;
  }
  start.flags = fmt::format("{}", fmt::join(std::vector<std::string>(argv + 1, argv + argc), " "));
  return galois::dist::runRanks(
      argc, argv, numThreads > 1, [&](galois::dist::MpiTransport& transport) {
        return runRank(transport, argv, [&] { return program(transport, start); });
      });
}

} // namespace dist
