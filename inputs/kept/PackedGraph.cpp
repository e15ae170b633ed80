#include "inputs/kept/PackedGraph.h"

#include "inputs/Error.h"
#include "inputs/io/ContentHash.h"
#include "inputs/io/OutputFile.h"
#include "inputs/kept/CachedGraphs.h"

#include "galois/Loops.h"
#include "galois/graphs/GraphError.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <limits>
#include <span>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

namespace fs = std::filesystem;

/// Increment it when the layout changes, or when readers make another graph of the same .gr.
constexpr std::uint64_t kVersion = 2;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
constexpr double kRounding = 1e-6; // in a mean weight

/// What `symmetric` of the header says.
enum Symmetric : std::uint64_t { kUnknown, kAsymmetric, kSymmetric };

/// The first bytes of a packed form. All fields have 8 bytes, so that there is no padding.
struct Header {
  std::uint64_t magic = kPackedMagic; ///< another one on a machine of another byte order
  std::uint64_t version = kVersion;
  std::uint64_t hash = 0; ///< of the header with 0 here
  std::uint64_t bodyHash = 0;
  FileState state{};
  std::uint64_t nodes = 0, edges = 0;
  std::uint64_t offsetBytes = 0; ///< bytes per offset
  std::uint64_t edgeBytes = 0;   ///< bytes per edge with its weight
  std::uint64_t weights = 0, kind = 0, fileEdgeBytes = 0, symmetric = 0;
  std::uint64_t largestDegree = 0, leastWeight = 0, greatestWeight = 0;
  double meanWeight = 0;
};
static_assert(sizeof(Header) == 21 * 8 && sizeof(Header) <= kPage);

/// Returns where an array of `size` bytes begins that comes after `position`. Where it is at least
/// as large as a huge page, it begins with one, because the system then maps huge pages of the
/// file, if its file system has them.
std::uint64_t aligned(std::uint64_t position, std::uint64_t size) {
  const std::uint64_t page = size >= kHugePage ? kHugePage : kPage;
  return (position + page - 1) / page * page;
}

/// The number of bytes that an edge with such a weight takes, or 0 for no type.
std::uint64_t edgeBytesOf(std::uint64_t weights) {
  switch (static_cast<PackedWeights>(weights)) {
  case PackedWeights::kNone:
    return sizeof(graphs::PackedEdge<void>);
  case PackedWeights::kInteger4:
    return sizeof(graphs::PackedEdge<std::uint32_t>);
  case PackedWeights::kInteger8:
    return sizeof(graphs::PackedEdge<std::uint64_t>);
  case PackedWeights::kFloat8:
    return sizeof(graphs::PackedEdge<double>);
  }
  return 0;
}

/// Where the parts of a file are.
struct Layout {
  std::uint64_t offsetsSize, edgesSize, offsets, edges, size;

  /// @param header  with plausible numbers
  explicit Layout(const Header& header)
      : offsetsSize((header.nodes + 1) * header.offsetBytes),
        edgesSize(header.edges * header.edgeBytes), offsets(aligned(sizeof(Header), offsetsSize)),
        edges(aligned(offsets + offsetsSize, edgesSize)), size(edges + edgesSize) {}
};

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::uint64_t hashOf(Header header) {
  header.hash = 0;
  ContentHash hash;
  hash.add(textOf(std::as_bytes(std::span(&header, 1))));
  return hash.value();
}

/// Returns a hash of some bytes, at about the speed at which memory is read: several times that of
/// ContentHash. Each step maps the state of a lane one to one, so a change within one word changes
/// the hash. Other changes go unnoticed with probability 2^-64.
std::uint64_t quickHashOf(std::span<const std::byte> bytes) {
  constexpr std::size_t kLanes = 8;                     // so that the multiplications overlap
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15; // odd
  constexpr int kTurn = 31;
  std::array<std::uint64_t, kLanes> lanes{};
  std::array<std::uint64_t, kLanes> words{};
  const auto mix = [&] {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = std::rotl((lanes[lane] ^ words[lane]) * kFactor, kTurn);
    }
  };
  const std::size_t size = bytes.size();
  for (; bytes.size() >= sizeof(words); bytes = bytes.subspan(sizeof(words))) {
    std::memcpy(words.data(), bytes.data(), sizeof(words));
    mix();
  }
  words = {};
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(words.data()));
  mix();
  ContentHash all;
  all.add(textOf(std::as_bytes(std::span(lanes))));
  all.add(textOf(std::as_bytes(std::span(&size, 1))));
  return all.value();
}

