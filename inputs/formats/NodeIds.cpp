#include "inputs/formats/NodeIds.h"

namespace galois::inputs {

void writeNodeIds(const std::vector<uint64_t>& ids, OutputFile& file) {
  for (uint64_t node = 0; node < ids.size(); ++node) {
    file.writeNumber(node);
    file.write(" ");
    file.writeNumber(ids[node]);
    file.write("\n");
  }
}

} // namespace galois::inputs
