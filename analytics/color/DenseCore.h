/**
 * The part of a graph that decides how many colours it needs: its k-core. The k-core is what is
 * left after nodes with fewer than k neighbours have been removed until there are none. The removed
 * nodes find a colour below k afterwards, in the reverse order of removal, whatever the core's
 * colouring. So a colouring of the core with at least k colours extends to the graph with the same
 * number. Cores are small where graphs have few dense parts.
 *
 * CoreColoring colours the core by DSATUR. Then it repeats greedy passes in an order that keeps the
 * nodes of a colour together. Such a pass never takes more colours and often fewer [Culberson,
 * "Iterated Greedy Graph Coloring and the Difficulty Landscape", 1992].
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "ColorProblem.h"
#include "LeastFree.h"
#include "SequentialColoring.h"

namespace color {

class DenseCore {
public:
  /// Finds the k-core of `graph`, on one thread. Visits the rows of nodes of degree k or more, each
  /// at most three times.
  DenseCore(const Graph& graph, std::uint64_t k) : graph_(graph) {
    std::vector<Node> candidates;
    std::vector<Node> place(graph.size(), kNowhere);
    for (std::size_t n = 0; n < graph.size(); ++n) {
      const auto node = static_cast<Node>(n);
      if (graph.degree(node) >= k) {
        place[n] = static_cast<Node>(candidates.size());
        candidates.push_back(node);
      }
    }
    peel(candidates, place, k);
    copyRows(place);
  }

  /// @name The core as a graph of its own
  ///@{
  struct Edge {
    Node dst;
  };
  std::size_t size() const { return nodes_.size(); }
  std::uint64_t offset(std::size_t n) const { return offsets_[n]; }
  std::uint64_t degree(Node n) const { return offsets_[std::size_t{n} + 1] - offsets_[n]; }
  std::span<const Edge> row(Node n) const { return {edges_.data() + offsets_[n], degree(n)}; }
  std::uint64_t numEnds() const { return edges_.size(); }
  ///@}

  /// Returns the number that a node of the core has in the graph.
  Node original(Node n) const { return nodes_[n]; }
  /// Colours all nodes outside the core. The nodes of the core must have their colours.
  template <typename Colors>
  void colorRest(Colors& colors) const {
    std::vector<bool> inside(graph_.size());
    for (const Node node : nodes_) {
      inside[node] = true;
    }
    for (std::size_t n = 0; n < graph_.size(); ++n) {
      colors[n] = inside[n] ? colors[n] : kUncolored;
    }
    LeastFree leastFree(greatestDegree(graph_));
    const auto colorOf = [&](Node node) { return colors[node]; };
    for (auto node = peeled_.rbegin(); node != peeled_.rend(); ++node) {
      colors[*node] = leastFree(graph_.row(*node), colorOf);
    }
    for (std::size_t n = 0; n < graph_.size(); ++n) {
      if (colors[n] == kUncolored) {
        colors[n] = leastFree(graph_.row(static_cast<Node>(n)), colorOf);
      }
    }
  }

private:
  static constexpr Node kNowhere = kUncolored;

  /// Divides `candidates`, the only nodes that can be in the core, into nodes_ and peeled_.
  /// Afterwards `place` maps each node to its index in nodes_.
  void peel(const std::vector<Node>& candidates, std::vector<Node>& place, std::uint64_t k) {
    std::vector<std::uint64_t> left(candidates.size());
    std::vector<bool> gone(candidates.size());
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const auto row = graph_.row(candidates[c]);
      left[c] = static_cast<std::uint64_t>(std::count_if(
          row.begin(), row.end(), [&](const auto& edge) { return place[edge.dst] != kNowhere; }));
      if (left[c] < k) {
        gone[c] = true;
        peeled_.push_back(candidates[c]);
      }
    }
    for (std::size_t i = 0; i < peeled_.size(); ++i) {
      for (const auto& edge : graph_.row(peeled_[i])) {
        const Node near = place[edge.dst];
        if (near != kNowhere && !gone[near] && --left[near] < k) {
          gone[near] = true;
          peeled_.push_back(edge.dst);
        }
      }
    }
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      place[candidates[c]] = gone[c] ? kNowhere : static_cast<Node>(nodes_.size());
      if (!gone[c]) {
        nodes_.push_back(candidates[c]);
      }
    }
  }

  void copyRows(const std::vector<Node>& place) {
    offsets_.push_back(0);
    for (const Node node : nodes_) {
      for (const auto& edge : graph_.row(node)) {
        if (place[edge.dst] != kNowhere) {
          edges_.push_back({place[edge.dst]});
        }
      }
      offsets_.push_back(edges_.size());
    }
  }

  const Graph& graph_;
  std::vector<Node> nodes_;  ///< the nodes of the core
  std::vector<Node> peeled_; ///< other nodes of degree k or more, in order of removal
  std::vector<std::uint64_t> offsets_;
  std::vector<Edge> edges_;
};

/// A colouring of a core, which repeated passes improve.
class CoreColoring {
public:
  explicit CoreColoring(const DenseCore& core)
      : core_(core), colors_(core.size(), kUncolored), greatestDegree_(0) {
    for (std::size_t n = 0; n < core.size(); ++n) {
      greatestDegree_ = std::max(greatestDegree_, core.degree(static_cast<Node>(n)));
    }
    colorBySaturation(core, colors_);
  }

  std::uint64_t count() const { return countColors(colors_); }
  Color operator[](Node n) const { return colors_[n]; }

  /// Colours the core greedily once more, class by class of the current colours. `turn` selects the
  /// order of the classes: reversed, random, or largest first.
  void again(unsigned turn) {
    const std::size_t classes = count();
    std::vector<std::size_t> sizes(classes);
    for (const Color color : colors_) {
      ++sizes[color];
    }
    std::vector<Color> order(classes);
    std::iota(order.begin(), order.end(), Color{0});
    switch (turn % 3) {
    case 0:
      std::reverse(order.begin(), order.end());
      break;
    case 1:
      std::shuffle(order.begin(), order.end(), random_);
      break;
    default:
      std::stable_sort(order.begin(), order.end(),
                       [&](Color a, Color b) { return sizes[a] > sizes[b]; });
    }
    std::vector<std::size_t> place(classes);
    std::size_t end = 0;
    for (const Color color : order) {
      place[color] = end;
      end += sizes[color];
    }
    std::vector<Node> nodes(colors_.size());
    for (std::size_t n = 0; n < colors_.size(); ++n) {
      nodes[place[colors_[n]]++] = static_cast<Node>(n);
    }
    std::fill(colors_.begin(), colors_.end(), kUncolored);
    LeastFree leastFree(greatestDegree_);
    for (const Node node : nodes) {
      colors_[node] = leastFree(core_.row(node), [this](Node near) { return colors_[near]; });
    }
  }

private:
  const DenseCore& core_;
  std::vector<Color> colors_;
  std::uint64_t greatestDegree_;
  std::mt19937 random_{1};
};

} // namespace color
