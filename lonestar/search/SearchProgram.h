/**
 * The differences between the programs <name>-cpu and <name>-dist. Both are compiled from the same
 * source. <name>-dist is compiled with GALOIS_ON_RANKS, and each of its searches runs on all ranks.
 */
#pragma once

#include <optional>
#include <utility>

#include "liblonestar/BoilerPlate.h"
#include "search/SearchExperiment.h"
#include "search/SearchFlags.h"
#if defined(GALOIS_ON_RANKS)
#include "galois/dist/RankedSearch.h"
#include "search/SearchRanks.h"
#elif defined(GALOIS_ON_NODES)
#include "galois/dist/RankedSearch.h"
#include "search/SearchNodes.h"
#else
#include "search/OrderFlags.h"
#include "search/SearchOrder.h"
#endif

namespace lonestar {

#if defined(GALOIS_ON_RANKS)

/// Returns fn(coordination) for the coordination that --skeleton selects, across ranks.
template <typename Fn>
auto visitCoordination(Fn&& fn) {
  search::Ranks& ranks = search::agreedRanks();
  return visitSkeleton([&](const auto& own) { return fn(galois::dist::on(ranks, own)); });
}

/// The body of main(): returns the exit status of program(argc, argv).
inline int searchMain(int argc, char** argv, int (*program)(int, char**)) {
  return search::rankedMain(argc, argv, program);
}

#elif defined(GALOIS_ON_NODES)

/// Returns fn(coordination) for the coordination that --skeleton selects, across virtual nodes. Each
/// node calls it; all get the same result.
template <typename Fn>
auto visitCoordination(Fn&& fn) {
  return visitSkeleton([&](const auto& own) {
    using Result = decltype(fn(galois::dist::on(std::declval<search::Nodes&>(), own)));
    std::optional<Result> first;
    search::onVirtualNodes([&](search::Nodes& nodes) {
      Result result = fn(galois::dist::on(nodes, own));
      if (nodes.rank() == 0) {
        first.emplace(std::move(result));
      }
    });
    return std::move(*first);
  });
}

/// The body of main(): returns the exit status of program(argc, argv).
inline int searchMain(int argc, char** argv, int (*program)(int, char**)) {
  return search::nodesMain(argc, argv, program);
}

#else

/// Returns fn(coordination) for the coordination that --skeleton selects.
template <typename Fn>
auto visitCoordination(Fn&& fn) {
  return visitSkeleton(std::forward<Fn>(fn));
}

/// The body of main(): returns the exit status of program(argc, argv).
inline int searchMain(int argc, char** argv, int (*program)(int, char**)) {
  return runMain(argv, [&] { return program(argc, argv); });
}

#endif

#if defined(GALOIS_ON_RANKS) || defined(GALOIS_ON_NODES)

/// Only programs on one rank search best first.
inline void offerOrders() {}

/// Returns visitCoordination(fn).
template <typename Fn>
auto visitOrder(Fn&& fn) {
  return visitCoordination(std::forward<Fn>(fn));
}

#else

/// Returns fn(coordination) for the order that --order selects. The program calls offerOrders().
template <typename Fn>
auto visitOrder(Fn&& fn) {
  return isBestFirst() ? fn(bestFirstOfFlags()) : visitCoordination(std::forward<Fn>(fn));
}

#endif

} // namespace lonestar
