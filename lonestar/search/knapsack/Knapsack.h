/**
 * The 0-1 knapsack problem by branch and bound: items of the largest total profit whose total
 * weight does not exceed the capacity. Items are ordered by density (profit per weight), the
 * densest first. A node is a set of items. Its children add one item each, from those that come
 * after its last item and still fit. The bound fills the remaining capacity with the densest of the
 * remaining items. The last of these items may be used in part (Dantzig 1957). The bound decreases
 * from child to child, so a level ends at the first child whose bound is no better than the best
 * profit so far.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "galois/substrate/Charge.h"

namespace lonestar::search {

/// Products of two numbers of 64 bits.
__extension__ using WideProduct = __int128;

/// The largest number of items.
inline constexpr std::size_t kMostItems = 2048;

/// An item. Both numbers are positive, and their sums over all items fit in 63 bits.
struct KnapsackItem {
  std::int64_t profit;
  std::int64_t weight;
};

/// A problem with its items in the order of their density.
struct KnapsackSpace {
  std::vector<KnapsackItem> items;
  std::vector<std::uint32_t> original; ///< the number that an item had before
  std::int64_t capacity = 0;
  std::vector<std::int64_t> profits; ///< sums over the items before each, and over all
  std::vector<std::int64_t> weights; ///< the same for weights

  KnapsackSpace(const std::vector<KnapsackItem>& given, std::int64_t limit)
      : original(given.size()), capacity(limit), profits(1, 0), weights(1, 0) {
    std::iota(original.begin(), original.end(), 0u);
    std::stable_sort(original.begin(), original.end(), [&](std::uint32_t a, std::uint32_t b) {
      return WideProduct{given[a].profit} * given[b].weight >
             WideProduct{given[b].profit} * given[a].weight;
    });
    for (const std::uint32_t item : original) {
      items.push_back(given[item]);
      profits.push_back(profits.back() + given[item].profit);
      weights.push_back(weights.back() + given[item].weight);
    }
  }

  /// Returns an upper bound of the profit that items from `first` on add in a capacity of `room`.
  std::int64_t fill(std::size_t first, std::int64_t room) const {
    constexpr unsigned kNs = 50; // on simulated machines, an estimate
    galois::substrate::charge(galois::substrate::Work::kUnit, kNs);
    // The items [first, last) fit completely.
    const auto begin = weights.begin() + static_cast<std::ptrdiff_t>(first) + 1;
    const std::int64_t most = weights[first] + std::min(room, weights.back() - weights[first]);
    const auto last = static_cast<std::size_t>(std::upper_bound(begin, weights.end(), most) -
                                               weights.begin() - 1);
    std::int64_t sum = profits[last] - profits[first];
    if (last < items.size()) {
      const std::int64_t rest = room - (weights[last] - weights[first]);
      sum += static_cast<std::int64_t>(WideProduct{rest} * items[last].profit / items[last].weight);
    }
    return sum;
  }
};

/// A set of items that fit.
struct KnapsackNode {
  std::int64_t profit = 0;
  std::int64_t room = 0;  ///< capacity that is left
  std::int64_t bound = 0; ///< no set of the subtree has more profit
  std::uint32_t next = 0; ///< the items from here on may be added
  std::array<std::uint64_t, kMostItems / 64> taken{};

  /// Returns the empty set.
  static KnapsackNode root(const KnapsackSpace& space) {
    KnapsackNode node;
    node.room = space.capacity;
    node.bound = space.fill(0, space.capacity);
    return node;
  }
};

/// The Lazy Node Generator.
class KnapsackChildren {
public:
  using Space = KnapsackSpace;
  using Node = KnapsackNode;

  KnapsackChildren(const Space& space, const Node& parent)
      : space_(space), parent_(parent), item_(parent.next) {
    for (std::size_t i = item_; i < space.items.size(); ++i) {
      count_ += space.items[i].weight <= parent.room ? 1 : 0;
    }
    skip();
  }

  std::size_t numChildren() const { return count_; }

  /// Returns the bound of the next child.
  std::int64_t nextBound() const {
    const KnapsackItem& item = space_.items[item_];
    return parent_.profit + item.profit + space_.fill(item_ + 1, parent_.room - item.weight);
  }

  Node next() {
    Node child = parent_;
    child.bound = nextBound();
    child.profit += space_.items[item_].profit;
    child.room -= space_.items[item_].weight;
    child.taken[item_ / 64] |= std::uint64_t{1} << (item_ % 64);
    child.next = static_cast<std::uint32_t>(++item_);
    skip();
    return child;
  }

private:
  /// Goes on to the next item that fits.
  void skip() {
    while (item_ < space_.items.size() && space_.items[item_].weight > parent_.room) {
      ++item_;
    }
  }

  const Space& space_;
  const Node& parent_;
  std::size_t item_;
  std::size_t count_ = 0;
};

/// The total profit.
struct MostProfit {
  using Value = std::int64_t;
  static constexpr bool kPruneLevel = true;
  Value objective(const KnapsackSpace& /*space*/, const KnapsackNode& node) const {
    return node.profit;
  }
  Value bound(const KnapsackSpace& /*space*/, const KnapsackNode& node) const { return node.bound; }
  bool better(Value a, Value b) const { return a > b; }
};

} // namespace lonestar::search
