#include "InitialRanks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "FirstTasks.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/substrate/Atomics.h"

namespace pagerank {

namespace {

template <typename Body>
void forNodes(const Graph& graph, const Body& body) {
  galois::do_all(galois::iterate(graph), body, galois::steal(), galois::chunk_size<512>());
}

/// Totals of the nodes without edges, computed in O(nodes) time.
struct Dangling {
  explicit Dangling(const Question& question) {
    galois::GAccumulator<std::uint64_t> number;
    galois::GAccumulator<double> chance;
    forNodes(question.graph, [&](Node node) {
      if (question.graph.getDegree(node) == 0) {
        number += 1;
        chance += question.teleport[node];
      }
    });
    nodes = number.reduce();
    teleport = chance.reduce();
  }

  std::uint64_t nodes = 0;
  double teleport = 0; ///< probability that a surfer restarts at one of them
};

/// Returns the sum of y in (1) of PagerankProblem.h for symmetric graphs; see residualsAllowed().
double knownSum(const Question& question, const Dangling& dangling) {
  return 1 - question.damping * dangling.teleport;
}

/// Returns the number of edges as a divisor: at least 1.
double edgesOf(const Graph& graph) {
  return static_cast<double>(std::max<std::size_t>(graph.sizeEdges(), 1));
}

/// The initial ranks, see start().
class FirstRanks {
public:
  explicit FirstRanks(const Problem& problem)
      : question_(problem.question), restart_(1 - question_.damping) {
    const double follow = question_.damping * (1 - Dangling(question_).teleport);
    if (problem.symmetric) {
      perEdge_ = follow / edgesOf(question_.graph);
    } else {
      restart_ /= 1 - follow;
    }
  }

