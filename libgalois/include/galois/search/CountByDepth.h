/** The usual monoid of an enumeration: the number of nodes at each depth. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace galois::search {

/// Counts nodes by depth. The root has depth 1. Owned by one thread.
class CountByDepth {
public:
  /// Adds a node.
  template <typename Node>
  void add(const Node& /*node*/, unsigned depth) {
    addMany(depth, 1);
  }
  /// Adds `count` nodes of one depth.
  void addMany(unsigned depth, std::uint64_t count) {
    if (depth >= counts_.size()) [[unlikely]] {
      counts_.resize(std::size_t{depth} + 1);
    }
    counts_[depth] += count;
  }
  /// Undoes a part of addMany().
  void takeBack(unsigned depth, std::uint64_t count) { counts_[depth] -= count; }
  /// Adds what another thread has counted.
  void merge(const CountByDepth& other) {
    for (unsigned depth = 0; depth < other.counts_.size(); ++depth) {
      if (other.counts_[depth] > 0) {
        addMany(depth, other.counts_[depth]);
      }
    }
  }

  /// Returns the number of nodes of a depth.
  std::uint64_t at(unsigned depth) const { return depth < counts_.size() ? counts_[depth] : 0; }
  /// Returns the largest depth that has nodes, 0 if there are none.
  unsigned deepest() const {
    auto depth = static_cast<unsigned>(counts_.size());
    while (depth > 0 && counts_[depth - 1] == 0) {
      --depth;
    }
    return depth == 0 ? 0 : depth - 1;
  }
  /// Returns the number of all nodes.
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts_) {
      sum += count;
    }
    return sum;
  }

  /// Passes the state through an archive, for another process (galois/dist/messages/Archive.h).
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(counts_);
  }

private:
  std::vector<std::uint64_t> counts_;
};

} // namespace galois::search
