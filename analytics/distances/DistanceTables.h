/**
 * What distances() and sparseDistances() do, for Distances.cpp and for LevelDistances.cpp, which has
 * those of graphs without weights.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>
#include <fmt/format.h>

#include "DenseRows.h"
#include "RowSearch.h"
#include "SparseRows.h"
#include "WantedNodes.h"
#include "analytics/scheduler/Runs.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/Loops.h"
#include "galois/Threads.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Distances.h"
#include "galois/runtime/Range.h"
#include "galois/substrate/Atomics.h"

namespace distances {

using galois::analytics::DistanceOverflow;
using galois::analytics::DistancesPlan;
using galois::analytics::Execution;
using galois::analytics::Graph;
using galois::analytics::InvalidOption;
using galois::analytics::NodeOutOfRange;
using galois::analytics::RunOptions;
using galois::analytics::Session;

/// The seconds that all threads together spent on the parts of a table.
struct PartTimes {
  double search = 0, clear = 0, write = 0;
};

/// What is added up over the rows of a table.
struct TableCounts {
  std::uint64_t reached = 0;
  PartTimes times;
};

inline void checkNodes(std::size_t nodes, std::span<const Node> list) {
  for (const Node node : list) {
    if (node >= nodes) {
      throw NodeOutOfRange(node, nodes);
    }
  }
}

inline void checkSources(std::size_t nodes, std::span<const Node> sources) {
  if (sources.empty()) {
    throw InvalidOption("sources", "0", "one source or more is needed");
  }
  checkNodes(nodes, sources);
}

/// Returns the limit as a distance; kInfinity: there is none.
/// @throws InvalidOption
template <typename D, typename W>
D limitOf(const DistancesPlan<W>& plan) {
  if (!plan.limit) {
    return sssp::kInfinity<D>;
  }
  if constexpr (std::is_floating_point_v<W>) {
    if (!(*plan.limit >= 0)) {
      throw InvalidOption("limit", fmt::to_string(*plan.limit), "a number from 0 is needed");
    }
  }
  return *plan.limit < sssp::kInfinity<D> ? static_cast<D>(*plan.limit) : sssp::kInfinity<D>;
}

/// Returns the size of the work for Session::run().
template <typename W>
std::uint64_t sizeOf(const Graph<W>& graph, std::size_t rows) {
  const std::uint64_t one = graph.size() + graph.sizeEdges();
  return rows > Session::kSmallGraph ? std::max<std::uint64_t>(rows, one) : rows * one;
}

/// Adds the measures of a table to the description of its searches.
inline void addMeasures(Execution& execution, std::size_t rows, const TableCounts& counts) {
  execution.measures.push_back({"rows", std::uint64_t{rows}});
  execution.measures.push_back({"reached", counts.reached});
  execution.measures.push_back({"search_s", counts.times.search});
  execution.measures.push_back({"clear_s", counts.times.clear});
  execution.measures.push_back({"write_s", counts.times.write});
}

/// Searches from each source on one of the active threads, and returns what the run did.
/// @param place  place(row) returns where the distances of a row go, or null: to the search
/// @param write  write(thread, search, row, source) takes what a search has found
template <typename W, typename D, typename Place, typename Write>
Execution searchOnEachThread(const SearchFacts<W, D>& facts, std::span<const Node> sources,
                             const RunOptions& options, const Place& place, const Write& write) {
  struct Own {
    RowSearch<W, D> search;
    PartTimes times;
  };
  Execution execution = lonestar::executionOf(facts.shape.buckets > 0 ? "buckets" : "radix-heap",
                                              options, galois::getActiveThreads() == 1);
  const lonestar::Stopwatch clock;
  const std::size_t rows = sources.size();
  // Sources near each other often have near numbers, and searches from them read the same nodes.
  std::vector<std::size_t> turns(rows);
  std::iota(turns.begin(), turns.end(), std::size_t{0});
  std::stable_sort(turns.begin(), turns.end(),
                   [&](std::size_t a, std::size_t b) { return sources[a] < sources[b]; });
  std::vector<Own> own;
  own.reserve(std::min<std::size_t>(galois::getActiveThreads(), rows));
  while (own.size() < own.capacity()) {
    own.push_back({RowSearch<W, D>(facts), {}});
  }
  // Relaxed: the number only selects a row, and the end of the loop publishes what threads wrote.
  galois::Atomic<std::size_t> next{0};
  galois::on_each(
      [&](unsigned thread, unsigned /*threads*/) {
        if (thread >= own.size()) {
          return;
        }
        auto& [search, times] = own[thread];
        for (;;) {
          const std::size_t taken = next.fetch_add(1, galois::order::relaxed);
          if (taken >= rows) {
            return;
          }
          const std::size_t row = turns[taken];
          try {
            const lonestar::Stopwatch placing;
            D* const distances = place(row);
            times.write += placing.seconds();
            const lonestar::Stopwatch searching;
            search.search(sources[row], distances);
            times.search += searching.seconds();
            const lonestar::Stopwatch writing;
            write(thread, search, row, sources[row]);
            times.write += writing.seconds();
            const lonestar::Stopwatch clearing;
            if (distances == nullptr) {
              search.forget();
            }
            times.clear += clearing.seconds();
          } catch (...) {
            next.store(rows, galois::order::relaxed);
            throw;
          }
        }
      },
      galois::loopname("Distances"));
  execution.seconds = clock.seconds();
  TableCounts counts;
  for (const Own& one : own) {
    const sssp::DijkstraCounts& mine = one.search.counts();
    execution.executed += mine.popped;
    execution.pushed += mine.pushed;
    execution.stale += mine.stale;
    counts.reached += one.search.reachedNodes();
    counts.times.search += one.times.search;
    counts.times.clear += one.times.clear;
    counts.times.write += one.times.write;
    if (options.perThread) {
      execution.perThread.push_back({mine.popped, mine.pushed, mine.stale});
    }
  }
  execution.useful = std::min(execution.executed - execution.stale, counts.reached);
  addMeasures(execution, rows, counts);
  return execution;
}

