#include "Personalization.h"

#include <cmath>
#include <string_view>
#include <vector>

#include "galois/Galois.h"
#include "inputs/Error.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"

namespace pagerank {

galois::LargeArray<double> readPersonalization(const std::string& path, std::uint64_t nodes,
                                               const galois::inputs::NodeIdMap& names) {
  galois::inputs::InputFile file(path);
  galois::inputs::TextScanner lines(file);
  galois::LargeArray<double> weights;
  weights.allocateInterleaved(nodes);
  galois::do_all(galois::iterate(std::uint64_t{0}, nodes),
                 [&](std::uint64_t n) { weights[n] = 0; });
  std::vector<bool> named(nodes);
  double sum = 0;
  for (std::string_view line; lines.next(line);) {
    if (line.empty() || line.front() == '#' || line.front() == '%') {
      continue;
    }
    galois::inputs::Fields fields(lines, line, "a line is \"NODE WEIGHT\"");
    const std::uint32_t node = names.read(lines, fields, "node", nodes);
    const double weight = fields.real("weight");
    fields.expectEnd();
    if (weight < 0) {
      lines.failHere("a weight is at least 0");
    }
    if (named[node]) {
      lines.failHere("node " + names.nameOf(node).text() + " has a weight already");
    }
    named[node] = true;
    weights[node] = weight;
    sum += weight;
  }
  if (!(sum > 0) || !std::isfinite(sum)) {
    throw galois::inputs::InputError(lines.name() +
                                     ": the weights of --personalize need a sum that is positive "
                                     "and finite");
  }
  galois::do_all(galois::iterate(std::uint64_t{0}, nodes),
                 [&](std::uint64_t n) { weights[n] /= sum; });
  return weights;
}

} // namespace pagerank
