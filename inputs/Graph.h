/**
 * The graph in memory that readers and generators make, transformations change and writers write.
 * It consists of compressed sparse rows with 32-bit node ids, weights of 0, 4 or 8 bytes, and
 * optional coordinates. It is plain data for one thread; the parallel graphs of applications are in
 * libgalois.
 */
#pragma once

#include "inputs/names/NameTable.h"

#include "galois/OrderedWord.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace galois::inputs {

/// The position of a node: longitude and latitude in 10^-6 degrees, or projected x and y.
struct Coordinate {
  std::int32_t x = 0; ///< or the longitude
  std::int32_t y = 0; ///< or the latitude
  friend bool operator==(const Coordinate&,
                         const Coordinate&) = default; ///< whether both are equal
};

/// The type of weights, each of 4 or 8 bytes.
enum class WeightType {
  kInteger, ///< integers without a sign
  kSigned,  ///< integers with a sign
  kFloat,   ///< finite floating-point numbers
};

/// Which weights a program can use. Messages advise nothing that leads to others.
enum class UsableWeights {
  kAny,         ///< all
  kNonNegative, ///< those that are at least 0
  kNarrow       ///< integers from 0 to 2^32 - 1
};

/// Calls use(number), where `number` is a zero of the C++ type of weights of this type and size,
/// and returns what it returns.
/// @tparam Bits  std::uint32_t or std::uint64_t
template <typename Bits, typename Use>
constexpr auto withNumber(WeightType type, Use&& use) {
  constexpr bool kNarrow = sizeof(Bits) == 4;
  switch (type) {
  case WeightType::kSigned:
    return use(std::make_signed_t<Bits>{});
  case WeightType::kFloat:
    return use(std::conditional_t<kNarrow, float, double>{});
  default:
    return use(Bits{});
  }
}

/// Returns the word (galois/OrderedWord.h) of the weight that a binary file holds as these bits.
/// @tparam Bits  std::uint32_t or std::uint64_t
template <typename Bits>
constexpr Bits wordOfBits(WeightType type, Bits bits) {
  return withNumber<Bits>(type, [bits](auto number) -> Bits {
    return orderedWord(std::bit_cast<decltype(number)>(bits));
  });
}

/// Returns the bits of the weight that has this word. @tparam Bits  as above
template <typename Bits>
constexpr Bits bitsOfWord(WeightType type, Bits word) {
  return withNumber<Bits>(type, [word](auto number) -> Bits {
    return std::bit_cast<Bits>(numberOfWord<decltype(number)>(word));
  });
}

/// The weights of a graph's arcs, in the graph's order, 4 or 8 bytes each. A weight is stored as a
/// word, an unsigned integer that compares as the weight does (galois/OrderedWord.h). So code that
/// sorts and merges arcs need not know the type. The word of an integer without a sign is the
/// integer itself.
class Weights {
public:
  /// Returns the number of bytes that each weight takes in memory: 0 (no weights), 4 or 8.
  unsigned bytes() const { return width_; }
  WeightType type() const { return type_; }  ///< returns the type of the weights
  bool empty() const { return width_ == 0; } ///< returns whether there are no weights

  /// Returns the word of a weight.
  std::uint64_t operator[](std::uint64_t arc) const {
    return width_ == 4 ? narrow_[arc] : wide_[arc];
  }

  /// Calls use(weight) with the weight that has this word, as a number of its own C++ type, and
  /// returns what it returns.
  template <typename Use>
  auto as(std::uint64_t word, Use&& use) const {
    if (width_ == 4) {
      return withNumber<std::uint32_t>(type_, [&](auto number) {
        return use(numberOfWord<decltype(number)>(static_cast<std::uint32_t>(word)));
      });
    }
    return withNumber<std::uint64_t>(
        type_, [&](auto number) { return use(numberOfWord<decltype(number)>(word)); });
  }

  /// Returns the weight that has this word, rounded to a real number if it has over 53 bits.
  double real(std::uint64_t word) const {
    return as(word, [](auto weight) { return static_cast<double>(weight); });
  }
  /// Returns the weight that has this word in decimal; a float has the fewest digits that identify
  /// it.
  std::string text(std::uint64_t word) const {
    return as(word, [](auto weight) { return fmt::to_string(weight); });
  }
  /// Returns the word of a weight of 0.
  std::uint64_t zero() const {
    return type_ == WeightType::kInteger ? 0
           : width_ == 4                 ? kSignBit<std::uint32_t>
                                         : kSignBit<std::uint64_t>;
  }

  /// Makes room for `count` words, all zero.
  /// @param bytes  bytes per weight: 0, 4 or 8
  void assign(std::uint64_t count, unsigned bytes, WeightType type = WeightType::kInteger) {
    clear();
    width_ = bytes;
    type_ = type;
    narrow_.resize(bytes == 4 ? count : 0);
    wide_.resize(bytes == 8 ? count : 0);
  }

