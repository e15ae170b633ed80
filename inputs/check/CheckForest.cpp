#include "inputs/Error.h"
#include "inputs/check/Checks.h"
#include "inputs/check/Lengths.h"
#include "inputs/transform/SortArcs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace galois::inputs {

namespace {

/// The sets of nodes that are joined already.
class Joined {
public:
  explicit Joined(std::uint64_t nodes) : parent_(nodes) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  /// Joins the sets of two nodes. Returns false if they were joined before.
  bool join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[a] = b;
    return a != b;
  }

  std::uint32_t root(std::uint32_t node) {
    while (parent_[node] != node) {
      node = parent_[node] = parent_[parent_[node]];
    }
    return node;
  }

private:
  std::vector<std::uint32_t> parent_;
};

template <typename Lengths>
class ForestCheck {
  using Number = typename Lengths::Number;

public:
  ForestCheck(const Graph& graph, const CheckOptions& options)
      : graph_(graph), options_(options), lengths_(options.tolerance), verdict_(options.shown) {}

  Verdict check(const std::vector<ForestEdge>& answer) {
    const Number total = weigh(answer);
    if (!verdict_.right()) {
      return std::move(verdict_);
    }
    const auto [edges, least] = kruskal();
    if (edges > answer.size()) {
      complainApart();
    }
    if (verdict_.right() && !lengths_.same(total, least, size_)) {
      verdict_.wrong([&, lightest = least] {
        return fmt::format("the forest weighs {}, and one of weight {} exists", total, lightest);
      });
    }
    summarize(answer, total);
    return std::move(verdict_);
  }

  Verdict compare(const std::vector<ForestEdge>& answer, const std::vector<ForestEdge>& reference) {
    const Number right = weigh(reference);
    if (!verdict_.right()) {
      fail("the reference is no forest: {}", verdict_.complaints().front());
    }
    const Number total = weigh(answer);
    if (!verdict_.right()) {
      return std::move(verdict_);
    }
    if (answer.size() != reference.size()) {
      verdict_.wrong([&] {
        return fmt::format("the forest has {} edges; the reference has {}", answer.size(),
                           reference.size());
      });
    }
    if (!lengths_.same(total, right, size_)) {
      verdict_.wrong([&] {
        return fmt::format("the forest weighs {}; the reference weighs {}", total, right);
      });
    }
    summarize(answer, total);
    return std::move(verdict_);
  }

private:
  /// Returns the weight of a forest. Complains about edges that are not in the graph and about
  /// cycles.
  Number weigh(const std::vector<ForestEdge>& forest) {
    Joined joined(graph_.numNodes());
    Number total = 0;
    for (const ForestEdge& edge : forest) {
      const std::optional<Number> weight = weightOf(edge);
      if (weight) {
        total = lengths_.sum(total, *weight);
        size_ += std::abs(static_cast<double>(*weight));
      }
      if (weight && !joined.join(edge.from, edge.to)) {
        verdict_.wrong([&] {
          return fmt::format("the edge {} - {} closes a cycle", options_.called(edge.from),
                             options_.called(edge.to));
        });
      }
    }
    joined_ = std::move(joined);
    if (total == Lengths::kNone) {
      fail("the weight of the forest exceeds 64 bits; scale the weights down");
    }
    return total;
  }

  /// Returns the edge's weight in the graph: the one that the answer states, else the lightest.
  std::optional<Number> weightOf(const ForestEdge& edge) {
    std::optional<Number> lightest;
    std::optional<Number> claimed;
    for (const auto& [from, to] : {std::pair(edge.from, edge.to), std::pair(edge.to, edge.from)}) {
      const auto [first, last] = arcsBetween(graph_, from, to);
      for (std::uint64_t arc = first; arc < last; ++arc) {
        const Number weight = lengths_.ofArc(graph_, arc);
        if (!lightest || weight < *lightest) {
          lightest = weight;
        }
        if (edge.weight &&
            RealLengths(Lengths::kPrinted).same(static_cast<double>(weight), *edge.weight)) {
          claimed = weight;
        }
      }
    }
    if (!lightest) {
      verdict_.wrong([&] {
        return fmt::format("the graph has no edge {} - {}", options_.called(edge.from),
                           options_.called(edge.to));
      });
    } else if (edge.weight && !claimed) {
      verdict_.wrong([&] {
        return fmt::format("the edge {} - {} has no weight {} in the graph; its lightest is {}",
                           options_.called(edge.from), options_.called(edge.to), *edge.weight,
                           *lightest);
      });
    }
    return edge.weight ? claimed : lightest;
  }

