#include "inputs/NodeIdMap.h"

#include "inputs/Error.h"

#include <algorithm>
#include <numeric>

namespace galois::inputs {

NodeIdMap::NodeIdMap(std::vector<std::uint64_t> ids, const std::string& source)
    : ids_(std::move(ids)) {
  if (!std::is_sorted(ids_.begin(), ids_.end())) {
    byId_.resize(ids_.size());
    std::iota(byId_.begin(), byId_.end(), 0u);
    std::sort(byId_.begin(), byId_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return ids_[a] < ids_[b]; });
  }
  const auto at = [&](size_t i) {
    return byId_.empty() ? static_cast<std::uint32_t>(i) : byId_[i];
  };
  for (size_t i = 1; i < ids_.size(); ++i) {
    if (ids_[at(i - 1)] == ids_[at(i)]) {
      fail("{}: nodes {} and {} have one id, {}; ids must differ", source, at(i - 1), at(i),
           ids_[at(i)]);
    }
  }
}

std::optional<std::uint32_t> NodeIdMap::nodeOf(std::uint64_t id, std::uint64_t nodes) const {
  if (ids_.empty()) {
    return id < nodes ? std::optional(static_cast<std::uint32_t>(id)) : std::nullopt;
  }
  if (byId_.empty()) {
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    if (found == ids_.end() || *found != id) {
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(found - ids_.begin());
  }
  const auto found =
      std::lower_bound(byId_.begin(), byId_.end(), id,
                       [&](std::uint32_t node, std::uint64_t key) { return ids_[node] < key; });
  if (found == byId_.end() || ids_[*found] != id) {
    return std::nullopt;
  }
  return *found;
}

std::string NodeIdMap::describe(std::uint64_t nodes) const {
  if (ids_.empty()) {
    return nodes == 0 ? "the graph has no nodes"
                      : fmt::format("the graph's nodes are 0 to {}", nodes - 1);
  }
  const auto [lowest, highest] = std::minmax_element(ids_.begin(), ids_.end());
  return fmt::format("no node of the graph has this id; its {} nodes have ids between {} and {}",
                     ids_.size(), *lowest, *highest);
}

} // namespace galois::inputs
