/**
 * Checks sets of items by their sums, and the best profit of problems with a small capacity by
 * dynamic programming over weights. It shares nothing with the search.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "knapsack/Knapsack.h"

namespace lonestar::search {

/// Returns "" when the items are different, fit and have this profit, otherwise what is wrong.
inline std::string knapsackFault(const std::vector<KnapsackItem>& items, std::int64_t capacity,
                                 const std::vector<std::uint32_t>& taken, std::int64_t profit) {
  std::int64_t profits = 0, weights = 0;
  for (const std::uint32_t item : taken) {
    if (item >= items.size()) {
      return fmt::format("item {} does not exist", item);
    }
    profits += items[item].profit;
    weights += items[item].weight;
  }
  if (std::set<std::uint32_t>(taken.begin(), taken.end()).size() != taken.size()) {
    return "an item is taken twice";
  }
  if (weights > capacity) {
    return fmt::format("the items weigh {}, and the capacity is {}", weights, capacity);
  }
  return profits == profit ? "" : fmt::format("the items have profit {}, not {}", profits, profit);
}

/// Whether bestProfitByWeights() takes seconds at most.
inline bool isSmallKnapsack(std::size_t items, std::int64_t capacity) {
  constexpr std::int64_t kMostSteps = 2'000'000'000;
  return capacity <= kMostSteps / static_cast<std::int64_t>(items + 1);
}

/// Returns the best profit, from a table of the best profit for each total weight.
inline std::int64_t bestProfitByWeights(const std::vector<KnapsackItem>& items,
                                        std::int64_t capacity) {
  std::vector<std::int64_t> best(static_cast<std::size_t>(capacity) + 1, 0);
  for (const KnapsackItem& item : items) {
    for (std::int64_t weight = capacity; weight >= item.weight; --weight) {
      std::int64_t& here = best[static_cast<std::size_t>(weight)];
      here = std::max(here, best[static_cast<std::size_t>(weight - item.weight)] + item.profit);
    }
  }
  return best.back();
}

} // namespace lonestar::search
