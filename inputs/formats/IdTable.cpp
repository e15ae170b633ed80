#include "inputs/formats/IdTable.h"

#include "inputs/Error.h"

namespace galois::inputs {

std::uint32_t IdTable::add(std::uint64_t id) {
  const auto [at, isNew] = nodes_.try_emplace(id, static_cast<std::uint32_t>(ids_.size()));
  if (isNew) {
    if (ids_.size() == kMaxNodes) {
      fail("more than {} different ids; a graph cannot have more nodes", kMaxNodes);
    }
    ids_.push_back(id);
  }
  return at->second;
}

} // namespace galois::inputs
