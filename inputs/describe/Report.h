/** A Description as text for people and as JSON for programs. */
#pragma once

#include "inputs/describe/Description.h"
#include "inputs/names/NodeIdMap.h"

#include <string>

namespace galois::inputs {

/// Returns some forty lines of text: the counts, then each distribution with a small histogram.
/// @param name  the title: the name of the file
/// @param names  what nodes are called
std::string textReport(const Description& description, const std::string& name,
                       const NodeIdMap& names = {});

/// Returns the same as a JSON object, indented by two spaces, with a newline at the end.
/// Distributions have quantiles by name and up to 200 bins [low, high, count], which hold values
/// from low to below high; if low = high, that one value. Values that the description leaves out
/// are absent.
std::string jsonReport(const Description& description, const std::string& name,
                       const NodeIdMap& names = {});

} // namespace galois::inputs
