#include "inputs/formats/Coordinates.h"

#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>

namespace galois::inputs {

namespace {
constexpr const char* kCoordinatesHeaderForm = "the header line is \"p aux sp co NODES\"";
constexpr const char* kCoordinatesNodeForm = "a node line is \"v ID X Y\"";

bool isCoordinates(std::string_view firstBytes, std::string_view path) {
  return (startsWithWords(firstTellingLine(firstBytes), {"p", "aux"}) && !saysEdgeList(path)) ||
         areLinesOf(firstBytes, "v", 3);
}

} // namespace

std::vector<Coordinate> readCoordinates(InputFile& file) {
  TextScanner text(file);
  std::vector<Coordinate> coords;
  std::vector<bool> known;
  std::uint64_t count = 0;
  bool announced = false;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line[0] == 'c') {
      continue;
    }
    if (line[0] == 'p') {
      if (announced) {
        text.failHere("a second header line; one \"p aux sp co NODES\" is allowed");
      }
      Fields fields(text, line.substr(1), kCoordinatesHeaderForm);
      if (fields.word() != "aux" || fields.word() != "sp" || fields.word() != "co") {
        text.failHere(fmt::format("not a coordinate file; {}", kCoordinatesHeaderForm));
      }
      const std::uint64_t nodes = fields.number("number of nodes", kMaxNodes);
      fields.expectEnd();
      constexpr std::uint64_t kShortestLine = 8; // "v 1 0 0" and its end
      checkLinesPlausible(file, nodes, kShortestLine, "nodes");
      coords.resize(nodes);
      known.resize(nodes);
      announced = true;
      continue;
    }
    if (line[0] != 'v') {
      text.failHere(fmt::format(
          "\"{}\" starts no line of this format; {}, {}, and comments start with c",
          Fields(text, line, "").shownWord(), kCoordinatesHeaderForm, kCoordinatesNodeForm));
    }
    if (!announced) {
      text.failHere(fmt::format("a node before the header; {}", kCoordinatesHeaderForm));
    }
    Fields fields(text, line.substr(1), kCoordinatesNodeForm);
    const std::uint32_t node = fields.node("node", 1, coords.size());
    if (known[node]) {
      text.failHere(fmt::format("node {} has a position already", node + std::uint64_t{1}));
    }
    known[node] = true;
    ++count;
    coords[node].x = fields.signed32("x");
    coords[node].y = fields.signed32("y");
    fields.expectEnd();
  }
  if (!announced) {
    fail("{}: there is no header; {}", text.name(), kCoordinatesHeaderForm);
  }
  if (count != coords.size()) {
    fail("{}: the header announces {} nodes and {} have a position; the file is cut short or its "
         "header wrong",
         text.name(), coords.size(), count);
  }
  return coords;
}

std::vector<Coordinate> coordinatesOfNodes(std::vector<Coordinate> coords,
                                           const std::vector<std::uint64_t>& ids) {
  const auto isThere = [&](std::uint64_t id) { return id < coords.size(); };
  if (ids.empty() || coords.size() == ids.size() || !std::all_of(ids.begin(), ids.end(), isThere)) {
    return coords;
  }
  std::vector<Coordinate> chosen(ids.size());
  std::transform(ids.begin(), ids.end(), chosen.begin(),
                 [&](std::uint64_t id) { return coords[id]; });
  return chosen;
}

void writeCoordinates(const std::vector<Coordinate>& coords, OutputFile& file) {
  file.write(fmt::format("p aux sp co {}\n", coords.size()));
  for (std::uint64_t node = 0; node < coords.size(); ++node) {
    file.write("v ");
    file.writeNumber(node + 1);
    file.write(" ");
    file.writeNumber(coords[node].x);
    file.write(" ");
    file.writeNumber(coords[node].y);
    file.write("\n");
  }
}

namespace detail {

Format formatCoordinates() {
  return {.rank = 40,
          .name = "co",
          .description = "DIMACS coordinates (p aux sp co, v)",
          .suffixes = {".co"},
          .recognises = isCoordinates,
          .example = "p aux sp co 2\nv 1 -2147483648 5\nv 2 7 2147483647\n"};
}

} // namespace detail
} // namespace galois::inputs
