/**
 * The order of a search, as the sources see it that are compiled once for all programs. Programs
 * without --order search depth first. OrderFlags.cpp implements it.
 */
#pragma once

#include <string>
#include <vector>

#include "liblonestar/record/ResultRecord.h"

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
};

/// Returns that of this program, or null.
const SearchOrder* searchOrder();
/// Sets it, before the command line is parsed.
void setSearchOrder(const SearchOrder* order);

/// Returns whether the command line selects a search under a worklist.
inline bool isBestFirst() { return searchOrder() != nullptr && searchOrder()->isBestFirst(); }

} // namespace lonestar
