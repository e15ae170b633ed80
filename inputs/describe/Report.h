#ifndef GALOIS_INPUTS_DESCRIBE_REPORT_H
#define GALOIS_INPUTS_DESCRIBE_REPORT_H

// A Description for people and for programs.

#include "inputs/describe/Description.h"

#include <string>

namespace galois::inputs {

/// Some forty lines of text: the counts, then each distribution with a small histogram. Nodes are
/// numbered from 0. `name` heads it: the file.
std::string textReport(const Description& description, const std::string& name);

/// The same as a JSON object, two spaces deep, with a newline at the end; distributions with up to
/// 200 bins [low, high, count] (values from low, below high; low = high is that one value), and
/// quantiles by name. Absent: what the description leaves out.
std::string jsonReport(const Description& description, const std::string& name);

} // namespace galois::inputs

#endif
