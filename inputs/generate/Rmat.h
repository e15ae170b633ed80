#ifndef GALOIS_INPUTS_GENERATE_RMAT_H
#define GALOIS_INPUTS_GENERATE_RMAT_H

// RMAT graphs: D. Chakrabarti, Y. Zhan, C. Faloutsos, "R-MAT: A Recursive Model for Graph Mining",
// SDM 2004. The adjacency matrix is cut into quarters; an arc falls into one of them with
// probabilities a, b, c, d, and so on inside the quarter: degrees follow a power law.

#include "inputs/Graph.h"
#include "inputs/transform/RandomWeights.h"

#include <cstdint>

namespace galois::inputs {

/// What an RMAT graph is like. The defaults are those of the Graph 500 and GAP suites.
struct RmatOptions {
  unsigned scale = 16;      ///< 2^scale nodes, scale at most 31
  uint64_t edgeFactor = 16; ///< arcs a node, on average
  /// Probabilities of the quarters: upper left, upper right, lower left; the rest is d.
  double a = 0.57;
  double b = 0.19;
  double c = 0.19;
  uint64_t seed = 1;
};

/// The graph, directed, with loops and parallel arcs as they fall. Node ids are scrambled, so that
/// a low id does not mean a high degree. Weights are for the caller to set. O(arcs * scale); memory
/// 8 bytes an arc besides the graph. Throws UsageError for impossible options.
Graph generateRmat(const RmatOptions& options, bool progress = false);

/// A one-to-one map of [0, 2^bits) onto itself that looks random.
class IdScrambler {
public:
  /// bits: 0 to 32.
  IdScrambler(unsigned bits, uint64_t seed);
  /// Where this id goes. O(1).
  uint32_t operator()(uint32_t id) const;

private:
  static constexpr unsigned kRounds = 3;

  uint64_t mask_;
  unsigned half_;
  uint64_t add_[kRounds];
  uint64_t multiply_[kRounds]; // odd
};

} // namespace galois::inputs

#endif
