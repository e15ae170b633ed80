/** Small random graphs as the bytes of a `.gr` file, in every form that the format has. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace disttest {

/// An edge of a list.
struct Arc {
  std::uint64_t from, to;
  std::uint64_t weight;
  auto operator<=>(const Arc&) const = default;
};

/// A multigraph whose arcs are sorted by source.
struct ArcList {
  std::uint64_t nodes = 0;
  std::vector<Arc> arcs;
};

/// A graph with self-loops, parallel arcs and nodes without arcs; equal arguments give equal graphs.
/// @param greatest  weights are from 0 to this
inline ArcList randomArcs(std::uint64_t nodes, std::size_t arcs, std::uint64_t seed,
                          std::uint64_t greatest = 100) {
  ArcList list{nodes, {}};
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < arcs && nodes > 0; ++i) {
    // The least of two draws gives a few nodes many arcs.
    const std::uint64_t from = std::min(random() % nodes, random() % nodes);
    list.arcs.push_back({from, random() % nodes, greatest == 0 ? 0 : random() % (greatest + 1)});
  }
  std::stable_sort(list.arcs.begin(), list.arcs.end(),
                   [](const Arc& a, const Arc& b) { return a.from < b.from; });
  return list;
}

/// Appends the bytes of a number.
template <typename Word>
void append(std::string& bytes, Word word) {
  bytes.append(reinterpret_cast<const char*>(&word), sizeof(word));
}

/// What varies between `.gr` files of the same graph.
struct GrForm {
  std::uint64_t version = 1;
  std::uint64_t edgeSize = 4; ///< 0, 4 or 8
  bool floats = false;        ///< weights are floating point
  bool padded = true;
};

/// Returns the graph as a file.
inline std::string grBytes(const ArcList& list, const GrForm& form) {
  std::string bytes;
  for (const std::uint64_t word :
       {form.version, form.edgeSize, list.nodes, static_cast<std::uint64_t>(list.arcs.size())}) {
    append(bytes, word);
  }
  std::size_t end = 0;
  for (std::uint64_t node = 0; node < list.nodes; ++node) {
    while (end < list.arcs.size() && list.arcs[end].from == node) {
      ++end;
    }
    append(bytes, std::uint64_t{end});
  }
  const auto appendNode = [&](std::uint64_t node) {
    form.version == 1 ? append(bytes, static_cast<std::uint32_t>(node)) : append(bytes, node);
  };
  for (const Arc& arc : list.arcs) {
    appendNode(arc.to);
  }
  if (form.padded && list.arcs.size() % 2 == 1) {
    appendNode(0);
  }
  for (const Arc& arc : list.arcs) {
    if (form.edgeSize == 4) {
      form.floats ? append(bytes, static_cast<float>(arc.weight))
                  : append(bytes, static_cast<std::uint32_t>(arc.weight));
    } else if (form.edgeSize == 8) {
      form.floats ? append(bytes, static_cast<double>(arc.weight)) : append(bytes, arc.weight);
    }
  }
  return bytes;
}

} // namespace disttest
