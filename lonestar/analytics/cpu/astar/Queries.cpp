#include "Queries.h"

#include <charconv>
#include <cmath>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "inputs/formats/Formats.h"
#include "inputs/formats/GridScenario.h"
#include "inputs/generate/CounterRandom.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"

namespace astar {

namespace {

using galois::inputs::GridMap;
using galois::inputs::InputFile;

std::vector<Query> readPairs(InputFile& file, std::uint64_t nodes,
                             const galois::inputs::NodeIdMap& names) {
  std::vector<Query> queries;
  galois::inputs::TextScanner text(file);
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    galois::inputs::Fields fields(text, line, "a query is \"SOURCE TARGET\", two nodes from 0");
    Query query;
    query.source = names.read(text, fields, "source", nodes);
    query.target = names.read(text, fields, "target", nodes);
    fields.expectEnd();
    query.name = fmt::format("{}:{}", file.name(), text.lineNumber());
    queries.push_back(std::move(query));
  }
  return queries;
}

std::vector<Query> readScenario(InputFile& file, const GridMap* map) {
  if (map == nullptr) {
    throw lonestar::AppError(file.name() +
                             " asks about a grid map and the graph is none: give its .map file");
  }
  const auto scenario = galois::inputs::readGridScenario(file);
  galois::inputs::checkScenario(*map, scenario, file.name());
  std::vector<Query> queries;
  queries.reserve(scenario.size());
  for (const auto& query : scenario) {
    queries.push_back({map->node(query.startX, query.startY), map->node(query.goalX, query.goalY),
                       fmt::format("{}:{}", file.name(), query.line), query.optimal,
                       query.rounding});
  }
  return queries;
}

/// Returns the nodes of the largest weakly connected component; among equals, the one with the
/// least node.
std::vector<Node> largestComponent(const Graph& graph) {
  std::vector<Node> leader(graph.size());
  std::iota(leader.begin(), leader.end(), Node{0});
  auto find = [&](Node node) {
    while (leader[node] != node) {
      node = leader[node] = leader[leader[node]];
    }
    return node;
  };
  for (const Node from : graph) {
    for (const auto& edge : graph.edges(from)) {
      const Node a = find(from), b = find(edge.dst);
      (a < b ? leader[b] : leader[a]) = std::min(a, b);
    }
  }
  std::vector<Node> sizes(graph.size());
  for (const Node node : graph) {
    ++sizes[find(node)];
  }
  const auto best = static_cast<Node>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
  std::vector<Node> members;
  members.reserve(sizes[best]);
  for (const Node node : graph) {
    if (find(node) == best) {
      members.push_back(node);
    }
  }
  return members;
}

std::vector<Query> drawPairs(std::string_view count, const Graph& graph, std::uint64_t seed) {
  std::uint32_t pairs = 0;
  const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), pairs);
  if (error != std::errc() || end != count.data() + count.size() || pairs == 0) {
    throw lonestar::UsageError(
        fmt::format("--queries=random:{}: random:K wants a number of queries from 1", count));
  }
  const std::vector<Node> nodes = largestComponent(graph);
  const galois::inputs::CounterRandom random(seed);
  std::vector<Query> queries;
  queries.reserve(pairs);
  for (std::uint64_t i = 0; i < pairs; ++i) {
    queries.push_back(
        {nodes[random.below(nodes.size(), 0, i)], nodes[random.below(nodes.size(), 1, i)], "", {}});
  }
  return queries;
}

} // namespace

std::vector<Query> readQueries(const std::string& spec, const Graph& graph,
                               const galois::inputs::NodeIdMap& names, const GridMap* map,
                               std::uint64_t seed) {
  constexpr std::string_view kRandom = "random:";
  if (spec.starts_with(kRandom)) {
    return drawPairs(std::string_view(spec).substr(kRandom.size()), graph, seed);
  }
  InputFile file(spec);
  const bool scenario = galois::inputs::firstTellingLine(file.peek()).starts_with("version");
  auto queries = scenario ? readScenario(file, map) : readPairs(file, graph.size(), names);
  if (queries.empty()) {
    throw lonestar::AppError(file.name() + ": there are no queries in it");
  }
  return queries;
}

std::string compareWithPublished(const Query& query, Distance length) {
  if (!query.optimal) {
    return "";
  }
  // A published length of 0 between two cells means that there is no path.
  const bool wantsPath = *query.optimal > 0 || query.source == query.target;
  if (!wantsPath && length == kInfinity) {
    return "";
  }
  // Published lengths have six digits or more, or two after the point; our diagonal steps are 2.5e-6
  // too short.
  const double ours = static_cast<double>(length) / GridMap::kStraight;
  const double tolerance = 1e-5 * *query.optimal + 1e-5 + query.rounding;
  if (wantsPath && length != kInfinity && std::abs(ours - *query.optimal) <= tolerance) {
    return "";
  }
  return fmt::format("{}: the published length is {}, this is {}", query.name,
                     wantsPath ? fmt::format("{}", *query.optimal) : "0 (no path)",
                     length == kInfinity ? "no path" : fmt::format("{:.5f}", ours));
}

} // namespace astar
