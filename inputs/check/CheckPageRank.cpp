#include "inputs/Error.h"
#include "inputs/check/Checks.h"

#include <algorithm>
#include <cmath>

namespace galois::inputs {

namespace {

using Ranks = std::vector<double>;

/// Returns the ranks after one more round, in which a share of each rank moves along the arcs.
/// Parallel arcs count separately. A node whose arcs all weigh 0 is as one without arcs.
Ranks nextRound(const Graph& graph, const Ranks& ranks, const CheckOptions& options) {
  const std::uint64_t nodes = graph.numNodes();
  Ranks next(nodes, 0);
  double dangling = 0;
  const bool weighted = options.weighted && !graph.weights.empty();
  const auto weightOf = [&](std::uint64_t arc) {
    return weighted ? graph.weights.real(graph.weights[arc]) : 1;
  };
  for (std::uint64_t node = 0; node < nodes; ++node) {
    const std::uint64_t first = graph.offsets[node];
    const std::uint64_t last = graph.offsets[node + 1];
    double greatest = 0;
    double all = 0; // in units of the greatest one, since a sum of large weights may be infinite
    for (std::uint64_t arc = first; arc < last; ++arc) {
      greatest = std::max(greatest, weightOf(arc));
    }
    for (std::uint64_t arc = first; arc < last && greatest > 0; ++arc) {
      all += weightOf(arc) / greatest;
    }
    if (all == 0) {
      dangling += ranks[node];
      continue;
    }
    for (std::uint64_t arc = first; arc < last; ++arc) {
      next[graph.dst[arc]] += ranks[node] * (weightOf(arc) / greatest / all);
    }
  }
  const double spread = options.spreadDangling ? options.damping * dangling : 0;
  const double restart = 1 - options.damping + spread;
  for (std::uint64_t node = 0; node < nodes; ++node) {
    const double share =
        options.restarts.empty() ? 1 / static_cast<double>(nodes) : options.restarts[node];
    next[node] = restart * share + options.damping * next[node];
  }
  return next;
}

/// Throws InputError for a weight that is negative.
void requireWeights(const Graph& graph, const CheckOptions& options) {
  for (std::uint64_t tail = 0; tail < graph.numNodes() && !graph.weights.empty(); ++tail) {
    for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
      if (graph.weights[arc] < graph.weights.zero()) {
        fail("the arc from node {} to {} weighs {}; PageRank needs weights of 0 or more",
             options.called(tail), options.called(graph.dst[arc]),
             graph.weights.text(graph.weights[arc]));
      }
    }
  }
}

Verdict compareWithRounds(const Graph& graph, const NodeValues& answer,
                          const CheckOptions& options) {
  Ranks ranks(graph.numNodes(), 1 / static_cast<double>(graph.numNodes()));
  for (std::uint64_t round = 0; round < *options.rounds; ++round) {
    ranks = nextRound(graph, ranks, options);
  }
  Verdict verdict(options.shown);
  for (std::uint64_t node = 0; node < ranks.size(); ++node) {
    if (std::abs(answer.realAt(node) - ranks[node]) <= options.tolerance * ranks[node]) {
      continue;
    }
    verdict.wrong([&] {
      return fmt::format("node {} has rank {}; after {} rounds it is {:.10g}", options.called(node),
                         answer.shown(node), *options.rounds, ranks[node]);
    });
  }
  verdict.summarize(fmt::format("PageRank after {} rounds, each rank within a part in {:.3g}",
                                *options.rounds, 1 / options.tolerance));
  return verdict;
}

} // namespace

std::vector<double> readPersonalization(InputFile& file, const NodeNames& names) {
  TextScanner text(file);
  std::vector<double> shares(names.count(), 0);
  double sum = 0;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line[0] == '#' || line[0] == '%') {
      continue;
    }
    Fields fields(text, line, "a line of a personalization is \"NODE WEIGHT\"");
    const std::uint32_t node = names.read(text, fields, "node");
    const double weight = fields.real("weight");
    fields.expectEnd();
    if (weight < 0) {
      text.failHere(fmt::format("the weight of node {} is negative", node));
    }
    shares[node] += weight;
    sum += weight;
  }
  if (sum <= 0) {
    fail("{} gives no node a weight", file.name());
  }
  for (double& share : shares) {
    share /= sum;
  }
  return shares;
}

Verdict checkPageRank(const Graph& graph, const NodeValues& answer, const CheckOptions& options) {
  if (options.weighted) {
    requireWeights(graph, options);
  }
  if (options.rounds && graph.numNodes() > 0) {
    return compareWithRounds(graph, answer, options);
  }
  Verdict verdict(options.shown);
  Ranks ranks(graph.numNodes());
  double sum = 0;
  for (std::uint64_t node = 0; node < ranks.size(); ++node) {
    ranks[node] = answer.realAt(node);
    sum += ranks[node];
    // The second comparison also refuses infinity.
    if (ranks[node] >= 0 && ranks[node] <= 1 + options.tolerance) {
      continue;
    }
    verdict.wrong([&] {
      return fmt::format("node {} has rank {}; ranks are probabilities, from 0 to 1",
                         options.called(node), answer.shown(node));
    });
  }
  if (!verdict.right()) {
    return verdict;
  }
  const Ranks next = nextRound(graph, ranks, options);
  double change = 0;
  std::uint64_t worst = 0;
  for (std::uint64_t node = 0; node < ranks.size(); ++node) {
    change += std::abs(next[node] - ranks[node]);
    if (std::abs(next[node] - ranks[node]) > std::abs(next[worst] - ranks[worst])) {
      worst = node;
    }
  }
  // A round reduces the sum of all differences to the limit by the damping factor.
  const double bound = change / (1 - options.damping);
  if (!(bound <= options.tolerance)) {
    verdict.wrong([&] {
      return fmt::format(
          "the ranks may be {:.3g} away from PageRank in sum, and {:.3g} is allowed: "
          "another round changes them by {:.3g}, node {} from {:.10g} to {:.10g}",
          bound, options.tolerance, change, options.called(worst), ranks[worst], next[worst]);
    });
  }
  verdict.summarize(
      fmt::format("PageRank, at most {:.2g} away in sum; the ranks add up to {:.6f}", bound, sum));
  return verdict;
}

} // namespace galois::inputs
