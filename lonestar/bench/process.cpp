/**
 * smq-process: the ranks of the process that theorem 1 of the Stealing Multi-Queue's paper is about,
 * by simulation (libgalois/bench/rank/SmqProcess.h). Each combination of the parameters is one line
 * and one record.
 */
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "BenchOutput.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/Galois.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "rank/SmqProcess.h"

namespace cll = llvm::cl;
namespace gb = galois::bench;

namespace {

constexpr const char* kDescription =
    "Ranks in the process of theorem 1 of the Stealing Multi-Queue's paper: n queues, of which a "
    "random one loses its first B tasks in each step, or with probability p the better of it and "
    "another one. Simulates every combination of the parameters.";

constexpr unsigned kMostQueues = 1u << 20;
constexpr unsigned kMostBatch = 1u << 16;
constexpr unsigned kMostProcesses = 1u << 16;
constexpr std::uint64_t kMostSteps = 1'000'000'000'000; ///< per process
/// Each process warms up for 3 times the number of steps that the state remembers, and then runs
/// for 12 times this number.
constexpr double kWarmUp = 3, kMeasured = 12;

cll::list<unsigned> queueList("queues", lonestar::WholeNumbers{2, kMostQueues},
                              cll::desc("Numbers of queues (n, default 64)"),
                              cll::value_desc("counts"), cll::CommaSeparated,
                              cll::cat(lonestar::algorithmGroup()));
cll::list<unsigned> batchList("batch", lonestar::WholeNumbers{1, kMostBatch},
                              cll::desc("Tasks that leave per step (B, default 1)"),
                              cll::value_desc("counts"), cll::CommaSeparated,
                              cll::cat(lonestar::algorithmGroup()));
cll::list<std::string> stealList("steal-prob",
                                 cll::desc("Probabilities of sampling another queue, as fractions "
                                           "or decimals; `1/n` is one per queue (p, default 1/8)"),
                                 cll::value_desc("numbers"), cll::CommaSeparated,
                                 cll::cat(lonestar::algorithmGroup()));
cll::list<std::string> gammaList("gamma",
                                 cll::desc("Skews of the scheduling; `limit` is the greatest for "
                                           "which the theorem holds (default 0)"),
                                 cll::value_desc("numbers"), cll::CommaSeparated,
                                 cll::cat(lonestar::algorithmGroup()));

enum class Skew { kBoth, kRemovals };
cll::opt<Skew, false, lonestar::ChoiceParser<Skew>>
    skew("skew", cll::desc("What gamma skews:"),
         cll::values(clEnumValN(Skew::kBoth, "both", "insertions and removals (default)"),
                     clEnumValN(Skew::kRemovals, "removals", "removals alone")),
         cll::init(Skew::kBoth), cll::cat(lonestar::algorithmGroup()));
cll::list<std::uint64_t> stepList("steps", lonestar::WholeNumbers{4, kMostSteps},
                                  cll::desc("Steps from full queues on, for ranks that grow; "
                                            "without it, ranks of the long run"),
                                  cll::value_desc("counts"), cll::CommaSeparated,
                                  cll::cat(lonestar::algorithmGroup()));
cll::opt<unsigned> processes("processes", lonestar::WholeNumbers{1, kMostProcesses},
                             cll::desc("Processes to average over (default 16)"),
                             cll::value_desc("count"), cll::init(16),
                             cll::cat(lonestar::runGroup()));

/// One combination of the parameters, and the texts that they were given as.
struct Combination {
  gb::SmqCell cell;
  std::string steal, gamma;
  std::uint64_t steps; ///< 0: as many as the long run needs
};

/// Returns the value of `3`, `0.25` or `1/4`, or -1.
double valueOf(const std::string& text) {
  const auto plain = [](const std::string& part) {
    const bool digits = !part.empty() && part.find_first_not_of("0123456789.") == std::string::npos;
    std::size_t end = 0;
    const double value = digits && part != "." ? std::stod(part, &end) : -1;
    return end == part.size() ? value : -1;
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    return plain(text);
  }
  const double top = plain(text.substr(0, slash)), bottom = plain(text.substr(slash + 1));
  return top >= 0 && bottom > 0 ? top / bottom : -1;
}

double stealProbability(const std::string& text, unsigned queues) {
  const double p = text == "1/n" ? 1.0 / queues : valueOf(text);
  if (p < 0 || p > 1) {
    throw lonestar::UsageError(
        fmt::format("--steal-prob={}: it is a number from 0 to 1 such as 1/8, or 1/n", text));
  }
  return p;
}

double skewOf(const std::string& text, unsigned queues, double p) {
  // The theorem requires gamma (1 / p - 1) <= 1 / (2 n).
  const double gamma =
      text == "limit" ? std::min(p > 0 ? p / (2.0 * queues * (1 - p)) : 0, 0.5) : valueOf(text);
  if (gamma < 0 || gamma >= 1) {
    throw lonestar::UsageError(
        fmt::format("--gamma={}: it is 0 or more and below 1, or limit", text));
  }
  return gamma;
}

template <typename T>
std::vector<T> givenOr(const cll::list<T>& given, T preset) {
  return given.empty() ? std::vector<T>{std::move(preset)}
                       : std::vector<T>(given.begin(), given.end());
}

std::vector<Combination> combinations() {
  std::vector<Combination> all;
  for (const unsigned n : givenOr(queueList, 64u)) {
    for (const std::string& steal : givenOr(stealList, std::string("1/8"))) {
      const double p = stealProbability(steal, n);
      for (const unsigned batch : givenOr(batchList, 1u)) {
        for (const std::string& gamma : givenOr(gammaList, std::string("0"))) {
          for (const std::uint64_t steps : givenOr(stepList, std::uint64_t{0})) {
            const gb::SmqCell cell{n, p, batch, skewOf(gamma, n, p), skew == Skew::kBoth};
            if (steps == 0 && (p == 0 || (kWarmUp + kMeasured) * cell.memory() >
                                             static_cast<double>(kMostSteps))) {
              throw lonestar::UsageError(fmt::format(
                  "--steal-prob={}: the long run takes too many steps, so say --steps", steal));
            }
            all.push_back({cell, steal, gamma, steps});
          }
        }
      }
    }
  }
  return all;
}

/// Simulates one combination with all its processes.
/// @param first  number of the random stream of the first process
gb::SmqRun simulate(const Combination& what, std::uint64_t first) {
  const gb::SmqCell& cell = what.cell;
  const bool longRun = what.steps == 0;
  const auto warmUp = static_cast<std::uint64_t>(longRun ? kWarmUp * cell.memory() : 0);
  const auto steps =
      longRun ? static_cast<std::uint64_t>(kMeasured * cell.memory()) + 400 : what.steps;
  // Sampling takes about as long as n B steps; more often than every quarter of the memory it tells
  // little that is new.
  const double distance = std::max<double>(cell.n * cell.batch, longRun ? cell.memory() / 4 : 0);
  const auto samples =
      static_cast<unsigned>(std::clamp(static_cast<double>(steps) / distance, 4.0, 1024.0));
  std::vector<gb::SmqRun> runs(processes);
  galois::do_all(
      galois::iterate(0u, processes.getValue()),
      [&](unsigned i) {
        gb::SmqProcess process(cell, lonestar::seed, first + i);
        runs[i] = gb::runSmqProcess(process, warmUp, steps, samples);
      },
      galois::steal(), galois::chunk_size<1>());
  gb::SmqRun mean{};
  for (const gb::SmqRun& run : runs) {
    mean.ranks.average += run.ranks.average / processes;
    mean.ranks.maximum += run.ranks.maximum / processes;
    for (std::size_t quarter = 0; quarter < run.quarters.size(); ++quarter) {
      mean.quarters[quarter] += run.quarters[quarter] / processes;
    }
  }
  return mean;
}

void printHeader() {
  galois::inputs::printTo(lonestar::humanOutput(),
                          "{:>7} {:>6} {:>10} {:>10} {:>9} {:>12} | {:>12} {:>12}\n", "queues",
                          "batch", "steal-prob", "gamma", "skew", "steps", "mean rank", "max rank");
}

void printRow(const Combination& what, const gb::SmqRun& run) {
  galois::inputs::printTo(lonestar::humanOutput(),
                          "{:>7} {:>6} {:>10} {:>10.6g} {:>9} {:>12} | {:>12.2f} {:>12.2f}\n",
                          what.cell.n, what.cell.batch, what.steal, what.cell.gamma,
                          what.cell.skewedInsertions ? "both" : "removals",
                          what.steps == 0 ? "long run" : std::to_string(what.steps),
                          run.ranks.average, run.ranks.maximum);
}

lonestar::ResultRecord recordOf(const Combination& what, const gb::SmqRun& run, double seconds) {
  lonestar::ResultRecord record;
  record.app = "smq-process";
  record.run.params = {{"queues", what.cell.n},
                       {"batch", what.cell.batch},
                       {"steal_prob", what.steal},
                       {"gamma", what.cell.gamma},
                       {"skew", what.cell.skewedInsertions ? "both" : "removals"},
                       {"steps", what.steps},
                       {"processes", processes.getValue()}};
  record.run.threads = galois::getActiveThreads();
  record.run.seed = lonestar::seed;
  record.run.seconds = seconds;
  lonestar::Json summary = {{"rank",
                             {{"mean", run.ranks.average},
                              {"max", run.ranks.maximum},
                              {"quarter1", run.quarters[0]},
                              {"quarter2", run.quarters[1]},
                              {"quarter3", run.quarters[2]},
                              {"quarter4", run.quarters[3]}}}};
  if (what.cell.p > 0) { // without stealing there is no bound
    summary["bound"] = {{"mean", what.cell.averageBound()}, {"max", what.cell.maximumBound()}};
  }
  record.answer = {{"summary", summary}};
  return record;
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, nullptr);
  const std::vector<Combination> all = combinations();
  bench::JsonOutput json;
  printHeader();
  std::uint64_t stream = 0;
  for (const Combination& what : all) {
    const lonestar::Stopwatch clock;
    const gb::SmqRun run = simulate(what, stream);
    stream += processes;
    printRow(what, run);
    json.add(recordOf(what, run, clock.seconds()));
  }
  json.write();
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
