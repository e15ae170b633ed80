// Galois' binary format (layout: galois/graphs/GrFormat.h), read as a stream so that it may be
// compressed or come from a pipe. Edge data of 4 and 8 bytes is weights. The file does not state
// whether they are integers or floats, so the caller or the values decide. Version 1 is written,
// because node ids have 32 bits here. Ids that nodes have of their own follow the edge data
// (GrIds.h). Names are in a file beside it (NameFile.h). Notes behind it (galois/graphs/GrNotes.h)
// are ignored.

#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/GrIds.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/NameFile.h"
#include "inputs/formats/ReadColumn.h"
#include "inputs/transform/ScaleWeights.h"
#include "inputs/weights/WeightRecognition.h"

#include "galois/graphs/GrFormat.h"
#include "galois/graphs/GrNotes.h"
#include "galois/graphs/GraphError.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>

namespace galois::inputs::detail {

namespace {

using graphs::GrHeader;
using graphs::GrLayout;

[[noreturn]] void failShort(const InputFile& file, const GrHeader& header) {
  fail("{} is cut short: its header says {} nodes and {} arcs with {} bytes of data each",
       file.name(), header.numNodes, header.numEdges, header.edgeSize);
}

/// Appends exactly `count` items, or throws InputError because the file is cut short.
template <typename T>
void readWhole(InputFile& file, const GrHeader& header, std::vector<T>& column, std::uint64_t count,
               bool credible) {
  if (readColumn(file, column, count, credible) != count * sizeof(T)) {
    failShort(file, header);
  }
}

/// Reads the edge data. After an odd number of 64-bit heads there may be a padding word or not. So
/// the data is read as if there were none, and the first 8 bytes are dropped if there are 8 bytes
/// more.
template <typename T>
void readWeights(InputFile& file, const GrLayout& layout, std::vector<T>& column, bool credible) {
  const GrHeader& header = layout.header;
  const std::uint64_t dstEnd = layout.dstOffset + header.numEdges * layout.dstSize();
  std::uint64_t padding = (layout.edgeDataOffset - dstEnd) / sizeof(T);
  if (header.version == 1 && padding * sizeof(T) != layout.edgeDataOffset - dstEnd) {
    std::uint32_t word = 0; // the 4 bytes before 8-byte data
    if (file.readFully(reinterpret_cast<char*>(&word), sizeof(word)) != sizeof(word)) {
      failShort(file, header);
    }
    padding = 0;
  }
  const std::uint64_t dataBytes = header.numEdges * sizeof(T);
  const std::uint64_t got = readColumn(file, column, header.numEdges + padding, credible);
  if (got == dataBytes + padding * sizeof(T)) {
    column.erase(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(padding));
  } else if (header.version == 1 || got != dataBytes) {
    failShort(file, header);
  }
}

[[noreturn]] void failLong(const InputFile& file, const GrHeader& header) {
  fail("{} is corrupt: it goes on after the {} nodes and {} arcs that its header says", file.name(),
       header.numNodes, header.numEdges);
}

/// Reads what follows the edge data: nothing, a few bytes of alignment, or the ids of the nodes.
/// Notes may come after it.
void readIds(InputFile& file, const GrLayout& layout, bool credible,
             std::vector<std::uint64_t>& ids) {
  const GrHeader& header = layout.header;
  constexpr size_t kSlack = 8; // alignment at the end, as identifyGrFile allows
  // Without edge data, the padding after an odd number of heads has not been read yet.
  const std::uint64_t read = header.edgeSize == 0
                                 ? layout.dstOffset + header.numEdges * layout.dstSize()
                                 : layout.fileSize;
  const std::uint64_t alignment = header.version == 1 ? grIdsOffset(layout) - read : 0;
  char rest[2 * kSlack];
  const size_t got = file.readFully(rest, alignment + kSlack);
  std::uint64_t mark = 0;
  if (got == alignment + kSlack) {
    std::memcpy(&mark, rest + alignment, sizeof(mark));
  }
  if (header.version == 1 && mark == kGrIdsMark) {
    readWhole(file, header, ids, header.numNodes, credible);
    const size_t more = file.readFully(rest, sizeof(mark));
    std::memcpy(&mark, rest, sizeof(mark));
    if (more != 0 && (more != sizeof(mark) || mark != graphs::kGrNotesMark)) {
      failLong(file, header);
    }
    return;
  }
  if (header.version == 1 && mark == graphs::kGrNotesMark) {
    return;
  }
  if (got > kSlack || (got == kSlack && file.readFully(rest, 1) != 0)) {
    failLong(file, header);
  }
}

GrHeader readHeader(InputFile& file) {
  const std::string_view first = file.peek();
  GrHeader header;
  try {
    // The size of a stream is unknown before its end, so only its header can be checked.
    if (file.size() || first.size() < sizeof(header)) {
      std::uint64_t size = file.size().value_or(first.size());
      if (graphs::GrNotesEnd end; file.readEnd(&end, sizeof(end))) {
        size = graphs::sizeWithoutNotes(size, end);
      }
      header = graphs::identifyGrFile(file.name(), first.data(), first.size(), size).header;
    } else {
      std::memcpy(&header, first.data(), sizeof(header));
      const auto layout = graphs::layoutOf(header);
      if (!layout) {
        fail("{} is not a .gr file: its header says version {}, {} nodes, {} arcs", file.name(),
             header.version, header.numNodes, header.numEdges);
      }
    }
  } catch (const graphs::GraphError& error) {
    throw InputError(error.what());
  }
  char skipped[sizeof(header)];
  file.readFully(skipped, sizeof(skipped));
  if (header.edgeSize != 0 && header.edgeSize != 4 && header.edgeSize != 8) {
    fail("{} has {} bytes of data per arc; only none, 4 and 8 can be read as weights", file.name(),
         header.edgeSize);
  }
  checkFits(header.numNodes, header.numEdges, static_cast<unsigned>(header.edgeSize),
            file.name().c_str());
  return header;
}

void checkStructure(const Graph& graph, const InputFile& file) {
  if (!std::is_sorted(graph.offsets.begin(), graph.offsets.end()) ||
      graph.offsets.back() != graph.numArcs()) {
    fail("{} is corrupt: its node index does not ascend from 0 to the number of arcs", file.name());
  }
  const auto bad = std::find_if(graph.dst.begin(), graph.dst.end(),
                                [&](std::uint32_t head) { return head >= graph.numNodes(); });
  if (bad != graph.dst.end()) {
    fail("{} is corrupt: arc {} ends in node {}, but nodes are 0 to {}", file.name(),
         bad - graph.dst.begin(), *bad, static_cast<std::int64_t>(graph.numNodes()) - 1);
  }
}

/// Throws InputError unless the bits of all weights are those of finite floats.
void checkFloats(const Graph& graph, const InputFile& file) {
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const std::uint64_t bits = graph.weights[arc];
      const double weight = graph.weights.bytes() == 4
                                ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                : std::bit_cast<double>(bits);
      if (!std::isfinite(weight)) {
        fail("{}: weight {} of the arc {} -> {} must be finite; are the weights floats?",
             file.name(), weight, node, graph.dst[arc]);
      }
    }
  }
}

