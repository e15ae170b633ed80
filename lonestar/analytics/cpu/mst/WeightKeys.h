/**
 * The weights of a file, of every type, as 32-bit integers. Only the order of the weights decides
 * which edges are in the least forest, so all algorithms here work on keys of the same order.
 * Unsigned 4-byte integers are their own keys. Signed integers and floats become keys by changing a
 * few bits (galois/OrderedWord.h), and weights of 8 bytes as OrderKeys.h says. Only sums and outputs need the weights
 * again.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analytics/graphs/OrderKeys.h"
#include "analytics/mst/MstProblem.h"
#include "galois/graphs/FileGraph.h"
#include "inputs/Graph.h"
#include "liblonestar/record/ResultRecord.h"

namespace mst {

class WeightKeys {
public:
  /// Replaces the weights of `graph` by keys, in memory; the file stays as it is. The graph then
  /// has edge data of 4 bytes, or none if it had none. Runs on all active threads. For weights of 8
  /// bytes it takes up to O(edges log edges) time and 16 bytes per edge.
  /// @param type  what the weights are
  /// @param name  name of the input, for messages
  /// @throws AppError for floats that are not finite, naming an edge
  WeightKeys(galois::graphs::FileGraph& graph, galois::inputs::WeightType type,
             const std::string& name);

  /// Returns the number of bytes per weight in the file; 0: it has no weights.
  std::size_t bytes() const { return bytes_; }

  /// Returns the sum of the edges' weights, as an integer or a double. Floating-point terms are
  /// added from light to heavy, so the last digits do not depend on the order of the edges.
  /// @throws AppError when the sum needs more than 64 bits
  lonestar::Json sum(const std::vector<Edge>& edges) const;

  /// Returns the weight in decimal; a float has as few digits as identify it.
  std::string text(Weight key) const;

private:
  using Type = galois::inputs::WeightType;
  void refuseNoNumbers(const galois::graphs::FileGraph& graph, const std::string& name) const;
  std::uint64_t bitsOf(Weight key) const;
  double floatOf(Weight key) const;

  Type type_ = Type::kInteger;
  std::size_t bytes_ = 0;
  bool wide_ = false;         ///< whether weights have 8 bytes
  lonestar::OrderKeys ranks_; ///< the keys of the weights' words, if these have 8 bytes
};

} // namespace mst
