#include "inputs/PackedGraph.h"

#include "inputs/CachedGraphs.h"
#include "inputs/Error.h"
#include "inputs/io/ContentHash.h"
#include "inputs/io/OutputFile.h"

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
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMagic = 0x6b6361702d737063; // "cps-pack" on little-endian machines
/// Increment it when the layout changes, or when readers make another graph of the same .gr.
constexpr std::uint64_t kVersion = 1;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;

/// What `symmetric` of the header says.
enum Symmetric : std::uint64_t { kUnknown, kAsymmetric, kSymmetric };

/// The first bytes of a packed form. All fields have 8 bytes, so that there is no padding.
struct Header {
  std::uint64_t magic = kMagic; ///< another one on a machine of another byte order
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

/// Returns where an array of `size` bytes begins that comes after `position`. Where it is at least as
/// large as a huge page, it begins with one, because the system then maps huge pages of the file, if
/// its file system has them.
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
std::uint64_t hashOf(const graphs::PackedArrays& arrays) {
  constexpr std::size_t kBlock = kHugePage;
  std::vector<std::span<const std::byte>> blocks;
  for (std::span<const std::byte> array : {arrays.offsets, arrays.edges}) {
    for (; !array.empty(); array = array.subspan(std::min(kBlock, array.size()))) {
      blocks.push_back(array.first(std::min(kBlock, array.size())));
    }
  }
  std::vector<std::uint64_t> hashes(blocks.size());
  do_all(
      iterate(std::size_t{0}, blocks.size()),
      [&](std::size_t block) { hashes[block] = quickHashOf(blocks[block]); }, chunk_size<1>(),
      steal(), no_stats());
  ContentHash all;
  all.add(textOf(std::as_bytes(std::span(hashes))));
  return all.value();
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Returns what is wrong with a header, or "". @param size  of the file
std::string_view wrongWith(const Header& header, std::uint64_t size, const FileState& state) {
  if (header.magic != kMagic) {
    return header.magic == __builtin_bswap64(kMagic) ? "it is of a machine with another byte order"
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
      header.edgeBytes != edgeBytesOf(header.weights)) {
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
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    why = errno == ENOENT ? "" : std::strerror(errno);
    return std::nullopt;
  }
  PackedGraph packed;
  Header header;
  struct stat info {};
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) ||
      pread(file, &header, sizeof(header), 0) != static_cast<ssize_t>(sizeof(header))) {
    why = "it is cut short";
  } else {
    why = wrongWith(header, static_cast<std::uint64_t>(info.st_size), state);
  }
  const Layout layout(header);
  if (why.empty()) {
    try {
      packed.memory_ = std::make_shared<const graphs::MappedMemory>(
          graphs::MappedMemory::ofFile(path, file, 0, layout.size));
      // Only a hint: the system then also reads the file in huge pages, if it is not in memory.
      madvise(packed.memory_->data(), packed.memory_->size(), MADV_HUGEPAGE);
    } catch (const graphs::GraphError& error) {
      why = error.what();
    }
  }
  close(file);
  if (!why.empty()) {
    return std::nullopt;
  }
  const std::span<const std::byte> bytes =
      std::as_bytes(std::span(packed.memory_->data(), packed.memory_->size()));
  packed.arrays_ = {bytes.subspan(layout.offsets, layout.offsetsSize),
                    bytes.subspan(layout.edges, layout.edgesSize), header.offsetBytes == 8};
  if (hashOf(packed.arrays_) != header.bodyHash) {
    why = "it is damaged";
    return std::nullopt;
  }
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

void writePackedGraph(const std::string& path, const FileState& state, const PackedFacts& facts,
                      const graphs::PackedArrays& arrays) {
  Header header;
  header.bodyHash = hashOf(arrays);
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
  OutputFile file(path, Compression::kNone);
  const std::vector<char> padding(kHugePage);
  file.write(&header, sizeof(header));
  file.write(padding.data(), layout.offsets - sizeof(header));
  file.write(textOf(arrays.offsets));
  file.write(padding.data(), layout.edges - layout.offsets - layout.offsetsSize);
  file.write(textOf(arrays.edges));
  file.commit();
}

std::string packedPathOf(const std::string& path, const std::string& use) {
  std::error_code error;
  const fs::path place = fs::canonical(path, error);
  if (error) {
    fail("cannot open {}: {}", path, error.message());
  }
  const std::string name = fmt::format("{}.{}.cached.packed", place.filename().string(), use);
  if (isWritableFolder(place.parent_path())) {
    return place.parent_path() / name;
  }
  return cacheFolder() / nameInCacheFolder(place, name);
}

} // namespace galois::inputs
