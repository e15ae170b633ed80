#include "BenchFlags.h"

#include <fmt/format.h>

#include "galois/substrate/HWTopo.h"
#include "galois/substrate/ThreadPool.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"

namespace cll = llvm::cl;

namespace bench {

namespace {

using galois::bench::Mix;
using galois::bench::MixKind;

/// A bucket width that keeps OBIM's bags filled with the default range and number of tasks.
constexpr unsigned kDefaultShift = 13;

cll::list<unsigned> threadList("threads", lonestar::WholeNumbers{1, galois::substrate::kMaxThreads},
                               cll::desc("Thread counts, separated by commas (default: powers of "
                                         "two up to twice the cores)"),
                               cll::value_desc("counts"), cll::CommaSeparated,
                               cll::cat(lonestar::runGroup()));
cll::list<std::string> mixList("mix",
                               cll::desc("Mixes, separated by commas (default hold,random): hold: "
                                         "pop p, push p + 1..range; random: pop, push anything "
                                         "below range; coin: push or pop, heads or tails"),
                               cll::value_desc("names"), cll::CommaSeparated,
                               cll::cat(lonestar::algorithmGroup()));
cll::opt<std::uint64_t> tasks("tasks", lonestar::WholeNumbers{1, std::uint64_t{1} << 31},
                              cll::desc("Tasks in the worklist when a run starts (default 100000)"),
                              cll::value_desc("count"), cll::init(100000),
                              cll::cat(lonestar::algorithmGroup()));
cll::opt<std::uint64_t> operations("operations",
                                   cll::desc("Pushes and pops per run (default 1000000)"),
                                   cll::value_desc("count"), cll::init(1000000),
                                   cll::cat(lonestar::algorithmGroup()));
cll::opt<unsigned> range("range", lonestar::WholeNumbers{1, UINT32_MAX},
                         cll::desc("Spread of priorities (default 1048576)"),
                         cll::value_desc("priorities"), cll::init(1u << 20),
                         cll::cat(lonestar::algorithmGroup()));

MixKind kindOf(const std::string& name) {
  for (const MixKind kind : {MixKind::kHold, MixKind::kRandom, MixKind::kCoin}) {
    if (name == nameOf(kind)) {
      return kind;
    }
  }
  throw lonestar::UsageError(fmt::format("--mix={}: it is one of hold, random, coin", name));
}

} // namespace

void startBench(int argc, char** argv, const std::string& description) {
  lonestar::setDefaultShift({.bits = kDefaultShift});
  lonestar::start(argc, argv, description, nullptr);
}

std::vector<unsigned> threadCounts() {
  std::vector<unsigned> counts(threadList.begin(), threadList.end());
  if (counts.empty() && numThreads.getNumOccurrences() > 0) {
    counts.push_back(static_cast<unsigned>(numThreads));
  }
  if (counts.empty()) {
    const unsigned cores = galois::substrate::getHostInfo().cores;
    for (unsigned count = 1; count < 2 * cores; count *= 2) {
      counts.push_back(count);
    }
    counts.push_back(2 * cores);
  }
  return counts;
}

std::vector<Mix> mixes() {
  std::vector<std::string> names(mixList.begin(), mixList.end());
  if (names.empty()) {
    names = {"hold", "random"};
  }
  std::vector<Mix> all;
  for (const std::string& name : names) {
    all.push_back({kindOf(name), tasks, operations, range, lonestar::seed});
    // A perfect queue raises the least priority by the average each time the whole queue has been
    // popped once. Allowing for twice that is ample.
    const double highest = (2.0 + static_cast<double>(operations) / static_cast<double>(tasks)) *
                           static_cast<double>(range);
    if (all.back().kind == MixKind::kHold && highest >= 4294967296.0) {
      throw lonestar::UsageError("--mix=hold: priorities would exceed 32 bits; take fewer "
                                 "--operations, more --tasks or a smaller --range");
    }
  }
  return all;
}

const char* nameOf(MixKind kind) {
  switch (kind) {
  case MixKind::kHold:
    return "hold";
  case MixKind::kRandom:
    return "random";
  default:
    return "coin";
  }
}

lonestar::ResultRecord makeRecord(const std::string& program, const Mix& mix, unsigned threads,
                                  const galois::bench::MixResult& result) {
  lonestar::ResultRecord record;
  record.app = program;
  record.input.name = nameOf(mix.kind);
  lonestar::Outcome& run = record.run;
  run.params = {{"mix", nameOf(mix.kind)},
                {"tasks", mix.tasks},
                {"operations", mix.operations},
                {"range", mix.range}};
  run.threads = threads;
  run.seed = mix.seed;
  run.seconds = result.seconds;
  run.executed = run.useful = result.pops;
  run.pushed = mix.tasks + result.pushes;
  const galois::runtime::LoopReport& report = result.report;
  run.counters = report.worklist;
  run.histories = report.histories;
  if (lonestar::perThreadWanted) { // counters of the policy: operations are not counted by thread
    run.perThread.resize(report.threads);
  }
  return record;
}

} // namespace bench
