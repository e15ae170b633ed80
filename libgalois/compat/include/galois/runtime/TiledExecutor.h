/**
 * Galois' Fixed2DGraphTiledExecutor: applies an operator to the edges between two sets of nodes, tile
 * by tile, as matrix completion does with the ratings that users give to items.
 *
 * Both sets are cut into blocks. A tile is a pair of blocks: the edges that lead from one to the
 * other. While a thread works on a tile, no other thread works on a tile with the same sources or
 * the same destinations. So the operator may change the data of both ends of its edge, without locks
 * or atomics of its own.
 *
 * A thread holds the lock of a block of sources while it tries the locks of blocks of destinations.
 * It never waits for a lock, so there is no deadlock: it tries other tiles instead, and backs off
 * when none is free.
 *
 * Invariant: the counts of a block of sources, and the marks of its tiles, are accessed only by the
 * thread that holds the lock of the block. A tile is marked exactly when its edges have been
 * processed in this round or the call ends early.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/MethodFlags.h"
#include "galois/SharedMemSys.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/PaddedLock.h"

namespace galois::runtime {

namespace internal {

/// Which tiles of one round are done, and which blocks are in use.
class TileSchedule {
public:
  TileSchedule(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), rowLock_(new Lock[rows]), columnLock_(new Lock[columns]),
        rowLeft_(rows, columns), done_(rows * columns, 0), left_(rows * columns) {}

  /// Calls work(row, column) for tiles that no other thread has or had, until all tiles are done or
  /// stop() says so. Called by `threads` threads, each with its own `id`.
  template <typename Work, typename Stop>
  void run(unsigned id, unsigned threads, const Work& work, const Stop& stop) {
    const std::size_t row = rows_ * id / threads;
    const std::size_t column = columns_ * id / threads;
    substrate::Backoff backoff;
    while (left_.load(substrate::order::relaxed) != 0 && !stop()) {
      bool worked = false;
      for (std::size_t i = 0; i < rows_ && !stop(); ++i) {
        worked |= runRow((row + i) % rows_, column, work, stop);
      }
      if (worked) {
        backoff.reset();
      } else {
        backoff();
      }
    }
  }

private:
  using Lock = substrate::PaddedLock<true>;

  /// Frees a lock that was taken.
  struct Held {
    explicit Held(const Lock& taken) : lock(taken) {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { lock.unlock(); }
    const Lock& lock;
  };

  /// Works on all tiles of a row that are free, beginning at a column. Returns whether there was one.
  template <typename Work, typename Stop>
  bool runRow(std::size_t row, std::size_t firstColumn, const Work& work, const Stop& stop) {
    if (!rowLock_[row].try_lock()) {
      return false;
    }
    const Held rowHeld(rowLock_[row]);
    bool worked = false;
    for (std::size_t i = 0; i < columns_ && rowLeft_[row] != 0 && !stop(); ++i) {
      const std::size_t column = (firstColumn + i) % columns_;
      char& done = done_[row * columns_ + column];
      if (done != 0 || !columnLock_[column].try_lock()) {
        continue;
      }
      const Held columnHeld(columnLock_[column]);
      work(row, column);
      done = 1;
      --rowLeft_[row];
      left_.fetch_sub(1, substrate::order::relaxed);
      worked = true;
    }
    return worked;
  }

  std::size_t rows_;
  std::size_t columns_;
  std::unique_ptr<Lock[]> rowLock_;
  std::unique_ptr<Lock[]> columnLock_;
  std::vector<std::size_t> rowLeft_; ///< number of tiles to do, by row
  std::vector<char> done_;           ///< marks, row after row
  /// Number of tiles to do. Only a hint when to stop: the locks and the end of the loop order data.
  substrate::Atomic<std::size_t> left_;
};

} // namespace internal

/// @tparam Graph   a graph with edge_begin(), edge_end() and getEdgeDst()
/// @tparam UseExp  whether the edges of a tile are searched from the beginning of a row with growing
///                 steps, which is faster if they are near it; otherwise by bisection
template <typename Graph, bool UseExp = false>
class Fixed2DGraphTiledExecutor {
  using GraphNode = typename Graph::GraphNode;
  using EdgeIterator = typename Graph::edge_iterator;

public:
  /// Makes an executor for a graph, which must exist as long.
  explicit Fixed2DGraphTiledExecutor(Graph& graph) : graph_(graph) {}

  /// Calls fn(source, destination, edge) once per round for every edge from a node in
  /// [first1, last1) to one in [first2, last2). The nodes of the second range are ascending. Rows
  /// that are sorted by destination are searched; without them, every tile reads its rows whole.
  /// Runs on all active threads. May not be called inside a loop.
  /// @param size1       number of sources per tile
  /// @param size2       number of destinations per tile
  /// @param useLocks    accepted for Galois' signature: tiles always exclude each other
  /// @param maxUpdates  number of rounds; each ends before the next one begins
  /// @throws std::invalid_argument if a size is less than 1; what fn throws, after all threads have
  ///         stopped; substrate::Cancelled
  template <typename Iter1, typename Iter2, typename Fn>
  void execute(Iter1 first1, Iter1 last1, Iter2 first2, Iter2 last2, std::ptrdiff_t size1,
               std::ptrdiff_t size2, Fn fn, [[maybe_unused]] bool useLocks = true,
               std::size_t maxUpdates = 1) {
    run(Blocks<Iter1>(first1, last1, size1), Blocks<Iter2>(first2, last2, size2), fn,
        substrate::getActiveThreads(), maxUpdates);
  }
  /// Does the same on at most `numThreads` threads.
  /// @throws std::invalid_argument also if there is not at least one thread
  template <
      typename Iter1, typename Iter2, typename Fn, typename Threads,
      typename = std::enable_if_t<std::is_integral_v<Threads> && !std::is_same_v<Threads, bool>>>
  void execute(Iter1 first1, Iter1 last1, Iter2 first2, Iter2 last2, std::ptrdiff_t size1,
               std::ptrdiff_t size2, Fn fn, Threads numThreads, std::size_t maxUpdates = 1) {
    if (numThreads < Threads{1}) {
      throw std::invalid_argument("Fixed2DGraphTiledExecutor: at least one thread is needed");
    }
    const std::size_t active = substrate::getActiveThreads();
    run(Blocks<Iter1>(first1, last1, size1), Blocks<Iter2>(first2, last2, size2), fn,
        static_cast<unsigned>(std::min(active, static_cast<std::size_t>(numThreads))), maxUpdates);
  }

  /// Does the same, for sets between which nearly all edges exist.
  template <typename... Args>
  void executeDense(Args&&... args) {
    execute(std::forward<Args>(args)...);
  }

private:
  /// A range of nodes that is cut into blocks of equal size, but for the last one.
  template <typename Iter>
  struct Blocks {
    Blocks(Iter from, Iter to, std::ptrdiff_t perBlock)
        : first(from), nodes(static_cast<std::size_t>(std::distance(from, to))),
          size(static_cast<std::size_t>(perBlock)) {
      if (perBlock < 1) {
        throw std::invalid_argument("Fixed2DGraphTiledExecutor: a tile has at least one source and "
                                    "one destination");
      }
    }
    std::size_t count() const { return nodes / size + (nodes % size != 0 ? 1 : 0); }
    std::size_t begin(std::size_t block) const { return block * size; }
    std::size_t end(std::size_t block) const { return std::min(nodes, (block + 1) * size); }
    GraphNode operator[](std::size_t i) const {
      return *std::next(first,
                        static_cast<typename std::iterator_traits<Iter>::difference_type>(i));
    }
    Iter first;
    std::size_t nodes;
    std::size_t size;
  };

  /// Whether a call ends early, which a thread asks for each source and each edge.
  class Stop {
  public:
    explicit Stop(const FirstException& failure) : failure_(failure) {}

    /// Looks at once.
    bool operator()() const noexcept {
      return failure_.raised() || substrate::Cancellation::requested();
    }
    /// Looks once per kSteps calls.
    bool step() noexcept { return ++steps_ % kSteps == 0 && (*this)(); }

  private:
    static constexpr unsigned kSteps = 64;
    const FirstException& failure_;
    unsigned steps_ = 0;
  };

  /// Calls fn(id, stop) on all active threads.
  template <typename Fn>
  static void onThreads(const Fn& fn) {
    FirstException failure;
    runOnActiveThreads("Fixed2DGraphTiledExecutor", failure, [&] {
      Stop stop(failure);
      fn(substrate::ThreadPool::getTID(), stop);
    });
  }

  template <typename Rows, typename Columns, typename Fn>
  void run(const Rows& rows, const Columns& columns, Fn& fn, unsigned threads, std::size_t rounds) {
    substrate::Cancellation::throwIfRequested();
    if (rows.nodes == 0 || columns.nodes == 0) {
      return;
    }
    const bool sorted = isSorted(rows);
    for (std::size_t round = 0; round < rounds; ++round) {
      internal::TileSchedule schedule(rows.count(), columns.count());
      onThreads([&](unsigned id, Stop& stop) {
        if (id < threads) {
          schedule.run(
              id, threads,
              [&](std::size_t row, std::size_t column) {
                runTile(rows, row, columns, column, sorted, fn, stop);
              },
              stop);
        }
      });
    }
  }

  template <typename Rows, typename Columns, typename Fn>
  void runTile(const Rows& rows, std::size_t row, const Columns& columns, std::size_t column,
               bool sorted, Fn& fn, Stop& stop) {
    const GraphNode low = columns[columns.begin(column)];
    const GraphNode high = columns[columns.end(column) - 1];
    for (std::size_t i = rows.begin(row); i < rows.end(row); ++i) {
      if (stop.step()) {
        return;
      }
      const GraphNode src = rows[i];
      const EdgeIterator end = graph_.edge_end(src, MethodFlag::UNPROTECTED);
      EdgeIterator edge = graph_.edge_begin(src, MethodFlag::UNPROTECTED);
      if (sorted) {
        for (edge = find(edge, end, low); edge != end; ++edge) {
          const GraphNode dst = graph_.getEdgeDst(edge);
          if (high < dst) {
            break;
          }
          if (stop.step()) {
            return;
          }
          fn(src, dst, edge);
        }
      } else {
        for (; edge != end; ++edge) {
          if (stop.step()) {
            return;
          }
          const GraphNode dst = graph_.getEdgeDst(edge);
          if (!(dst < low) && !(high < dst)) {
            fn(src, dst, edge);
          }
        }
      }
    }
  }

  /// Returns the first of edges [begin, end), which are sorted, that leads to `low` or farther.
  EdgeIterator find(EdgeIterator begin, EdgeIterator end, GraphNode low) const {
    using Distance = typename std::iterator_traits<EdgeIterator>::difference_type;
    Distance left = std::distance(begin, end);
    const auto isBefore = [&](EdgeIterator edge) { return graph_.getEdgeDst(edge) < low; };
    if constexpr (UseExp) {
      Distance step = 1;
      while (step <= left && isBefore(std::next(begin, step - 1))) {
        std::advance(begin, step);
        left -= step;
        step *= 2;
      }
      left = std::min(left, step);
    }
    while (left > 0) {
      const Distance half = left / 2;
      const EdgeIterator middle = std::next(begin, half);
      if (isBefore(middle)) {
        begin = std::next(middle);
        left -= half + 1;
      } else {
        left = half;
      }
    }
    return begin;
  }

  /// Returns whether the edges of all sources are sorted by destination. Reads every edge once.
  template <typename Rows>
  bool isSorted(const Rows& rows) {
    substrate::Atomic<bool> sorted{true};
    const std::size_t threads = substrate::getActiveThreads();
    onThreads([&](unsigned id, Stop& stop) {
      const std::size_t last = rows.nodes * (id + 1) / threads;
      for (std::size_t i = rows.nodes * id / threads; i < last; ++i) {
        const GraphNode src = rows[i];
        const EdgeIterator end = graph_.edge_end(src, MethodFlag::UNPROTECTED);
        EdgeIterator edge = graph_.edge_begin(src, MethodFlag::UNPROTECTED);
        for (EdgeIterator next = edge; edge != end && ++next != end; edge = next) {
          if (stop.step()) {
            return;
          }
          if (graph_.getEdgeDst(next) < graph_.getEdgeDst(edge)) {
            sorted.store(false, substrate::order::relaxed);
            return;
          }
        }
      }
    });
    return sorted.load(substrate::order::relaxed);
  }

  Graph& graph_;
};

} // namespace galois::runtime
