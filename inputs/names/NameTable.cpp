#include "inputs/names/NameTable.h"

#include "inputs/Error.h"
#include "inputs/Graph.h"
#include "inputs/io/Utf8.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>
#include <utility>

namespace galois::inputs {

namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighBits = kOnes * 0x80;

/// Returns bytes, at most 8, as a word with zeros behind them.
std::uint64_t wordOf(const char* bytes, std::size_t count) {
  const auto load = [&]<typename Word>(Word word, std::size_t at) {
    std::memcpy(&word, bytes + at, sizeof(word));
    return std::uint64_t{word} << (8 * at);
  };
  if (count == sizeof(std::uint64_t)) {
    return load(std::uint64_t{}, 0);
  }
  // Parts that overlap are equal where they do. No byte behind the last is read.
  if (count >= sizeof(std::uint32_t)) {
    return load(std::uint32_t{}, 0) | load(std::uint32_t{}, count - sizeof(std::uint32_t));
  }
  return count == 0 ? 0
                    : load(std::uint8_t{}, 0) | load(std::uint8_t{}, count / 2) |
                          load(std::uint8_t{}, count - 1);
}

/// Returns the word with blanks in place of the bytes behind the first ones.
std::uint64_t filled(std::uint64_t word, std::size_t count) {
  return count < sizeof(word) ? word | (kOnes * ' ') << (8 * count) : word;
}

/// Returns a word that is not 0 if one of the bytes is no printable ASCII.
std::uint64_t strangeBytes(std::uint64_t word) {
  const std::uint64_t deletes = word ^ (kOnes * 0x7f); // a byte of 0 for each delete
  return ((word - kOnes * ' ') | word | ((deletes - kOnes) & ~deletes)) & kHighBits;
}

/// Hashes words under a secret key: SipHash-1-3 (Aumasson and Bernstein, SipHash: a fast
/// short-input PRF, INDOCRYPT 2012).
class KeyedHash {
public:
  KeyedHash() {
    static const std::array<std::uint64_t, 2> key = [] {
      std::random_device random;
      const auto word = [&] {
        const std::uint64_t high = random();
        return high << 32 | random();
      };
      return std::array<std::uint64_t, 2>{word(), word()};
    }();
    v0_ ^= key[0];
    v1_ ^= key[1];
    v2_ ^= key[0];
    v3_ ^= key[1];
  }

  void add(std::uint64_t word) {
    v3_ ^= word;
    round();
    v0_ ^= word;
  }

  std::uint64_t value() {
    v2_ ^= 0xff;
    for (int i = 0; i < 3; ++i) {
      round();
    }
    return v0_ ^ v1_ ^ v2_ ^ v3_;
  }

private:
  void round() {
    v0_ += v1_;
    v1_ = std::rotl(v1_, 13) ^ v0_;
    v0_ = std::rotl(v0_, 32);
    v2_ += v3_;
    v3_ = std::rotl(v3_, 16) ^ v2_;
    v0_ += v3_;
    v3_ = std::rotl(v3_, 21) ^ v0_;
    v2_ += v1_;
    v1_ = std::rotl(v1_, 17) ^ v2_;
    v2_ = std::rotl(v2_, 32);
  }

  std::uint64_t v0_ = 0x736f6d6570736575;
  std::uint64_t v1_ = 0x646f72616e646f6d;
  std::uint64_t v2_ = 0x6c7967656e657261;
  std::uint64_t v3_ = 0x7465646279746573;
};

} // namespace

NameTable NameTable::permuted(const std::vector<std::uint32_t>& order) const {
  NameTable moved;
  moved.ends_.reserve(order.size());
  moved.bytes_.reserve(order.size() == size() ? bytes_.size() : 0);
  for (const std::uint32_t node : order) {
    moved.add((*this)[node]);
  }
  return moved;
}

