/**
 * rank-bench: measures how far from priority order the policies deliver tasks. It records mixes of
 * pushes and pops and replays them through an order-statistic tree. libgalois/bench/rank/Replay.h
 * defines the numbers, and Trace.h explains the stamps.
 */
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "BenchFlags.h"
#include "MixRuns.h"
#include "galois/Galois.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "rank/Replay.h"

namespace cll = llvm::cl;
namespace gb = galois::bench;

namespace {

constexpr const char* kDescription =
    "Quality of order: the rank error of every pop (how many more urgent tasks were in the "
    "worklist) and the delay of every task (how many less urgent ones overtook it), for each "
    "policy, mix and number of threads.";

cll::opt<gb::Stamp, false, lonestar::ChoiceParser<gb::Stamp>>
    stamp("stamp", cll::desc("What orders the events of different threads:"),
          cll::values(clEnumValN(gb::Stamp::kClock, "clock", "nanoseconds (default)"),
                      clEnumValN(gb::Stamp::kTicket, "ticket",
                                 "a shared counter: exact, and slows fast policies down")),
          cll::init(gb::Stamp::kClock), cll::cat(lonestar::runGroup()));
cll::opt<gb::Schedule, false, lonestar::ChoiceParser<gb::Schedule>> schedule(
    "schedule", cll::desc("How the threads' operations interleave:"),
    cll::values(
        clEnumValN(gb::Schedule::kThreads, "threads", "real threads (default)"),
        clEnumValN(gb::Schedule::kTurns, "turns",
                   "one thread performs the operations of all in random order: what as many "
                   "equally fast cores would do, the same in every run")),
    cll::init(gb::Schedule::kThreads), cll::cat(lonestar::runGroup()));
cll::opt<std::string> traceFolder("trace",
                                  cll::desc("Keep each run's trace in a folder below this one"),
                                  cll::value_desc("folder"), cll::cat(lonestar::reportGroup()));
cll::opt<std::string> replayFolder("replay",
                                   cll::desc("Replay the trace in this folder; run nothing"),
                                   cll::value_desc("folder"), cll::cat(lonestar::inputGroup()));

lonestar::Json toJson(const gb::Distribution& values) {
  return {{"mean", values.mean}, {"p99", values.p99}, {"max", values.max}};
}

lonestar::Json toJson(const gb::RankReport& report) {
  return {{"pops", report.pops},
          {"early", report.early},
          {"rank_error", toJson(report.rank)},
          {"delay", toJson(report.delay)}};
}

void printHeader() {
  galois::inputs::printTo(
      lonestar::humanOutput(), "{:<18} {:<7} {:>7} | {:>12} {:>9} {:>9} | {:>12} {:>9} {:>9}\n",
      "worklist", "mix", "threads", "rank error", "p99", "max", "delay", "p99", "max");
}

void printRow(const std::string& worklist, const std::string& mix, const std::string& threads,
              const gb::RankReport& report) {
  galois::inputs::printTo(lonestar::humanOutput(),
                          "{:<18} {:<7} {:>7} | {:>12.2f} {:>9} {:>9} | {:>12.2f} {:>9} {:>9}{}\n",
                          worklist, mix, threads, report.rank.mean, report.rank.p99,
                          report.rank.max, report.delay.mean, report.delay.p99, report.delay.max,
                          report.early > 0 ? fmt::format("  ({} of {} pops before their push)",
                                                         report.early, report.pops)
                                           : "");
}

void keep(const std::string& name, const std::vector<gb::Trace>& traces) {
  const std::filesystem::path folder = std::filesystem::path(traceFolder.getValue()) / name;
  std::filesystem::create_directories(folder);
  gb::writeTraces(folder.string(), traces);
}

void runOne(const lonestar::WorklistInfo& info, const gb::Mix& mix, unsigned threads, unsigned run,
            bench::JsonOutput& json) {
  galois::setActiveThreads(threads, galois::kOversubscribe);
  const lonestar::WorklistSettings settings = lonestar::worklistSettings(info);
  gb::TraceLog log(stamp);
  gb::MixResult result;
  try {
    lonestar::visitWorklist(info, [&](auto tag) {
      result = bench::recordMix<typename decltype(tag)::type>(mix, settings, log);
    });
  } catch (const std::invalid_argument& error) {
    lonestar::warn(fmt::format("{} left out: {}", info.name, error.what()));
    return;
  }
  const std::vector<gb::Trace> traces = log.events();
  if (!traceFolder.empty()) {
    keep(fmt::format("{}-{}-{}-{}", info.name, bench::nameOf(mix.kind), threads, run), traces);
  }
  const gb::RankReport report = gb::replay(traces);
  printRow(info.name, bench::nameOf(mix.kind), std::to_string(threads), report);
  lonestar::ResultRecord record = bench::makeRecord("rank-bench", mix, threads, result);
  record.run.scheduler = info.name;
  record.run.ownParameters = lonestar::worklistParameters(info);
  record.run.params["schedule"] = schedule == gb::Schedule::kTurns ? "turns" : "threads";
  record.run.params["stamp"] = stamp == gb::Stamp::kClock ? "clock" : "ticket";
  record.answer = {{"summary", toJson(report)}};
  json.add(record);
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  bench::startBench(argc, argv, kDescription);
  if (!replayFolder.empty()) {
    const gb::RankReport report = gb::replay(gb::readTraces(replayFolder));
    printHeader();
    printRow(replayFolder, "-", "-", report);
    bench::JsonOutput json;
    lonestar::ResultRecord record;
    record.app = "rank-bench";
    record.input.name = replayFolder;
    record.answer = {{"summary", toJson(report)}};
    json.add(record);
    json.write();
    return 0;
  }
  const auto worklists = lonestar::selectedWorklists();
  auto mixes = bench::mixes();
  for (gb::Mix& mix : mixes) {
    mix.schedule = schedule;
  }
  const auto counts = bench::threadCounts();
  bench::JsonOutput json;
  printHeader();
  for (unsigned run = 0; run < lonestar::runs(); ++run) {
    for (const gb::Mix& mix : mixes) {
      for (const lonestar::WorklistInfo* info : worklists) {
        for (const unsigned threads : counts) {
          runOne(*info, mix, threads, run, json);
        }
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
