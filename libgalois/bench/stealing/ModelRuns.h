/**
 * A cell is one computation on one machine of the model. It is simulated once per seed, and the
 * means over the seeds are compared with the theorem. The cells of the standard studies are here,
 * too.
 */
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "stealing/Bound.h"
#include "stealing/Dag.h"
#include "stealing/Model.h"

namespace galois::bench {

/// One computation on one machine. Cells of the same computation share it.
struct Cell {
  std::shared_ptr<const Dag> dag;
  ModelMachine machine;
};

/// The mean of a quantity over the seeds, and the standard error of that mean.
struct Mean {
  double value = 0;
  double error = 0; ///< 0 for fewer than two values
};

/// Returns the mean of one or more values.
Mean meanOf(const std::vector<double>& values);

/// What the runs of a cell did on average.
struct CellResult {
  TimeBound bound;
  std::uint64_t runs = 0;
  Mean time, attempts, idle, migrations;
  /// Of the runs in which all processors were busy at once. @{
  Mean halfBusy;
  Mean allBusy;
  /// @}
  std::uint64_t reached = 0;                           ///< number of these runs
  std::array<Migrations, ModelRun::kClasses> byIdle{}; ///< sums over all runs

  /// Returns whether the mean time exceeds the bound by more than three standard errors.
  bool exceedsBound() const { return time.value > bound.total() + 3 * time.error; }
  /// Returns the lowest number of standard deviations by which migrations differ from what Lemma
  /// A.6 promises, over the classes of idle processors; at most 0.
  double leastDeviation() const;
};

/// Simulates the cell `runs` times. Run i uses stream i of the seed.
CellResult simulateCell(const Cell& cell, std::uint64_t runs, std::uint64_t seed);

/// Returns all combinations, computation by computation.
std::vector<Cell> combine(const std::vector<std::shared_ptr<const Dag>>& dags,
                          const std::vector<unsigned>& processors,
                          const std::vector<double>& deltas, const std::vector<Protocol>& protocols,
                          const std::vector<Dates>& dates);

/// The standard grid: four computations, 2 to 256 processors, delta 2 to 1000, all protocols.
std::vector<Cell> standardGrid();

/// Cells about idle time. Parallel loops follow one another, each with one chain per processor.
/// The depth stays the same while the number of forks F on a path grows from 4 to 4096, and then F
/// stays the same while the depth grows.
std::vector<Cell> idleStudy();

/// Cells about the time until all processors are busy, with all Dates of the sender.
/// Their runs end at that time.
std::vector<Cell> spreadStudy();

} // namespace galois::bench
