#include "inputs/transform/Reorder.h"

#include "inputs/Error.h"
#include "inputs/transform/Symmetrize.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace galois::inputs {

namespace {

std::vector<std::uint32_t> identity(std::uint64_t nodes) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

std::vector<std::uint32_t> bfsOrder(const Graph& graph) {
  std::vector<std::uint32_t> order;
  std::vector<bool> met(graph.numNodes());
  order.reserve(graph.numNodes());
  const auto meet = [&](std::uint32_t node) {
    if (met[node]) {
      return;
    }
    met[node] = true;
    order.push_back(node);
  };
  std::uint64_t next = 0;
  for (std::uint32_t start = 0; start < graph.numNodes(); ++start) {
    meet(start);
    for (; next < order.size(); ++next) {
      for (std::uint64_t arc = graph.offsets[order[next]];
           arc < graph.offsets[order[next] + std::uint64_t{1}]; ++arc) {
        meet(graph.dst[arc]);
      }
    }
  }
  return order;
}

std::vector<std::uint32_t> degreeOrder(const Graph& graph) {
  std::vector<std::uint32_t> order = identity(graph.numNodes());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return graph.degree(a) > graph.degree(b);
  });
  return order;
}

std::vector<std::uint32_t> rcmOrder(const Graph& graph) {
  // Boost's sparse rows are the same arrays as ours, so they are moved rather than copied.
  boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                     boost::no_property, std::uint32_t, std::uint64_t>
      rows;
  {
    Graph twoWay;
    twoWay.offsets = graph.offsets;
    twoWay.dst = graph.dst;
    symmetrize(twoWay);
    rows.m_forward.m_rowstart.swap(twoWay.offsets);
    rows.m_forward.m_column.swap(twoWay.dst);
  }
  std::vector<std::uint32_t> order;
  order.reserve(graph.numNodes());
  boost::cuthill_mckee_ordering(rows, std::back_inserter(order));
  std::reverse(order.begin(), order.end());
  return order;
}

template <typename T>
void permute(std::vector<T>& values, const std::vector<std::uint32_t>& order) {
  if (values.empty()) {
    return;
  }
  std::vector<T> moved(values.size());
  for (std::uint64_t i = 0; i < order.size(); ++i) {
    moved[i] = values[order[i]];
  }
  values = std::move(moved);
}

} // namespace

NodeOrder nodeOrderNamed(std::string_view name) {
  if (name == "bfs") {
    return NodeOrder::kBfs;
  }
  if (name == "rcm") {
    return NodeOrder::kRcm;
  }
  if (name == "degree") {
    return NodeOrder::kDegree;
  }
  failUsage("there is no order \"{}\"; choose one of bfs, rcm, degree", name);
}

std::vector<std::uint32_t> orderOf(const Graph& graph, NodeOrder order) {
  switch (order) {
  case NodeOrder::kBfs:
    return bfsOrder(graph);
  case NodeOrder::kRcm:
    return rcmOrder(graph);
  case NodeOrder::kDegree:
    break;
  }
  return degreeOrder(graph);
}

void renumber(Graph& graph, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> newId(order.size());
  for (std::uint64_t i = 0; i < order.size(); ++i) {
    newId[order[i]] = static_cast<std::uint32_t>(i);
  }

  Graph moved;
  moved.offsets.reserve(graph.offsets.size());
  moved.dst.resize(graph.numArcs());
  moved.weights.assign(graph.weights.empty() ? 0 : graph.numArcs(), graph.weights.bytes(),
                       graph.weights.type());
  std::uint64_t to = 0;
  for (const std::uint32_t node : order) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + std::uint64_t{1}];
         ++arc, ++to) {
      moved.dst[to] = newId[graph.dst[arc]];
      if (!graph.weights.empty()) {
        moved.weights.set(to, graph.weights[arc]);
      }
    }
    moved.offsets.push_back(to);
  }
  graph.offsets = std::move(moved.offsets);
  graph.dst = std::move(moved.dst);
  graph.weights = std::move(moved.weights);
  permute(graph.coords, order);
  permute(graph.ids, order);
  if (!graph.names.empty()) {
    graph.names = graph.names.permuted(order);
  }
}

} // namespace galois::inputs
