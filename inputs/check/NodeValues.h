/**
 * One value per node, as answer files have them: lines "NODE VALUE" in any order, with `#` before
 * comments. A value is a number. inf, infinity or LDBC's 9223372036854775807 mean that there is
 * none.
 */
#pragma once

#include "inputs/check/NodeNames.h"
#include "inputs/io/InputFile.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace galois::inputs {

/// Values by node. If all values are integers, they are stored exactly.
class NodeValues {
public:
  /// Returns the number of nodes.
  std::uint64_t size() const { return whole_ ? wholes_.size() : reals_.size(); }

  /// Returns whether all values are integers (2.0 is one) from 0 to 2^64 - 2.
  bool whole() const { return whole_; }

  /// Returns false if the node has no number, that is, if it is not reached.
  bool reached(std::uint64_t node) const {
    return whole_ ? wholes_[node] != kNone : !std::isinf(reals_[node]);
  }

  /// Returns the value of a node; infinity, or kNone, where it has none. wholeAt() requires
  /// whole(). @{
  double realAt(std::uint64_t node) const {
    if (!whole_) {
      return reals_[node];
    }
    return reached(node) ? static_cast<double>(wholes_[node])
                         : std::numeric_limits<double>::infinity();
  }
  std::uint64_t wholeAt(std::uint64_t node) const { return wholes_[node]; }
  /// @}

  /// Returns the value as messages show it.
  std::string shown(std::uint64_t node) const;

  /// The integer of a node that has no value.
  static constexpr std::uint64_t kNone = UINT64_MAX;

private:
  friend NodeValues readNodeValues(InputFile& file, const NodeNames& names);
  void useReals();

  bool whole_ = true;
  std::vector<std::uint64_t> wholes_; // used if whole_
  std::vector<double> reals_;         // used otherwise
};

/// Reads the values of all nodes in `names`. @throws InputError when a node has no value, or two
NodeValues readNodeValues(InputFile& file, const NodeNames& names);

} // namespace galois::inputs
