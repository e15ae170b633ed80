/**
 * The packed form of a graph: the arrays of a PackedCSR as they lie in memory, and facts about the
 * graph, in a file that the next program maps instead of reading and converting the graph.
 *
 * It is made of a binary .gr, and used for this .gr alone, in the state in which it was then: the
 * size of the file, the times at which its contents and its inode were changed, its inode number
 * and a hash of sampled pages must be the same. Programs can set the first of these times but not
 * the second, so a file that was written since is never taken for the one that was packed, unless
 * somebody sets the clock of the system back. A copy of the file is another file.
 *
 * Layout, in the byte order of the machine: a header (PackedGraph.cpp), then the nodes + 1 offsets,
 * of 4 or 8 bytes, and then the edges. Each array begins at the next multiple of 4096 bytes, or of
 * 2 MB if it is at least as large, so that the system can map huge pages of the file. The header
 * has a hash of itself and one of all that follows. Every opening computes both, so damage is
 * noticed. It also checks that the arrays are those of a graph, and what the header says of degrees
 * and weights, so that also a file that somebody has made on purpose cannot lead a program outside
 * them.
 */
#pragma once

#include "inputs/weights/WeightKinds.h"

#include "galois/Loops.h"
#include "galois/Reduction.h"
#include "galois/graphs/FromArrays.h"
#include "galois/graphs/MappedMemory.h"
#include "galois/graphs/PackedCSR.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace galois::inputs {

/// The state of a file, by which a packed form knows the file that it was made of.
struct FileState {
  std::uint64_t size = 0;    ///< in bytes
  std::uint64_t inode = 0;   ///< number of the file in its file system
  std::int64_t modified = 0; ///< when its contents were changed, in ns since 1970
  std::int64_t changed = 0;  ///< when its inode was changed, in ns since 1970
  std::uint64_t sample = 0;  ///< a hash of sampled pages
  /// Whether both are the same state of the same file.
  friend bool operator==(const FileState&, const FileState&) = default;
};

/// Returns the state of a file.
/// @param sample  distinguishes contents, and costs little: `input_id` of a record
/// @throws InputError  when there is no such file
FileState stateOf(const std::string& path, const std::string& sample);

/// Returns the state of a file once it is so old that a later change leaves another time, since
/// clocks of file systems advance in steps. Sleeps for up to 20 ms if the file has just been
/// changed. What is read of the file afterwards is what has this state, if it still has it then.
/// @return nothing when the file was changed in the future, because the clock has been set back
/// @throws InputError  as stateOf()
std::optional<FileState> settledStateOf(const std::string& path, const std::string& sample);

/// The type of the weights in a packed form.
enum class PackedWeights : std::uint64_t { kNone, kInteger4, kInteger8, kFloat8 };

/// Returns the type of the weights of a PackedCSR<Weight>.
template <typename Weight>
constexpr PackedWeights packedWeights() {
  if constexpr (std::is_void_v<Weight>) {
    return PackedWeights::kNone;
  } else if constexpr (std::is_same_v<Weight, std::uint32_t>) {
    return PackedWeights::kInteger4;
  } else if constexpr (std::is_same_v<Weight, std::uint64_t>) {
    return PackedWeights::kInteger8;
  } else {
    static_assert(std::is_same_v<Weight, double>, "there is no packed form of such weights");
    return PackedWeights::kFloat8;
  }
}

/// Returns the number that has these bits in PackedFacts, and the other way round. @{
template <typename Weight>
Weight numberOfBits(std::uint64_t bits) {
  if constexpr (std::is_floating_point_v<Weight>) {
    return std::bit_cast<Weight>(bits);
  } else {
    return static_cast<Weight>(bits);
  }
}
template <typename Weight>
std::uint64_t bitsOfNumber(Weight number) {
  if constexpr (std::is_floating_point_v<Weight>) {
    return std::bit_cast<std::uint64_t>(number);
  } else {
    return number;
  }
} /// @}

