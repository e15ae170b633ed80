#include "inputs/check/Checks.h"

#include <fmt/format.h>

#include <cmath>

namespace galois::inputs {

Verdict compareValues(const NodeValues& answer, const NodeValues& reference,
                      const CheckOptions& options) {
  Verdict verdict(options.shown);
  const bool whole = answer.whole() && reference.whole();
  const auto same = [&](std::uint64_t node) {
    if (whole) {
      return answer.wholeAt(node) == reference.wholeAt(node);
    }
    if (!answer.reached(node) || !reference.reached(node)) {
      return answer.reached(node) == reference.reached(node);
    }
    const double right = reference.realAt(node);
    return std::abs(answer.realAt(node) - right) <= options.tolerance * std::abs(right);
  };
  for (std::uint64_t node = 0; node < answer.size(); ++node) {
    if (same(node)) {
      continue;
    }
    verdict.wrong([&] {
      return fmt::format("node {} has {}; the reference has {}", options.called(node),
                         answer.shown(node), reference.shown(node));
    });
  }
  verdict.summarize(whole
                        ? fmt::format("{} values, as in the reference", answer.size())
                        : fmt::format("{} values, each within a part in {:.3g} of the reference's",
                                      answer.size(), 1 / options.tolerance));
  return verdict;
}

} // namespace galois::inputs