/// Returns whether all threads search from one source after the other faster than one source per
/// thread. They do where threads would idle for more than a quarter of the time.
inline bool fewRows(std::size_t rows, std::size_t threads) {
  const std::size_t rounds = (rows + threads - 1) / threads;
  return 4 * rows < 3 * rounds * threads;
}

/// Searches from each source on all threads, without a limit or targets.
template <typename W, typename D>
Execution searchTogether(const Graph<W>& graph, std::span<const Node> sources, DenseRows<D>& table,
                         const RunOptions& options) {
  Execution execution;
  TableCounts counts;
  galois::LargeArray<D> own;
  for (std::size_t row = 0; row < sources.size(); ++row) {
    D* distances = table.inPlace(row);
    if (distances == nullptr) {
      if (own.empty()) {
        own.allocateInterleaved(graph.size());
      }
      distances = own.data();
    }
    const std::span<D> found(distances, graph.size());
    Execution one;
    if constexpr (std::is_void_v<W>) {
      one = galois::analytics::bfs(graph, sources.subspan(row, 1), found, {}, options);
    } else {
      one = galois::analytics::sssp(graph, sources.subspan(row, 1), found, {}, options);
    }
    const lonestar::Stopwatch writing;
    if (!own.empty()) {
      using Nodes = boost::counting_iterator<Node>;
      table.write(
          row, sources[row], distances,
          galois::runtime::makeStandardRange(Nodes(0), Nodes(static_cast<Node>(graph.size()))));
    }
    counts.times.write += writing.seconds();
    counts.times.search += one.seconds;
    counts.reached += static_cast<std::uint64_t>(std::count_if(
        found.begin(), found.end(), [](D distance) { return distance != sssp::kInfinity<D>; }));
    one.seconds += execution.seconds;
    one.executed += execution.executed;
    one.useful += execution.useful;
    one.pushed += execution.pushed;
    one.stale += execution.stale;
    execution = std::move(one);
  }
  addMeasures(execution, sources.size(), counts);
  return execution;
}

/// Does what distances() promises, where calls run.
template <typename D, typename W>
Execution fillTable(const Graph<W>& graph, std::span<const Node> sources,
                    std::span<const Node> targets, const TableCells& cells,
                    const DistancesPlan<W>& plan, const RunOptions& options) {
  const D limit = limitOf<D>(plan);
  const WantedNodes wanted(graph.size(), targets);
  DenseRows<D> table(cells, cells.size() / sources.size(), wanted);
  if (targets.empty() && limit == sssp::kInfinity<D> &&
      fewRows(sources.size(), galois::getActiveThreads())) {
    try {
      return searchTogether<W, D>(graph, sources, table, options);
    } catch (const CellOverflow&) {
      throw;
    } catch (const DistanceOverflow&) {
      // The search below names the pair.
    }
  }
  const auto facts = factsOf<W, D>(graph, limit, wanted, false, sources.size());
  return searchOnEachThread(
      facts, sources, options, [&](std::size_t row) { return table.inPlace(row); },
      [&](unsigned /*thread*/, RowSearch<W, D>& search, std::size_t row, Node source) {
        if (const auto target = search.overflown()) {
          throw CellOverflow(source, *target, table.text());
        }
        if (!table.isInPlace()) {
          table.write(row, source, search.distances(), search.reached());
        }
      });
}

} // namespace distances

