/**
 * The graph in memory that readers and generators make, transformations change and writers write.
 * It consists of compressed sparse rows with 32-bit node ids, weights of 0, 4 or 8 bytes, and
 * optional coordinates. It is plain data for one thread; the parallel graphs of applications are in
 * libgalois.
 */
#ifndef GALOIS_INPUTS_GRAPH_H
#define GALOIS_INPUTS_GRAPH_H

#include <bit>
#include <cstdint>
#include <string>
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

/// The type of weights. Weights of neither type are negative.
enum class WeightType {
  kInteger, ///< unsigned, 4 or 8 bytes
  kFloat,   ///< IEEE single precision, finite, 4 bytes
};

/// The weights of a graph's arcs, in the graph's order. They take 4 bytes each until one needs 8. A
/// float is stored as its bits. Since no float is negative, bits compare as the numbers do, so code
/// that sorts and merges arcs need not know the type.
class Weights {
public:
  /// Returns the number of bytes that each weight takes in memory: 0 (no weights), 4 or 8.
  unsigned bytes() const { return width_; }
  WeightType type() const { return type_; }  ///< returns the type of the weights
  bool empty() const { return width_ == 0; } ///< returns whether there are no weights

  /// Returns the weight, or the bits of a float.
  std::uint64_t operator[](std::uint64_t arc) const {
    return width_ == 4 ? narrow_[arc] : wide_[arc];
  }

  /// Returns the bits of a float that is not negative. -0 has the bits of 0.
  static std::uint32_t bitsOf(float weight) { return std::bit_cast<std::uint32_t>(weight + 0.0f); }
  /// Returns the float with these bits.
  static float floatOf(std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  }

  /// Makes room for `count` weights, all zero.
  /// @param bytes  bytes per weight: 0, 4 or 8, and 4 for floats
  void assign(std::uint64_t count, unsigned bytes, WeightType type = WeightType::kInteger) {
    clear();
    width_ = bytes;
    type_ = type;
    narrow_.resize(bytes == 4 ? count : 0);
    wide_.resize(bytes == 8 ? count : 0);
  }

  /// Stores a weight, which must fit in bytes(). Does nothing in a graph without weights.
  void set(std::uint64_t arc, std::uint64_t weight) {
    if (width_ == 4) {
      narrow_[arc] = static_cast<std::uint32_t>(weight);
    } else if (width_ == 8) {
      wide_[arc] = weight;
    }
  }

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

  /// The array itself: narrow() when bytes() is 4, wide() when it is 8; the other one is empty. @{
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

  std::uint64_t numNodes() const { return offsets.size() - 1; } ///< returns the number of nodes
  std::uint64_t numArcs() const { return dst.size(); }          ///< returns the number of arcs
  std::uint64_t degree(std::uint64_t node) const {
    return offsets[node + 1] - offsets[node];
  } ///< returns the number of arcs out of the node
};

/// The greatest number of nodes of a graph: ids have 32 bits, and 2^32 - 1 stays free as "no node".
inline constexpr std::uint64_t kMaxNodes = 0xffffffffu;

/// Returns the lightest and the heaviest weight (or their bits, for floats), or {0, 0} for a graph
/// without weighted arcs. Takes O(arcs) time.
std::pair<std::uint64_t, std::uint64_t> weightRange(const Graph& graph);

/// Returns "no weights", "weights 1 to 5" or "float weights 0.5 to 3", for the one line that a
/// program prints about a graph. Takes O(arcs) time.
std::string describeWeights(const Graph& graph);

/// Throws InputError when this machine has less memory than a graph of this size needs: 8 bytes per
/// node, and 4 + weightBytes per arc. So an absurd number in a file header is reported before any
/// memory is requested.
/// @param source  name of the file in the message
void checkFits(std::uint64_t numNodes, std::uint64_t numArcs, unsigned weightBytes,
               const char* source);

} // namespace galois::inputs

#endif
