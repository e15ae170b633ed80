/** The times of several runs, for people and for tables. */
#pragma once

#include <string>
#include <vector>

namespace lonestar {

/// Returns the median of one or more values: of an even number, the mean of the middle two. O(n).
double median(std::vector<double> values);

/// Returns the line about the times of one or more runs, such as "Time 0.002000 s, median of 3
/// (0.001000 to 0.004000)". It says that times are those of a simulated machine.
std::string timeLine(const std::vector<double>& seconds, bool simulated = false);

} // namespace lonestar
