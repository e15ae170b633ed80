/**
 * The runs of a program with --source-batch=sources, one after the other, as it reports them: the
 * searches of the next runs are made at once, and their answers wait in memory.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "SourceBatch.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/LargeArray.h"
#include "galois/Threads.h"
#include "galois/substrate/Cancellation.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/RunWatch.h"

namespace sssp {

/// Makes the runs. On the main thread, outside parallel loops.
/// @tparam Search  see SourceBatch
template <typename Distance, typename Search>
class RunsAtOnce {
public:
  /// One run that has finished.
  struct Run {
    std::span<Distance> distances; ///< valid until the next call of next()
    const BatchedSearch* search;   ///< likewise
    std::size_t batchRuns;         ///< the number of runs that were made at once
    double batchSeconds;           ///< the time of all of these
  };

  /// @param runs    the source of each run, in their order
  /// @param atOnce  how many runs are made at once, at least 1
  /// @param args    see SourceBatch
  template <typename... Args>
  RunsAtOnce(std::size_t nodes, std::vector<Node> runs, std::size_t atOnce, const Args&... args)
      : nodes_(nodes), runs_(std::move(runs)), atOnce_(atOnce), batch_(args...) {}

  /// Returns the next run; there must be one.
  /// @throws lonestar::RunEnded  if it takes longer than --time-limit. Runs after it that have
  ///                             finished are dropped then
  /// @throws std::bad_alloc
  Run next() {
    if (next_ == begin_ + batch_.searches().size() || !current().finished) {
      search();
    }
    const std::size_t index = next_++ - begin_;
    return {distances(index), &batch_.searches()[index], batch_.searches().size(), seconds_};
  }

private:
  /// Returns what is known about the next run.
  const BatchedSearch& current() const { return batch_.searches()[next_ - begin_]; }
  std::span<Distance> distances(std::size_t index) {
    return {answers_[index].data(), answers_[index].size()};
  }

  /// Makes the next runs at once, until the first of them has finished.
  void search() {
    begin_ = next_;
    std::size_t count = std::min(atOnce_, runs_.size() - begin_);
    while (searchEndsEarly(count) && !current().finished) {
      const std::optional<double> limit = lonestar::timeLimit();
      if (current().seconds >= *limit) {
        throw lonestar::RunEnded{*limit};
      }
      count = 1; // Another run took too long. Its turn comes after this one.
    }
  }

  /// Makes so many of the next runs at once.
  /// @return whether they were asked to end
  bool searchEndsEarly(std::size_t count) {
    std::vector<std::span<Distance>> answers;
    while (answers_.size() < count) {
      answers_.emplace_back().allocateInterleaved(nodes_);
    }
    for (std::size_t index = 0; index < count; ++index) {
      answers.push_back(distances(index));
    }
    const lonestar::Stopwatch watch;
    const bool asked =
        lonestar::runsWatched([&] { batch_.run(std::span(runs_).subspan(begin_, count), answers); },
                              [&] { return batch_.longestSeconds(); });
    seconds_ = watch.seconds();
    return asked;
  }

  const std::size_t nodes_;
  const std::vector<Node> runs_;
  const std::size_t atOnce_;
  SourceBatch<Distance, Search> batch_;
  std::vector<galois::LargeArray<Distance>> answers_; ///< of the runs that were made at once
  std::size_t begin_ = 0;                             ///< the first of these
  std::size_t next_ = 0;                              ///< the run that next() returns
  double seconds_ = 0;                                ///< the time of these
};

} // namespace sssp
