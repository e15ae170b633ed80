#ifndef GALOIS_INPUTS_CHECK_NODEVALUES_H
#define GALOIS_INPUTS_CHECK_NODEVALUES_H

// One value for each node, as files of answers have them: lines "NODE VALUE", in any order, `#`
// before comments. A value is a number, or says that there is none: inf, infinity or LDBC's
// 9223372036854775807.

#include "inputs/check/NodeNames.h"
#include "inputs/io/InputFile.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace galois::inputs {

/// Values by node. Whole numbers are kept exactly, as long as there are no others.
class NodeValues {
public:
  uint64_t size() const { return whole_ ? wholes_.size() : reals_.size(); }

  /// True if all values are whole numbers (2.0 is one) from 0 to 2^64 - 2.
  bool whole() const { return whole_; }

  /// False if the node has no number: it is not reached.
  bool reached(uint64_t node) const {
    return whole_ ? wholes_[node] != kNone : !std::isinf(reals_[node]);
  }

  /// The value of a node; infinity, or kNone, where it has none. wholeAt needs whole().
  double realAt(uint64_t node) const {
    if (!whole_) return reals_[node];
    return reached(node) ? static_cast<double>(wholes_[node])
                         : std::numeric_limits<double>::infinity();
  }
  uint64_t wholeAt(uint64_t node) const { return wholes_[node]; }

  /// The value as messages show it.
  std::string shown(uint64_t node) const;

  static constexpr uint64_t kNone = UINT64_MAX;

private:
  friend NodeValues readNodeValues(InputFile& file, const NodeNames& names);
  void useReals();

  bool whole_ = true;
  std::vector<uint64_t> wholes_; // if whole_
  std::vector<double> reals_;    // otherwise
};

/// Reads the values of all nodes that `names` knows. Throws InputError when a node has none, or
/// two.
NodeValues readNodeValues(InputFile& file, const NodeNames& names);

} // namespace galois::inputs

#endif
