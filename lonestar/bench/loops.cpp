/**
 * loops-bench: what a loop costs per item beyond its operator, relative to OpenMP. It times a do_all
 * with stealing and a for_each over numbers, whose operator does nothing, and OpenMP's loop with
 * schedule(dynamic, chunk). OpenMP is measured right before and after each loop of ours in the same
 * process, so that a change of the machine's speed affects both.
 */
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <omp.h>

#include "BenchOutput.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/Galois.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/record/RunTimes.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Cost of a loop: the time of a do_all with stealing and of a for_each whose operator does "
    "nothing, relative to OpenMP's schedule(dynamic, chunk). Below 1, the loop is faster.";
constexpr unsigned kDefaultRounds = 5;
constexpr unsigned kMostChunk = 4096; ///< what do_all accepts

cll::opt<std::uint64_t> items("items", lonestar::WholeNumbers{1, std::uint64_t{1} << 31},
                              cll::desc("Items of a loop (default 10000000)"),
                              cll::value_desc("count"), cll::init(10000000),
                              cll::cat(lonestar::algorithmGroup()));
cll::list<unsigned> chunkList("chunks", lonestar::WholeNumbers{1, kMostChunk},
                              cll::desc("Items that a thread takes at once, separated by commas "
                                        "(default 1,32,256)"),
                              cll::value_desc("counts"), cll::CommaSeparated,
                              cll::cat(lonestar::algorithmGroup()));
cll::list<unsigned> threadList("threads", lonestar::WholeNumbers{1, galois::substrate::kMaxThreads},
                               cll::desc("Thread counts, separated by commas (default 1,2)"),
                               cll::value_desc("counts"), cll::CommaSeparated,
                               cll::cat(lonestar::runGroup()));

/// The operator. The compiler must produce the number and may not leave out the call.
inline void use(std::uint64_t number) { asm volatile("" : : "r"(number)); }

double openMp(std::uint64_t count, unsigned threads, unsigned chunk) {
  const lonestar::Stopwatch clock;
#pragma omp parallel for schedule(dynamic, chunk) num_threads(threads)
  for (std::uint64_t i = 0; i < count; ++i) {
    use(i);
  }
  return clock.seconds();
}

/// OpenMP's loop when its threads exist. They are ended afterwards, because idle ones would take
/// processor time from the next loop.
double openMpAlone(unsigned threads, unsigned chunk) {
  openMp(threads, threads, 1);
  const double seconds = openMp(items, threads, chunk);
  omp_pause_resource_all(omp_pause_soft);
  return seconds;
}

double doAll(unsigned /*threads*/, unsigned chunk) {
  const lonestar::Stopwatch clock;
  galois::do_all(
      galois::iterate(std::uint64_t{0}, items.getValue()),
      [](std::uint64_t number) { use(number); }, galois::steal(), galois::chunk_size<>(chunk));
  return clock.seconds();
}

double forEach(unsigned /*threads*/, unsigned chunk) {
  using Chunks = galois::worklists::PerSocketChunkFIFO<0>;
  const lonestar::Stopwatch clock;
  galois::for_each(
      galois::iterate(std::uint64_t{0}, items.getValue()),
      [](std::uint64_t number, auto&) { use(number); },
      galois::wl<Chunks>(galois::worklists::ChunkParams{chunk}), galois::no_pushes(),
      galois::disable_conflict_detection());
  return clock.seconds();
}

struct Loop {
  const char* name;
  double (*run)(unsigned threads, unsigned chunk);
};
constexpr std::array<Loop, 2> kLoops{{{"do_all", doAll}, {"for_each", forEach}}};

/// Measures one loop with one number of threads and one chunk size, and prints a line.
void measure(const Loop& loop, unsigned threads, unsigned chunk, bench::JsonOutput& json) {
  galois::setActiveThreads(threads, galois::kOversubscribe);
  loop.run(threads, chunk); // starts threads and takes memory
  std::vector<double> times, references, ratios;
  const unsigned rounds = lonestar::severalRecords() ? lonestar::runs() : kDefaultRounds;
  for (unsigned round = 0; round < rounds; ++round) {
    const double before = openMpAlone(threads, chunk);
    const double seconds = loop.run(threads, chunk);
    const double reference = (before + openMpAlone(threads, chunk)) / 2;
    times.push_back(seconds);
    references.push_back(reference);
    ratios.push_back(seconds / reference);
    lonestar::ResultRecord record;
    record.app = "loops-bench";
    record.input.name = loop.name;
    record.run.params = {{"loop", loop.name}, {"chunk", chunk}, {"items", items.getValue()}};
    record.run.threads = threads;
    record.run.seconds = seconds;
    record.answer = {{"summary", {{"openmp_s", reference}, {"ratio", seconds / reference}}}};
    json.add(record);
  }
  const double perItem = 1e9 / static_cast<double>(items);
  galois::inputs::printTo(
      lonestar::humanOutput(), "{:<8} {:>7} {:>6} | {:>10.2f} {:>10.2f} | {:>6.2f}\n", loop.name,
      threads, chunk, perItem * lonestar::median(std::move(times)),
      perItem * lonestar::median(std::move(references)), lonestar::median(std::move(ratios)));
}

/// Returns the numbers of a list, or `preset`.
std::vector<unsigned> numbersOf(const cll::list<unsigned>& given, std::vector<unsigned> preset) {
  return given.empty() ? std::move(preset) : std::vector<unsigned>(given.begin(), given.end());
}

int program(int argc, char** argv) {
  const galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, nullptr);
  const auto chunks = numbersOf(chunkList, {1, 32, 256});
  const auto counts =
      numbersOf(threadList, numThreads.getNumOccurrences() > 0
                                ? std::vector<unsigned>{static_cast<unsigned>(numThreads)}
                                : std::vector<unsigned>{1, 2});
  // OpenMP's threads would inherit the place of the main thread.
  galois::substrate::getThreadPool().setPinning(false);
  bench::JsonOutput json;
  galois::inputs::printTo(lonestar::humanOutput(), "{:<8} {:>7} {:>6} | {:>10} {:>10} | {:>6}\n",
                          "loop", "threads", "chunk", "ns per item", "OpenMP", "ratio");
  for (const Loop& loop : kLoops) {
    for (const unsigned threads : counts) {
      for (const unsigned chunk : chunks) {
        measure(loop, threads, chunk, json);
      }
    }
  }
  json.write();
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
