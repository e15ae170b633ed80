/**
 * Exact combinatorial search: trees that are too large to build, searched by all threads.
 *
 *     auto n = enumerate<Semigroups>(space, root, CountByDepth(), Budget{.backtracks = 1'000'000});
 *     auto best = optimise<Clique>(graph, root, LargestClique(), DepthBounded{.spawnDepth = 2});
 *     auto hit = decide<Clique>(graph, root, LargestClique(), 30, StackStealing{.chunked = true});
 *
 * The first template argument is a Lazy Node Generator (Generator.h), and the last argument says how
 * the threads share the tree (Coordinations.h, BestFirst.h). docs/search.md is the guide.
 *
 * Guarantees of all three:
 *  - An enumeration visits every node of the tree exactly once, whatever the coordination.
 *  - An optimisation that is complete has a best node. Which one, if several are equally good, and
 *    how many nodes were visited, depend on the schedule when there are several threads.
 *  - The search runs on the active threads (galois::setActiveThreads()). It must not be called
 *    inside a parallel loop, unless it is Sequential.
 *  - After the time limit, or after Cancellation::request(), it returns the best so far, and the
 *    result is not complete. Threads look once per 256 nodes.
 *  - What a generator, monoid or objective throws is rethrown by the call, when all threads have
 *    left the tree.
 */
#pragma once

#include <memory>
#include <optional>
#include <type_traits>

#include "galois/search/Coordinations.h"
#include "galois/search/CountByDepth.h"
#include "galois/search/Explorer.h"
#include "galois/search/Frontier.h"
#include "galois/search/Generator.h"
#include "galois/search/Goals.h"
#include "galois/search/Ordered.h"
#include "galois/search/Result.h"
#include "galois/search/Seeker.h"
#include "galois/search/StackStealing.h"
#include "galois/search/Stop.h"
#include "galois/search/Team.h"
#include "galois/substrate/ActiveThreads.h"

