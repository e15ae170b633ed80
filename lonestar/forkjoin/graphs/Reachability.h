/**
 * The nodes that paths from a source reach, by pseudo depth-first search: each thread visits nodes
 * depth first, and idle threads take nodes that others have found but not visited [PD, section 5].
 * PD: U. Acar, A. Charguéraud, M. Rainey, PPoPP 2013.
 *
 * A branch of the fork-join computation owns found nodes. It visits a batch of them, polls, and
 * looks whether other threads need work. To learn that from any scheduler, a branch always offers
 * one part of its nodes as the second branch of a fork. When another thread begins that part, the
 * first branch offers a part again. If nobody takes it, the owner goes on with it itself after the
 * join, in the same call, so that the stack does not grow.
 *
 * The rules that group nodes into tasks are those of the paper:
 * - split: one vector of nodes, of which every second one is offered. The older half would be nearly
 *   all of the work in a graph that is like a tree.
 * - none: one task per node. constant: one per batch. cong: one per min(2^Q, batch) nodes, where Q
 *   is the number of tasks that the branch has (G. Cong et al., ICPP 2008). A branch keeps its tasks
 *   in a deque and offers the oldest.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "analytics/scheduler/Stopwatch.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Charge.h"
#include "inputs/Graph.h"

namespace reachability {

/// How nodes are grouped into tasks.
enum class Coalescing { kSplit, kNone, kConstant, kCong };

/// The parameters of a search.
struct SearchOptions {
  Coalescing rule = Coalescing::kSplit;
  std::size_t batch = 256; ///< nodes that are visited between two polls; also the size of tasks
};

/// What a search did.
struct SearchCounts {
  std::uint64_t visited = 0; ///< nodes
  std::uint64_t tasks = 0;   ///< tasks made, with the first one
  std::uint64_t offers = 0;  ///< forks
  std::uint64_t taken = 0;   ///< offers that another thread began
  std::uint64_t moved = 0;   ///< nodes in them
  double splitSeconds = 0;   ///< time that dividing vectors took, summed over threads
};

/// The search, and the memory that it needs.
class Search {
public:
  /// @param graph  outlives the object
  Search(const galois::inputs::Graph& graph, const SearchOptions& options)
      : graph_(graph), options_(options), reached_(graph.numNodes()) {
    // Where a task is one node, a batch is, too.
    if (options_.rule == Coalescing::kNone) {
      options_.batch = 1;
    }
  }

  /// Forgets what was reached.
  void reset() { reached_.assign(reached_.size(), 0); }

  /// Visits all nodes that paths from the source reach. Call reset() between two calls.
  template <typename Context>
  SearchCounts run(Context& context, std::uint32_t source) {
    totals_.reset();
    claim(source);
    Work work;
    work.current.push_back(source);
    work.counts.tasks = 1;
    explore(context, work, nullptr, 0);
    totals_.add(work.counts);
    return totals_.read();
  }

  /// Returns 1 for the nodes that were reached, and 0 for the others.
  std::span<const std::uint8_t> reached() const { return reached_; }

private:
  using Nodes = std::vector<std::uint32_t>;
  using Flag = galois::Atomic<std::uint32_t>;

  /// Found nodes that one branch owns, and its counts so far.
  struct Work {
    Nodes current;
    std::deque<Nodes> tasks; // oldest first; empty under kSplit
    SearchCounts counts;

    bool empty() const { return current.empty() && tasks.empty(); }
  };

  /// Sums of the counts of branches.
  class Totals {
  public:
    void add(const SearchCounts& counts) {
      const std::uint64_t values[] = {
          counts.visited, counts.tasks, counts.offers,
          counts.taken,   counts.moved, static_cast<std::uint64_t>(counts.splitSeconds * 1e9)};
      for (std::size_t i = 0; i < std::size(sums_); ++i) {
        sums_[i].fetch_add(values[i], galois::order::relaxed);
      }
    }
    void reset() {
      for (auto& sum : sums_) {
        sum.store(0, galois::order::relaxed);
      }
    }
    SearchCounts read() const {
      const auto value = [this](std::size_t i) { return sums_[i].load(galois::order::relaxed); };
      return {value(0), value(1), value(2),
              value(3), value(4), static_cast<double>(value(5)) / 1e9};
    }

  private:
    galois::Atomic<std::uint64_t> sums_[6]{};
  };

  /// Returns whether the caller is the first to reach the node. A relaxed exchange is enough: the
  /// node goes to other threads only through the scheduler.
  bool claim(std::uint32_t node) {
    galois::AtomicRef<std::uint8_t> reached(reached_[node]);
    return reached.load(galois::order::relaxed) == 0 &&
           reached.exchange(1, galois::order::relaxed) == 0;
  }

  /// Visits the nodes of `work` and all that are found from them, except those that other branches
  /// find first.
  /// @param begun  becomes 1 when another thread begins the part that was offered beside `work`;
  ///               null if there is none
  /// @param depth  number of branches that this one lies in
  template <typename Context>
  void explore(Context& context, Work& work, const Flag* begun, unsigned depth) {
    while (true) {
      visitBatch(work);
      if (work.empty()) {
        return;
      }
      context.poll();
      const bool offers = begun == nullptr || begun->load(galois::order::relaxed) != 0;
      Work part;
      if (!offers || depth >= kMostDepth || !divide(work, part)) {
        continue;
      }
      if (offer(context, work, part, depth)) {
        return;
      }
      work.current = std::move(part.current);
    }
  }

  /// Explores `work` and offers `part` meanwhile. Returns whether another thread has explored that.
  /// Otherwise `part` is as before.
  template <typename Context>
  bool offer(Context& context, Work& work, Work& part, unsigned depth) {
    const std::size_t size = part.current.size();
    // Both are hints. If one is read late, a part is offered late, or the taker leaves it to the
    // owner.
    Flag begun(0), done(0);
    bool explored = false; // written by who runs the second branch, and read after the join
    context.invoke(
        [&](auto& own) {
          explore(own, work, &begun, depth + 1);
          done.store(1, galois::order::relaxed);
        },
        [&](auto& other) {
          if (done.load(galois::order::relaxed) == 0) {
            begun.store(1, galois::order::relaxed);
            explored = true;
            explore(other, part, nullptr, depth + 1);
            totals_.add(part.counts);
          }
        });
    ++work.counts.offers;
    if (explored) {
      ++work.counts.taken;
      work.counts.moved += size;
    }
    return explored;
  }

  void visitBatch(Work& work) {
    for (std::size_t i = 0; i < options_.batch; ++i) {
      if (work.current.empty()) {
        if (work.tasks.empty()) {
          return;
        }
        work.current = std::move(work.tasks.back());
        work.tasks.pop_back();
      }
      const std::uint32_t node = work.current.back();
      work.current.pop_back();
      ++work.counts.visited;
      galois::substrate::charge(galois::substrate::Work::kTask);
      galois::substrate::charge(galois::substrate::Work::kEdge, graph_.heads(node).size());
      for (const std::uint32_t head : graph_.heads(node)) {
        if (claim(head)) {
          add(work, head);
        }
      }
    }
  }

  void add(Work& work, std::uint32_t node) {
    if (options_.rule != Coalescing::kSplit && work.current.size() >= most(work)) {
      work.tasks.push_back(std::exchange(work.current, {}));
      ++work.counts.tasks;
    }
    work.current.push_back(node);
  }

  /// Returns how many nodes a task of the branch may have.
  std::size_t most(const Work& work) const {
    if (options_.rule != Coalescing::kCong || work.tasks.size() >= 63) {
      return options_.batch;
    }
    return std::min(std::size_t{1} << work.tasks.size(), options_.batch);
  }

  /// Moves a part of the work to `part`. Returns false if there is too little.
  bool divide(Work& work, Work& part) {
    if (options_.rule != Coalescing::kSplit) {
      if (work.tasks.empty() || (work.current.empty() && work.tasks.size() == 1)) {
        return false;
      }
      part.current = std::move(work.tasks.front());
      work.tasks.pop_front();
      return true;
    }
    if (work.current.size() < 2) {
      return false;
    }
    const lonestar::Stopwatch watch;
    part.current.reserve((work.current.size() + 1) / 2);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < work.current.size(); ++i) {
      if (i % 2 == 0) {
        part.current.push_back(work.current[i]);
      } else {
        work.current[kept++] = work.current[i];
      }
    }
    work.current.resize(kept);
    ++work.counts.tasks;
    work.counts.splitSeconds += watch.seconds();
    return true;
  }

  /// Each level takes some hundred bytes of stack. More than a few levels mean that parts are small
  /// and are taken again and again.
  static constexpr unsigned kMostDepth = 2000;

  const galois::inputs::Graph& graph_;
  SearchOptions options_;
  std::vector<std::uint8_t> reached_;
  Totals totals_;
};

} // namespace reachability
