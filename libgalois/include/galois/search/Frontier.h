/**
 * What a best-first search and the loop that runs it know of each other. The search makes tasks; the
 * loop is a for_each under any worklist policy. Both meet in FrontierWork, which is no template, so
 * that a program compiles the search once and the loop once per policy, whatever the tree is.
 *
 * A task stands for children of one node that are still to be visited. They stay together, best
 * first, and the task has the urgency of the best of them. So a node whose children are many takes
 * one place in the worklist, and children that the incumbent overtakes are dropped at once.
 */
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace galois::search {

/// A task of the loop.
struct FrontierTask {
  std::uint64_t urgency = 0; ///< see urgencyOf(); smaller is more urgent
  void* siblings = nullptr;  ///< the search's own

  /// Returns an id for profiles: equal for tasks about children of one node.
  std::uint32_t subject() const noexcept {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(siblings) >> 4);
  }
};

/// The indexer for worklist policies.
struct FrontierUrgency {
  /// Returns the priority of a task.
  std::uint64_t operator()(const FrontierTask& task) const noexcept { return task.urgency; }
};

/// Bits of an urgency that tell nodes with equal bounds apart: the deeper one is the more urgent.
inline constexpr unsigned kUrgencyDepthBits = 10;

/// Returns the urgency of a node: the distance of its bound to that of the root, and then its depth.
/// @param root    the bound of the root
/// @param bound   that of the node
/// @param better  better(a, b) says whether a is better than b
template <typename Value, typename Better>
std::uint64_t urgencyOf(Value root, Value bound, unsigned depth, const Better& better) {
  constexpr std::uint64_t kFarthest = ~std::uint64_t{0} >> kUrgencyDepthBits;
  constexpr unsigned kDeepest = (1u << kUrgencyDepthBits) - 1;
  std::uint64_t distance = 0;
  if (better(root, bound)) {
    const Value greater = root > bound ? root : bound;
    const Value lesser = root > bound ? bound : root;
    if constexpr (std::is_floating_point_v<Value>) { // its bits grow with the number
      distance = std::bit_cast<std::uint64_t>(static_cast<double>(greater) -
                                              static_cast<double>(lesser)) >>
                 kUrgencyDepthBits;
    } else {
      distance = static_cast<std::uint64_t>(greater) - static_cast<std::uint64_t>(lesser);
    }
  }
  distance = distance < kFarthest ? distance : kFarthest;
  return distance << kUrgencyDepthBits | (kDeepest - (depth < kDeepest ? depth : kDeepest));
}

/// What a task may ask of the loop in which it runs.
struct FrontierLoop {
  void* context;                                           ///< that of the loop
  void (*pushTo)(void* context, const FrontierTask& task); ///< adds a task
  void (*endOf)(void* context);                            ///< ends the loop early

  void push(const FrontierTask& task) const { pushTo(context, task); } ///< adds a task
  void leave() const { endOf(context); }                               ///< ends the loop early
};

/// Returns this for the context of an operator. The loop needs the option parallel_break.
template <typename Context>
FrontierLoop frontierLoop(Context& context) {
  return {&context,
          [](void* to, const FrontierTask& task) { static_cast<Context*>(to)->push(task); },
          [](void* of) { static_cast<Context*>(of)->breakLoop(); }};
}

/// A search whose tasks a loop runs.
class FrontierWork {
public:
  /// Runs a task on a thread of the loop. Threads call it at once.
  /// @return false if the task was dropped, because the incumbent is as good as its bound
  /// @throws what the generator throws
  virtual bool run(const FrontierTask& task, const FrontierLoop& loop) = 0;

protected:
  ~FrontierWork() = default;
};

/// Depth-first searches within the tasks of a best-first search. There are none if the generator does
/// not build children in the order of their bounds.
struct ShortDives {
  unsigned levels = 0; ///< that a task leaves before it gives nodes back as tasks; 0 for no dives
  std::uint64_t after = 0; ///< tasks of each thread that come before the first dive
};

/// The coordination of a search that visits the node with the best bound first, as far as a worklist
/// policy keeps the order. Make it by bestFirst() of BestFirst.h.
struct BestFirst {
  /// Runs `work` on `first` and on all tasks that it pushes, on the active threads. No task has a
  /// greater urgency than `last`.
  std::function<void(FrontierWork& work, const FrontierTask& first, std::uint64_t last)> loop;
  /// The memory for nodes that wait. When it is used up, a thread searches below its best node depth
  /// first.
  std::uint64_t frontierBytes = std::numeric_limits<std::uint64_t>::max();
  ShortDives dives{};
};

/// Dives that make most nodes as cheap as in a depth-first search, while the order is nearly that of
/// the bounds. Searches that end soon have none.
inline constexpr ShortDives kShortDives{10, 16384};

} // namespace galois::search