/// Returns a hash of both arrays, computed on all active threads.
/// @param look  is called with each part of the edges, by the thread that has just read it
template <typename Look>
std::uint64_t hashOf(const graphs::PackedArrays& arrays, const Look& look) {
  constexpr std::size_t kBlock = kHugePage;
  std::vector<std::span<const std::byte>> blocks;
  const std::size_t firstOfEdges = (arrays.offsets.size() + kBlock - 1) / kBlock;
  for (std::span<const std::byte> array : {arrays.offsets, arrays.edges}) {
    for (; !array.empty(); array = array.subspan(std::min(kBlock, array.size()))) {
      blocks.push_back(array.first(std::min(kBlock, array.size())));
    }
  }
  std::vector<std::uint64_t> hashes(blocks.size());
  do_all(
      iterate(std::size_t{0}, blocks.size()),
      [&](std::size_t block) {
        hashes[block] = quickHashOf(blocks[block]);
        if (block >= firstOfEdges) {
          look(blocks[block]);
        }
      },
      chunk_size<1>(), steal(), no_stats());
  ContentHash all;
  all.add(textOf(std::as_bytes(std::span(hashes))));
  return all.value();
}

/// What the edges of a file are, as opposed to what its header says of them.
template <typename Weight>
class SeenEdges {
  using Edge = graphs::PackedEdge<Weight>;
  static constexpr bool kWeighted = !std::is_void_v<Weight>;
  using Number = std::conditional_t<kWeighted, Weight, std::uint32_t>;
  static_assert(kHugePage % sizeof(Edge) == 0, "blocks have whole edges");

public:
  /// Takes a part of the edges into account. Thread-safe.
  void look(std::span<const std::byte> bytes) {
    const std::span edges(reinterpret_cast<const Edge*>(bytes.data()), bytes.size() / sizeof(Edge));
    std::uint32_t head = 0;
    for (const Edge& edge : edges) { // compilers vectorise it
      head = std::max(head, edge.dst);
    }
    head_.update(head);
    if constexpr (kWeighted) {
      Number least = std::numeric_limits<Number>::max();
      Number greatest = std::numeric_limits<Number>::lowest();
      bool numbers = true;
      for (const Edge& edge : edges) {
        least = std::min(least, edge.weight);
        greatest = std::max(greatest, edge.weight);
        numbers &= edge.weight == edge.weight; // NaN is not
      }
      least_.update(least);
      greatest_.update(greatest);
      numbers_.update(numbers);
    }
  }

  /// Returns what is wrong with the header's words about them, or "".
  std::string_view wrongWith(const Header& header) {
    if (header.edges == 0) {
      return "";
    }
    if (head_.reduce() >= header.nodes) {
      return "an edge leads to a node that there is not";
    }
    if constexpr (kWeighted) {
      const Number least = least_.reduce();
      const Number greatest = greatest_.reduce();
      const bool mean =
          header.meanWeight >= static_cast<double>(least) * (1 - kRounding) - kRounding &&
          header.meanWeight <= static_cast<double>(greatest) * (1 + kRounding) + kRounding;
      if (!numbers_.reduce() || bitsOfNumber(least) != header.leastWeight ||
          bitsOfNumber(greatest) != header.greatestWeight || !mean) {
        return "its weights are others than it says";
      }
    }
    return "";
  }

private:
  GReduceMax<std::uint32_t> head_;
  GReduceMin<Number> least_;
  GReduceMax<Number> greatest_;
  GReduceLogicalAnd numbers_;
};

/// Returns what is wrong with the offsets of a file, or "".
template <typename Offset>
std::string_view wrongOffsets(std::span<const std::byte> bytes, const Header& header) {
  const std::span offsets(reinterpret_cast<const Offset*>(bytes.data()),
                          bytes.size() / sizeof(Offset));
  GReduceLogicalAnd ascends;
  GReduceMax<std::uint64_t> degree;
  do_all(
      iterate(std::size_t{0}, offsets.size() - 1),
      [&](std::size_t node) {
        ascends.update(offsets[node] <= offsets[node + 1]);
        degree.update(std::uint64_t{offsets[node + 1]} - offsets[node]);
      },
      no_stats());
  if (offsets.front() != 0 || offsets.back() != header.edges || !ascends.reduce()) {
    return "its edges do not belong to its nodes";
  }
  return degree.reduce() == header.largestDegree ? "" : "its degrees are others than it says";
}

