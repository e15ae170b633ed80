#include "inputs/Error.h"
#include "inputs/check/Checks.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

/// Throws InputError unless all labels are integers.
void needLabels(const NodeValues& answer, const char* what) {
  if (answer.whole()) {
    return;
  }
  fail("{} are whole numbers from 0, and the answer has others", what);
}

/// Complains about nodes without a label.
void needAll(const NodeValues& answer, const CheckOptions& options, Verdict& verdict) {
  for (std::uint64_t node = 0; node < answer.size(); ++node) {
    if (!answer.reached(node)) {
      verdict.wrong([&] { return fmt::format("node {} has none", options.called(node)); });
    }
  }
}

std::unordered_map<std::uint64_t, std::uint64_t> nodesByLabel(const NodeValues& answer) {
  std::unordered_map<std::uint64_t, std::uint64_t> first;
  for (std::uint64_t node = 0; node < answer.size(); ++node) {
    first.emplace(answer.wholeAt(node), node);
  }
  return first;
}

} // namespace

Verdict checkColoring(const Graph& graph, const NodeValues& answer, const CheckOptions& options) {
  needLabels(answer, "colours");
  Verdict verdict(options.shown);
  needAll(answer, options, verdict);
  for (std::uint64_t tail = 0; tail < graph.numNodes(); ++tail) {
    for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
      const std::uint32_t head = graph.dst[arc];
      if (head == tail || answer.wholeAt(head) != answer.wholeAt(tail)) {
        continue;
      }
      verdict.wrong([&] {
        return fmt::format("nodes {} and {} are joined and both have colour {}",
                           options.called(tail), options.called(head), answer.shown(tail));
      });
    }
  }
  verdict.summarize(fmt::format("a colouring with {} colours", nodesByLabel(answer).size()));
  return verdict;
}

Verdict checkComponents(const Graph& graph, const NodeValues& answer, const CheckOptions& options) {
  needLabels(answer, "labels of components");
  Verdict verdict(options.shown);
  needAll(answer, options, verdict);
  for (std::uint64_t tail = 0; tail < graph.numNodes(); ++tail) {
    for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
      const std::uint32_t head = graph.dst[arc];
      if (answer.wholeAt(head) == answer.wholeAt(tail)) {
        continue;
      }
      verdict.wrong([&] {
        return fmt::format("nodes {} and {} are joined and have labels {} and {}",
                           options.called(tail), options.called(head), answer.shown(tail),
                           answer.shown(head));
      });
    }
  }
  if (!verdict.right()) {
    return verdict;
  }
  // Labels are constant along arcs. The remaining error is two components with the same label.
  std::vector<std::uint32_t> parent(graph.numNodes());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&parent](std::uint32_t node) {
    while (parent[node] != node) {
      node = parent[node] = parent[parent[node]];
    }
    return node;
  };
  for (std::uint64_t tail = 0; tail < graph.numNodes(); ++tail) {
    for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
      parent[root(static_cast<std::uint32_t>(tail))] = root(graph.dst[arc]);
    }
  }
  const std::unordered_map<std::uint64_t, std::uint64_t> labels = nodesByLabel(answer);
  std::unordered_set<std::uint32_t> compared;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    const auto first = static_cast<std::uint32_t>(labels.at(answer.wholeAt(node)));
    const std::uint32_t mine = root(static_cast<std::uint32_t>(node));
    if (mine == root(first) || !compared.insert(mine).second) {
      continue;
    }
    verdict.wrong([&] {
      return fmt::format("nodes {} and {} both have label {}, and nothing joins them",
                         options.called(first), options.called(node), answer.shown(node));
    });
  }
  verdict.summarize(fmt::format("{} weakly connected components", labels.size()));
  return verdict;
}

