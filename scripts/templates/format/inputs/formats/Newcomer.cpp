// TODO: whose format it is, and a link to its description. Here:
//
//     newcomer NODES ARCS
//     # comment
//     FROM TO [WEIGHT]        ids from 0
//
// Without a weight, an arc has weight 1.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

namespace galois::inputs::detail {

namespace {
constexpr const char* kHeaderForm = "the first line is \"newcomer NODES ARCS\"";
constexpr const char* kArcForm = "an arc line is \"FROM TO [WEIGHT]\", ids from 0";

bool isNewcomer(std::string_view firstBytes, std::string_view /*path*/) {
  return startsWithWords(firstTellingLine(firstBytes), {"newcomer"});
}

Graph readNewcomer(InputFile& file, const ReadOptions& options) {
  TextScanner text(file);
  std::string_view line;
  if (!text.next(line)) {
    fail("{} is empty; {}", text.name(), kHeaderForm);
  }
  Fields header(text, line, kHeaderForm);
  if (header.word() != "newcomer") {
    text.failHere(kHeaderForm);
  }
  const std::uint64_t nodes = header.number("number of nodes", kMaxNodes);
  const std::uint64_t arcs = header.number("number of arcs", UINT64_MAX);
  header.expectEnd();

  EdgeListBuilder builder(EdgeKind::kArc, textWeights(options));
  while (text.next(line)) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    if (builder.size() == arcs) {
      text.failHere(fmt::format("one arc more than the {} that the header announces", arcs));
    }
    Fields fields(text, line, kArcForm);
    const std::uint32_t from = fields.node("node", 0, nodes);
    const std::uint32_t to = fields.node("node", 0, nodes);
    if (fields.atEnd()) {
      builder.add(from, to);
    } else if (options.ignoreWeights) {
      fields.word();
      builder.add(from, to);
    } else {
      builder.add(from, to, readWeight(fields, options, from, to));
    }
    fields.expectEnd();
  }
  checkAnnounced(file, "arcs", arcs, builder.size());
  checkNodesPlausible(file, nodes, arcs); // a reader does not believe a header
  return builder.build(nodes, text.name().c_str());
}

} // namespace

Format formatNewcomer() {
  return {.rank = 85, // TODO: before formats that could be taken for it, see Formats.h
          .name = "newcomer",
          .description = "lines FROM TO [WEIGHT] after newcomer NODES ARCS",
          .suffixes = {".newcomer"},
          .recognises = isNewcomer,
          .example = "newcomer 3 2\n# x\n0 1 7\n2 2\n",
          .read = readNewcomer};
}

} // namespace galois::inputs::detail
