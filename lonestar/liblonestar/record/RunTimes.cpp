#include "liblonestar/record/RunTimes.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace lonestar {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) {
    return *middle;
  }
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::string timeLine(const std::vector<double>& seconds, bool simulated) {
  const auto [least, greatest] = std::minmax_element(seconds.begin(), seconds.end());
  return fmt::format("Time {:.6f} s{}{}", median(seconds), simulated ? " (simulated)" : "",
                     seconds.size() == 1 ? ""
                                         : fmt::format(", median of {} ({:.6f} to {:.6f})",
                                                       seconds.size(), *least, *greatest));
}

} // namespace lonestar