  struct WeightedEdge {
    Number weight;
    std::uint32_t from;
    std::uint32_t to;
  };

  /// Returns the number of edges and the weight of a lightest spanning forest.
  std::pair<std::uint64_t, Number> kruskal() const {
    std::vector<WeightedEdge> edges;
    for (std::uint64_t tail = 0; tail < graph_.numNodes(); ++tail) {
      for (std::uint64_t arc = graph_.offsets[tail]; arc < graph_.offsets[tail + 1]; ++arc) {
        const auto from = static_cast<std::uint32_t>(tail);
        const std::uint32_t to = graph_.dst[arc];
        const std::uint64_t weight = graph_.weights.empty() ? 0 : graph_.weights[arc];
        // An arc whose reverse has been visited is the same edge.
        if (from == to || (from > to && hasArc(graph_, to, from, weight))) {
          continue;
        }
        edges.push_back({lengths_.ofArc(graph_, arc), from, to});
      }
    }
    std::sort(edges.begin(), edges.end(),
              [](const WeightedEdge& a, const WeightedEdge& b) { return a.weight < b.weight; });
    Joined joined(graph_.numNodes());
    std::uint64_t count = 0;
    Number total = 0;
    for (const WeightedEdge& edge : edges) {
      if (!joined.join(edge.from, edge.to)) {
        continue;
      }
      ++count;
      total = lengths_.sum(total, edge.weight);
    }
    return {count, total};
  }

  /// Complains about two nodes that the graph joins and the forest does not.
  void complainApart() {
    for (std::uint64_t tail = 0; tail < graph_.numNodes(); ++tail) {
      for (std::uint64_t arc = graph_.offsets[tail]; arc < graph_.offsets[tail + 1]; ++arc) {
        if (joined_.join(static_cast<std::uint32_t>(tail), graph_.dst[arc])) {
          verdict_.wrong([&] {
            return fmt::format("nodes {} and {} are joined in the graph and not in the forest",
                               options_.called(tail), options_.called(graph_.dst[arc]));
          });
        }
      }
    }
  }

  void summarize(const std::vector<ForestEdge>& answer, Number total) {
    verdict_.summarize(fmt::format("a lightest spanning forest: {} edges, {} trees, weight {}",
                                   answer.size(), graph_.numNodes() - answer.size(), total));
  }

  const Graph& graph_;
  const CheckOptions& options_;
  Lengths lengths_;
  Verdict verdict_;
  Joined joined_{0};
  double size_ = 0; // sum of the absolute weights of edges, to which the error of a sum is relative
};

template <typename Use>
Verdict withLengths(const Graph& graph, const CheckOptions& options, Use&& use) {
  if (graph.weights.type() == WeightType::kSigned) {
    return use(ForestCheck<SignedLengths>(graph, options));
  }
  if (wholeWeights(graph)) {
    return use(ForestCheck<WholeLengths>(graph, options));
  }
  return use(ForestCheck<RealLengths>(graph, options));
}

} // namespace

std::vector<ForestEdge> readForest(InputFile& file, const NodeNames& names) {
  TextScanner text(file);
  std::vector<ForestEdge> edges;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Fields fields(text, line, "an edge of a forest is \"U V\" or \"U V WEIGHT\"");
    ForestEdge edge;
    edge.from = names.read(text, fields, "node");
    edge.to = names.read(text, fields, "node");
    if (!fields.atEnd()) {
      edge.weight = fields.real("weight");
    }
    fields.expectEnd();
    edges.push_back(edge);
  }
  return edges;
}

Verdict checkForest(const Graph& graph, const std::vector<ForestEdge>& answer,
                    const CheckOptions& options) {
  return withLengths(graph, options, [&](auto check) { return check.check(answer); });
}

Verdict compareForests(const Graph& graph, const std::vector<ForestEdge>& answer,
                       const std::vector<ForestEdge>& reference, const CheckOptions& options) {
  return withLengths(graph, options, [&](auto check) { return check.compare(answer, reference); });
}

} // namespace galois::inputs
