/**
 * Weights of every type as 32-bit whole numbers. Which edges are in the least forest depends on the
 * order of the weights alone, so all algorithms here work on keys in the same order: whole numbers
 * of 4 bytes are their own keys; with a sign, or as floats, they become keys by changing a few
 * bits; of weights of 8 bytes the key is the place among all different ones. Only sums and outputs
 * need the weights again.
 */
#ifndef GALOIS_LONESTAR_MST_WEIGHTKEYS_H
#define GALOIS_LONESTAR_MST_WEIGHTKEYS_H

#include <cstdint>
#include <string>
#include <vector>

#include "MstProblem.h"
#include "galois/graphs/FileGraph.h"
#include "liblonestar/ResultRecord.h"
#include "liblonestar/WeightTypeFlag.h"

namespace mst {

class WeightKeys {
public:
  /// Puts keys in place of the weights of `graph`, in memory; the file stays as it is. The graph
  /// has edge data of 4 bytes then, or none if it had none. Runs on all active threads; for weights
  /// of 8 bytes on one, O(edges log edges) and 20 bytes for each edge. Throws AppError for floats
  /// that are no finite numbers, naming an edge.
  /// @param kind  what the weights are, not Auto
  /// @param name  of the input, for messages
  WeightKeys(galois::graphs::FileGraph& graph, lonestar::WeightKind kind, const std::string& name);

  /// The sum of the edges' weights: a whole number, or a double, whose terms are added from light
  /// to heavy, so that its last digits do not depend on the order of the edges. Throws AppError
  /// when it takes more than 64 bits.
  lonestar::Json sum(const std::vector<Edge>& edges) const;

  /// The weight in decimal; a float in as few digits as tell it apart.
  std::string text(Weight key) const;

private:
  using Kind = lonestar::WeightKind;
  template <typename Bits>
  static Bits inOrder(Kind kind, Bits bits);
  template <typename Bits>
  static Bits outOfOrder(Kind kind, Bits word);
  void refuseNoNumbers(const galois::graphs::FileGraph& graph, const std::string& name) const;
  std::uint64_t bitsOf(Weight key) const;
  double floatOf(Weight key) const;

  Kind kind_ = Kind::Int;
  bool wide_ = false;                ///< weights have 8 bytes
  std::vector<std::uint64_t> words_; ///< wide: those of all different weights, ascending
};

} // namespace mst

#endif
