/**
 * One thread of a best-first search, and runTeam() for BestFirst (Frontier.h).
 *
 * A task stands for the children of a node that are still to be visited (Siblings.h). Running it
 * takes the best of them, visits the child and, if its subtree promises something, pushes the rest
 * and makes a task of the child's own children. As long as what it has at hand, those or the rest,
 * is at least as urgent as the task that was popped, the thread goes on with it.
 *
 * With ShortDives, a task searches below its children depth first instead, one after the other,
 * until it has left so many levels. Then it gives the shallowest of its unvisited nodes back as
 * tasks.
 *
 * What the incumbent has overtaken is dropped at three places: the task when it is popped, children
 * when they are visited, and the rest of the siblings after each child. All of them read
 * the incumbent relaxed; Incumbent::improve() decides. So under any policy, in any order, no node
 * that could be better is dropped, and no node is visited twice.
 *
 * When the memory for tasks is used up, a thread searches below the child depth first (a dive). As
 * soon as there is room again, the dive gives the shallowest of its unvisited nodes back as tasks.
 *
 * Before the loop the first thread follows the first child from the root to a leaf, so that there is
 * an incumbent. These nodes are not counted, since the loop visits them again.
 *
 * Siblings pass from thread to thread with their task; the policy orders the accesses.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/search/Explorer.h"
#include "galois/search/Frontier.h"
#include "galois/search/FrontierMemory.h"
#include "galois/search/Goals.h"
#include "galois/search/Result.h"
#include "galois/search/Siblings.h"
#include "galois/search/Stop.h"
#include "galois/search/Team.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::search {

/// One thread of a best-first search. An enumeration has no bounds, so only an Optimisation has one.
template <LazyNodeGenerator G, typename Goal>
class Seeker {
  static_assert(!std::is_same_v<Goal, Goal>,
                "a best-first search orders nodes by their bounds, which an enumeration does not "
                "have; use Budget or another coordination");
};

template <LazyNodeGenerator G, typename Problem>
class alignas(substrate::kCacheLineSize) Seeker<G, Optimisation<G, Problem>> {
public:
  using Space = typename G::Space;
  using Node = typename G::Node;
  using Goal = Optimisation<G, Problem>;
  using Value = typename Problem::Value;
  using Kept = SiblingsOf<G, Problem>;

  Seeker(const Space& space, Goal goal, Stop& stop, unsigned maxDepth)
      : space_(space), maxDepth_(maxDepth), diver_(space, std::move(goal), stop, maxDepth) {}
  Seeker(const Seeker&) = delete;
  Seeker& operator=(const Seeker&) = delete;
  ~Seeker() { end(); }

  bool visitRoot(const Node& root) { return diver_.visitRoot(root); } ///< see Explorer
  Goal& goal() noexcept { return diver_.goal(); }                     ///< see Explorer
  Stop& stop() noexcept { return diver_.stop(); }                     ///< see Explorer

  /// Returns the counts of this thread.
  Statistics statistics() const {
    Statistics sum = diver_.statistics();
    return sum += counts_;
  }
  /// Adds this thread's counts; the first thread adds those of all.
  void addFrontier(std::optional<FrontierCounts>& sum) const {
    if (!sum) {
      sum = memoryCounts_;
    }
    sum->dropped += frontier_.dropped;
    sum->dives += frontier_.dives;
  }
  /// Returns the best bound of what the search has left, if it was interrupted. Of the first thread.
  std::optional<Value> bestLeft() const { return bestLeft_; }

  /// Prepares the search below the root. @param memory  outlives end()
  void begin(FrontierMemory& memory, unsigned thread, const Node& root, ShortDives dives) {
    dives_ = dives;
    blocks_ = std::make_unique<FrontierMemory::Own>(memory, thread);
    rootBound_ = problem().bound(space_, root);
  }
  /// Destroys what is left of it.
  void end() noexcept {
    if (blocks_) {
      blocks_->forEachUsed([](FrontierBlock& block) { std::destroy_at(&keptOf(block)); });
      blocks_.reset();
    }
  }

  /// Follows the first child from the root to a leaf, for a first incumbent.
  void probe(const Node& root) {
    std::optional<Task<Node>> at(Task<Node>{root, 1});
    while (at && at->depth < maxDepth_ && !stop().poll()) {
      at = firstChild(*at);
    }
  }

  /// Makes the task of a visited node's children, unless none of them promises anything.
  std::optional<FrontierTask> taskOf(Task<Node>&& task, const FrontierLoop& loop) {
    FrontierBlock* const made = expand(std::move(task), &loop);
    return made != nullptr ? std::optional<FrontierTask>(taskOf(*made)) : std::nullopt;
  }

  /// Returns the greatest urgency that a task can have now.
  std::uint64_t lastUrgency() {
    return urgencyOf(rootBound_, goal().contest().best.get(), 0, better());
  }

  /// Runs a task. @return false if it was dropped
  bool run(const FrontierTask& task, const FrontierLoop& loop) {
    auto* block = static_cast<FrontierBlock*>(task.siblings);
    if (stopped()) {
      loop.leave();
      return true;
    }
    ++counts_.tasks;
    const bool looks = counts_.tasks % kTasksPerPoll == 0;
    if (looks) {
      stop().poll();
    }
    if (!goal().suffices(boundOf(*block))) {
      ++frontier_.dropped;
      discard(block);
      return false;
    }
    if (looks) {
      tell(*block);
    }
    std::uint64_t levels = kMayDive && counts_.tasks > dives_.after ? dives_.levels : 0;
    const bool dives = levels > 0;
    while (block != nullptr && !stopped()) {
      const unsigned depth = block->depth + 1;
      Node child = keptOf(*block).next(space_);
      block = keepRest(block);
      if (block != nullptr && !memory().hasRoom()) { // the child may be searched for long
        push(taskOf(*block), loop);
        block = nullptr;
      }
      if (!Kept::kVisited && !visit(child, depth)) {
        block = keepRest(block);
        levels -= levels > 0 ? 1 : 0;
      } else if (dives) {
        rest_.push_back({std::move(child), depth});
        const std::uint64_t left = dive(loop, std::max<std::uint64_t>(levels, 1));
        levels -= std::min(levels, left);
        block = keepRest(block);
      } else if (FrontierBlock* const made = expand({std::move(child), depth}, &loop)) {
        if (block != nullptr) {
          push(taskOf(*block), loop);
        }
        block = made;
      }
      if (block != nullptr && levels == 0) {
        const FrontierTask next = taskOf(*block);
        if (next.urgency > task.urgency) {
          push(next, loop);
          break;
        }
      }
    }
    if (stopped()) {
      loop.leave();
    }
    return true;
  }

  /// Looks at what is left of an interrupted search. @return the best bound of this thread's part
  std::optional<Value> boundLeft() {
    blocks_->forEachUsed([this](FrontierBlock& block) { noteLeft(boundOf(block)); });
    return left_;
  }
  /// Remembers the results of all threads, on the first one.
  void remember(std::optional<Value> bestLeft, const FrontierCounts& memory) {
    bestLeft_ = bestLeft;
    memoryCounts_ = memory;
  }
  FrontierMemory::Own& blocks() { return *blocks_; } ///< this thread's memory

  // For Siblings.

  const Space& space() const { return space_; }
  const Problem& problem() { return goal().contest().problem; }
  bool stopped() { return stop().reason() != Stop::kNone; } ///< whether to leave the search
  /// Visits and counts a node. @return whether its children are to be searched
  bool visit(const Node& node, unsigned depth) {
    const Visit visit = goal().visit(node, depth);
    if (visit == Visit::kPrune) {
      ++counts_.pruned;
      return false;
    }
    ++counts_.nodes;
    counts_.maxDepth = std::max(counts_.maxDepth, depth);
    if (visit == Visit::kFound) {
      stop().request(Stop::kFound);
      return false;
    }
    return depth < maxDepth_;
  }
  /// Counts the children of a node. @param pruned  number of those that the bound has cut off
  void countExpansion(std::size_t children, std::size_t pruned = 0) {
    counts_.expansions += children > 0 ? 1 : 0;
    counts_.pruned += pruned;
  }

private:
  static constexpr unsigned kTasksPerPoll = 256;
  /// In another order than that of the bounds, a depth-first search is far from best first.
  static constexpr bool kMayDive = !Kept::kVisited;
  static constexpr std::size_t kAlign =
      std::max(alignof(Kept), sizeof(FrontierBlock)); ///< of the siblings in their block
  static_assert(kAlign <= substrate::kCacheLineSize, "nodes are aligned to 64 bytes at most");

  static Kept& keptOf(FrontierBlock& block) {
    return *std::launder(reinterpret_cast<Kept*>(placeIn(block)));
  }
  static std::byte* placeIn(FrontierBlock& block) {
    return reinterpret_cast<std::byte*>(&block) + kAlign;
  }
  auto better() {
    return [this](Value a, Value b) { return problem().better(a, b); };
  }
  Value boundOf(FrontierBlock& block) { return keptOf(block).bound(space_, problem()); }
  FrontierTask taskOf(FrontierBlock& block) {
    return {urgencyOf(rootBound_, boundOf(block), block.depth, better()), &block};
  }
  /// Tells what this thread has done since the last time, and the bound of its task.
  void tell(FrontierBlock& block) {
    if (Progress* const shown = stop().progress()) {
      shown->count(counts_.nodes - told_);
      told_ = counts_.nodes;
      goal().tell(*shown);
      shown->noteBound(static_cast<double>(boundOf(block)));
    }
  }
  void push(const FrontierTask& task, const FrontierLoop& loop) {
    ++counts_.spawned;
    loop.push(task);
  }

  /// Visits the first child of a node for probe(). @return it, if there may be better ones below
  std::optional<Task<Node>> firstChild(const Task<Node>& parent) {
    G generator(space_, parent.node);
    if (generator.numChildren() == 0) {
      return std::nullopt;
    }
    Task<Node> child{generator.next(), parent.depth + 1};
    const Visit visit = goal().visit(child.node, child.depth);
    if (visit == Visit::kFound) {
      stop().request(Stop::kFound);
    }
    return visit == Visit::kExpand ? std::optional<Task<Node>>(std::move(child)) : std::nullopt;
  }

  /// Drops siblings that are left, and their memory.
  void discard(FrontierBlock* block) {
    counts_.pruned += keptOf(*block).left();
    std::destroy_at(&keptOf(*block));
    blocks_->put(block);
  }
  /// Drops the rest of the siblings if it promises nothing, or is none. @return what is left
  FrontierBlock* keepRest(FrontierBlock* block) {
    if (block == nullptr || (keptOf(*block).left() > 0 && goal().suffices(boundOf(*block)))) {
      return block;
    }
    ++counts_.backtracks;
    discard(block);
    return nullptr;
  }

  /// Keeps the children of a visited node.
  /// @param loop  null within a dive: what finds no memory is then searched after it
  /// @return null if none of them promises anything, or if they were searched for want of memory
  FrontierBlock* expand(Task<Node>&& task, const FrontierLoop* loop) {
    const Value bound = problem().bound(space_, task.node);
    const bool any = draft_.open(*this, std::as_const(task.node), task.depth);
    if (stopped()) {
      noteLeft(bound); // the draft may be incomplete
      return nullptr;
    }
    if (!any) {
      return nullptr;
    }
    FrontierBlock* const block = blocks_->take(kAlign - sizeof(FrontierBlock) + draft_.bytes());
    if (block == nullptr) {
      draft_.withoutMemory(std::move(task.node), task.depth,
                           [this](Task<Node>&& rest) { rest_.push_back(std::move(rest)); });
      if (loop != nullptr) {
        dive(*loop);
      }
      return nullptr;
    }
    try {
      draft_.place(placeIn(*block), space_, std::move(task.node));
    } catch (...) {
      blocks_->put(block);
      throw;
    }
    block->used = true;
    block->depth = task.depth;
    if (!Kept::kVisited && keptOf(*block).left() > 0) {
      countExpansion(1);
    }
    if (keptOf(*block).left() == 0 || !goal().suffices(boundOf(*block))) {
      discard(block);
      return nullptr;
    }
    return block;
  }

  /// Gives nodes back as tasks after some levels, when there is memory.
  struct DiveHooks : NoHooks {
    Seeker& seeker;
    const FrontierLoop& loop;
    const std::uint64_t levels;
    std::uint64_t left = 0; ///< levels that were left

    DiveHooks(Seeker& s, const FrontierLoop& l, std::uint64_t n) : seeker(s), loop(l), levels(n) {}
    template <typename Explorer, typename Top>
    void afterLevel(Explorer& explorer, Top& top) {
      if (++left % levels == 0 && seeker.memory().hasRoom()) {
        explorer.detachShallowest(top, true, [this](Task<Node>&& child) {
          if (FrontierBlock* const made = seeker.expand(std::move(child), nullptr)) {
            seeker.push(seeker.taskOf(*made), loop);
          }
        });
      }
    }
  };

  static constexpr std::uint64_t kLevelsPerLook = 256; ///< of a dive for want of memory

  /// Searches all nodes of rest_ depth first, but gives nodes back after so many levels.
  /// @return the number of levels that it has left
  std::uint64_t dive(const FrontierLoop& loop, std::uint64_t levels = kLevelsPerLook) {
    std::uint64_t left = 0;
    while (!rest_.empty()) {
      Task<Node> task = std::move(rest_.back());
      rest_.pop_back();
      const Value bound = problem().bound(space_, task.node);
      ++frontier_.dives;
      DiveHooks hooks(*this, loop, levels);
      if (stopped() || !diver_.explore(std::move(task), hooks)) {
        noteLeft(bound);
      }
      left += hooks.left + 1; // and the level of the task
    }
    return left;
  }

  /// Notes the bound of what an interrupted search leaves.
  void noteLeft(Value bound) { left_ = left_ && problem().better(*left_, bound) ? *left_ : bound; }
  FrontierMemory& memory() { return blocks_->all(); }

  const Space& space_;
  const unsigned maxDepth_;
  Explorer<G, Goal> diver_; ///< has the goal, and searches depth first
  std::unique_ptr<FrontierMemory::Own> blocks_;
  typename Kept::Draft draft_;
  std::vector<Task<Node>> rest_; ///< what a dive has still to search
  ShortDives dives_;
  Value rootBound_{};
  std::optional<Value> left_, bestLeft_;
  Statistics counts_;           ///< without those of the diver
  std::uint64_t told_ = 0;      ///< how many of its nodes tell() has told
  FrontierCounts frontier_;     ///< of this thread
  FrontierCounts memoryCounts_; ///< of all, on the first thread
};

namespace internal {

/// The tasks of a team.
template <typename Seeker>
class TeamWork final : public FrontierWork {
public:
  explicit TeamWork(Team<Seeker>& team) : team_(team) {}
  bool run(const FrontierTask& task, const FrontierLoop& loop) override {
    return team_[substrate::ThreadPool::getTID()]->run(task, loop);
  }

private:
  Team<Seeker>& team_;
};

} // namespace internal

/// Searches below the root, which was visited, in the order of the loop's worklist.
template <typename G, typename Goal>
void runTeam(const BestFirst& coordination, Team<Seeker<G, Goal>>& team,
             Task<typename G::Node>&& root) {
  using Value = typename Seeker<G, Goal>::Value;
  FrontierMemory memory(coordination.frontierBytes);
  for (unsigned thread = 0; thread < team.size(); ++thread) {
    team[thread]->begin(memory, thread, root.node, coordination.dives);
  }
  const auto end = [&team] {
    for (auto& seeker : team) {
      seeker->end();
    }
  };
  Seeker<G, Goal>& first = *team.front();
  try {
    first.probe(root.node);
    std::vector<FrontierTask> tasks;
    const FrontierLoop alone{&tasks,
                             [](void* to, const FrontierTask& task) {
                               static_cast<std::vector<FrontierTask>*>(to)->push_back(task);
                             },
                             [](void*) {}};
    if (const auto task = first.taskOf(std::move(root), alone)) {
      tasks.push_back(*task);
    }
    internal::TeamWork<Seeker<G, Goal>> work(team);
    for (const FrontierTask& task : tasks) { // one, unless there is memory for none
      if (!first.stopped()) {
        coordination.loop(work, task, first.lastUrgency());
      }
    }
  } catch (const substrate::Cancelled&) {
    first.stop().request(Stop::kInterrupted);
  } catch (...) {
    end();
    throw;
  }
  std::optional<Value> left;
  for (auto& seeker : team) {
    seeker->blocks().countAll();
    const std::optional<Value> own = seeker->boundLeft();
    left = !left || (own && first.problem().better(*own, *left)) ? own : left;
  }
  first.remember(left, {0, 0, memory.mostBlocks(), memory.bytes()});
  end();
}

} // namespace galois::search