Verdict checkCores(const Graph& graph, const NodeValues& answer, const CheckOptions& options) {
  needLabels(answer, "core numbers");
  Verdict verdict(options.shown);
  needAll(answer, options, verdict);
  const std::uint64_t nodes = graph.numNodes();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges; // both directions of each
  for (std::uint64_t tail = 0; tail < nodes; ++tail) {
    for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
      if (graph.dst[arc] != tail) {
        edges.emplace_back(tail, graph.dst[arc]);
        edges.emplace_back(graph.dst[arc], tail);
      }
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<std::uint64_t> begin(nodes + 1);
  for (const auto& [from, to] : edges) {
    ++begin[std::uint64_t{from} + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());

  // A number is not too high if as many neighbours have numbers that are no lower. None is too low if
  // the nodes of number k can be taken away one by one, each with at most k such neighbours left.
  std::vector<std::uint64_t> left(nodes);
  std::vector<std::uint32_t> ready;
  for (const auto& [from, to] : edges) {
    left[from] += answer.wholeAt(to) >= answer.wholeAt(from) ? 1 : 0;
  }
  for (std::uint64_t node = 0; node < nodes; ++node) {
    if (answer.reached(node) && left[node] < answer.wholeAt(node)) {
      verdict.wrong([&] {
        return fmt::format(
            "node {} has core number {}, and only {} neighbours with as high a number",
            options.called(node), answer.shown(node), left[node]);
      });
    } else if (left[node] == answer.wholeAt(node)) {
      ready.push_back(static_cast<std::uint32_t>(node));
    }
  }
  if (!verdict.right()) {
    return verdict;
  }
  while (!ready.empty()) {
    const std::uint32_t node = ready.back();
    ready.pop_back();
    for (std::uint64_t edge = begin[node]; edge < begin[std::uint64_t{node} + 1]; ++edge) {
      const std::uint32_t other = edges[edge].second;
      if (answer.wholeAt(other) == answer.wholeAt(node) &&
          left[other]-- == answer.wholeAt(node) + 1) {
        ready.push_back(other);
      }
    }
  }
  std::uint64_t greatest = 0;
  for (std::uint64_t node = 0; node < nodes; ++node) {
    greatest = std::max(greatest, answer.wholeAt(node));
    if (left[node] > answer.wholeAt(node)) {
      verdict.wrong([&] {
        return fmt::format("node {} has core number {}, and is part of the core of {}",
                           options.called(node), answer.shown(node), answer.wholeAt(node) + 1);
      });
    }
  }
  verdict.summarize(fmt::format("core numbers, the greatest {}", greatest));
  return verdict;
}

Verdict checkIndependentSet(const Graph& graph, const NodeValues& answer,
                            const CheckOptions& options) {
  needLabels(answer, "1 for nodes of the set and 0 for others");
  Verdict verdict(options.shown);
  needAll(answer, options, verdict);
  const auto isMember = [&](std::uint64_t node) { return answer.wholeAt(node) == 1; };
  std::uint64_t members = 0;
  std::vector<bool> covered(graph.numNodes()); // in the set, or a neighbour is
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    if (answer.reached(node) && answer.wholeAt(node) > 1) {
      verdict.wrong([&] {
        return fmt::format("node {} has {}, which is neither 0 nor 1", options.called(node),
                           answer.shown(node));
      });
    }
    if (isMember(node)) {
      covered[node] = true;
      ++members;
    }
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const std::uint32_t head = graph.dst[arc];
      if (head == node) {
        continue;
      }
      if (isMember(node) && isMember(head)) {
        verdict.wrong([&] {
          return fmt::format("nodes {} and {} are joined and both are in the set",
                             options.called(node), options.called(head));
        });
      }
      covered[node] = covered[node] || isMember(head);
      covered[head] = covered[head] || isMember(node);
    }
  }
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    if (answer.reached(node) && answer.wholeAt(node) == 0 && !covered[node]) {
      verdict.wrong([&] {
        return fmt::format("node {} is not in the set, and no neighbour is", options.called(node));
      });
    }
  }
  verdict.summarize(fmt::format("a maximal independent set of {} nodes", members));
  return verdict;
}

Verdict compareLabels(const NodeValues& answer, const NodeValues& reference,
                      const CheckOptions& options) {
  needLabels(answer, "labels of components");
  needLabels(reference, "labels of components");
  Verdict verdict(options.shown);
  needAll(answer, options, verdict);
  const std::unordered_map<std::uint64_t, std::uint64_t> mine = nodesByLabel(answer);
  const std::unordered_map<std::uint64_t, std::uint64_t> theirs = nodesByLabel(reference);
  for (std::uint64_t node = 0; node < answer.size(); ++node) {
    const std::uint64_t together = theirs.at(reference.wholeAt(node));
    if (answer.wholeAt(together) != answer.wholeAt(node)) {
      verdict.wrong([&] {
        return fmt::format("nodes {} and {} belong together and have labels {} and {}",
                           options.called(together), options.called(node), answer.shown(together),
                           answer.shown(node));
      });
    }
    const std::uint64_t alike = mine.at(answer.wholeAt(node));
    if (reference.wholeAt(alike) != reference.wholeAt(node)) {
      verdict.wrong([&] {
        return fmt::format("nodes {} and {} do not belong together and both have label {}",
                           options.called(alike), options.called(node), answer.shown(node));
      });
    }
  }
  verdict.summarize(fmt::format("{} components, as in the reference", theirs.size()));
  return verdict;
}

} // namespace galois::inputs