/// Returns what is wrong with arrays that were mapped, or "".
template <typename Weight>
std::string_view wrongArrays(const graphs::PackedArrays& arrays, const Header& header) {
  SeenEdges<Weight> seen;
  if (hashOf(arrays, [&](std::span<const std::byte> edges) { seen.look(edges); }) !=
      header.bodyHash) {
    return "it is damaged";
  }
  const std::string_view wrong = arrays.wideOffsets
                                     ? wrongOffsets<std::uint64_t>(arrays.offsets, header)
                                     : wrongOffsets<std::uint32_t>(arrays.offsets, header);
  return wrong.empty() ? seen.wrongWith(header) : wrong;
}

/// Returns the same for weights of the type that the header names.
std::string_view wrongArrays(const graphs::PackedArrays& arrays, const Header& header) {
  switch (static_cast<PackedWeights>(header.weights)) {
  case PackedWeights::kInteger4:
    return wrongArrays<std::uint32_t>(arrays, header);
  case PackedWeights::kInteger8:
    return wrongArrays<std::uint64_t>(arrays, header);
  case PackedWeights::kFloat8:
    return wrongArrays<double>(arrays, header);
  default:
    return wrongArrays<void>(arrays, header);
  }
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Returns what is wrong with a header, or "". @param size  of the file
std::string_view wrongWith(const Header& header, std::uint64_t size, const FileState& state) {
  if (header.magic != kPackedMagic) {
    return header.magic == __builtin_bswap64(kPackedMagic)
               ? "it is of a machine with another byte order"
               : "it is no packed graph";
  }
  if (header.version != kVersion) {
    return "it is of another version of the programs";
  }
  if (header.hash != hashOf(header)) {
    return "its header is damaged";
  }
  constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 56; // so that sizes do not overflow
  if (header.nodes == 0 || header.nodes > kMaxNodes || header.edges > kMostEdges ||
      (header.offsetBytes != 4 && header.offsetBytes != 8) ||
      header.edgeBytes != edgeBytesOf(header.weights) || header.symmetric > kSymmetric ||
      header.kind > static_cast<std::uint64_t>(WeightKind::kFloat)) {
    return "its arrays have another layout";
  }
  if (size != Layout(header).size) {
    return "it is cut short";
  }
  if (!(header.state == state)) {
    return "the graph has changed since";
  }
  return "";
}

} // namespace

FileState stateOf(const std::string& path, const std::string& sample) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) {
    fail("cannot open {}: {}", path, std::strerror(errno));
  }
  ContentHash hash;
  hash.add(sample);
  return {static_cast<std::uint64_t>(info.st_size), info.st_ino, nanoseconds(info.st_mtim),
          nanoseconds(info.st_ctim), hash.value()};
}

std::optional<FileState> settledStateOf(const std::string& path, const std::string& sample) {
  constexpr std::int64_t kStep = 20'000'000; // a file gets the time of the last timer tick
  for (;;) {
    const FileState state = stateOf(path, sample);
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const std::int64_t age = nanoseconds(now) - state.changed;
    if (age >= kStep) {
      return state;
    }
    if (age < -kStep) {
      return std::nullopt;
    }
    const timespec rest{0, kStep - std::max<std::int64_t>(age, 0)};
    nanosleep(&rest, nullptr);
  }
}