/// Writes the bits of all weights, this number of bytes each. Integers must fit, and floats are
/// rounded.
void writeWeights(const Weights& weights, OutputFile& file, unsigned bytes, std::uint64_t arcs) {
  if (weights.type() == WeightType::kInteger && bytes == weights.bytes()) {
    const void* const column =
        bytes == 4 ? static_cast<const void*>(weights.narrow().data()) : weights.wide().data();
    file.write(column, arcs * bytes);
    return;
  }
  const auto bitsOf = [bytes](auto weight) -> std::uint64_t {
    if constexpr (std::is_floating_point_v<decltype(weight)>) {
      return bytes == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(weight))
                        : std::bit_cast<std::uint64_t>(static_cast<double>(weight));
    } else {
      return static_cast<std::uint64_t>(weight); // repeats the sign
    }
  };
  for (std::uint64_t arc = 0; arc < arcs; ++arc) {
    const std::uint64_t bits = weights.as(weights[arc], bitsOf);
    file.write(&bits, bytes); // little-endian: the lower half comes first
  }
}

/// Returns the type of the weights, which the caller or the values decide.
WeightType typeOfWeights(const Graph& graph, const InputFile& file, const ReadOptions& options) {
  if (options.weightType) {
    return *options.weightType;
  }
  return recognisedType(
      file.name(),
      graph.weights.bytes() == 8
          ? recogniseWeights(std::span<const std::uint64_t>(graph.weights.wide()))
          : recogniseWeights(std::span<const std::uint32_t>(graph.weights.narrow())),
      options.usable);
}

/// Throws InputError, naming one, unless all weights are of 4 bytes or near a float of 4 bytes.
void checkFitFloats(const Weights& weights, const OutputFile& file) {
  for (const std::uint64_t word : weights.wide()) {
    const double weight = weights.real(word);
    const auto narrow = static_cast<float>(weight);
    if (!std::isfinite(narrow) || (narrow == 0 && weight != 0)) {
      fail("{}: weight {} is too {} for a float of 4 bytes; leave --edge-bytes=4 out", file.name(),
           weight, narrow == 0 ? "near to 0" : "large");
    }
  }
}

