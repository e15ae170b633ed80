/**
 * A rank's share of PageRank by residuals: the ranks and residuals of its nodes, and the operator.
 * pagerank/PagerankProblem.h defines what is computed, and pagerank/pagerankOperator.h explains the
 * algorithm. Restarts are uniform, and a task takes all of its node's residual.
 *
 * What a task adds to a ghost's residual is added up in the buffer of its owner. The decomposition
 * that the algorithm keeps therefore includes what is in buffers and under way. The sum of the
 * absolute residuals, with these, falls by a constant with each task. So there are finitely many
 * tasks, and each message has an update that a task has made.
 *
 * In a grid (NodeParts.h), a task of an own node also sends what it has taken to the node's copies.
 * There it is the residual of a ghost, whose task gives it to the edges there. A ghost has no rank,
 * and every residual that it has makes a task, so that nothing remains.
 *
 * The first and the last step are collective. One thread per rank sends and receives in them, and
 * all threads compute.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analytics/pagerank/FirstTasks.h"
#include "analytics/pagerank/Residuals.h"
#include "galois/Galois.h"
#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/push/Aggregator.h"
#include "galois/dist/push/GhostValues.h"
#include "galois/dist/push/RankLoop.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"

namespace dist {

/// The equation to solve, see pagerank::Question, and how closely.
struct PagerankQuestion {
  double damping = 0.85;      ///< in [0, 1)
  double tolerance = 1e-4;    ///< L1 distance of the answer to the true ranks
  bool spreadDangling = true; ///< surfers at nodes without edges restart
};

/// The share of one rank. It meets the needs of galois/dist/PushRuns.h.
class PagerankPart {
public:
  using Graph = galois::dist::PartitionedGraph<void>;
  using Task = pagerank::Task;
  using Aggregator = galois::dist::Aggregator<galois::dist::SumOfUpdates<double>>;

  /// @param graph  must outlive this
  PagerankPart(const Graph& graph, const PagerankQuestion& question,
               const galois::dist::PushOptions& options)
      : graph_(graph), question_(question), loop_(options.tasksPerLook),
        aggregator_(graph.targets(), graph.ranks(), options.capacity), states_(graph.rows()),
        ranks_(graph.owned()), residuals_(Words{states_.data()}) {}

  /// Returns the graph of this rank.
  const Graph& graph() const { return graph_; }
  /// Returns the ranks of the nodes that the rank owns, after finish().
  std::span<const double> ranks() const { return ranks_; }
  galois::dist::RankLoop<Task>& loop() { return loop_; }
  Aggregator& aggregator() { return aggregator_; }
  /// Returns the sum of the residuals below which the algorithm stops, after start().
  double residualsAllowed() const { return allowed_; }

  /// Messages that arrive between the tasks of a round make tasks of the next one.
  void begin(std::uint64_t round) {
    *round_.getLocal() =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(round, pagerank::kLastRound));
  }

  /// Sets the first ranks and residuals. Collective.
  template <galois::dist::Transport T>
  void start(galois::dist::Endpoint<T>& endpoint);

  /// Adds the residuals to the ranks, and normalises them. Collective.
  template <galois::dist::Transport T>
  void finish(galois::dist::Endpoint<T>& endpoint);

  std::vector<std::pair<std::uint64_t, Task>> firstTasks() {
    std::vector<std::pair<std::uint64_t, Task>> tasks;
    for (std::uint32_t node = 0; node < graph_.owned(); ++node) {
      if (std::abs(states_[node].residual) >= states_[node].threshold) {
        states_[node].queued = 1;
        tasks.push_back({0, {node, 0}});
      }
    }
    return tasks;
  }

  /// Adds what other ranks send to residuals.
  void receive(std::span<const std::byte> body) {
    const Task before{0, *round_.getLocal()};
    galois::dist::forEachUpdate<double>(body, [&](std::uint32_t node, double amount) {
      if (node >= states_.size()) {
        throw galois::dist::BadBody("an update of a node that is not there");
      }
      const std::uint32_t round = pagerank::nextRound(before);
      residuals_.add(node, amount, states_[node].threshold, [&](double /*residual*/) {
        loop_.receive({node, round}, round);
      });
    });
  }

  /// The operator. Returns false if the task was stale.
  template <typename Context>
  bool push(const Task& task, Context& ctx) {
    const std::uint32_t node = task.node;
    const std::uint32_t round = pagerank::nextRound(task);
    *round_.getLocal() = pagerank::roundOf(task);
    const auto make = [&](std::uint32_t of) {
      return [this, &ctx, of, round](double /*residual*/) { loop_.push({of, round}, round, ctx); };
    };
    const auto tell = [&](double taken) {
      if (!graph_.isGhost(node)) {
        galois::AtomicRef<double>(ranks_[node]).fetch_add(taken, galois::order::relaxed);
        const auto [firstCopy, lastCopy] = graph_.copies(node);
        for (std::uint32_t copy = firstCopy; copy < lastCopy; ++copy) {
          aggregator_.put(copy, taken, round);
        }
      }
      const double share = shareOf(node, taken);
      for (const auto& edge : graph_.edges(node)) {
        if (graph_.isGhost(edge.dst)) {
          aggregator_.put(edge.dst - graph_.owned(), share, round);
        } else {
          residuals_.add(edge.dst, share, states_[edge.dst].threshold, make(edge.dst));
        }
      }
    };
    const bool done = residuals_.push(
        node, states_[node].threshold, [](double /*residual*/) { return 0.0; }, tell, make(node));
    loop_.after(pagerank::roundOf(task), ctx);
    return done;
  }

