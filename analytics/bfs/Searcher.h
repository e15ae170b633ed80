/** Breadth-first search for galois::analytics::bfs(), with memory for several searches. */
#pragma once

#include <memory>
#include <span>

#include "galois/analytics/Bfs.h"

namespace bfs {

struct SearchMemory;

/// Searches one graph by one plan. Construct and use it on the main thread, outside parallel loops,
/// always with the same number of active threads.
class Searcher {
public:
  /// Finds out whether the graph is symmetric and builds the in-edges, if the plan needs them.
  /// @throws galois::analytics::InvalidOption  when beta is 0 for kLevels
  /// @throws std::bad_alloc
  Searcher(const galois::analytics::Graph<void>& graph, const galois::analytics::BfsPlan& plan);
  ~Searcher();
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  /// Does what galois::analytics::bfs() does, on the threads that are active, and throws the same.
  galois::analytics::Execution run(std::span<const galois::analytics::Node> sources,
                                   std::span<galois::analytics::Level> levels,
                                   const galois::analytics::RunOptions& options);
  /// Returns the seconds that building the in-edges took; 0 if they were not built.
  double transposeSeconds() const;

private:
  std::unique_ptr<SearchMemory> memory_;
};

} // namespace bfs
