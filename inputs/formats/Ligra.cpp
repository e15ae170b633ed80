// Adjacency graphs of PBBS, Ligra and GBBS, one number per line:
//
//     AdjacencyGraph          or WeightedAdjacencyGraph
//     NODES
//     ARCS
//     OFFSET                  for each node: where its arcs begin, from 0
//     HEAD                    for each arc, in the order of their tails; ids from 0
//     WEIGHT                  for each arc, in a weighted graph
//
// An undirected graph has both arcs of each edge.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

#include <optional>
#include <vector>

namespace galois::inputs::detail {

namespace {

constexpr std::string_view kPlain = "AdjacencyGraph";
constexpr std::string_view kWeighted = "WeightedAdjacencyGraph";
constexpr const char* kLigraForm = "a line has one number";

bool isLigra(std::string_view firstBytes, std::string_view /*path*/) {
  const std::string_view line = firstTellingLine(firstBytes);
  return line == kPlain || line == kWeighted;
}

/// Reads the numbers of a file one after the other, whatever lines they are on.
class LigraReader {
public:
  explicit LigraReader(InputFile& file) : file_(file), text_(file, TextScanner::kAnyLine) {}

  Graph read(const ReadOptions& options) {
    next();
    const std::string_view title = fields_->word();
    if (title != kPlain && title != kWeighted) {
      text_.failHere("the first line is \"AdjacencyGraph\" or \"WeightedAdjacencyGraph\"");
    }
    const bool hasWeights = title == kWeighted; // the title is not there when other lines are read
    const std::uint64_t nodes = number("number of nodes", kMaxNodes);
    const std::uint64_t arcs = number("number of arcs", UINT64_MAX);
    checkNodesPlausible(file_, nodes, arcs);
    std::vector<std::uint64_t> begins; // grows with what is read, not by what the header says
    while (begins.size() < nodes) {
      begins.push_back(number("offset", arcs));
      if (begins.back() < (begins.size() == 1 ? 0 : begins[begins.size() - 2])) {
        text_.failHere("an offset below the one before it; offsets ascend");
      }
    }
    if (nodes > 0 && begins.front() != 0) {
      fail("{}: the first offset is {}; it must be 0", text_.name(), begins.front());
    }
    if (nodes == 0 && arcs > 0) {
      fail("{}: {} arcs, and no node", text_.name(), arcs);
    }
    const bool weighted = hasWeights && !options.ignoreWeights;
    EdgeListBuilder builder(EdgeKind::kArc, textWeights(options));
    std::vector<std::uint32_t> heads; // of a weighted graph
    std::uint64_t tail = 0;
    const auto tailOf = [&](std::uint64_t arc) {
      while (tail + 1 < nodes && begins[tail + 1] <= arc) {
        ++tail;
      }
      return static_cast<std::uint32_t>(tail);
    };
    for (std::uint64_t arc = 0; arc < arcs; ++arc) {
      next();
      const std::uint32_t head = fields_->node("head", 0, nodes);
      if (weighted) {
        heads.push_back(head);
      } else {
        builder.add(tailOf(arc), head);
      }
    }
    for (std::uint64_t arc = 0; arc < heads.size(); ++arc) {
      next();
      const std::uint32_t from = tailOf(arc);
      builder.add(from, heads[arc], readWeight(*fields_, options, from, heads[arc]));
    }
    if (!hasWeights || weighted) {
      expectEnd();
    }
    return builder.build(nodes, text_.name().c_str());
  }

private:
  /// Finds the next number. @throws InputError at the end of the file
  void next() {
    while (!fields_ || fields_->atEnd()) {
      std::string_view line;
      if (!text_.next(line)) {
        fail("{} is cut short: it has fewer numbers than its header announces", text_.name());
      }
      if (!line.empty() && line[0] != '#') {
        fields_.emplace(text_, line, kLigraForm);
      }
    }
  }

  std::uint64_t number(const char* what, std::uint64_t most) {
    next();
    return fields_->number(what, most);
  }

  void expectEnd() {
    if (fields_) {
      fields_->expectEnd();
    }
    for (std::string_view line; text_.next(line);) {
      if (!line.empty() && line[0] != '#') {
        text_.failHere("more numbers than the header announces");
      }
    }
  }

  InputFile& file_;
  TextScanner text_;
  std::optional<Fields> fields_; // of the line
};

Graph readLigra(InputFile& file, const ReadOptions& options) {
  return LigraReader(file).read(options);
}

} // namespace

Format formatLigra() {
  return {.rank = 85,
          .name = "ligra",
          .description = "AdjacencyGraph of Ligra, GBBS and PBBS, also weighted",
          .suffixes = {},
          .recognises = isLigra,
          .example = "WeightedAdjacencyGraph\n3\n4\n0\n2\n3\n1\n2\n2\n0\n7\n9\n1\n5\n",
          .read = readLigra};
}

} // namespace galois::inputs::detail