  /// Stores the word of a weight, which must fit in bytes(). Does nothing in a graph without
  /// weights.
  void set(std::uint64_t arc, std::uint64_t word) {
    if (width_ == 4) {
      narrow_[arc] = static_cast<std::uint32_t>(word);
    } else if (width_ == 8) {
      wide_[arc] = word;
    }
  }

  /// Turns integers without a sign, which are the bits of a binary file, into weights of this type
  /// with these bits. Floats must be numbers.
  void useBitsAs(WeightType type) {
    type_ = type;
    const auto turn = [type](auto& column) {
      for (auto& item : column) {
        item = wordOfBits(type, item);
      }
    };
    turn(narrow_);
    turn(wide_);
  }

  /// Returns what to add to the word of an integer of 4 bytes for its word of 8 bytes.
  static constexpr std::uint64_t widening(WeightType type) {
    return type == WeightType::kSigned
               ? std::uint64_t{kSignBit<std::uint64_t>} - kSignBit<std::uint32_t>
               : 0;
  }
  /// Makes integers take 8 bytes each.
  void widen();
  /// Returns whether all integers fit in 4 bytes. Takes O(arcs) time.
  bool areNarrow() const;
  /// Makes integers take 4 bytes each, in which they must fit.
  void narrowDown();

  /// Drops the weights and their memory.
  void clear() {
    width_ = 0;
    type_ = WeightType::kInteger;
    std::vector<std::uint32_t>().swap(narrow_);
    std::vector<std::uint64_t>().swap(wide_);
  }

  /// Keeps the first `count` weights.
  void truncate(std::uint64_t count) {
    if (width_ == 4) {
      narrow_.resize(count);
    } else if (width_ == 8) {
      wide_.resize(count);
    }
  }

  /// The words themselves: narrow() when bytes() is 4, wide() when it is 8; the other one is empty.
  /// @{
  std::vector<std::uint32_t>& narrow() { return narrow_; }
  const std::vector<std::uint32_t>& narrow() const { return narrow_; }
  std::vector<std::uint64_t>& wide() { return wide_; }
  const std::vector<std::uint64_t>& wide() const { return wide_; }
  /// @}

private:
  unsigned width_ = 0;
  WeightType type_ = WeightType::kInteger;
  std::vector<std::uint32_t> narrow_;
  std::vector<std::uint64_t> wide_;
};

/// A directed graph in compressed sparse rows. The arcs out of node u are [offsets[u], offsets[u +
/// 1]). An undirected edge is two arcs. Loops and parallel arcs are allowed.
struct Graph {
  /// numNodes() + 1 entries, ascending from 0 to numArcs(); one zero for the graph without nodes.
  std::vector<std::uint64_t> offsets{0};
  /// Head of each arc, below numNodes().
  std::vector<std::uint32_t> dst;
  /// numArcs() weights, or none.
  Weights weights;
  /// numNodes() coordinates, or none.
  std::vector<Coordinate> coords;
  /// The id of each node in the file that it came from; empty if ids are the nodes' numbers.
  std::vector<std::uint64_t> ids;
  /// The name of each node in the file that it came from; empty if nodes have no names. A graph
  /// with names has no ids.
  NameTable names;
  /// What the reader has to say to people, a line each. Transformations may drop it.
  std::vector<std::string> notes;

  std::uint64_t numNodes() const { return offsets.size() - 1; } ///< returns the number of nodes
  std::uint64_t numArcs() const { return dst.size(); }          ///< returns the number of arcs
  std::uint64_t degree(std::uint64_t node) const {
    return offsets[node + 1] - offsets[node];
  } ///< returns the number of arcs out of the node
  /// Returns the heads of the arcs out of the node.
  std::span<const std::uint32_t> heads(std::uint64_t node) const {
    return {dst.data() + offsets[node], degree(node)};
  }
};

/// The greatest number of nodes of a graph: ids have 32 bits, and 2^32 - 1 stays free as "no node".
inline constexpr std::uint64_t kMaxNodes = 0xffffffffu;

/// Returns the words of the lightest and the heaviest weight, or those of 0 for a graph without
/// weighted arcs. Takes O(arcs) time.
std::pair<std::uint64_t, std::uint64_t> weightRange(const Graph& graph);

/// Returns "no weights", "weights -1 to 5" or "float weights 0.5 to 3", for the one line that a
/// program prints about a graph. Takes O(arcs) time.
std::string describeWeights(const Graph& graph);

/// Throws InputError when this machine has less memory than a graph of this size needs: 8 bytes per
/// node, and 4 + weightBytes per arc. So an absurd number in a file header is reported before any
/// memory is requested.
/// @param source  name of the file in the message
void checkFits(std::uint64_t numNodes, std::uint64_t numArcs, unsigned weightBytes,
               const char* source);

} // namespace galois::inputs