namespace galois::analytics {

template <typename W>
Execution distances(const Graph<W>& graph, std::span<const Node> sources,
                    std::span<const Node> targets, const TableCells& table,
                    const DistancesPlan<W>& plan, const RunOptions& options) {
  ::distances::checkSources(graph.size(), sources);
  ::distances::checkNodes(graph.size(), targets);
  const std::size_t columns = targets.empty() ? graph.size() : targets.size();
  if (table.size() % columns != 0 || table.size() / columns != sources.size()) {
    throw InvalidOption("table", std::to_string(table.size()),
                        fmt::format("a cell for each of {} sources and {} {} is needed",
                                    sources.size(), columns,
                                    targets.empty() ? "nodes" : "targets"));
  }
  Execution execution;
  Session::get().run(options, ::distances::sizeOf(graph, sources.size()), [&] {
    const auto fill = [&]<typename D>() {
      execution = ::distances::fillTable<D>(graph, sources, targets, table, plan, options);
    };
    if constexpr (std::is_void_v<W>) {
      fill.template operator()<Level>();
    } else if constexpr (std::is_same_v<W, std::uint32_t>) {
      const bool narrow =
          table.type() == TableCells::kUint16 || table.type() == TableCells::kUint32;
      narrow ? fill.template operator()<std::uint32_t>()
             : fill.template operator()<std::uint64_t>();
    } else {
      fill.template operator()<W>();
    }
  });
  return execution;
}

template <typename D, typename W>
SparseDistances<D> sparseDistances(const Graph<W>& graph, std::span<const Node> sources,
                                   std::span<const Node> targets, const DistancesPlan<W>& plan,
                                   const RunOptions& options) {
  ::distances::checkSources(graph.size(), sources);
  ::distances::checkNodes(graph.size(), targets);
  if (plan.predecessors && !targets.empty()) {
    throw InvalidOption("predecessors", "true",
                        "a row with targets alone has not all nodes of a path");
  }
  SparseDistances<D> table;
  Session::get().run(options, ::distances::sizeOf(graph, sources.size()), [&] {
    const D limit = ::distances::limitOf<D>(plan);
    const ::distances::WantedNodes wanted(graph.size(), targets);
    const auto facts =
        ::distances::factsOf<W, D>(graph, limit, wanted, plan.predecessors, sources.size());
    ::distances::SparseRows<D> rows(sources.size(), getActiveThreads(), plan.predecessors);
    std::vector<::distances::NodeSorter> sorters;
    while (sorters.size() < std::min<std::size_t>(getActiveThreads(), sources.size())) {
      sorters.emplace_back(graph.size());
    }
    table.execution = ::distances::searchOnEachThread(
        facts, sources, options, [](std::size_t /*row*/) -> D* { return nullptr; },
        [&](unsigned thread, ::distances::RowSearch<W, D>& search, std::size_t row, Node source) {
          if (const auto target = search.overflown()) {
            throw CellOverflow(source, *target, fmt::format("{} bits", 8 * sizeof(D)));
          }
          std::span<Node> nodes = search.reached();
          if (!wanted.all()) { // the others go to the end of the list, which is still needed
            const auto end = std::partition(nodes.begin(), nodes.end(),
                                            [&](Node node) { return wanted.has(node); });
            nodes = nodes.first(static_cast<std::size_t>(end - nodes.begin()));
          }
          sorters[thread].sort(nodes);
          const auto entries = rows.append(thread, row, nodes.size());
          for (std::size_t i = 0; i < nodes.size(); ++i) {
            entries.nodes[i] = nodes[i];
            entries.distances[i] = search.distances()[nodes[i]];
            if (plan.predecessors) {
              entries.predecessors[i] = search.predecessor(nodes[i]);
            }
          }
        });
    rows.moveTo(table);
  });
  return table;
}

} // namespace galois::analytics
