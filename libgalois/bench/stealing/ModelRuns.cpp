#include "stealing/ModelRuns.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace galois::bench {

namespace {

std::shared_ptr<const Dag> shared(Dag dag) { return std::make_shared<const Dag>(std::move(dag)); }

const std::vector<Protocol> kAllProtocols{Protocol::kSender, Protocol::kFresh, Protocol::kSticky};

} // namespace

Mean meanOf(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  Mean mean;
  for (const double value : values) {
    mean.value += value / count;
  }
  if (values.size() > 1) {
    double squares = 0;
    for (const double value : values) {
      squares += (value - mean.value) * (value - mean.value);
    }
    mean.error = std::sqrt(squares / (count - 1) / count);
  }
  return mean;
}

double CellResult::leastDeviation() const {
  double least = 0;
  for (const Migrations& one : byIdle) {
    if (one.variance > 0) {
      least = std::min(least, (static_cast<double>(one.migrated) - one.promised) /
                                  std::sqrt(one.variance));
    }
  }
  return least;
}

CellResult simulateCell(const Cell& cell, std::uint64_t runs, std::uint64_t seed) {
  CellResult result;
  result.runs = runs;
  result.bound = timeBound(*cell.dag, cell.machine.processors, cell.machine.delta,
                           cell.machine.protocol == Protocol::kSender ? 1 : kReceiverC);
  std::vector<double> time, attempts, idle, migrations, halfBusy, allBusy;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const ModelRun one = simulate(*cell.dag, cell.machine, substrate::Random(seed, run));
    time.push_back(static_cast<double>(one.time));
    attempts.push_back(static_cast<double>(one.attempts));
    idle.push_back(static_cast<double>(one.idle));
    migrations.push_back(static_cast<double>(one.migrations));
    if (one.allBusy > 0) {
      halfBusy.push_back(static_cast<double>(one.halfBusy));
      allBusy.push_back(static_cast<double>(one.allBusy));
    }
    for (std::size_t i = 0; i < result.byIdle.size(); ++i) {
      result.byIdle[i].attempts += one.byIdle[i].attempts;
      result.byIdle[i].migrated += one.byIdle[i].migrated;
      result.byIdle[i].promised += one.byIdle[i].promised;
      result.byIdle[i].variance += one.byIdle[i].variance;
    }
  }
  result.time = meanOf(time);
  result.attempts = meanOf(attempts);
  result.idle = meanOf(idle);
  result.migrations = meanOf(migrations);
  result.reached = allBusy.size();
  if (!allBusy.empty()) {
    result.halfBusy = meanOf(halfBusy);
    result.allBusy = meanOf(allBusy);
  }
  return result;
}

std::vector<Cell> combine(const std::vector<std::shared_ptr<const Dag>>& dags,
                          const std::vector<unsigned>& processors,
                          const std::vector<double>& deltas, const std::vector<Protocol>& protocols,
                          const std::vector<Dates>& dates) {
  std::vector<Cell> cells;
  for (const auto& dag : dags) {
    for (const unsigned count : processors) {
      for (const double delta : deltas) {
        for (const Protocol protocol : protocols) {
          for (const Dates date : dates) {
            if (protocol == Protocol::kSender || date == Dates::kReset) {
              cells.push_back({dag, {count, delta, protocol, date}});
            }
          }
        }
      }
    }
  }
  return cells;
}

std::vector<Cell> standardGrid() {
  return combine({shared(fibDag(18, 30)), shared(seriesParallelDag(100000, 30, 1)),
                  shared(rightSpineDag(200, 300)), shared(flatDag(4, 256, 100))},
                 {1, 2, 4, 16, 64, 256}, {2, 10, 100, 1000}, kAllProtocols, {Dates::kReset});
}

std::vector<Cell> idleStudy() {
  std::vector<std::shared_ptr<const Dag>> dags;
  constexpr std::uint64_t kDepth = std::uint64_t{1} << 17;
  std::vector<Cell> cells;
  const auto add = [&](unsigned processors, std::uint64_t levels, std::uint64_t forks,
                       std::uint64_t depth) {
    const std::uint64_t rounds = forks / levels;
    // A round is `levels` forks, a chain, and as many joins.
    const auto dag = shared(flatDag(rounds, processors, depth / rounds - 2 * levels));
    const auto more =
        combine({dag}, {processors}, {16, 32, 64, 128}, kAllProtocols, {Dates::kReset});
    cells.insert(cells.end(), more.begin(), more.end());
  };
  for (const std::uint64_t forks : {4, 16, 64, 256, 1024, 4096}) {
    add(2, 1, forks, kDepth);
    add(4, 2, forks, kDepth);
  }
  for (const std::uint64_t depth : {kDepth / 16, kDepth / 4, 2 * kDepth}) {
    add(2, 1, 64, depth);
    add(4, 2, 64, depth);
  }
  return cells;
}

std::vector<Cell> spreadStudy() {
  std::vector<Cell> cells =
      combine({shared(flatDag(1, 4096, 40000))}, {16, 64, 256}, {30, 100, 1000},
              {Protocol::kSender}, {Dates::kReset, Dates::kPrinted, Dates::kKept});
  for (Cell& cell : cells) {
    cell.machine.untilAllBusy = true;
  }
  return cells;
}

} // namespace galois::bench
