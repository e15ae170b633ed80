// The unit whose compile time is 1 (compilation.py). It uses the standard library alone and never
// changes: about half of its time is for reading headers, the rest for templates and optimisation.
#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <regex>
#include <string>
#include <unordered_map>
#include <vector>

std::size_t matches(const std::vector<std::string>& lines, const std::string& pattern) {
  const std::regex wanted(pattern);
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(),
                    [&](const std::string& line) { return std::regex_search(line, wanted); }));
}

std::map<std::string, int> counts(const std::vector<std::string>& words) {
  std::unordered_map<std::string, int> found;
  for (const std::string& word : words) {
    ++found[word];
  }
  return {found.begin(), found.end()};
}

void shuffle(std::vector<double>& values, unsigned seed) {
  std::mt19937_64 random(seed);
  std::shuffle(values.begin(), values.end(), random);
  std::stable_sort(values.begin(), values.end(), std::greater<>());
}
