/**
 * Makes do with fewer colours where that is easy. First colours the dense core anew (DenseCore.h),
 * if it is small and that helps: then the order in which nodes came matters little. Then empties
 * the highest colour by moving its nodes to others, one by one, with the help of Kempe chains,
 * until a node cannot be moved or the effort is spent.
 *
 * A Kempe chain of colours a and b is all that can be reached from a node over nodes of these two.
 * Exchanging a and b in it leaves the colouring right. If the chains that begin at a node's
 * neighbours of colour a hold none of its neighbours of colour b, the exchange frees a for the
 * node.
 *
 * One thread. The effort is bounded: each of both looks at 10 million ends of edges or so, and
 * Kempe chains leave a colour alone that many nodes have.
 */
#ifndef GALOIS_LONESTAR_COLOR_FEWERCOLORS_H
#define GALOIS_LONESTAR_COLOR_FEWERCOLORS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
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
  static constexpr std::uint64_t kEffort = 10'000'000; ///< ends of edges to look at
  static constexpr std::size_t kMostMembers = 1000;
  static constexpr std::size_t kLongestChain = 2000;
  /// What DSATUR on a core costs, in passes over it.
  static constexpr unsigned kDsaturPasses = 5;
  /// Passes in a row that win nothing before a core is left as it is.
  static constexpr unsigned kIdlePasses = 60;

  /// The least k, half the colours in use or more, of which the k-core is surely small enough; as
  /// many as there are colours if none is.
  std::uint64_t smallCore(std::uint64_t count) const {
    std::vector<std::uint64_t> ends(count); // of edges, by degree; the last: from there on
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

  /// Colours the core anew. True if that took so few colours that a larger core now decides.
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
      // Nodes that one member's chains have moved do not come up again: chains are of lower
      // colours.
      for (const Node member : members) {
        if (!moveBelow(member, top)) {
          return;
        }
      }
      --top;
    }
  }

  /// Gives `node` a colour below `top`, its own. False if no way was found.
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
    // Colours that few neighbours have are the easiest to free.
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

  /// Makes all neighbours of colour a have colour b, if chains allow it.
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
        marks_[edge.dst] = mark_ + 1; // must not be met
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

  /// Takes looking at the node's row off what is left.
  void look(Node node) { left_ -= std::min(left_, graph_.degree(node)); }

  const Graph& graph_;
  galois::LargeArray<Color>& colors_;
  std::uint64_t left_ = 0;            ///< ends of edges that may still be looked at
  std::vector<std::uint32_t> around_; ///< neighbours of each colour
  std::vector<Color> order_;
  std::vector<std::uint64_t> marks_; ///< mark_ - 1: in the chain; mark_: must not be
  std::uint64_t mark_ = 0;
  std::vector<Node> chain_;
};

} // namespace color

#endif
