/** How an answer file names nodes. */
#pragma once

#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NodeIdMap.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace galois::inputs {

/// The names of nodes in an answer file: their numbers, or ids or names of their own.
class NodeNames {
public:
  /// The names of the nodes are `first` to `first + count - 1`.
  explicit NodeNames(std::uint64_t count, std::uint64_t first = 0) : count_(count), first_(first) {}

  /// The name of node i is ids[i]. @throws InputError, naming `source`, when two nodes have the
  /// same id
  NodeNames(const std::vector<std::uint64_t>& ids, const std::string& source);

  /// Nodes are called as this map says, which has names and outlives this.
  explicit NodeNames(const NodeIdMap& names) : count_(names.names().size()), names_(&names) {}

  /// Node i is called names[i].
  explicit NodeNames(NameTable names)
      : count_(names.size()), owned_(std::make_shared<const NodeIdMap>(std::move(names))),
        names_(owned_.get()) {}

  /// Returns the number of nodes.
  std::uint64_t count() const { return count_; }

  /// Returns the name of a node.
  NodeName called(std::uint64_t node) const {
    return names_ ? names_->nameOf(node) : NodeName(hasIds_ ? ids_[node] : first_ + node);
  }

  /// Returns the node that the next field names, in O(1) time. @throws InputError when there is
  /// none
  std::uint32_t read(const TextScanner& text, Fields& fields, const char* what) const;

private:
  std::uint64_t count_;
  std::uint64_t first_ = 0;
  std::shared_ptr<const NodeIdMap> owned_; ///< what names_ is, unless that is somebody else's
  const NodeIdMap* names_ = nullptr;
  bool hasIds_ = false;
  std::vector<std::uint64_t> ids_;
  std::unordered_map<std::uint64_t, std::uint32_t> nodes_;
};

/// Reads a mapping as graph-convert writes it: a line "NODE ID" for each of `count` nodes. @throws
/// InputError
std::vector<std::uint64_t> readNodeIds(InputFile& file, std::uint64_t count);

} // namespace galois::inputs
