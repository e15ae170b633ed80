/**
 * Reduces the number of colours where that is cheap. First it colours the dense core again
 * (DenseCore.h), if the core is small and that helps; the order in which tasks ran then matters
 * little. Then it empties the highest colour by moving its nodes to other colours, one by one, with
 * the help of Kempe chains. It stops when a node cannot be moved or when the effort is spent.
 *
 * A Kempe chain of colours a and b is everything that can be reached from a node over nodes of
 * these two colours. Exchanging a and b in a chain keeps the colouring valid. Take the chains that
 * begin at a node's neighbours of colour a. If they contain none of its neighbours of colour b, the
 * exchange makes a available to the node.
 *
 * Runs on one thread. The effort is bounded: each of the two steps visits about 10 million ends of
 * edges, and a colour that many nodes have is not emptied by Kempe chains.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ColorProblem.h"
#include "DenseCore.h"
#include "SequentialColoring.h"

namespace color {

class FewerColors {
public:
  explicit FewerColors(const Problem& problem) : graph_(problem.graph), colors_(problem.colors) {}

  /// Lowers the number of colours as far as the effort allows.
  void run() {
    left_ = kEffort;
    while (left_ > 0 && colorCore()) {
    }
    left_ = kEffort;
    emptyHighest();
  }

private:
  static constexpr std::uint64_t kEffort = 10'000'000; ///< ends of edges that each step visits
  static constexpr std::size_t kMostMembers = 1000;
  static constexpr std::size_t kLongestChain = 2000;
  /// The cost of running DSATUR on a core, as a number of greedy passes over the core.
  static constexpr unsigned kDsaturPasses = 5;
  /// The number of passes in a row without an improvement after which the core is left as it is.
  static constexpr unsigned kIdlePasses = 60;

  /// Returns the least k, from half the number of colours up, whose k-core is certainly small
  /// enough. Returns the number of colours if there is no such k.
  std::uint64_t smallCore(std::uint64_t count) const {
    std::vector<std::uint64_t> ends(count); // of edges, by degree; the last: all others
    for (std::size_t n = 0; n < graph_.size(); ++n) {
      const std::uint64_t degree = graph_.degree(static_cast<Node>(n));
      ends[std::min(degree, count - 1)] += degree;
    }
    std::uint64_t k = count;
    for (std::uint64_t sum = 0; k > count / 2; --k) {
      sum += ends[k - 1];
      if (sum > kEffort / kDsaturPasses) {
        break;
      }
    }
    return k;
  }

  /// Colours the core again. Returns true if the core took so few colours that a larger core now
  /// decides the number.
  bool colorCore() {
    const std::uint64_t before = countColors(colors_);
    const std::uint64_t k = smallCore(before);
    if (k == before || before <= 2) {
      return false;
    }
    const DenseCore core(graph_, k);
    CoreColoring coloring(core);
    left_ -= std::min(left_, kDsaturPasses * core.numEnds());
    std::uint64_t count = coloring.count();
    for (unsigned turn = 0, idle = 0; count > k && idle < kIdlePasses && left_ > 0; ++turn) {
      coloring.again(turn);
      left_ -= std::min(left_, core.numEnds());
      idle = coloring.count() < count ? 0 : idle + 1;
      count = coloring.count();
    }
    if (std::max(k, count) >= before) {
      return false;
    }
    for (std::size_t n = 0; n < core.size(); ++n) {
      colors_[core.original(static_cast<Node>(n))] = coloring[static_cast<Node>(n)];
    }
    core.colorRest(colors_);
    return count <= k;
  }

  void emptyHighest() {
    if (colors_.empty()) {
      return;
    }
    Color top = *std::max_element(colors_.begin(), colors_.end());
    while (top > 0 && left_ > 0) {
      std::vector<Node> members;
      for (std::size_t n = 0; n < colors_.size() && members.size() <= kMostMembers; ++n) {
        if (colors_[n] == top) {
          members.push_back(static_cast<Node>(n));
        }
      }
      if (members.size() > kMostMembers) {
        return;
      }
      // The chains of one member never recolour another one: chains consist of lower colours.
      for (const Node member : members) {
        if (!moveBelow(member, top)) {
          return;
        }
      }
      --top;
    }
  }

  /// Gives `node` a colour below `top`, its present colour. Returns false if none could be made
  /// available.
  bool moveBelow(Node node, Color top) {
    around_.assign(top, 0);
    look(node);
    for (const auto& edge : graph_.row(node)) {
      if (colors_[edge.dst] < top) {
        ++around_[colors_[edge.dst]];
      }
    }
    order_.resize(top);
    for (Color c = 0; c < top; ++c) {
      order_[c] = c;
    }
    // The fewer neighbours have a colour, the easier it is to make it available.
    std::sort(order_.begin(), order_.end(),
              [this](Color a, Color b) { return around_[a] < around_[b]; });
    for (const Color a : order_) {
      if (around_[a] == 0) {
        colors_[node] = a;
        return true;
      }
      for (Color b = 0; b < top && left_ > 0; ++b) {
        if (a != b && freeByExchange(node, a, b)) {
          colors_[node] = a;
          return true;
        }
      }
    }
    return false;
  }

  /// Gives colour b to all neighbours of `node` that have colour a, by exchanging chains. Returns
  /// false if the chains do not allow it.
  bool freeByExchange(Node node, Color a, Color b) {
    if (marks_.empty()) {
      marks_.assign(colors_.size(), 0);
    }
    ++mark_;
    chain_.clear();
    look(node);
    for (const auto& edge : graph_.row(node)) {
      if (colors_[edge.dst] == a) {
        marks_[edge.dst] = mark_;
        chain_.push_back(edge.dst);
      } else if (colors_[edge.dst] == b) {
        marks_[edge.dst] = mark_ + 1; // the chains must not contain it
      }
    }
    ++mark_;
    for (std::size_t i = 0; i < chain_.size(); ++i) {
      const Color other = colors_[chain_[i]] == a ? b : a;
      look(chain_[i]);
      for (const auto& edge : graph_.row(chain_[i])) {
        if (colors_[edge.dst] != other || marks_[edge.dst] == mark_ - 1) {
          continue;
        }
        if (marks_[edge.dst] == mark_ || chain_.size() == kLongestChain) {
          return false;
        }
        marks_[edge.dst] = mark_ - 1;
        chain_.push_back(edge.dst);
      }
    }
    for (const Node member : chain_) {
      colors_[member] = colors_[member] == a ? b : a;
    }
    return true;
  }

  /// Subtracts the length of the node's row from the effort that is left.
  void look(Node node) { left_ -= std::min(left_, graph_.degree(node)); }

  const Graph& graph_;
  galois::LargeArray<Color>& colors_;
  std::uint64_t left_ = 0;            ///< ends of edges that may still be visited
  std::vector<std::uint32_t> around_; ///< number of neighbours of each colour
  std::vector<Color> order_;
  std::vector<std::uint64_t> marks_; ///< mark_ - 1: in a chain; mark_: must not be in one
  std::uint64_t mark_ = 0;
  std::vector<Node> chain_;
};

} // namespace color
