/**
 * Names of nodes: a table by node, and an index that finds the node of a name. Readers number the
 * names of a file with the index, and files keep the table (formats/GrIds.h).
 */
#pragma once

#include "inputs/LargePages.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// The most bytes that a name can have.
inline constexpr std::size_t kLongestName = 4096;

/// Names by node, one behind the other. Takes 8 bytes per name besides its own.
class NameTable {
public:
  /// Returns the number of names.
  std::uint64_t size() const { return ends_.size(); }
  /// Returns whether there are no names.
  bool empty() const { return ends_.empty(); }

  /// Returns the name of a node. It is valid until the table changes.
  std::string_view operator[](std::uint64_t node) const {
    const std::uint64_t begin = node == 0 ? 0 : ends_[node - 1];
    return {bytes_.data() + begin, static_cast<std::size_t>(ends_[node] - begin)};
  }

  /// Appends the name of the next node.
  void add(std::string_view name) {
    bytes_.insert(bytes_.end(), name.begin(), name.end());
    ends_.push_back(bytes_.size());
  }

  /// Returns the table in which the name of node i is that of order[i] here.
  NameTable permuted(const std::vector<std::uint32_t>& order) const;

  /// Asks the processor for the place of a name, and, after some time, for the name itself. @{
  void prefetchPlace(std::uint32_t node) const { __builtin_prefetch(ends_.data() + node); }
  void prefetch(std::uint32_t node) const {
    __builtin_prefetch(bytes_.data() + (node == 0 ? 0 : ends_[node - 1]));
  }
  /// @}

  /// Where each name ends in bytes(), by node, and all names without anything between them. Who
  /// changes them keeps isConsistent(). @{
  std::vector<std::uint64_t>& ends() { return ends_; }
  const std::vector<std::uint64_t>& ends() const { return ends_; }
  std::vector<char>& bytes() { return bytes_; }
  const std::vector<char>& bytes() const { return bytes_; }
  /// @}

  /// Returns whether the ends ascend to the number of bytes, and each name is one (wrongName()).
  bool isConsistent() const;

private:
  std::vector<char> bytes_;
  std::vector<std::uint64_t> ends_;
};

/// Returns what is wrong with a name, in words that follow "a name ", or "" for a good one: UTF-8
/// without control characters, of 1 to kLongestName bytes.
std::string_view wrongName(std::string_view name);

/// What a table is searched for: the first bytes of a name, its hash, which is another one in each
/// process, and whether it consists of printable ASCII, so that only other names have to be examined
/// by wrongName().
struct NameKey {
  std::array<std::uint64_t, 2> first; ///< the first 16 bytes, with zeros behind a shorter name
  std::uint32_t hash;                 ///< the hash of the whole name
  bool plain;                         ///< printable ASCII alone

  /// Returns whether `first` is the whole name. Names contain no byte 0.
  bool isWhole() const { return first[1] >> 56 == 0; }
};

/// Returns the key of a name. The hash is SipHash-1-3 with a random key of the process, so that
/// nobody can choose names for a file that share a hash, and make reading take quadratic time.
NameKey keyOfName(std::string_view name);

/// Finds names in a table, by open addressing. A slot holds the first bytes of its name, so that
/// most searches read one place of memory. Takes 32 to 64 bytes per name. For one thread.
class NameIndex {
public:
  /// An index without names.
  NameIndex() = default;
  /// The index of a table. Among equal names, find() returns the first.
  explicit NameIndex(const NameTable& names);

  /// Returns the node of this name, in O(1) time. @param names  the table of this index
  std::optional<std::uint32_t> find(const NameTable& names, std::string_view name) const;

  /// Returns the node of this name, in O(1) time, and appends the name to the table if it is new.
  /// @param key  that of the name, in which wrongName() finds nothing
  /// @throws InputError when there are more names than a graph can have nodes
  std::uint32_t add(NameTable& names, std::string_view name, const NameKey& key);

  /// Asks the processor for what add() of a name with this key will read: first for the slot, and,
  /// for a name that is longer than what the slot holds, after some time for the place of the name
  /// in the table, then for the name. @{
  void prefetchSlot(const NameKey& key) const {
    if (!slots_.empty()) {
      __builtin_prefetch(slots_.data() + (key.hash & mask_));
    }
  }
  void prefetchPlace(const NameTable& names, const NameKey& key) const {
    if (!key.isWhole() && !slots_.empty() && slots_[key.hash & mask_].node != kFree) {
      names.prefetchPlace(slots_[key.hash & mask_].node);
    }
  }
  void prefetchName(const NameTable& names, const NameKey& key) const {
    if (!key.isWhole() && !slots_.empty() && slots_[key.hash & mask_].node != kFree) {
      names.prefetch(slots_[key.hash & mask_].node);
    }
  }
  /// @}

private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t node = kFree;
    std::array<std::uint64_t, 2> first{}; ///< as in NameKey
  };
  bool holds(const Slot& slot, const NameTable& names, std::string_view name,
             const NameKey& key) const {
    return slot.hash == key.hash && slot.first[0] == key.first[0] &&
           slot.first[1] == key.first[1] && (key.isWhole() || names[slot.node] == name);
  }
  void grow();

  std::vector<Slot, LargePages<Slot>>
      slots_; ///< a power of two, at most three quarters of them in use
  std::uint64_t mask_ = 0;
  std::uint64_t used_ = 0;
};

} // namespace galois::inputs
