/** How a distance looks in the files of answers. */
#pragma once

#include <string>

#include <fmt/format.h>

#include "analytics/sssp/PathLength.h"

namespace sssp {

/// Appends a blank and a distance: a number, with as few digits as identify it, or "inf" for a node
/// that cannot be reached.
template <typename Distance>
void appendDistance(std::string& text, Distance distance) {
  if (distance == kInfinity<Distance>) {
    text += " inf";
  } else {
    text += ' ';
    text += fmt::to_string(distance);
  }
}

} // namespace sssp
