#include "inputs/flags/NearestName.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace galois::inputs {

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    cost[i][0] = i;
  }
  for (std::size_t j = 0; j <= b.size(); ++j) {
    cost[0][j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t differs = a[i - 1] == b[j - 1] ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + differs});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

std::string nearestName(std::string_view name, const std::vector<std::string>& names,
                        std::size_t oneIn) {
  auto lower = [](std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
  };
  std::string best;
  std::size_t bestDistance = std::numeric_limits<std::size_t>::max();
  for (const std::string& known : names) {
    const std::size_t distance = editDistance(lower(name), lower(known));
    const std::size_t longest = std::max(name.size(), known.size());
    if (distance < bestDistance && oneIn * distance <= longest) {
      best = known;
      bestDistance = distance;
    }
  }
  return best;
}

} // namespace galois::inputs
