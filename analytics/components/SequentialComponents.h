/**
 * Components on one thread: weak ones by disjoint sets, edge by edge, and strong ones by one
 * depth-first search.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "ComponentsProblem.h"
#include "NodeTrees.h"
#include "SampledUnion.h"
#include "galois/runtime/report/TaskProgress.h"

namespace components {

using galois::runtime::TaskProgress;

/// Fills in the labels of weak components.
/// @throws galois::substrate::Cancelled
inline UnionCounts sequentialUnion(const Problem& problem) {
  const Graph& graph = problem.graph;
  for (std::size_t node = 0; node < graph.size(); ++node) {
    problem.labels[node] = static_cast<Node>(node);
  }
  const NodeTrees<Access::kAlone> trees(problem.labels.data());
  for (std::size_t place = 0; place < graph.size(); ++place) {
    const auto node = static_cast<Node>(place);
    for (const auto& edge : graph.edges(node)) {
      trees.join(node, edge.dst);
    }
    if (place % TaskProgress::kSteps == TaskProgress::kSteps - 1) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
  }
  UnionCounts counts{graph.sizeEdges(), 0, 0};
  for (std::size_t node = 0; node < graph.size(); ++node) {
    counts.components += trees.flatten(static_cast<Node>(node)) ? 1 : 0;
  }
  return counts;
}

/**
 * Finds strong components by Tarjan's search, in Pearce's form [Pearce, "A Space-Efficient Algorithm
 * for Finding Strongly Connected Components", IPL 116, 2016]. It keeps its own stack, because paths
 * may be as long as the graph has nodes.
 *
 * A node that has been found and belongs to no component yet has an index: at first the number of
 * such nodes, later the least index that its edges have led to. A node that keeps its own is the
 * first of its component. The rest of the component are the nodes on the stack of waiting nodes with
 * no lower an index.
 */
class StrongSearch {
public:
  explicit StrongSearch(const Problem& problem)
      : graph_(problem.graph), labels_(problem.labels), order_(problem.order),
        indices_(problem.graph.size(), kNew) {}

  /// Fills in the labels, and returns the number of components.
  /// @throws galois::substrate::Cancelled
  std::uint64_t run() {
    for (std::size_t node = 0; node < graph_.size(); ++node) {
      if (indices_[node] == kNew) {
        searchFrom(static_cast<Node>(node));
      }
    }
    return components_;
  }

private:
  static constexpr Node kNew = 0;
  static constexpr Node kDone = std::numeric_limits<Node>::max(); ///< has a component

  /// A node on the path of the search, and its next edge.
  struct Step {
    Node node;
    bool first; ///< no edge has led to a lower index so far
    const Graph::Edge* edge;
  };

  void enter(Node node) {
    indices_[node] = ++active_;
    path_.push_back({node, true, graph_.rowBegin(node)});
    if (++entered_ % TaskProgress::kSteps == 0) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
  }

  void searchFrom(Node start) {
    enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.edge != graph_.rowEnd(step.node)) {
        const Node to = step.edge->dst;
        if (indices_[to] == kNew) {
          enter(to); // its edge is looked at again when it has been left
        } else {
          ++step.edge;
          if (indices_[to] < indices_[step.node]) {
            indices_[step.node] = indices_[to];
            step.first = false;
          }
        }
        continue;
      }
      const Step left = step;
      path_.pop_back();
      if (left.first) {
        complete(left.node);
      } else {
        waiting_.push_back(left.node);
      }
    }
  }

  /// Labels the component of which `first` was found first.
  void complete(Node first) {
    std::size_t begin = waiting_.size();
    Node lowest = first;
    while (begin > 0 && indices_[waiting_[begin - 1]] >= indices_[first]) {
      lowest = std::min(lowest, waiting_[--begin]);
    }
    waiting_.push_back(first);
    for (std::size_t i = begin; i < waiting_.size(); ++i) {
      labels_[waiting_[i]] = lowest;
      indices_[waiting_[i]] = kDone;
    }
    active_ -= static_cast<Node>(waiting_.size() - begin);
    waiting_.resize(begin);
    if (order_ != nullptr) {
      order_->push_back(lowest);
    }
    ++components_;
  }

  const Graph& graph_;
  Labels& labels_;
  std::vector<Node>* const order_; ///< receives the label of each component when it is complete
  std::vector<Node> indices_;
  std::vector<Step> path_;
  std::vector<Node> waiting_; ///< left, and not in a component yet
  Node active_ = 0;           ///< nodes with an index
  std::uint64_t entered_ = 0, components_ = 0;
};

} // namespace components
