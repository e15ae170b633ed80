/**
 * worklists-bench: the throughput of every policy in pushes and pops per second, relative to one
 * locked heap on one thread (libgalois/bench/worklists/LockedHeap.h). The heap is measured right
 * before and after each run in the same process, so a change of the machine's speed affects both.
 */
#include <string>
#include <vector>

#include <fmt/format.h>

#include "BenchFlags.h"
#include "MixRuns.h"
#include "galois/Galois.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/record/RunTimes.h"
#include "worklists/LockedHeap.h"

namespace gb = galois::bench;

namespace {

constexpr const char* kDescription =
    "Throughput: pushes and pops of each policy, mix and number of threads, relative to one locked "
    "heap on one thread. Above 1, the policy is faster.";
constexpr const char* kReference = "locked-heap";
constexpr unsigned kDefaultRounds = 5;

using Heap = gb::LockedHeap<gb::PriorityOfMixTask, gb::MixTask>;

/// One combination of worklist, mix and threads, which is measured once per round.
struct Configuration {
  const lonestar::WorklistInfo* worklist; ///< nullptr: the reference on several threads
  gb::Mix mix;
  unsigned threads;
  std::vector<double> ratios{};
  std::uint64_t pops = 0, emptyPops = 0;

  std::string name() const { return worklist == nullptr ? kReference : worklist->name; }
};

double speed(const gb::MixResult& result) {
  return static_cast<double>(result.operations()) / result.seconds;
}

gb::MixResult runReference(const gb::Mix& mix, unsigned threads) {
  galois::setActiveThreads(threads, galois::kOversubscribe);
  return gb::runMixOn<Heap>(mix);
}

gb::MixResult run(const Configuration& what) {
  if (what.worklist == nullptr) {
    return runReference(what.mix, what.threads);
  }
  galois::setActiveThreads(what.threads, galois::kOversubscribe);
  const lonestar::WorklistSettings settings = lonestar::worklistSettings(*what.worklist);
  gb::MixResult result;
  lonestar::visitWorklist(*what.worklist, [&](auto tag) {
    result = bench::runMix<typename decltype(tag)::type>(what.mix, settings);
  });
  return result;
}

void measure(Configuration& what, bench::JsonOutput& json) {
  const gb::MixResult before = runReference(what.mix, 1);
  const gb::MixResult result = run(what);
  const gb::MixResult after = runReference(what.mix, 1);
  const double reference = static_cast<double>(before.operations() + after.operations()) /
                           (before.seconds + after.seconds);
  what.ratios.push_back(speed(result) / reference);
  what.pops += result.pops;
  what.emptyPops += result.emptyPops;
  lonestar::ResultRecord record =
      bench::makeRecord("worklists-bench", what.mix, what.threads, result);
  record.run.scheduler = what.name();
  if (what.worklist != nullptr) {
    record.run.ownParameters = lonestar::worklistParameters(*what.worklist);
  }
  record.answer = {{"summary",
                    {{"speed_ratio", what.ratios.back()},
                     {"operations", result.operations()},
                     {"empty_pops", result.emptyPops}}}};
  json.add(record);
}

void print(const std::vector<Configuration>& all) {
  std::FILE* out = lonestar::humanOutput();
  galois::inputs::printTo(out, "{:<18} {:<7} {:>7} | {:>7} {:>7} {:>7} | {:>10}\n", "worklist",
                          "mix", "threads", "speed", "least", "most", "empty pops");
  for (const Configuration& what : all) {
    const auto [least, most] = std::minmax_element(what.ratios.begin(), what.ratios.end());
    const double tried = static_cast<double>(what.pops + what.emptyPops);
    galois::inputs::printTo(out, "{:<18} {:<7} {:>7} | {:>7.2f} {:>7.2f} {:>7.2f} | {:>9.2f}%\n",
                            what.name(), bench::nameOf(what.mix.kind), what.threads,
                            lonestar::median(what.ratios), *least, *most,
                            tried > 0 ? 100 * static_cast<double>(what.emptyPops) / tried : 0.0);
  }
  galois::inputs::printTo(
      out, "speed: operations per second, relative to {} on one thread; median, extremes\n",
      kReference);
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  bench::startBench(argc, argv, kDescription);
  std::vector<const lonestar::WorklistInfo*> worklists = lonestar::selectedWorklists();
  worklists.insert(worklists.begin(), nullptr);
  std::vector<Configuration> all;
  for (const gb::Mix& mix : bench::mixes()) {
    for (const lonestar::WorklistInfo* worklist : worklists) {
      for (const unsigned threads : bench::threadCounts()) {
        all.push_back({worklist, mix, threads});
      }
    }
  }
  bench::JsonOutput json;
  const unsigned rounds = lonestar::severalRecords() ? lonestar::runs() : kDefaultRounds;
  for (unsigned round = 0; round < rounds; ++round) {
    for (Configuration& what : all) {
      measure(what, json);
    }
  }
  print(all);
  json.write();
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
