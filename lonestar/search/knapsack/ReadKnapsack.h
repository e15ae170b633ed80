/**
 * Reads knapsack problems: a line with the number of items, a line "ITEM PROFIT WEIGHT" for each, and
 * a line with the capacity, as in Jooken, Leyman, De Causmaecker (EJOR 2022).
 */
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "inputs/Error.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"
#include "knapsack/Knapsack.h"

namespace lonestar::search {

/// A problem as it was read.
struct KnapsackInput {
  std::vector<KnapsackItem> items;
  std::int64_t capacity = 0;
};

/// Reads a problem. @throws galois::inputs::InputError in one line
inline KnapsackInput readKnapsack(const std::string& path) {
  constexpr const char* kForm =
      "a problem is a line ITEMS, lines \"ITEM PROFIT WEIGHT\" and a line CAPACITY";
  constexpr auto kMost = static_cast<std::uint64_t>(INT64_MAX);
  galois::inputs::InputFile file(path);
  galois::inputs::TextScanner text(file);
  std::string_view line;
  const auto nextLine = [&] {
    do {
      if (!text.next(line)) {
        galois::inputs::fail("{}: the file ends early; {}", text.name(), kForm);
      }
    } while (line.empty());
    return galois::inputs::Fields(text, line, kForm);
  };
  KnapsackInput input;
  auto first = nextLine();
  const std::uint64_t count = first.number("number of items", UINT64_MAX);
  first.expectEnd();
  if (count > kMostItems) {
    text.failHere(fmt::format("{} items; at most {} are possible", count, kMostItems));
  }
  std::int64_t profits = 0, weights = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    auto fields = nextLine();
    fields.number("item", UINT64_MAX);
    const auto profit = static_cast<std::int64_t>(fields.number("profit", kMost));
    const auto weight = static_cast<std::int64_t>(fields.number("weight", kMost));
    fields.expectEnd();
    if (profit == 0 || weight == 0) {
      text.failHere("profits and weights are 1 or more");
    }
    if (__builtin_add_overflow(profits, profit, &profits) ||
        __builtin_add_overflow(weights, weight, &weights)) {
      text.failHere("the sum of profits or weights exceeds 63 bits; smaller numbers are needed");
    }
    input.items.push_back({profit, weight});
  }
  auto last = nextLine();
  input.capacity = static_cast<std::int64_t>(last.number("capacity", kMost));
  last.expectEnd();
  while (text.next(line)) {
    if (!line.empty()) {
      text.failHere(fmt::format("more lines than {} items and a capacity; {}", count, kForm));
    }
  }
  return input;
}

} // namespace lonestar::search
