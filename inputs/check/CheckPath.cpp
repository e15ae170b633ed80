#include "inputs/Error.h"
#include "inputs/check/Checks.h"
#include "inputs/check/Lengths.h"
#include "inputs/transform/SortArcs.h"

#include <functional>
#include <queue>

namespace galois::inputs {

namespace {

using Path = std::vector<std::uint32_t>;

template <typename Lengths>
class PathCheck {
  using Number = typename Lengths::Number;

public:
  PathCheck(const Graph& graph, const CheckOptions& options)
      : graph_(graph), options_(options), lengths_(options.tolerance), verdict_(options.shown) {}

  Verdict check(const Path& path) {
    checkEnds(path);
    const Number length = follow(path);
    if (verdict_.right()) {
      const Number least = shortest(path.front(), path.back());
      if (!lengths_.same(length, least)) {
        verdict_.wrong([&] {
          return fmt::format("the path from node {} to {} is {} long, and one of {} exists",
                             options_.called(path.front()), options_.called(path.back()), length,
                             least);
        });
      }
    }
    summarize("a shortest path", path, length);
    return std::move(verdict_);
  }

  Verdict compare(const Path& path, const Path& reference) {
    const Number right = follow(reference);
    if (!verdict_.right()) {
      fail("the reference is no path: {}", verdict_.complaints().front());
    }
    checkEnds(path);
    const Number length = follow(path);
    if (path.front() != reference.front() || path.back() != reference.back()) {
      verdict_.wrong([&] {
        return fmt::format("the path goes from node {} to {}; the reference goes from {} to {}",
                           options_.called(path.front()), options_.called(path.back()),
                           options_.called(reference.front()), options_.called(reference.back()));
      });
    } else if (verdict_.right() && !lengths_.same(length, right)) {
      verdict_.wrong([&] {
        return fmt::format("the path is {} long; the reference is {} long", length, right);
      });
    }
    summarize("a path as long as the reference", path, length);
    return std::move(verdict_);
  }

private:
  void checkEnds(const Path& path) {
    if (options_.source && *options_.source != path.front()) {
      verdict_.wrong([&] {
        return fmt::format("the path starts at node {}; it should start at {}",
                           options_.called(path.front()), options_.called(*options_.source));
      });
    }
    if (options_.target && *options_.target != path.back()) {
      verdict_.wrong([&] {
        return fmt::format("the path ends at node {}; it should end at {}",
                           options_.called(path.back()), options_.called(*options_.target));
      });
    }
  }

  /// Returns the length of a path, over the lightest of parallel arcs. Complains about steps
  /// without an arc.
  Number follow(const Path& path) {
    Number length = 0;
    for (size_t i = 1; i < path.size(); ++i) {
      const auto [first, last] = arcsBetween(graph_, path[i - 1], path[i]);
      if (first < last) {
        length = lengths_.sum(length, lengths_.ofArc(graph_, first));
        continue;
      }
      verdict_.wrong([&] {
        return fmt::format("step {} goes from node {} to {}, and no arc does", i,
                           options_.called(path[i - 1]), options_.called(path[i]));
      });
    }
    return length;
  }

  /// Computes the distance by Dijkstra's algorithm, until the target is settled.
  Number shortest(std::uint32_t source, std::uint32_t target) const {
    using Entry = std::pair<Number, std::uint32_t>;
    std::vector<Number> distance(graph_.numNodes(), Lengths::kNone);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    distance[source] = 0;
    open.emplace(0, source);
    while (!open.empty() && open.top().second != target) {
      const auto [reached, node] = open.top();
      open.pop();
      if (reached != distance[node]) {
        continue;
      }
      for (std::uint64_t arc = graph_.offsets[node]; arc < graph_.offsets[node + std::uint64_t{1}];
           ++arc) {
        const Number next = lengths_.sum(reached, lengths_.ofArc(graph_, arc));
        if (next >= distance[graph_.dst[arc]]) {
          continue;
        }
        distance[graph_.dst[arc]] = next;
        open.emplace(next, graph_.dst[arc]);
      }
    }
    return distance[target];
  }

  void summarize(const char* what, const Path& path, Number length) {
    verdict_.summarize(fmt::format("{} from node {} to {}: {} arcs, length {}", what,
                                   options_.called(path.front()), options_.called(path.back()),
                                   path.size() - 1, length));
  }

  const Graph& graph_;
  const CheckOptions& options_;
  Lengths lengths_;
  Verdict verdict_;
};

template <typename Use>
Verdict withPathLengths(const Graph& graph, const CheckOptions& options, Use&& use) {
  requirePathWeights(graph, options);
  if (wholeWeights(graph)) {
    return use(PathCheck<WholeLengths>(graph, options));
  }
  return use(PathCheck<RealLengths>(graph, options));
}

} // namespace

std::vector<std::uint32_t> readPath(InputFile& file, const NodeNames& names) {
  TextScanner text(file);
  std::vector<std::uint32_t> path;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Fields fields(text, line, "a path is a list of nodes");
    while (!fields.atEnd()) {
      path.push_back(names.read(text, fields, "node"));
    }
  }
  if (path.empty()) {
    fail("{} has no node; a path has one at least", file.name());
  }
  return path;
}

Verdict checkPath(const Graph& graph, const std::vector<std::uint32_t>& answer,
                  const CheckOptions& options) {
  return withPathLengths(graph, options, [&](auto check) { return check.check(answer); });
}

Verdict comparePaths(const Graph& graph, const std::vector<std::uint32_t>& answer,
                     const std::vector<std::uint32_t>& reference, const CheckOptions& options) {
  return withPathLengths(graph, options,
                         [&](auto check) { return check.compare(answer, reference); });
}

} // namespace galois::inputs
