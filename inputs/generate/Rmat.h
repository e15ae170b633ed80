/**
 * RMAT graphs: D. Chakrabarti, Y. Zhan, C. Faloutsos, "R-MAT: A Recursive Model for Graph Mining",
 * SDM
 * 2004. The adjacency matrix is divided into quarters. An arc falls into one of them with
 *       probabilities a, b, c, d, and recursively inside that quarter. Degrees follow a power law.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/transform/RandomWeights.h"

#include <cstdint>

namespace galois::inputs {

/// The parameters of an RMAT graph. The defaults are those of the Graph 500 and GAP suites.
struct RmatOptions {
  unsigned scale = 16;           ///< 2^scale nodes, scale at most 31
  std::uint64_t edgeFactor = 16; ///< mean number of arcs per node
  /// Probabilities of the quarters: upper left, upper right, lower left; the rest is d. @{
  double a = 0.57;
  double b = 0.19;
  double c = 0.19;
  /// @}
  std::uint64_t seed = 1; ///< seed of the random numbers
};

/// Returns the graph. It is directed, and loops and parallel arcs are kept. Node ids are scrambled,
/// so that a low id does not imply a high degree. The caller sets the weights. Takes O(arcs *
/// scale) time, and 8 bytes per arc besides the graph.
/// @throws UsageError for impossible options
Graph generateRmat(const RmatOptions& options, bool progress = false);

/// A pseudorandom permutation of [0, 2^bits).
class IdScrambler {
public:
  /// @param bits  0 to 32
  IdScrambler(unsigned bits, std::uint64_t seed);
  /// Returns the image of the id, in O(1) time.
  std::uint32_t operator()(std::uint32_t id) const;

private:
  static constexpr unsigned kRounds = 3;

  std::uint64_t mask_;
  unsigned half_;
  std::uint64_t add_[kRounds];
  std::uint64_t multiply_[kRounds]; // odd
};

} // namespace galois::inputs
