/**
 * The type of the weights of a file that several ranks read, by the rules of
 * weights/WeightRecognition.h. Each rank examines its share of the weights for signs, so that no rank
 * reads all of them. Rank 0 decides: it knows what all ranks have found, and maps the weights, of
 * which it needs a sample in nearly every file.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "DistFlags.h"
#include "RankErrors.h"
#include "RankProgram.h"
#include "analytics/graphs/PathWeights.h"
#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/GhostValues.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/graphs/GrFile.h"
#include "inputs/weights/WeightRecognition.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/flags/WeightTypeFlag.h"

namespace dist {

/// Examines a rank's share of the weights. O(edges / ranks) time.
/// @tparam Bits  an integer of the weights' size
/// @throws galois::graphs::GraphError
template <typename Bits>
galois::inputs::SignHints signHintsOfShare(const galois::graphs::internal::GrFile& file,
                                           galois::dist::Rank rank, galois::dist::Rank ranks) {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 15; // weights that are read at once
  const std::uint64_t edges = file.layout().header.numEdges;
  const std::uint64_t share = edges / ranks + 1;
  const std::uint64_t end = std::min(edges, share * (rank + 1));
  galois::inputs::SignHints all;
  std::vector<Bits> words;
  for (std::uint64_t first = share * rank; first < end; first += kBlock) {
    words.resize(std::min(end - first, kBlock));
    galois::dist::internal::readWords(file, file.layout().edgeDataOffset + first * sizeof(Bits),
                                      words.size(), words.data());
    const auto hints = galois::inputs::signHintsOf(std::span<const Bits>(words));
    all.high |= hints.high;
    all.middle |= hints.middle;
  }
  return all;
}

/// Returns the type that the values of the weights show. Collective.
/// @throws lonestar::AppError when they do not show it
template <typename Bits, galois::dist::Transport T>
galois::inputs::WeightType recogniseOnRanks(galois::dist::Endpoint<T>& endpoint,
                                            const galois::graphs::internal::GrFile& file) {
  using galois::inputs::WeightType;
  galois::inputs::SignHints hints;
  agreed(endpoint,
         [&] { hints = signHintsOfShare<Bits>(file, endpoint.rank(), endpoint.ranks()); });
  const auto ofAny = [&endpoint](bool own) {
    return galois::dist::greatestOfAll(endpoint, own ? 1u : 0u) != 0;
  };
  hints.high = ofAny(hints.high);
  hints.middle = ofAny(hints.middle);
  bool floats = false;
  agreed(endpoint, [&] {
    if (endpoint.rank() == 0) {
      const std::uint64_t edges = file.layout().header.numEdges;
      const auto weights = file.map(file.layout().edgeDataOffset, edges * sizeof(Bits));
      const std::span<const Bits> all(reinterpret_cast<const Bits*>(weights.data()), edges);
      floats = galois::inputs::recognisedType(
                   graphFile, galois::inputs::recogniseWeights(all, hints)) == WeightType::kFloat;
    }
  });
  return ofAny(floats) ? WeightType::kFloat : WeightType::kInteger;
}

/// Returns the type of the weights, never kAuto. The flag --weight-type decides, and without it
/// their values; readPart() then prints a line if they are floats. Collective.
/// @throws lonestar::AppError  when the values do not show the type
template <galois::dist::Transport T>
lonestar::WeightKind weightKindOf(galois::dist::Endpoint<T>& endpoint, OpenGraph& graph) {
  using galois::inputs::WeightType;
  if (lonestar::weightType != lonestar::WeightKind::kAuto) {
    return lonestar::weightType;
  }
  const std::uint64_t bytes = graph.file->layout().header.edgeSize;
  WeightType type = WeightType::kInteger;
  if (bytes == sizeof(std::uint32_t)) {
    type = recogniseOnRanks<std::uint32_t>(endpoint, *graph.file);
  } else if (bytes == sizeof(std::uint64_t)) {
    type = recogniseOnRanks<std::uint64_t>(endpoint, *graph.file);
  }
  if (type != WeightType::kFloat) {
    return lonestar::WeightKind::kInt;
  }
  graph.remark = lonestar::kFloatsRecognised;
  return lonestar::WeightKind::kFloat;
}

/// Refuses negative weights of a file whose integers have a sign, which its parts hold without one.
/// Collective.
/// @throws lonestar::AppError that names the first one of a rank
template <typename Weight, galois::dist::Transport T>
void refuseNegative(galois::dist::Endpoint<T>& endpoint,
                    const galois::dist::PartitionedGraph<Weight>& graph) {
  const auto value = [](Weight bits) { return static_cast<std::make_signed_t<Weight>>(bits); };
  agreed(endpoint, [&] {
    // Read without a sign, negative weights are the greatest.
    if (lonestar::isPathWeight(value(graph.greatestWeight()))) {
      return;
    }
    for (std::uint32_t node = 0; node < graph.rows(); ++node) {
      const auto row = graph.edges(node);
      if (!std::all_of(row.begin(), row.end(), [&](const auto& edge) {
            return lonestar::isPathWeight(value(edge.weight));
          })) {
        throw lonestar::AppError(
            fmt::format("{}: {}", std::string(graphFile),
                        lonestar::refusedWeight(graph, node, value, [&](std::uint32_t local) {
                          return graph.globalOf(local);
                        })));
      }
    }
  });
}

} // namespace dist
