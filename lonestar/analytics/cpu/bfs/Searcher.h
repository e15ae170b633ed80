/** Breadth-first search for galois::analytics::bfs(), with memory that serves several searches. */
#ifndef GALOIS_LONESTAR_BFS_SEARCHER_H
#define GALOIS_LONESTAR_BFS_SEARCHER_H

#include <memory>
#include <span>

#include "galois/analytics/Bfs.h"

namespace bfs {

/// Searches one graph by one plan, with the number of threads that is active when it is made.
class Searcher {
public:
  /// Finds in-edges if the plan needs them. @throws std::bad_alloc
  /// @throws galois::analytics::InvalidOption  when beta is 0
  Searcher(const galois::analytics::Graph<void>& graph, const galois::analytics::BfsPlan& plan);
  ~Searcher();
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  /// See galois::analytics::bfs(), which throws the same. It does not change the number of threads.
  galois::analytics::Execution run(std::span<const galois::analytics::Node> sources,
                                   std::span<galois::analytics::Level> levels,
                                   const galois::analytics::RunOptions& options);
  /// How long finding the in-edges took; 0 if the plan does not need them.
  double transposeSeconds() const;

private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

} // namespace bfs

#endif