std::optional<PackedGraph> PackedGraph::open(const std::string& path, const FileState& state,
                                             std::string& why) {
  const KeptFile file = KeptFile::open(path, why);
  if (!file) {
    return std::nullopt;
  }
  PackedGraph packed;
  Header header;
  why = pread(file.descriptor(), &header, sizeof(header), 0) != static_cast<ssize_t>(sizeof(header))
            ? "it is cut short"
            : wrongWith(header, file.size(), state);
  const Layout layout(header);
  if (why.empty()) {
    try {
      packed.memory_ = std::make_shared<const graphs::MappedMemory>(
          graphs::MappedMemory::ofFile(path, file.descriptor(), 0, layout.size));
      // Only a hint: the system then also reads the file in huge pages, if it is not in memory.
      madvise(packed.memory_->data(), packed.memory_->size(), MADV_HUGEPAGE);
    } catch (const graphs::GraphError& error) {
      why = error.what();
    }
  }
  if (!why.empty()) {
    return std::nullopt;
  }
  const std::span<const std::byte> bytes =
      std::as_bytes(std::span(packed.memory_->data(), packed.memory_->size()));
  packed.arrays_ = {bytes.subspan(layout.offsets, layout.offsetsSize),
                    bytes.subspan(layout.edges, layout.edgesSize), header.offsetBytes == 8};
  why = wrongArrays(packed.arrays_, header);
  if (!why.empty()) {
    return std::nullopt;
  }
  file.markUsed();
  PackedFacts& facts = packed.facts_;
  facts.nodes = header.nodes;
  facts.edges = header.edges;
  facts.weights = static_cast<PackedWeights>(header.weights);
  facts.kind = static_cast<WeightKind>(header.kind);
  facts.fileEdgeBytes = header.fileEdgeBytes;
  if (header.symmetric != kUnknown) {
    facts.symmetric = header.symmetric == kSymmetric;
  }
  facts.largestDegree = header.largestDegree;
  facts.leastWeight = header.leastWeight;
  facts.greatestWeight = header.greatestWeight;
  facts.meanWeight = header.meanWeight;
  return packed;
}

void writePackedGraph(const PackedPlace& place, const FileState& state, const PackedFacts& facts,
                      const graphs::PackedArrays& arrays) {
  const fs::path folder = fs::path(place.path).parent_path();
  Header header;
  header.bodyHash = hashOf(arrays, [](std::span<const std::byte>) {});
  header.state = state;
  header.nodes = facts.nodes;
  header.edges = facts.edges;
  header.offsetBytes = arrays.wideOffsets ? 8 : 4;
  header.weights = static_cast<std::uint64_t>(facts.weights);
  header.edgeBytes = edgeBytesOf(header.weights);
  header.kind = static_cast<std::uint64_t>(facts.kind);
  header.fileEdgeBytes = facts.fileEdgeBytes;
  header.symmetric = !facts.symmetric ? kUnknown : *facts.symmetric ? kSymmetric : kAsymmetric;
  header.largestDegree = facts.largestDegree;
  header.leastWeight = facts.leastWeight;
  header.greatestWeight = facts.greatestWeight;
  header.meanWeight = facts.meanWeight;
  header.hash = hashOf(header);
  const Layout layout(header);
  if (const std::uint64_t limit = place.inCache ? cacheLimit(folder) : UINT64_MAX;
      layout.size > limit) {
    fail("{}: it takes {} MB, and all that is kept there may take {} MB together "
         "(GALOIS_CPS_CACHE_LIMIT)",
         place.path, layout.size / 1'000'000, limit / 1'000'000);
  }
  if (!place.inCache) {
    removeLeftovers(place.path);
  }
  OutputFile file(OutputFile::Private{.path = place.path, .mode = place.mode});
  const std::vector<char> padding(kHugePage);
  file.write(&header, sizeof(header));
  file.write(padding.data(), layout.offsets - sizeof(header));
  file.write(textOf(arrays.offsets));
  file.write(padding.data(), layout.edges - layout.offsets - layout.offsetsSize);
  file.write(textOf(arrays.edges));
  file.commit();
  if (place.inCache) {
    limitCache(folder, place.path);
  }
}

PackedPlace packedPlaceOf(const std::string& path, const std::string& use, bool beside) {
  std::error_code error;
  const fs::path place = fs::canonical(path, error);
  if (error) {
    fail("cannot open {}: {}", path, error.message());
  }
  const std::string name = place.filename().string();
  const std::string end = fmt::format("{}.cached.packed", use);
  if (beside && isWritableFolder(place.parent_path())) {
    return {place.parent_path() / fmt::format("{}.{}", name, end), false, permissionsBeside(place)};
  }
  const fs::path folder = openCacheFolder();
  if (fs::equivalent(folder, place.parent_path(), error)) { // of a conversion, which names itself
    return {folder / fmt::format("{}.{}", name, end)};
  }
  ContentHash origin(20);
  origin.add(place.string());
  return {folder / fmt::format("{}{}.{}", keptStart(name), origin.hex(), end)};
}

} // namespace galois::inputs
