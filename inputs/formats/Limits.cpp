#include "inputs/formats/Limits.h"

#include "inputs/Error.h"

namespace galois::inputs {

void checkNodesPlausible(const InputFile& file, std::uint64_t nodes, std::uint64_t arcs) {
  constexpr std::uint64_t kHarmless = std::uint64_t{1} << 20;
  constexpr std::uint64_t kNodesPerArc = 64;
  if (nodes > kHarmless && nodes / kNodesPerArc > arcs) {
    fail("{}: {} nodes for {} arcs cannot be meant; check the header, or number the nodes without "
         "gaps (an edge list: --relabel)",
         file.name(), nodes, arcs);
  }
}

void checkAnnounced(const InputFile& file, const char* what, std::uint64_t announced,
                    std::uint64_t there) {
  if (announced != there) {
    fail("{}: the header announces {} {} and {} are there; the file is cut short or its header "
         "wrong",
         file.name(), announced, what, there);
  }
}

void checkLinesPlausible(const InputFile& file, std::uint64_t lines, std::uint64_t bytesPerLine,
                         const char* what) {
  constexpr std::uint64_t kBestCompression = 2000;
  const auto packed = file.packedSize();
  if (!packed) {
    return;
  }
  const std::uint64_t size =
      file.compression() == Compression::kNone ? *packed : *packed * kBestCompression;
  if (lines > size / bytesPerLine) {
    fail("{}: the header announces {} {}, more than the file can hold; the file is cut short or "
         "its header wrong",
         file.name(), lines, what);
  }
}

} // namespace galois::inputs
