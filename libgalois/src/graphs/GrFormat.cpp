#include "galois/graphs/GrFormat.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "galois/graphs/GraphError.h"
#include "galois/substrate/ShellWord.h"

namespace galois::graphs {

namespace {

using substrate::shellWord;

/// Returns base + count * size, or nothing if this exceeds the largest file offset.
std::optional<std::uint64_t> advance(std::uint64_t base, std::uint64_t count, std::uint64_t size) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::int64_t>::max();
  std::uint64_t bytes = 0;
  std::uint64_t end = 0;
  if (__builtin_mul_overflow(count, size, &bytes) || __builtin_add_overflow(base, bytes, &end) ||
      end > kMax) {
    return std::nullopt;
  }
  return end;
}

bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// Returns the name of the compressor whose magic number the file starts with, or nullptr.
const char* compressor(std::string_view first) {
  using namespace std::string_view_literals;
  if (startsWith(first, "\x1f\x8b"sv)) {
    return "gzip";
  }
  if (startsWith(first, "\xfd"
                        "7zXZ\0"sv)) {
    return "xz";
  }
  if (startsWith(first, "\x28\xb5\x2f\xfd"sv)) {
    return "zstd";
  }
  if (startsWith(first, "BZh"sv)) {
    return "bzip2";
  }
  return nullptr;
}

/// Returns whether all bytes can occur in a text file. This is false for every .gr file, because
/// byte 1 of its version is 0.
bool isText(std::string_view first) {
  return std::all_of(first.begin(), first.end(), [](unsigned char c) {
    return c >= 0x80 || std::isprint(c) || std::isspace(c);
  });
}

/// Returns whether the text starts with a line that can begin a DIMACS shortest-path file.
bool isDimacs(std::string_view first) {
  const auto at = first.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos) {
    return false;
  }
  first.remove_prefix(at);
  if (startsWith(first, "p ")) {
    return true;
  }
  const bool known = first[0] == 'c' || first[0] == 'a';
  return known && (first.size() == 1 || std::isspace(static_cast<unsigned char>(first[1])));
}

void rejectForeign(const std::string& path, std::string_view first) {
  if (const char* name = compressor(first)) {
    throw GraphError(fmt::format("'{0}' is compressed ({1}), and .gr files are used in place; "
                                 "convert it with: graph-convert {2} OUT.gr",
                                 path, name, shellWord(path)));
  }
  if (!isText(first)) {
    return;
  }
  if (isDimacs(first)) {
    throw GraphError(fmt::format("'{0}' is DIMACS text, not a Galois .gr file; "
                                 "convert it with: graph-convert {1} OUT.gr",
                                 path, shellWord(path)));
  }
  throw GraphError(fmt::format("'{0}' is text, not a Galois .gr file; if it holds a graph, "
                               "convert it with: graph-convert {1} OUT.gr",
                               path, shellWord(path)));
}

std::string describe(const GrHeader& h) {
  return fmt::format("its header says version {}, {} nodes, {} edges with {} bytes of data each",
                     h.version, h.numNodes, h.numEdges, h.edgeSize);
}

/// Returns whether a file of this size can contain the ids of nodes after the edge data, as inputs/
/// writes them: a mark of 8 bytes at the next multiple of 8 bytes, then 8 bytes per node.
bool hasSizeWithIds(const GrLayout& layout, std::uint64_t fileSize) {
  const auto begin = advance((layout.fileSize + 7) / 8 * 8, 1, 8);
  const auto end = begin ? advance(*begin, layout.header.numNodes, 8) : std::nullopt;
  return layout.header.version == 1 && layout.header.numNodes > 0 && end == fileSize;
}

} // namespace

std::optional<GrLayout> layoutOf(const GrHeader& header, bool padded) noexcept {
  if (header.version != 1 && header.version != 2) {
    return std::nullopt;
  }
  GrLayout layout;
  layout.header = header;
  const auto dsts = advance(layout.edgeEndOffset, header.numNodes, sizeof(std::uint64_t));
  if (!dsts) {
    return std::nullopt;
  }
  layout.dstOffset = *dsts;
  auto data = advance(layout.dstOffset, header.numEdges, layout.dstSize());
  if (data && padded && header.numEdges % 2 == 1) {
    data = advance(*data, 1, layout.dstSize());
  }
  if (!data) {
    return std::nullopt;
  }
  layout.edgeDataOffset = *data;
  const auto end = advance(layout.edgeDataOffset, header.numEdges, header.edgeSize);
  if (!end) {
    return std::nullopt;
  }
  layout.fileSize = *end;
  return layout;
}

GrLayout identifyGrFile(const std::string& path, const void* first, std::size_t got,
                        std::uint64_t fileSize) {
  if (fileSize == 0) {
    throw GraphError(fmt::format("'{}' is empty", path));
  }
  rejectForeign(path, {static_cast<const char*>(first), std::min<std::size_t>(got, 32)});
  if (fileSize < sizeof(GrHeader) || got < sizeof(GrHeader)) {
    throw GraphError(fmt::format("'{}' is truncated: a .gr header takes {} bytes, the file has {}",
                                 path, sizeof(GrHeader), fileSize));
  }
  GrHeader header;
  std::memcpy(&header, first, sizeof(header));
  if (header.version != 1 && header.version != 2) {
    throw GraphError(fmt::format("'{}' is not a .gr file that this program reads: its version is "
                                 "{}, understood are 1 and 2",
                                 path, header.version));
  }
  const auto padded = layoutOf(header, true);
  if (!padded) {
    throw GraphError(
        fmt::format("'{}' is corrupt: {}, more than any file can hold", path, describe(header)));
  }

  if (fileSize >= padded->fileSize && fileSize - padded->fileSize < 8) {
    return *padded;
  }
  if (hasSizeWithIds(*padded, fileSize)) {
    return *padded;
  }
  // Without padding the size must match exactly, so that a truncated file with padding is not
  // accepted as one without.
  if (header.version == 2 || header.edgeSize == 0) {
    if (const auto bare = layoutOf(header, false); bare && bare->fileSize == fileSize) {
      return *bare;
    }
  }
  throw GraphError(fmt::format("'{}' is {}: {}, which takes {} bytes, but the file has {}", path,
                               fileSize < padded->fileSize ? "truncated" : "corrupt",
                               describe(header), padded->fileSize, fileSize));
}

} // namespace galois::graphs
