// DIMACS shortest-path text, as in the ninth DIMACS challenge:
//
//     c comment
//     p sp NODES ARCS
//     a FROM TO WEIGHT        ids from 1; one line per arc
//
// It often has the suffix .gr, like Galois' binary format.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

namespace galois::inputs::detail {

namespace {
constexpr const char* kDimacsHeaderForm = "the header line is \"p sp NODES ARCS\"";
constexpr const char* kDimacsArcForm = "an arc line is \"a FROM TO WEIGHT\"";

/// Also returns true for arcs without a header, which no edge list has: a name and three numbers.
bool isDimacs(std::string_view firstBytes, std::string_view path) {
  return hasHeader(firstBytes, path, {"p", "sp"}) || areLinesOf(firstBytes, "a", 3);
}

Graph readDimacs(InputFile& file, const ReadOptions& options) {
  TextScanner text(file);
  EdgeListBuilder builder(EdgeKind::kArc, textWeights(options));
  bool announced = false;
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty()) {
      continue;
    }
    const char kind = line.size() > 1 && line[1] != ' ' && line[1] != '\t' ? '?' : line[0];
    if (kind == 'a') {
      if (!announced) {
        text.failHere(fmt::format("an arc before the header; {}", kDimacsHeaderForm));
      }
      if (builder.size() == arcs) {
        text.failHere(fmt::format("one arc more than the {} that the header announces", arcs));
      }
      Fields fields(text, line.substr(1), kDimacsArcForm);
      const std::uint32_t from = fields.node("tail", 1, nodes);
      const std::uint32_t to = fields.node("head", 1, nodes);
      if (options.ignoreWeights) {
        builder.add(from, to);
        continue;
      }
      builder.add(from, to, readWeight(fields, options, from + 1, to + 1));
      fields.expectEnd();
    } else if (kind == 'p') {
      if (announced) {
        text.failHere("a second header line; one \"p sp NODES ARCS\" is allowed");
      }
      Fields fields(text, line.substr(1), kDimacsHeaderForm);
      if (fields.word() != "sp") {
        text.failHere(fmt::format("not a shortest-path file; {}", kDimacsHeaderForm));
      }
      nodes = fields.number("number of nodes", kMaxNodes);
      arcs = fields.number("number of arcs", UINT64_MAX);
      fields.expectEnd();
      announced = true;
    } else if (line[0] != 'c') {
      text.failHere(
          fmt::format("\"{}\" starts no line of this format; {}, {}, and comments start with c",
                      Fields(text, line, "").shownWord(), kDimacsHeaderForm, kDimacsArcForm));
    }
  }
  if (!announced) {
    fail("{}: there is no header; {}", text.name(), kDimacsHeaderForm);
  }
  checkAnnounced(file, "arcs", arcs, builder.size());
  checkNodesPlausible(file, nodes, arcs);
  return builder.build(nodes, text.name().c_str());
}

void writeDimacs(const Graph& graph, OutputFile& file, const WriteOptions& /*options*/) {
  file.write(fmt::format("p sp {} {}\n", graph.numNodes(), graph.numArcs()));
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      file.write("a ");
      file.writeNumber(node + 1);
      file.write(" ");
      file.writeNumber(std::uint64_t{graph.dst[arc]} + 1);
      file.write(" ");
      // The format has no unweighted arcs, so each gets the length 1.
      if (graph.weights.empty()) {
        file.write("1");
      } else {
        writeWeight(file, graph.weights, arc);
      }
      file.write("\n");
    }
  }
}

} // namespace

Format formatDimacs() {
  return {.rank = 30,
          .name = "dimacs",
          .description = "DIMACS shortest-path text (p sp, a)",
          .suffixes = {".dimacs"},
          .recognises = isDimacs,
          .example =
              "c roads\np sp 3 4\na 1 2 5\na 2 3 4294967296\na 3 1 0\na 1 1 922337203685477580\n",
          .read = readDimacs,
          .write = writeDimacs};
}

} // namespace galois::inputs::detail
