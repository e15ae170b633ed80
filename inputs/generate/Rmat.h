/**
 * RMAT graphs: D. Chakrabarti, Y. Zhan, C. Faloutsos, "R-MAT: A Recursive Model for Graph Mining",
 * SDM
 * 2004. The adjacency matrix is divided into quarters. An arc falls into one of them with
 *       probabilities a, b, c, d, and recursively inside that quarter. Degrees follow a power law.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/generate/CounterRandom.h"

#include <cstdint>
#include <utility>

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

/// The arcs of such a graph, each of which can be drawn without the others.
class RmatArcs {
public:
  /// @throws UsageError for impossible options
  explicit RmatArcs(const RmatOptions& options);

  /// Returns the number of nodes.
  std::uint64_t nodes() const { return std::uint64_t{1} << scale_; }
  std::uint64_t arcs() const { return arcs_; } ///< returns the number of arcs
  /// Returns tail and head of an arc below arcs(), in O(scale) time. A node's arcs are in the order
  /// of these numbers.
  std::pair<std::uint32_t, std::uint32_t> operator()(std::uint64_t arc) const;

private:
  unsigned scale_;
  std::uint64_t arcs_;
  std::uint64_t upToA_, upToB_, upToC_; ///< a, a + b and a + b + c in 2^-32
  CounterRandom random_;
  IdScrambler scramble_;
};

/// Returns the graph. It is directed, and loops and parallel arcs are kept. Node ids are scrambled,
/// so that a low id does not imply a high degree. The caller sets the weights. Takes O(arcs *
/// scale) time, and 8 bytes per arc besides the graph.
/// @throws UsageError for impossible options
Graph generateRmat(const RmatOptions& options, bool progress = false);

} // namespace galois::inputs
