/**
 * Experiments of programs that search trees: their start, their record, and runSearchExperiment().
 * SIGINT and SIGTERM end the search, and the program then reports the best so far.
 */
#pragma once

#include <cstdint>
#include <string>

#include "galois/search/Result.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/run/Experiment.h"
#include "search/SearchFlags.h"

namespace lonestar {

/// Starts a program that searches trees, as start() does, but without flags about graphs.
/// @param input  the flag that names the input, or null
/// @throws UsageError
void startSearch(int argc, char** argv, const std::string& description,
                 llvm::cl::opt<std::string>* input);

/// The kind of search, for the record.
enum class SearchType { kEnumerate, kOptimise, kDecide };

/// An experiment that searches. A program calls searched() in its run().
class SearchExperiment : public Experiment {
public:
  /// Returns whether the last run has searched the whole tree, or has found a node that decides.
  bool complete() const { return complete_; }
  bool interrupted() const override;
  /// Returns false for an enumeration that ended early, since its counts are those of a part of the
  /// tree.
  bool checkable() const override { return complete_ || type_ != SearchType::kEnumerate; }

protected:
  /// Returns the outcome of a search.
  /// @param seconds  how long it took on this machine; on a simulated machine, virtual time
  /// replaces it
  Outcome searched(SearchType type, const galois::search::Outcome& result, double seconds);

  /// Returns a line for people about the number of nodes. It says if the search is not complete.
  std::string searchSummary() const;

private:
  galois::search::Statistics statistics_;
  SearchType type_ = SearchType::kEnumerate;
  std::uint64_t visitedHere_ = 0; ///< nodes, without those of an earlier program
  bool complete_ = true;
  double seconds_ = 0;
};

/// Runs, checks and reports as runExperiment() of Experiment.h does, on the leading rank for all
/// ranks. Warns about flags that have no effect.
/// @param name  of the program, without -cpu or -dist
/// @return the exit status: 128 plus its number after a signal
/// @throws AppError, UsageError
int runSearchExperiment(const std::string& name, SearchExperiment& experiment,
                        const InputDescription& input);

} // namespace lonestar