/// Returns the number of bytes per weight in a file: the one asked for, or without one (0) 4 for
/// integers and the present size for floats. @throws InputError when a weight does not fit
unsigned sizeOfWeights(const Graph& graph, const OutputFile& file, const WriteOptions& options) {
  const unsigned asked = options.edgeBytes;
  const Weights& weights = graph.weights;
  if (weights.empty()) {
    return 0;
  }
  if (weights.type() == WeightType::kFloat) {
    if (asked == 4) {
      checkFitFloats(weights, file);
    }
    return asked == 0 ? weights.bytes() : asked;
  }
  const unsigned bytes = asked == 0 ? 4 : asked;
  if (bytes == 4 && !weights.areNarrow()) {
    const auto [lightest, heaviest] = weightRange(graph);
    const bool heavy = heaviest - Weights::widening(weights.type()) > UINT32_MAX;
    fail("{}: weight {} does not fit in 4 bytes; use {}smaller weights", file.name(),
         weights.text(heavy ? heaviest : lightest),
         options.usable == UsableWeights::kNarrow ? ""
                                                  : "8 bytes for weights (--edge-bytes=8), or ");
  }
  return bytes;
}

bool isGaloisGr(std::string_view firstBytes, std::string_view /*path*/) {
  std::uint64_t version = 0;
  if (firstBytes.size() < sizeof(version)) {
    return false;
  }
  std::memcpy(&version, firstBytes.data(), sizeof(version));
  return version == 1 || version == 2;
}

Graph readGaloisGr(InputFile& file, const ReadOptions& options) {
  const GrHeader header = readHeader(file);
  const GrLayout layout = *graphs::layoutOf(header);
  const bool credible = file.size().has_value();
  Graph graph;
  readWhole(file, header, graph.offsets, header.numNodes, credible);
  if (header.version == 1) {
    readWhole(file, header, graph.dst, header.numEdges, credible);
  } else {
    constexpr std::uint64_t kStep = 1 << 16;
    std::vector<std::uint64_t> heads;
    if (credible) {
      graph.dst.reserve(header.numEdges);
    }
    for (std::uint64_t done = 0; done < header.numEdges; done += heads.size()) {
      heads.clear();
      const std::uint64_t step = std::min(kStep, header.numEdges - done);
      readWhole(file, header, heads, step, true);
      // A head that does not fit in 32 bits is out of range, and remains so as the highest id.
      for (const std::uint64_t head : heads) {
        graph.dst.push_back(static_cast<std::uint32_t>(std::min(head, kMaxNodes)));
      }
    }
  }
  if (header.edgeSize == 4) {
    graph.weights.assign(0, 4);
    readWeights(file, layout, graph.weights.narrow(), credible);
  } else if (header.edgeSize == 8) {
    graph.weights.assign(0, 8);
    readWeights(file, layout, graph.weights.wide(), credible);
  }
  readIds(file, layout, credible, graph.ids);
  checkStructure(graph, file);
  if (graph.ids.empty()) {
    graph.names = namesBeside(file.name(), graph);
  }
  if (options.ignoreWeights) {
    graph.weights.clear();
  }
  if (!graph.weights.empty()) {
    const WeightType type = typeOfWeights(graph, file, options);
    if (type == WeightType::kFloat) {
      checkFloats(graph, file);
    }
    graph.weights.useBitsAs(type);
  }
  if (options.scale != 1) {
    scaleWeights(graph, options.scale);
  }
  return graph;
}

void writeGaloisGr(const Graph& graph, OutputFile& file, const WriteOptions& options) {
  GrHeader header;
  header.edgeSize = sizeOfWeights(graph, file, options);
  header.numNodes = graph.numNodes();
  header.numEdges = graph.numArcs();
  file.write(&header, sizeof(header));
  file.write(graph.offsets.data() + 1, graph.numNodes() * sizeof(std::uint64_t));
  file.write(graph.dst.data(), graph.numArcs() * sizeof(std::uint32_t));
  const std::uint32_t padding = 0;
  if (graph.numArcs() % 2 == 1) {
    file.write(&padding, sizeof(padding));
  }
  if (header.edgeSize != 0) {
    writeWeights(graph.weights, file, static_cast<unsigned>(header.edgeSize), graph.numArcs());
  }
  if (graph.ids.empty()) {
    return;
  }
  const GrLayout layout = *graphs::layoutOf(header);
  file.write(&padding, grIdsOffset(layout) - layout.fileSize);
  file.write(&kGrIdsMark, sizeof(kGrIdsMark));
  file.write(graph.ids.data(), graph.ids.size() * sizeof(std::uint64_t));
}

} // namespace

Format formatGaloisGr() {
  return {.rank = 10,
          .name = "gr",
          .description = "Galois binary .gr, version 1 or 2",
          .suffixes = {".gr", ".sgr", ".csgr"},
          .recognises = isGaloisGr,
          .isBinary = true,
          .read = readGaloisGr,
          .write = writeGaloisGr};
}

} // namespace galois::inputs::detail
