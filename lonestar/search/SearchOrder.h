/**
 * The order of a search, as the sources see it that are compiled once for all programs. Programs
 * without --order search depth first. OrderFlags.cpp implements it.
 */
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "galois/search/Progress.h"
#include "liblonestar/record/ResultRecord.h"
#include "liblonestar/run/Experiment.h"

namespace lonestar {

/// What --order and the flags of worklists select.
class SearchOrder {
public:
  SearchOrder() = default;
  virtual ~SearchOrder();
  SearchOrder(const SearchOrder&) = delete;
  SearchOrder& operator=(const SearchOrder&) = delete;

  /// Returns whether a worklist orders the nodes. If not, a skeleton does, depth first.
  virtual bool isBestFirst() const = 0;
  /// Returns the value of --order, which is the name of the coordination in records.
  virtual std::string name() const = 0;
  /// Checks the values of all flags. @throws UsageError
  virtual void check() const = 0;
  /// Returns the name of the worklist.
  virtual std::string worklist() const = 0;
  /// Returns the parameters of the worklist, as in the last run.
  virtual Json worklistParameters() const = 0;
  /// Returns the search's own parameters.
  virtual Json parameters() const = 0;
  /// Returns the flags on the command line that have no effect with this order, with dashes.
  virtual std::vector<std::string> flagsWithoutEffect() const = 0;
  /// Returns what `run` returns, and shows meanwhile how far the search has come (--progress).
  virtual Outcome watched(const std::function<Outcome()>& run) = 0;
  /// Returns where a search tells that, or null.
  virtual galois::search::Progress* progress() = 0;
};

/// Returns that of this program, or null.
SearchOrder* searchOrder();
/// Sets it, before the command line is parsed.
void setSearchOrder(SearchOrder* order);

/// Returns whether the command line selects a search under a worklist.
inline bool isBestFirst() { return searchOrder() != nullptr && searchOrder()->isBestFirst(); }

} // namespace lonestar