namespace galois::search {

namespace internal {

// A coordination says by overloads of these three how it searches. Those of Coordinations.h use the
// threads of this process; galois/dist/RankedSearch.h has others.

/// Returns the number of explorers that a coordination needs.
template <typename Coordination>
unsigned explorersOf(const Coordination& /*coordination*/) {
  return std::is_same_v<Coordination, Sequential> ? 1 : substrate::getActiveThreads();
}

/// What searches on one thread.
template <typename Coordination, LazyNodeGenerator G, typename Goal>
struct ExplorerOf {
  using type = Explorer<G, Goal>;
};
template <LazyNodeGenerator G, typename Goal>
struct ExplorerOf<BestFirst, G, Goal> {
  using type = Seeker<G, Goal>;
};

/// Searches the tree, the root included.
template <typename Coordination, typename Explorer>
void searchTree(const Coordination& coordination, Team<Explorer>& team,
                const typename Explorer::Node& root) {
  if (team.front()->visitRoot(root) && !team.front()->stop().poll()) {
    runTeam(coordination, team, Task<typename Explorer::Node>{root, 1});
  }
}

/// Combines the result of this process with those of others: there are none.
template <typename Coordination, typename Result, typename... Better>
void combineResults(const Coordination& /*coordination*/, Result& /*result*/,
                    const Better&... /*better*/) {}

/// Searches the whole tree with one explorer per thread, each with a goal from makeGoal().
/// @return the explorers, for their goals and counts
template <LazyNodeGenerator G, typename Coordination, typename MakeGoal>
auto search(const typename G::Space& space, const typename G::Node& root,
            const Coordination& coordination, const Limits& limits, Stop& stop, Outcome& outcome,
            const MakeGoal& makeGoal) {
  using Goal = decltype(makeGoal());
  using Own = typename ExplorerOf<Coordination, G, Goal>::type;
  const unsigned threads = explorersOf(coordination);
  Team<Own> team;
  for (unsigned i = 0; i < threads; ++i) {
    team.push_back(std::make_unique<Own>(space, makeGoal(), stop, limits.maxDepth));
  }
  searchTree(coordination, team, root);
  outcome.complete = stop.reason() == Stop::kNone || stop.reason() == Stop::kFound;
  for (const auto& explorer : team) {
    outcome.perThread.push_back(explorer->statistics());
    outcome.statistics += outcome.perThread.back();
    if constexpr (std::is_same_v<Coordination, BestFirst>) {
      explorer->addFrontier(outcome.frontier);
    }
  }
  return team;
}

/// Looks for the best node, or for one that reaches the expected value.
template <LazyNodeGenerator G, Objective<G> Problem, typename Coordination>
auto contest(const typename G::Space& space, const typename G::Node& root, const Problem& problem,
             std::optional<typename Problem::Value> expected, const Coordination& coordination,
             const Limits& limits) {
  using Value = typename Problem::Value;
  const Value first = problem.objective(space, root);
  Optimised<typename G::Node, Value> result{
      {}, root, first, static_cast<Value>(problem.bound(space, root)), false};
  Contest<G, Problem> shared{space, problem, expected, Incumbent<Value>(first), first};
  Stop stop(limits.seconds, limits.progress);
  const auto reaches = [&](Value value) { return expected && !problem.better(*expected, value); };
  if (reaches(first)) {
    stop.request(Stop::kFound);
  }
  const auto team = search<G>(space, root, coordination, limits, stop, result,
                              [&shared] { return Optimisation<G, Problem>(shared); });
  for (const auto& explorer : team) {
    const auto& own = explorer->goal().own();
    if (own && problem.better(own->first, result.objective)) {
      result.objective = own->first;
      result.node = own->second;
    }
  }
  combineResults(coordination, result,
                 [&problem](Value a, Value b) { return problem.better(a, b); });
  if constexpr (std::is_same_v<Coordination, BestFirst>) {
    if (const auto rest = team.front()->bestLeft()) {
      result.bound = problem.better(result.objective, *rest) ? result.objective : *rest;
    }
  }
  result.found = reaches(result.objective);
  result.complete = result.complete || result.found;
  if (result.complete && !expected) {
    result.bound = result.objective;
  }
  return result;
}

} // namespace internal

/// Adds all nodes of the tree to a monoid, up to limits.maxDepth.
/// @param monoid  only its type counts: the sum begins with a default-constructed value
/// @throws std::logic_error if another thread runs a parallel loop; std::bad_alloc; what G throws
template <LazyNodeGenerator G, NodeMonoid<typename G::Node> Monoid, typename Coordination>
Enumerated<Monoid> enumerate(const typename G::Space& space, const typename G::Node& root,
                             const Monoid& /*monoid*/, const Coordination& coordination,
                             const Limits& limits = {}) {
  Enumerated<Monoid> result;
  Stop stop(limits.seconds, limits.progress);
  const auto team = internal::search<G>(space, root, coordination, limits, stop, result,
                                        [] { return Enumeration<G, Monoid>(); });
  for (const auto& explorer : team) {
    result.value.merge(explorer->goal().value());
  }
  using internal::combineResults;
  combineResults(coordination, result);
  return result;
}

/// Returns a best node of the tree. Throws as enumerate() does.
template <LazyNodeGenerator G, Objective<G> Problem, typename Coordination>
Optimised<typename G::Node, typename Problem::Value>
optimise(const typename G::Space& space, const typename G::Node& root, const Problem& problem,
         const Coordination& coordination, const Limits& limits = {}) {
  return internal::contest<G>(space, root, problem, std::nullopt, coordination, limits);
}

/// Looks for a node that is at least as good as `expected`, and ends when it has found one. `found`
/// says whether there is one; if it is false and the result complete, there is none. Throws as
/// enumerate() does.
template <LazyNodeGenerator G, Objective<G> Problem, typename Coordination>
Optimised<typename G::Node, typename Problem::Value>
decide(const typename G::Space& space, const typename G::Node& root, const Problem& problem,
       typename Problem::Value expected, const Coordination& coordination,
       const Limits& limits = {}) {
  return internal::contest<G>(space, root, problem, expected, coordination, limits);
}

} // namespace galois::search
