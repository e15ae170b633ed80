#ifndef GALOIS_INPUTS_CHECK_NODENAMES_H
#define GALOIS_INPUTS_CHECK_NODENAMES_H

#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace galois::inputs {

/// How an answer file calls nodes: by their numbers, or by ids of their own.
class NodeNames {
public:
  /// Nodes are called `first` to `first + count - 1`.
  explicit NodeNames(uint64_t count, uint64_t first = 0) : count_(count), first_(first) {}

  /// Node i is called ids[i]. Throws InputError, naming `source`, when two have one id.
  NodeNames(const std::vector<uint64_t>& ids, const std::string& source);

  uint64_t count() const { return count_; }

  /// What a node is called.
  uint64_t called(uint64_t node) const { return named_ ? ids_[node] : first_ + node; }

  /// The node that the next field names. Throws InputError when there is none. O(1).
  uint32_t read(const TextScanner& text, Fields& fields, const char* what) const;

private:
  uint64_t count_;
  uint64_t first_ = 0;
  bool named_ = false;
  std::vector<uint64_t> ids_;
  std::unordered_map<uint64_t, uint32_t> nodes_;
};

/// Reads a mapping as graph-convert writes it: a line "NODE ID" for each of `count` nodes. Throws
/// InputError.
std::vector<uint64_t> readNodeIds(InputFile& file, uint64_t count);

} // namespace galois::inputs

#endif
