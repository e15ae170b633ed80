/** Reads graphs in the DIMACS format of clique and colouring problems (.clq, .col). */
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "inputs/Error.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"

namespace lonestar::search {

/// Reads a graph: the neighbours of each vertex in increasing order. Double edges count once.
/// @param most  the largest number of vertices
/// @throws galois::inputs::InputError in one line
inline std::vector<std::vector<std::uint32_t>> readClq(const std::string& path,
                                                       std::uint32_t most) {
  constexpr const char* kHeader = "the header line is \"p edge VERTICES EDGES\"";
  constexpr const char* kEdge = "an edge line is \"e VERTEX VERTEX\"";
  galois::inputs::InputFile file(path);
  galois::inputs::TextScanner text(file);
  std::vector<std::vector<std::uint32_t>> adjacency;
  bool announced = false;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line[0] == 'c' || line[0] == 'n') { // comments, and weights of vertices
      continue;
    }
    galois::inputs::Fields fields(text, line, announced ? kEdge : kHeader);
    const std::string_view kind = fields.word();
    if (kind == "p") {
      const std::string_view problem = fields.word();
      if (announced || (problem != "edge" && problem != "col")) {
        text.failHere(
            fmt::format("{}; {}", announced ? "a second header" : "another problem", kHeader));
      }
      const std::uint64_t vertices = fields.number("number of vertices", UINT64_MAX);
      fields.number("number of edges", UINT64_MAX);
      fields.expectEnd();
      if (vertices > most) {
        text.failHere(fmt::format("{} vertices; at most {} are possible", vertices, most));
      }
      adjacency.resize(vertices);
      announced = true;
    } else if (kind == "e" && announced) {
      const std::uint32_t u = fields.node("vertex", 1, adjacency.size());
      const std::uint32_t v = fields.node("vertex", 1, adjacency.size());
      fields.expectEnd();
      if (u == v) {
        text.failHere(fmt::format("vertex {} is adjacent to itself; an edge has two ends", u + 1));
      }
      adjacency[u].push_back(v);
      adjacency[v].push_back(u);
    } else {
      text.failHere(fmt::format("this line is not expected here; {}", announced ? kEdge : kHeader));
    }
  }
  if (!announced) {
    galois::inputs::fail("{}: no header; {}", text.name(), kHeader);
  }
  for (auto& row : adjacency) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  }
  return adjacency;
}

} // namespace lonestar::search
