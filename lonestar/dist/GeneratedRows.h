/**
 * Graphs that several ranks generate together (inputs/generate/), each of them the rows of its range
 * of nodes, and write into one `.gr` file. No rank has more than its rows. The file is the same as
 * that of one rank, byte for byte.
 *
 * Where the arcs of a node are not known without those of other nodes, each rank draws its share of
 * all arcs, and sends an arc to the rank that has its tail. There the arcs come into the order in
 * which one rank would have drawn them.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "RankErrors.h"
#include "Redistribution.h"
#include "SharedFile.h"
#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/GhostValues.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/graphs/GrFormat.h"
#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/Graph.h"
#include "inputs/io/OutputFile.h"

namespace dist {

/// Draws arcs, and returns the rows of the nodes that this rank has: its first node is node 0, and
/// arcs lead to numbers in the whole graph. Besides the rows it needs 16 bytes for each of their
/// arcs, and 8 for each of 2^18 arcs from each rank. Collective.
/// @param arcs   nodes(), arcs(), and arcs(i) returns tail and head of arc i
/// @param parts  contiguous parts of the nodes
/// @param block  how many arcs a rank sends at once
template <galois::dist::Transport T, typename Arcs>
galois::inputs::Graph drawnRows(galois::dist::Endpoint<T>& endpoint, const Arcs& arcs,
                                const galois::dist::NodeParts& parts,
                                std::uint64_t block = std::uint64_t{1} << 18) {
  struct Arc {
    std::uint32_t from, to;
  };
  const auto shares = evenParts(arcs.arcs(), endpoint.ranks());
  const std::uint64_t end = shares.first(endpoint.rank() + 1);
  const std::uint64_t steps =
      galois::dist::greatestOfAll(endpoint, shares.size(endpoint.rank()) / block + 1);
  std::vector<std::vector<Arc>> drawn(endpoint.ranks()); // by the rank that drew them
  std::uint64_t arc = shares.first(endpoint.rank());
  for (std::uint64_t step = 0; step < steps; ++step) {
    std::vector<galois::dist::Writer> writers(endpoint.ranks());
    for (std::uint64_t left = block; left > 0 && arc < end; --left) {
      const auto [from, to] = arcs(arc++);
      writers[parts.owner(from)](Arc{from, to});
    }
    galois::dist::exchange(endpoint, writers, [&](const galois::dist::Message& message) {
      galois::dist::Reader reader(message.body);
      for (std::size_t left = message.body.size() / sizeof(Arc); left > 0; --left) {
        drawn[message.from].push_back(reader.get<Arc>());
      }
    });
  }
  const auto first = static_cast<std::uint32_t>(parts.first(endpoint.rank()));
  galois::inputs::EdgeListBuilder builder;
  for (std::vector<Arc>& ofRank : drawn) {
    for (const Arc& each : ofRank) {
      builder.add(each.from - first, each.to);
    }
    ofRank = {};
  }
  return builder.build(parts.size(endpoint.rank()), "this graph");
}

/// Writes the rows of all ranks as a `.gr` file of version 1, as inputs/formats/GaloisGr.cpp does.
/// The caller commits the file then. Collective.
/// @param file      the file on rank 0, to which nothing has been written yet; null on the others
/// @param rows      the rows of this rank
/// @param parts     contiguous parts of the nodes
/// @param weighted  whether arcs have weights, of 4 bytes
/// @throws lonestar::AppError  which names the rank that could not write
/// @return the number of arcs of all ranks
template <galois::dist::Transport T>
std::uint64_t writeRows(galois::dist::Endpoint<T>& endpoint, galois::inputs::OutputFile* file,
                        const galois::inputs::Graph& rows, const galois::dist::NodeParts& parts,
                        bool weighted) {
  const FilePlace place = placeOf(endpoint, file);
  std::uint64_t before = 0; // arcs of the ranks before
  std::uint64_t all = 0;
  const std::uint64_t own = rows.numArcs();
  galois::dist::Rank rank = 0;
  for (const auto& bytes : endpoint.gather(std::as_bytes(std::span(&own, 1)))) {
    before = rank++ == endpoint.rank() ? all : before;
    all += galois::dist::Reader(bytes).template get<std::uint64_t>();
  }
  const auto layout = galois::graphs::layoutOf({1, weighted ? 4U : 0U, parts.nodes(), all});
  const auto bytesOf = [](const auto& words) {
    return std::string_view(reinterpret_cast<const char*>(words.data()),
                            words.size() * sizeof(words[0]));
  };
  agreedByRank(endpoint, [&] {
    if (place.temporary.empty()) {
      galois::inputs::fail("{} is no plain file, and several ranks write only such files; give a "
                           "name that ends in .gr",
                           place.name);
    }
    if (file != nullptr) {
      PartialFile whole(place.temporary, place.name);
      whole.resize(layout->fileSize);
      whole.write({reinterpret_cast<const char*>(&layout->header), sizeof(layout->header)}, 0);
      whole.finish();
    }
  });
  agreedByRank(endpoint, [&] {
    constexpr std::size_t kBlock = std::size_t{1} << 17; // words
    PartialFile part(place.temporary, place.name);
    std::vector<std::uint64_t> ends;
    const std::uint64_t first = parts.first(endpoint.rank());
    for (std::uint64_t node = 0; node < rows.numNodes(); node += ends.size()) {
      ends.resize(std::min<std::uint64_t>(kBlock, rows.numNodes() - node));
      std::transform(rows.offsets.begin() + static_cast<std::ptrdiff_t>(node) + 1,
                     rows.offsets.begin() + static_cast<std::ptrdiff_t>(node + ends.size()) + 1,
                     ends.begin(), [&](std::uint64_t end) { return before + end; });
      part.write(bytesOf(ends), layout->edgeEndOffset + (first + node) * sizeof(std::uint64_t));
    }
    part.write(bytesOf(rows.dst), layout->dstOffset + before * sizeof(std::uint32_t));
    if (weighted) {
      part.write(bytesOf(rows.weights.narrow()),
                 layout->edgeDataOffset + before * sizeof(std::uint32_t));
    }
    part.finish();
  });
  return all;
}

} // namespace dist
