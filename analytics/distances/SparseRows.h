/**
 * The rows of a sparse table while it is computed. A thread appends its rows to blocks of its own.
 * When all are complete, the blocks are copied to where the rows belong and freed one by one, so
 * that the entries are hardly ever in memory twice.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "WantedNodes.h"
#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/analytics/Distances.h"

namespace distances {

/// All rows. Threads that append rows have different numbers.
template <typename D>
class SparseRows {
public:
  /// Where the entries of a row are.
  struct Entries {
    Node* nodes;
    D* distances;
    Node* predecessors; ///< no memory if they are not kept
  };

  /// @throws std::bad_alloc
  SparseRows(std::size_t rows, unsigned threads, bool predecessors)
      : sizes_(rows), blocks_(threads), predecessors_(predecessors) {}

  /// Returns memory for the entries of a row, which are as many as it has.
  /// @throws std::bad_alloc
  Entries append(unsigned thread, std::size_t row, std::size_t size) {
    std::vector<Block>& mine = blocks_[thread];
    if (mine.empty() || mine.back().room < size) {
      mine.emplace_back(std::max(size, kEntries), predecessors_);
    }
    Block& block = mine.back();
    const Entries entries = block.at(block.used);
    block.rows.push_back(row);
    block.used += size;
    block.room -= size;
    sizes_[row] = size;
    return entries;
  }

  /// Moves all rows to a table. Uses all active threads.
  /// @throws std::bad_alloc
  /// @throws galois::substrate::Cancelled
  void moveTo(galois::analytics::SparseDistances<D>& table) {
    table.offsets.allocateInterleaved(sizes_.size() + 1);
    std::uint64_t entries = 0;
    for (std::size_t row = 0; row < sizes_.size(); ++row) {
      table.offsets[row] = entries;
      entries += sizes_[row];
    }
    table.offsets[sizes_.size()] = entries;
    table.nodes.allocateFloating(entries);
    table.distances.allocateFloating(entries);
    table.predecessors.allocateFloating(predecessors_ ? entries : 0);
    std::vector<Block> all;
    for (std::vector<Block>& some : blocks_) {
      std::move(some.begin(), some.end(), std::back_inserter(all));
      some.clear();
    }
    galois::do_all(
        galois::iterate(std::size_t{0}, all.size()),
        [&](std::size_t index) {
          const Block block = std::move(all[index]); // freed at the end
          std::size_t at = 0;
          for (const std::size_t row : block.rows) {
            const std::size_t to = table.offsets[row];
            const Entries from = block.at(at);
            std::copy_n(from.nodes, sizes_[row], table.nodes.data() + to);
            std::copy_n(from.distances, sizes_[row], table.distances.data() + to);
            if (predecessors_) {
              std::copy_n(from.predecessors, sizes_[row], table.predecessors.data() + to);
            }
            at += sizes_[row];
          }
        },
        galois::steal(), galois::chunk_size<1>());
  }

private:
  static constexpr std::size_t kEntries = std::size_t{1} << 17; ///< of a block, at least

  struct Block {
    Block(std::size_t entries, bool withPredecessors)
        : nodes(std::make_unique_for_overwrite<Node[]>(entries)),
          distances(std::make_unique_for_overwrite<D[]>(entries)),
          predecessors(std::make_unique_for_overwrite<Node[]>(withPredecessors ? entries : 0)),
          room(entries) {}

    Entries at(std::size_t entry) const {
      return {nodes.get() + entry, distances.get() + entry, predecessors.get() + entry};
    }

    std::unique_ptr<Node[]> nodes;
    std::unique_ptr<D[]> distances;
    std::unique_ptr<Node[]> predecessors;
    std::vector<std::size_t> rows; ///< in the order of their entries
    std::size_t used = 0, room;
  };

  std::vector<std::size_t> sizes_; ///< of the rows
  std::vector<std::vector<Block>> blocks_;
  const bool predecessors_;
};

/// Sorts lists of different nodes, one after the other.
class NodeSorter {
public:
  /// @throws std::bad_alloc
  explicit NodeSorter(std::size_t nodes) { words_.allocateFloating(nodes / kBits + 1); }

  /// Sorts a list, in O(entries + nodes / 64) time at most.
  void sort(std::span<Node> list) {
    constexpr std::size_t kWordsPerEntry = 16; // where the set is sparser, comparing is faster
    if (list.empty()) {
      return;
    }
    const auto [first, last] = std::minmax_element(list.begin(), list.end());
    const std::size_t begin = *first / kBits, end = *last / kBits + 1;
    if ((end - begin) / kWordsPerEntry > list.size()) {
      std::sort(list.begin(), list.end());
      return;
    }
    for (const Node node : list) {
      words_[node / kBits] |= std::uint64_t{1} << node % kBits;
    }
    std::size_t at = 0;
    for (std::size_t word = begin; word < end; ++word) {
      for (std::uint64_t bits = std::exchange(words_[word], 0); bits != 0; bits &= bits - 1) {
        list[at++] =
            static_cast<Node>(word * kBits + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  }

private:
  static constexpr std::size_t kBits = 64;

  galois::LargeArray<std::uint64_t> words_; ///< all 0 between calls
};

} // namespace distances
