#include "inputs/formats/GridMap.h"

#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/TextScanner.h"

namespace galois::inputs {

namespace {

constexpr const char* kGridMapHeaderForm =
    "a map starts with the lines \"type octile\", \"height H\", \"width W\", \"map\"";
constexpr std::string_view kPassable = ".GS";
constexpr std::string_view kBlocked = "@OTW";

/// Reads one row of cells; an entry is true if the cell is passable.
void readRow(const TextScanner& text, std::string_view line, std::uint32_t width,
             std::vector<bool>& passable) {
  if (line.size() != width) {
    text.failHere(fmt::format("this row has {} cells and the map is {} wide", line.size(), width));
  }
  passable.resize(width);
  for (std::uint32_t x = 0; x < width; ++x) {
    passable[x] = kPassable.find(line[x]) != std::string_view::npos;
    if (!passable[x] && kBlocked.find(line[x]) == std::string_view::npos) {
      text.failHere(
          fmt::format("\"{}\" in column {} is no cell; passable are . G S, others @ O T W",
                      Fields(text, line.substr(x, 1), "").shownWord(), x + 1));
    }
  }
}

} // namespace

GridMap GridMap::read(InputFile& file) {
  TextScanner text(file);
  GridMap map;
  std::string_view line;
  bool typed = false;
  bool begun = false;
  while (!begun && text.next(line)) {
    if (line.empty()) {
      continue;
    }
    Fields fields(text, line, kGridMapHeaderForm);
    const std::string_view key = fields.word();
    begun = key == "map";
    if (key == "type") {
      const std::string_view type = fields.word();
      if (type != "octile") {
        text.failHere("only maps of \"type octile\" are known, with eight neighbours a cell");
      }
      typed = true;
    } else if (key == "height") {
      map.height_ = static_cast<std::uint32_t>(fields.number("height", INT32_MAX));
    } else if (key == "width") {
      map.width_ = static_cast<std::uint32_t>(fields.number("width", INT32_MAX));
    } else if (!begun) {
      text.failHere(fmt::format("\"{}\" starts no line of a map's header; {}",
                                Fields(text, line, "").shownWord(), kGridMapHeaderForm));
    }
    fields.expectEnd();
  }
  if (!begun || !typed || map.width_ == 0 || map.height_ == 0) {
    fail("{}: the header is not complete or says that the map is empty; {}", text.name(),
         kGridMapHeaderForm);
  }

  // Memory grows row by row, so a wrong height in the header costs nothing.
  std::uint32_t y = 0;
  std::vector<bool> passable;
  for (; y < map.height_ && text.next(line); ++y) {
    readRow(text, line, map.width_, passable);
    for (std::uint32_t x = 0; x < map.width_; ++x) {
      map.nodes_.push_back(passable[x] ? static_cast<std::uint32_t>(map.cells_.size()) : kNoNode);
      if (passable[x]) {
        map.cells_.push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)});
      }
    }
    if (map.cells_.size() > kMaxNodes - map.width_) {
      text.failHere(fmt::format("more cells than the {} nodes that a graph can have", kMaxNodes));
    }
  }
  checkAnnounced(file, "rows", map.height_, y);
  while (text.next(line)) {
    if (!line.empty()) {
      text.failHere(fmt::format("a row more than the {} that the header announces", map.height_));
    }
  }
  return map;
}

/// Calls emit(head, weight) for each step out of a cell, by rows.
template <typename Emit>
void GridMap::forEachStep(std::uint32_t from, Emit&& emit) const {
  const Coordinate at = cells_[from];
  for (std::int64_t dy = -1; dy <= 1; ++dy) {
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      const std::uint32_t to = node(at.x + dx, at.y + dy);
      if (to == kNoNode || to == from) {
        continue;
      }
      const bool diagonal = dx != 0 && dy != 0;
      if (diagonal && (node(at.x + dx, at.y) == kNoNode || node(at.x, at.y + dy) == kNoNode)) {
        continue;
      }
      emit(to, diagonal ? kDiagonal : kStraight);
    }
  }
}

Graph GridMap::graph(bool weighted) const {
  constexpr std::uint64_t kMostSteps = 8;
  checkFits(numNodes(), kMostSteps * numNodes(), weighted ? 4 : 0, "the map");
  Graph graph;
  graph.offsets.reserve(numNodes() + 1);
  for (std::uint32_t node = 0; node < numNodes(); ++node) {
    std::uint64_t steps = 0;
    forEachStep(node, [&](std::uint32_t, std::uint32_t) { ++steps; });
    graph.offsets.push_back(graph.offsets.back() + steps);
  }
  graph.dst.resize(graph.offsets.back());
  graph.weights.assign(weighted ? graph.numArcs() : 0, weighted ? 4 : 0);
  std::uint64_t arc = 0;
  for (std::uint32_t node = 0; node < numNodes(); ++node) {
    forEachStep(node, [&](std::uint32_t to, std::uint32_t weight) {
      graph.dst[arc] = to;
      graph.weights.set(arc, weight);
      ++arc;
    });
  }
  graph.coords = cells_;
  return graph;
}

bool detail::isGridMap(std::string_view firstBytes, std::string_view path) {
  const std::string_view line = firstTellingLine(firstBytes);
  return !saysEdgeList(path) &&
         (startsWithWords(line, {"type"}) || startsWithWords(line, {"height"}) ||
          startsWithWords(line, {"width"})) &&
         std::count(line.begin(), line.end(), ' ') < 2; // an edge between names may have a weight
}

namespace {

Graph readGridMap(InputFile& file, const ReadOptions& options) {
  return GridMap::read(file).graph(!options.ignoreWeights);
}

} // namespace

namespace detail {

Format formatGridMap() {
  return {.rank = 70,
          .name = "map",
          .description = "MovingAI grid map (type octile)",
          .suffixes = {".map"},
          .recognises = isGridMap,
          .example = "type octile\nheight 2\nwidth 3\nmap\n.@G\n..T\n",
          .read = readGridMap};
}

} // namespace detail
} // namespace galois::inputs
