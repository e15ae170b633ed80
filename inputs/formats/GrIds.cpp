#include "inputs/formats/GrIds.h"

#include "inputs/Error.h"
#include "inputs/io/RandomAccess.h"

#include <algorithm>

namespace galois::inputs {

std::vector<std::uint64_t> readGrIds(const std::string& path, std::uint64_t first,
                                     std::uint64_t last) {
  const RandomAccess file(path);
  graphs::GrHeader header;
  if (!file.read(&header, sizeof(header), 0) || header.version != 1) {
    return {};
  }
  const auto layout = graphs::layoutOf(header);
  if (!layout) {
    return {};
  }
  std::uint64_t mark = 0;
  const std::uint64_t offset = grIdsOffset(*layout);
  if (!file.read(&mark, sizeof(mark), offset) || mark != kGrIdsMark) {
    return {};
  }
  last = std::min(last, header.numNodes);
  std::vector<std::uint64_t> ids(last - std::min(first, last));
  const std::uint64_t begin = offset + sizeof(mark) + first * sizeof(std::uint64_t);
  if (!ids.empty() && !file.read(ids.data(), ids.size() * sizeof(std::uint64_t), begin)) {
    fail("{} is cut short: the ids of its {} nodes are not all there", path, header.numNodes);
  }
  return ids;
}

} // namespace galois::inputs