bool NameTable::isConsistent() const {
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends_) {
    if (end <= begin || end > bytes_.size()) {
      return false;
    }
    const std::string_view name(bytes_.data() + begin, static_cast<std::size_t>(end - begin));
    if (!wrongName(name).empty()) {
      return false;
    }
    begin = end;
  }
  return begin == bytes_.size();
}

std::string_view wrongName(std::string_view name) {
  if (name.empty()) {
    return "is missing";
  }
  if (name.size() > kLongestName) {
    return "has more than 4096 bytes";
  }
  while (!name.empty()) {
    const std::size_t length = characterIn(name);
    if (length == 0) {
      const auto first = static_cast<unsigned char>(name[0]);
      return first < 0x80 ? "contains a control character"
                          : "is not in UTF-8; save the file in UTF-8";
    }
    name.remove_prefix(length);
  }
  return "";
}

NameKey keyOfName(std::string_view name) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  NameKey key{};
  KeyedHash hash;
  std::uint64_t strange = 0;
  const char* at = name.data();
  std::size_t left = name.size();
  // The bytes behind the last whole word, and the length.
  std::uint64_t last = std::uint64_t{left} << 56;
  for (std::size_t i = 0; left > 0; ++i) {
    const std::size_t count = std::min(left, kWord);
    const std::uint64_t word = wordOf(at, count);
    if (i < key.first.size()) {
      key.first[i] = word;
    }
    strange |= strangeBytes(filled(word, count));
    if (count == kWord) {
      hash.add(word);
    } else {
      last |= word;
    }
    at += count;
    left -= count;
  }
  hash.add(last);
  key.hash = static_cast<std::uint32_t>(hash.value());
  key.plain = strange == 0;
  return key;
}

NameIndex::NameIndex(const NameTable& names) {
  while (3 * slots_.size() < 4 * names.size()) {
    grow();
  }
  for (std::uint64_t node = 0; node < names.size(); ++node) {
    const NameKey key = keyOfName(names[node]);
    std::uint64_t at = key.hash & mask_;
    while (slots_[at].node != kFree) {
      at = (at + 1) & mask_;
    }
    slots_[at] = {key.hash, static_cast<std::uint32_t>(node), key.first};
  }
  used_ = names.size();
}

std::optional<std::uint32_t> NameIndex::find(const NameTable& names, std::string_view name) const {
  const NameKey key = keyOfName(name);
  // A byte 0 is in no name, and in a key it would stand for the end of one.
  if (slots_.empty() || (!key.plain && name.find('\0') != std::string_view::npos)) {
    return std::nullopt;
  }
  for (std::uint64_t at = key.hash & mask_; slots_[at].node != kFree; at = (at + 1) & mask_) {
    if (holds(slots_[at], names, name, key)) {
      return slots_[at].node;
    }
  }
  return std::nullopt;
}

std::uint32_t NameIndex::add(NameTable& names, std::string_view name, const NameKey& key) {
  if (4 * (used_ + 1) > 3 * slots_.size()) {
    grow();
  }
  std::uint64_t at = key.hash & mask_;
  for (; slots_[at].node != kFree; at = (at + 1) & mask_) {
    if (holds(slots_[at], names, name, key)) {
      return slots_[at].node;
    }
  }
  if (used_ == kMaxNodes) {
    fail("more than {} different names; a graph cannot have more nodes", kMaxNodes);
  }
  const auto node = static_cast<std::uint32_t>(used_++);
  slots_[at] = {key.hash, node, key.first};
  names.add(name);
  return node;
}

void NameIndex::grow() {
  constexpr std::uint64_t kLeast = 16;
  const std::uint64_t size = std::max<std::uint64_t>(2 * slots_.size(), kLeast);
  const auto old = std::exchange(slots_, decltype(slots_)(size));
  mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.node != kFree) {
      std::uint64_t at = slot.hash & mask_;
      while (slots_[at].node != kFree) {
        at = (at + 1) & mask_;
      }
      slots_[at] = slot;
    }
  }
}

} // namespace galois::inputs