private:
  /// The state of a node, as in pagerank::NodeState.
  using State = pagerank::NodeState;

  /// The words that Residuals.h uses.
  struct Words {
    State* states;
    galois::AtomicRef<double> residual(std::uint32_t node) const {
      return galois::AtomicRef<double>(states[node].residual);
    }
    galois::AtomicRef<std::uint32_t> queued(std::uint32_t node) const {
      return galois::AtomicRef<std::uint32_t>(states[node].queued);
    }
  };

  /// Calls fn(node) for all nodes below `end`, on all threads of the rank.
  template <typename Fn>
  static void forNodes(std::uint32_t end, const Fn& fn) {
    if (galois::getActiveThreads() == 1) { // also ranks of tests, which have no pool
      for (std::uint32_t node = 0; node < end; ++node) {
        fn(node);
      }
    } else {
      galois::do_all(galois::iterate(std::uint32_t{0}, end), fn, galois::steal());
    }
  }

  /// What a node with edges gives to each neighbour of an amount.
  double shareOf(std::uint32_t node, double amount) const {
    const auto degree = static_cast<double>(graph_.getDegree(node));
    return question_.damping * amount / std::max(degree, 1.0);
  }

  const Graph& graph_;
  const PagerankQuestion question_;
  galois::dist::RankLoop<Task> loop_;
  Aggregator aggregator_;
  std::vector<State> states_;
  std::vector<double> ranks_;
  pagerank::Residuals<double, Words> residuals_;
  galois::substrate::PerThreadStorage<std::uint32_t> round_; ///< of the thread's last task
  std::uint64_t danglingNodes_ = 0;                          ///< of the whole graph
  double allowed_ = 0;
};

template <galois::dist::Transport T>
void PagerankPart::start(galois::dist::Endpoint<T>& endpoint) {
  aggregator_.reset();
  for (unsigned thread = 0; thread < round_.size(); ++thread) {
    *round_.getRemote(thread) = 0;
  }
  galois::substrate::PerThreadStorage<std::uint64_t> without{std::uint64_t{0}}; // edges
  forNodes(graph_.owned(),
           [&](std::uint32_t node) { *without.getLocal() += graph_.getDegree(node) == 0 ? 1 : 0; });
  std::uint64_t dangling = 0;
  for (unsigned thread = 0; thread < without.size(); ++thread) {
    dangling += *without.getRemote(thread);
  }
  danglingNodes_ = galois::dist::sumOfAll(endpoint, dangling);
  const auto nodes = static_cast<double>(graph_.globalSize());
  const double stuck = static_cast<double>(danglingNodes_) / nodes; // chance to restart at one
  const double restart = 1 - question_.damping;
  const double follow = question_.damping * (1 - stuck);
  // As pagerank::precisionFor() has it for graphs that may not be symmetric.
  allowed_ =
      question_.spreadDangling && danglingNodes_ > 0
          ? question_.tolerance / (2 + question_.tolerance) * restart * restart * (1 + follow)
          : question_.tolerance * restart;
  const double perNode = allowed_ * restart / nodes;
  const double perEdge = allowed_ * question_.damping /
                         static_cast<double>(std::max<std::uint64_t>(graph_.globalEdges(), 1));
  const double first = restart / (1 - follow) / nodes;
  std::vector<double> ghosts(graph_.ghosts(), 0.0);
  forNodes(graph_.rows(), [&](std::uint32_t node) {
    if (graph_.isGhost(node)) {
      states_[node] = {0, std::numeric_limits<float>::min(), 0};
      return;
    }
    const auto degree = static_cast<double>(graph_.getDegree(node));
    const double threshold =
        degree > 0 ? perNode + perEdge * degree : std::numeric_limits<double>::infinity();
    ranks_[node] = first;
    states_[node] = {restart / nodes - first, static_cast<float>(threshold), 0};
  });
  forNodes(graph_.rows(), [&](std::uint32_t node) {
    const double share = shareOf(node, first);
    for (const auto& edge : graph_.edges(node)) {
      double& sum =
          graph_.isGhost(edge.dst) ? ghosts[edge.dst - graph_.owned()] : states_[edge.dst].residual;
      galois::AtomicRef<double>(sum).fetch_add(share, galois::order::relaxed);
    }
  });
  const std::uint32_t copied = graph_.rows() - graph_.owned(); // ghosts that no edge leads to
  galois::dist::updateOwners<double>(
      endpoint, graph_,
      [&](std::uint32_t ghost) {
        return ghost < copied ? std::nullopt : std::optional(ghosts[ghost]);
      },
      [&](std::uint32_t node, double amount) { states_[node].residual += amount; });
}

template <galois::dist::Transport T>
void PagerankPart::finish(galois::dist::Endpoint<T>& endpoint) {
  galois::substrate::PerThreadStorage<double> sums{0.0};
  forNodes(graph_.owned(), [&](std::uint32_t node) {
    ranks_[node] += states_[node].residual;
    *sums.getLocal() += ranks_[node];
  });
  double sum = 0;
  for (unsigned thread = 0; thread < sums.size(); ++thread) {
    sum += *sums.getRemote(thread);
  }
  const double all = galois::dist::sumOfAll(endpoint, sum);
  if (question_.spreadDangling && danglingNodes_ > 0) {
    forNodes(graph_.owned(), [&](std::uint32_t node) { ranks_[node] /= all; });
  }
}

} // namespace dist