/// What a packed form says of its graph besides the edges. Weights are the bits of a number of
/// the type that PackedWeights names, as an integer.
struct PackedFacts {
  std::uint64_t nodes = 0;             ///< number of nodes, at least 1
  std::uint64_t edges = 0;             ///< number of edges
  PackedWeights weights{};             ///< their type
  WeightKind kind = WeightKind::kAuto; ///< what the weights of the .gr are; kAuto: nobody asked
  std::uint64_t fileEdgeBytes = 0;     ///< bytes of data per edge in the .gr; 0: it has no weights
  std::optional<bool> symmetric{};     ///< whether each edge has its reverse; empty: nobody asked
  std::uint64_t largestDegree = 0;     ///< the greatest number of edges of a node
  std::uint64_t leastWeight = 0;       ///< the least weight; 0 without weights or edges
  std::uint64_t greatestWeight = 0;    ///< the greatest weight; 0 without weights or edges
  double meanWeight = 0;               ///< the mean weight; 0 without weights or edges
};

/// Returns the facts that the rows of a graph show: all but `kind`, `fileEdgeBytes`, `symmetric`
/// and the mean weight. Runs on all active threads, outside parallel loops. O(nodes + edges).
template <typename Weight>
PackedFacts factsOf(const graphs::PackedCSR<Weight>& graph) {
  PackedFacts facts{
      .nodes = graph.size(), .edges = graph.sizeEdges(), .weights = packedWeights<Weight>()};
  GReduceMax<std::uint64_t> degree;
  do_all(
      iterate(graph), [&](std::uint32_t node) { degree.update(graph.getDegree(node)); },
      no_stats());
  facts.largestDegree = degree.reduce();
  if constexpr (!std::is_void_v<Weight>) {
    GReduceMin<Weight> least;
    GReduceMax<Weight> greatest;
    do_all(
        iterate(std::size_t{0}, graph.sizeEdges()),
        [&](std::size_t edge) {
          const Weight weight = graph.edges()[static_cast<std::ptrdiff_t>(edge)].weight;
          least.update(weight);
          greatest.update(weight);
        },
        no_stats());
    if (facts.edges > 0) {
      facts.leastWeight = bitsOfNumber(least.reduce());
      facts.greatestWeight = bitsOfNumber(greatest.reduce());
    }
  }
  return facts;
}

/// A packed form that is mapped. The mapping lives as long as this and graphs made of it.
class PackedGraph {
public:
  /// Maps a packed form of the user's own (KeptFile) and checks it, on all active threads, outside
  /// parallel loops. O(size).
  /// @param path   of the packed form
  /// @param state  of the .gr
  /// @param why    receives a reason, if there is such a file but it cannot be used
  /// @return nothing when there is no such file or it cannot be used
  static std::optional<PackedGraph> open(const std::string& path, const FileState& state,
                                         std::string& why);

  /// Returns what is known about the graph.
  const PackedFacts& facts() const { return facts_; }

  /// Returns the graph, which shares the mapping.
  /// @tparam Weight  must be that of facts().weights: void, std::uint32_t, std::uint64_t, double
  template <typename Weight>
  graphs::PackedCSR<Weight> graph() const {
    return graphs::adoptArrays<Weight>(arrays_, memory_);
  }

private:
  std::shared_ptr<const graphs::MappedMemory> memory_;
  graphs::PackedArrays arrays_;
  PackedFacts facts_;
};

/// Where a packed form is kept.
struct PackedPlace {
  std::string path;     ///< its name, which ends in .cached.packed
  bool inCache = true;  ///< whether it is in the user's cache folder
  unsigned mode = 0600; ///< its permissions
};

/// Returns where the packed form of a binary .gr is kept: in the user's cache folder, or beside it.
/// @param use     what programs use of the graph, as part of a file name
/// @param beside  whether it is to be beside the .gr, if that folder can be written
/// @throws InputError  when there is no such file, or no cache folder of the user (CachedGraphs.h)
PackedPlace packedPlaceOf(const std::string& path, const std::string& use, bool beside = false);

/// Writes the packed form of a graph. Runs on all active threads, outside parallel loops. Processes
/// that do so at the same time do not disturb each other: each writes a file of its own, which then
/// gets the name.
/// @param arrays  of a graph with at least one node, see graphs::arraysOf()
/// @throws InputError  when it cannot be written, or is larger than the files in the cache folder
///                     may be together; there is none then, or an earlier one
void writePackedGraph(const PackedPlace& place, const FileState& state, const PackedFacts& facts,
                      const graphs::PackedArrays& arrays);

} // namespace galois::inputs