  double operator()(Node node) const {
    return restart_ * question_.teleport[node] +
           perEdge_ * static_cast<double>(question_.graph.getDegree(node));
  }

private:
  const Question& question_;
  double restart_;
  double perEdge_ = 0;
};

/// Returns the rank that equation (1) gives a node, from its in-edges.
double pull(const Problem& problem, Node node) {
  double rank = (1 - problem.question.damping) * problem.question.teleport[node];
  for (const auto& edge : problem.inEdges->edges(node)) {
    // Relaxed, for sweeps: both the old and the new value of a neighbour are acceptable.
    rank += galois::AtomicRef<double>(problem.shares[edge.dst]).load(galois::order::relaxed);
  }
  return rank;
}

/// Returns the contribution that a node of this rank makes to each neighbour.
double shareOf(const Problem& problem, Node node, double rank) {
  const auto degree = static_cast<double>(problem.question.graph.getDegree(node));
  return problem.question.damping * rank / std::max(degree, 1.0);
}

/// Adds each node's contributions to its neighbours' residuals, where in-edges are not available.
void pushShares(const Problem& problem) {
  const Graph& graph = problem.question.graph;
  forNodes(graph, [&](Node node) {
    for (const auto& edge : graph.edges(node)) {
      // Relaxed: only the sum matters, and the end of the loop publishes it.
      galois::AtomicRef<double>(problem.states[edge.dst].residual)
          .fetch_add(problem.shares[node], galois::order::relaxed);
    }
  });
}

} // namespace

double residualsAllowed(const Question& question, bool symmetric, double tolerance) {
  const double restart = 1 - question.damping;
  const Dangling dangling(question);
  if (!question.spreadDangling || dangling.nodes == 0) {
    return tolerance * restart;
  }
  if (symmetric) {
    return tolerance * restart * knownSum(question, dangling);
  }
  const double sum = restart * (1 + question.damping * (1 - dangling.teleport));
  return tolerance / (2 + tolerance) * restart * sum;
}

void start(const Problem& problem, double allowed) {
  const Question& question = problem.question;
  const Graph& graph = question.graph;
  NodeState* const states = problem.states.data();
  const FirstRanks firstRank(problem);
  const double perNode = allowed * (1 - question.damping) / static_cast<double>(graph.size());
  const double perEdge = allowed * question.damping / edgesOf(graph);
  forNodes(graph, [&](Node node) {
    const auto degree = static_cast<double>(graph.getDegree(node));
    const double rank = firstRank(node);
    problem.ranks[node] = rank;
    problem.shares[node] = shareOf(problem, node, rank);
    const double threshold =
        degree > 0 ? perNode + perEdge * degree : std::numeric_limits<double>::infinity();
    states[node] = {0, static_cast<float>(threshold), 0};
  });
}

void computeResiduals(const Problem& problem) {
  const Question& question = problem.question;
  NodeState* const states = problem.states.data();
  if (problem.inEdges) {
    forNodes(question.graph,
             [&](Node node) { states[node].residual = pull(problem, node) - problem.ranks[node]; });
    return;
  }
  forNodes(question.graph, [&](Node node) {
    states[node].residual = (1 - question.damping) * question.teleport[node] - problem.ranks[node];
  });
  pushShares(problem);
}

std::uint64_t sweep(const Problem& problem) {
  constexpr std::size_t kFewEdges = 4; // sweeps pay if over 1/kFewEdges of all edges need work
  const Graph& graph = problem.question.graph;
  galois::GAccumulator<double> residuals;
  galois::GAccumulator<std::uint64_t> atWork;
  double before = std::numeric_limits<double>::infinity();
  for (std::uint64_t sweeps = 0;;) {
    residuals.reset();
    atWork.reset();
    forNodes(graph, [&](Node node) {
      const double residual = pull(problem, node) - problem.ranks[node];
      const double rank = problem.ranks[node] += problem.relaxation * residual;
      galois::AtomicRef<double>(problem.shares[node])
          .store(shareOf(problem, node, rank), galois::order::relaxed);
      residuals += std::abs(residual);
      if (std::abs(residual) >= problem.states[node].threshold) {
        atWork += graph.getDegree(node);
      }
    });
    ++sweeps;
    const double found = residuals.reduce();
    if (atWork.reduce() * kFewEdges < graph.sizeEdges() || !(found < before)) {
      return sweeps;
    }
    before = found;
  }
}

void finish(const Problem& problem) {
  const Question& question = problem.question;
  galois::GAccumulator<double> sum;
  forNodes(question.graph, [&](Node node) {
    if (problem.update == Update::kPush) {
      problem.ranks[node] +=
          problem.states[node].residual; // one more step for all nodes at no cost
    } else if (question.graph.getDegree(node) == 0) {
      problem.ranks[node] = pull(problem, node);
    }
    sum += problem.ranks[node];
  });
  const Dangling dangling(question);
  if (question.spreadDangling && dangling.nodes > 0) {
    const double total = problem.symmetric ? knownSum(question, dangling) : sum.reduce();
    forNodes(question.graph, [&](Node node) { problem.ranks[node] /= total; });
  }
}

double runawayResidual(const Problem& problem) {
  constexpr double kBeyondTheFirst = 4;
  galois::GReduceMax<double> largest;
  forNodes(problem.question.graph,
           [&](Node node) { largest.update(std::abs(problem.states[node].residual)); });
  return kBeyondTheFirst * std::max(largest.reduce(), 0.0);
}

galois::LargeArray<Task> firstTasks(const Problem& problem, const Urgency& urgency) {
  const Graph& graph = problem.question.graph;
  if (problem.update == Update::kPullPush) {
    forNodes(graph, [&](Node node) {
      problem.states[node].residual = std::abs(problem.states[node].residual);
      problem.busy[node] = 0;
    });
  }
  auto wanted = [&](Node node) {
    return std::abs(problem.states[node].residual) >= problem.states[node].threshold;
  };
  // Entry t + 1 is first the number of thread t's tasks, then the index where they end.
  std::vector<std::size_t> ends(galois::getActiveThreads() + 1);
  auto forMyNodes = [&](unsigned tid, unsigned total, const auto& body) {
    const auto [first, last] =
        galois::block_range(std::uint64_t{0}, std::uint64_t{graph.size()}, tid, total);
    for (std::uint64_t node = first; node < last; ++node) {
      if (wanted(static_cast<Node>(node))) {
        body(static_cast<Node>(node));
      }
    }
  };
  galois::on_each([&](unsigned tid, unsigned total) {
    std::size_t count = 0;
    forMyNodes(tid, total, [&](Node) { ++count; });
    ends[tid + 1] = count;
  });
  for (std::size_t t = 1; t < ends.size(); ++t) {
    ends[t] += ends[t - 1];
  }
  galois::LargeArray<Task> tasks;
  tasks.allocateInterleaved(ends.back());
  galois::on_each([&](unsigned tid, unsigned total) {
    Task* next = tasks.data() + ends[tid];
    forMyNodes(tid, total, [&](Node node) {
      problem.states[node].queued = 1;
      *next++ = Task{node, urgency(problem.states[node].residual, 0)};
    });
  });
  return tasks;
}

} // namespace pagerank
