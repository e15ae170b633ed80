// Matrix Market coordinate text, the matrix of a graph:
//
//     %%MatrixMarket matrix coordinate KIND SYMMETRY
//     % comment
//     ROWS COLUMNS ENTRIES
//     I J [VALUE]             ids from 1; entry I J is the arc I -> J
//
// KIND is pattern (no values), integer, unsigned-integer or real. SYMMETRY is general or symmetric;
// in a symmetric matrix an entry is an edge, on either side of the diagonal. Only square matrices
// are graphs.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>
#include <string>

namespace galois::inputs::detail {

namespace {

constexpr std::string_view kMark = "%%MatrixMarket";
constexpr const char* kMatrixHeaderForm =
    "the first line is \"%%MatrixMarket matrix coordinate KIND SYMMETRY\" with KIND pattern, "
    "integer, unsigned-integer or real, and SYMMETRY general or symmetric";
constexpr const char* kSizeForm = "the size line is \"ROWS COLUMNS ENTRIES\"";
constexpr const char* kPatternForm = "an entry line is \"ROW COLUMN\"";
constexpr const char* kValueForm = "an entry line is \"ROW COLUMN VALUE\"";

struct MatrixHeader {
  bool pattern = false;
  bool symmetric = false;
};

std::string lower(std::string_view text) {
  std::string word(text);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return word;
}

/// Returns the next word in lower case, because the format's words may be written in either case.
std::string lowerWord(Fields& fields) { return lower(fields.word()); }

MatrixHeader readMatrixHeader(const TextScanner& text, std::string_view line) {
  Fields fields(text, line, kMatrixHeaderForm);
  const bool marked = fields.word() == kMark;
  if (!marked || lowerWord(fields) != "matrix") {
    text.failHere(fmt::format("not a matrix in Matrix Market form; {}", kMatrixHeaderForm));
  }
  const std::string layout = lowerWord(fields);
  if (layout == "array") {
    text.failHere("a dense matrix (\"array\") is not read: every entry of it would be an arc; "
                  "write it in coordinate form");
  }
  const std::string kind = lowerWord(fields);
  const std::string symmetry = lowerWord(fields);
  if (kind == "complex") {
    text.failHere("complex values are no weights; write their magnitudes, or a pattern");
  }
  if (symmetry == "skew-symmetric" || symmetry == "hermitian") {
    text.failHere(fmt::format("the weights of a {} matrix cannot all be 0 or more; write it as "
                              "general or symmetric",
                              symmetry));
  }
  const bool known =
      kind == "pattern" || kind == "integer" || kind == "unsigned-integer" || kind == "real";
  if (layout != "coordinate" || !known || (symmetry != "general" && symmetry != "symmetric")) {
    text.failHere(fmt::format("this kind of matrix is not known; {}", kMatrixHeaderForm));
  }
  fields.expectEnd();
  return {.pattern = kind == "pattern", .symmetric = symmetry == "symmetric"};
}

/// Reads the next line that is neither empty nor a comment.
bool nextTelling(TextScanner& text, std::string_view& line) {
  while (text.next(line)) {
    if (!line.empty() && line[0] != '%') {
      return true;
    }
  }
  return false;
}

/// Also returns true for a first line that is meant to be a banner but is malformed. The same holds
/// for a file with the suffix of this format that would otherwise be read as an edge list, with its
/// size line as an edge.
bool isMatrixMarket(std::string_view firstBytes, std::string_view path) {
  if (firstBytes.starts_with(kMark)) {
    return true;
  }
  const std::string line = lower(firstBytes.substr(0, firstBytes.find('\n')));
  const auto says = [&](std::string_view word) { return line.find(word) != std::string::npos; };
  if (line.starts_with('%') && says("matrix") && (says("coordinate") || says("array"))) {
    return true;
  }
  return (path.ends_with(".mtx") || path.ends_with(".mm")) && isEdgeList(firstBytes, path);
}

Graph readMatrixMarket(InputFile& file, const ReadOptions& options) {
  TextScanner text(file);
  std::string_view line;
  if (!text.next(line)) {
    fail("{} is empty; {}", text.name(), kMatrixHeaderForm);
  }
  const MatrixHeader header = readMatrixHeader(text, line);
  if (!nextTelling(text, line)) {
    fail("{} has no size line; {}", text.name(), kSizeForm);
  }
  Fields sizes(text, line, kSizeForm);
  const std::uint64_t nodes = sizes.number("number of rows", kMaxNodes);
  const std::uint64_t columns = sizes.number("number of columns", kMaxNodes);
  const std::uint64_t entries = sizes.number("number of entries", UINT64_MAX);
  sizes.expectEnd();
  if (nodes != columns) {
    text.failHere(fmt::format("a matrix of {} rows and {} columns is no graph; as many of both "
                              "would be",
                              nodes, columns));
  }

  EdgeListBuilder builder(header.symmetric ? EdgeKind::kEdge : EdgeKind::kArc,
                          textWeights(options));
  const char* const form = header.pattern ? kPatternForm : kValueForm;
  while (nextTelling(text, line)) {
    if (builder.size() == entries) {
      text.failHere(fmt::format("one entry more than the {} that the header announces", entries));
    }
    Fields fields(text, line, form);
    const std::uint32_t from = fields.node("row", 1, nodes);
    const std::uint32_t to = fields.node("column", 1, nodes);
    if (header.pattern) {
      builder.add(from, to);
      fields.expectEnd();
    } else if (options.ignoreWeights) {
      builder.add(from, to);
    } else {
      builder.add(from, to,
                  readWeight(fields, options, from + std::uint64_t{1}, to + std::uint64_t{1}));
      fields.expectEnd();
    }
  }
  checkAnnounced(file, "entries", entries, builder.size());
  checkNodesPlausible(file, nodes, entries);
  return builder.build(nodes, text.name().c_str());
}

void writeMatrixMarket(const Graph& graph, OutputFile& file, const WriteOptions& /*options*/) {
  const bool floats = graph.weights.type() == WeightType::kFloat;
  file.write(fmt::format("{} matrix coordinate {} general\n{} {} {}\n", kMark,
                         graph.weights.empty() ? "pattern"
                         : floats              ? "real"
                                               : "integer",
                         graph.numNodes(), graph.numNodes(), graph.numArcs()));
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      file.writeNumber(node + 1);
      file.write(" ");
      file.writeNumber(std::uint64_t{graph.dst[arc]} + 1);
      if (!graph.weights.empty()) {
        file.write(" ");
        writeWeight(file, graph.weights, arc);
      }
      file.write("\n");
    }
  }
}

} // namespace

Format formatMatrixMarket() {
  return {.rank = 20,
          .name = "mtx",
          .description = "Matrix Market (coordinate, square)",
          .suffixes = {".mtx", ".mm"},
          .recognises = isMatrixMarket,
          .example = "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 1 0.5\n3 1 7\n",
          .read = readMatrixMarket,
          .write = writeMatrixMarket};
}

} // namespace galois::inputs::detail
