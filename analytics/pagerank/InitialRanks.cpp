#include "InitialRanks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "FirstTasks.h"
#include "NodeSums.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/runtime/report/LastChange.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/Atomics.h"

namespace pagerank {

namespace {

template <typename Body>
void forNodes(const Graph& graph, const Body& body) {
  const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
  galois::do_all(galois::iterate(graph), body, galois::steal(), galois::chunk_size<512>());
}

/// Totals of the nodes without edges.
struct Dangling {
  std::uint64_t nodes = 0;
  double teleport = 0; ///< probability that a surfer restarts at one of them

  friend Dangling operator+(const Dangling& a, const Dangling& b) {
    return {a.nodes + b.nodes, a.teleport + b.teleport};
  }
};

/// Computes them in O(nodes) time.
Dangling danglingOf(const Question& question) {
  return sumOverNodes<Dangling>(question.graph, "PageRankDangling", [&](Node node, Dangling& sums) {
    if (question.graph.getDegree(node) == 0) {
      ++sums.nodes;
      sums.teleport += question.teleport[node];
    }
  });
}

/// Returns the sum of y in (1) of PagerankProblem.h for symmetric graphs; see precisionFor().
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
    const double follow = question_.damping * (1 - danglingOf(question_).teleport);
    if (problem.symmetric && question_.chances == nullptr) {
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

/// Returns whether there are in-edges.
bool hasInEdges(const Problem& problem) {
  return problem.inEdges != nullptr || problem.question.inChances != nullptr;
}

/// Returns the rank that equation (1) gives a node, from its in-edges.
double pull(const Problem& problem, Node node) {
  const Question& question = problem.question;
  const auto sum = [&](const auto& inEdges) {
    double received = 0;
    for (const auto& edge : inEdges.edges(node)) {
      received += edge.weight * problem.shares[edge.dst];
    }
    return received;
  };
  const double received =
      question.inChances != nullptr ? sum(*question.inChances) : sum(*problem.inEdges);
  return (1 - question.damping) * question.teleport[node] + question.damping * received;
}

/// Returns what a rank is divided by to get a share: the degree, or 1 for a node without edges and
/// with weights.
double divisorOf(const Problem& problem, Node node) {
  return problem.question.chances != nullptr ? 1
                                             : static_cast<double>(std::max<std::size_t>(
                                                   problem.question.graph.getDegree(node), 1));
}

double rankOf(const Problem& problem, Node node) {
  return problem.shares[node] * divisorOf(problem, node);
}

/// The residuals below which nodes get no task; their sum is the one allowed.
class Thresholds {
public:
  Thresholds(const Question& question, double allowed)
      : perNode_(allowed * (1 - question.damping) / static_cast<double>(question.graph.size())),
        perEdge_(allowed * question.damping / edgesOf(question.graph)) {}

  double operator()(std::size_t degree) const {
    return degree > 0 ? perNode_ + perEdge_ * static_cast<double>(degree)
                      : std::numeric_limits<double>::infinity();
  }

private:
  double perNode_;
  double perEdge_;
};

/// Adds each node's contributions to its neighbours' residuals, where in-edges are not available.
/// @param edges  the graph, or its edges with probabilities
template <typename Rows>
void pushShares(const Problem& problem, const Rows& edges) {
  forNodes(problem.question.graph, [&](Node node) {
    const double share = problem.question.damping * problem.shares[node];
    for (const auto& edge : edges.edges(node)) {
      // Relaxed: only the sum matters, and the end of the loop publishes it.
      galois::AtomicRef<double>(problem.states[edge.dst].residual)
          .fetch_add(edge.weight * share, galois::order::relaxed);
    }
  });
}

/// What a sweep or the last loop finds.
struct Found {
  double residuals = 0;     ///< without signs, each from before its node changed
  double ranks = 0;         ///< after the change
  std::uint64_t atWork = 0; ///< edges of the nodes above their thresholds

  friend Found operator+(const Found& a, const Found& b) {
    return {a.residuals + b.residuals, a.ranks + b.ranks, a.atWork + b.atWork};
  }
};

/// @param reversed  the in-edges, with probabilities if there are weights
template <typename Rows>
Found sweepOnce(const Problem& problem, const Thresholds& thresholds, const Rows& reversed) {
  constexpr bool kWeighted = !std::is_void_v<typename Rows::Weight>;
  const Question& question = problem.question;
  const double damping = question.damping, taken = problem.relaxation;
  const bool uniform = question.teleport.uniform();
  const double everywhere = (1 - damping) / static_cast<double>(question.graph.size());
  double* const shares = problem.shares.data();
  // Values that every node or edge needs are captured by value, which saves loads.
  return sumOverNodes<Found>(
      question.graph, "PageRankSweep",
      [&question, &graph = question.graph, &inEdges = reversed, shares, damping, taken, uniform,
       everywhere, thresholds](Node node, Found& found) {
        const std::size_t degree = graph.getDegree(node);
        const double divisor =
            kWeighted ? 1 : static_cast<double>(std::max<std::size_t>(degree, 1));
        const double inverse = 1 / divisor;
        const double restart = uniform ? everywhere : (1 - damping) * question.teleport[node];
        const double old = shares[node] * divisor;
        double received = 0;
        for (const auto& edge : inEdges.edges(node)) {
          // Relaxed: both the old and the new value of a neighbour are acceptable.
          received += edge.weight *
                      galois::AtomicRef<double>(shares[edge.dst]).load(galois::order::relaxed);
        }
        // The next node often waits for this share, so few operations lie between what was
        // received and the share: one product and one sum.
        const double share =
            ((1 - taken) * old + taken * restart) * inverse + taken * damping * inverse * received;
        galois::AtomicRef<double>(shares[node]).store(share, galois::order::relaxed);
        const double residual = std::abs(restart + damping * received - old);
        found.residuals += residual;
        found.ranks += share * divisor;
        found.atWork += residual >= thresholds(degree) ? degree : 0;
      });
}

} // namespace

Precision precisionFor(const Question& question, bool symmetric, double tolerance) {
  const double restart = 1 - question.damping;
  const Dangling dangling = danglingOf(question);
  if (!question.spreadDangling || dangling.nodes == 0) {
    return {tolerance * restart, 0};
  }
  if (symmetric) {
    return {tolerance * restart * knownSum(question, dangling), 0};
  }
  const double sum = restart * (1 + question.damping * (1 - dangling.teleport));
  const double perSum = tolerance / (2 + tolerance) * restart;
  return {perSum * sum, perSum};
}

void start(const Problem& problem) {
  const FirstRanks firstRank(problem);
  forNodes(problem.question.graph,
           [&](Node node) { problem.shares[node] = firstRank(node) / divisorOf(problem, node); });
}

void computeResiduals(const Problem& problem, double allowed) {
  const Question& question = problem.question;
  const Graph& graph = question.graph;
  const Thresholds thresholds(question, allowed);
  const bool pulls = hasInEdges(problem);
  forNodes(graph, [&](Node node) {
    const double rank = rankOf(problem, node);
    const double wanted =
        pulls ? pull(problem, node) : (1 - question.damping) * question.teleport[node];
    problem.ranks[node] = rank;
    problem.states[node] = {wanted - rank, static_cast<float>(thresholds(graph.getDegree(node))),
                            0};
  });
  if (!pulls && question.chances != nullptr) {
    pushShares(problem, *question.chances);
  } else if (!pulls) {
    pushShares(problem, graph);
  }
}

Sweeps sweep(const Problem& problem, const Precision& precision) {
  constexpr std::uint64_t kFewEdges = 8; // tasks pay if under 1/kFewEdges of all edges need work
  constexpr double kFewSweeps = 2;       // tasks do not pay if so many more sweeps suffice
  const double damping = problem.question.damping;
  const double left = std::abs(1 - problem.relaxation) + damping * problem.relaxation;
  double allowed = precision.allowed;
  double before = std::numeric_limits<double>::infinity();
  for (std::uint64_t sweeps = 1;; ++sweeps) {
    const Thresholds thresholds(problem.question, allowed);
    const Chances* const inChances = problem.question.inChances;
    const Found found = inChances != nullptr ? sweepOnce(problem, thresholds, *inChances)
                                             : sweepOnce(problem, thresholds, *problem.inEdges);
    const double bound = left * found.residuals;
    galois::runtime::LastChange::note(bound / (1 - damping));
    galois::runtime::TaskProgress::count(problem.question.graph.size());
    allowed = std::max(allowed, precision.perSum * (found.ranks - bound / (1 - damping)));
    if (bound <= allowed) {
      return {sweeps, true, allowed};
    }
    if (!(found.residuals < before)) {
      return {sweeps, false, allowed};
    }
    const double more = std::log(allowed / bound) / std::log(found.residuals / before);
    const bool few = found.atWork * kFewEdges < problem.question.graph.sizeEdges();
    if (sweeps > 1 && few && !(more <= kFewSweeps)) {
      return {sweeps, false, allowed};
    }
    before = found.residuals;
  }
}

void finish(const Problem& problem, bool swept) {
  const Question& question = problem.question;
  const double sum =
      sumOverNodes<Found>(question.graph, "PageRankFinish", [&](Node node, Found& own) {
        double& rank = problem.ranks[node];
        if (swept) {
          rank = rankOf(problem, node);
        } else if (problem.update == Update::kPush) {
          rank += problem.states[node].residual; // one more step for all nodes at no cost
        } else if (question.graph.getDegree(node) == 0) {
          rank = pull(problem, node);
        }
        own.ranks += rank;
      }).ranks;
  const Dangling dangling = danglingOf(question);
  if (question.spreadDangling && dangling.nodes > 0) {
    const double total = problem.symmetric ? knownSum(question, dangling) : sum;
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
  const lonestar::OneThreadIfSmall few(graph.size());
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
