/**
 * The flags of programs that make synthetic graphs, and what they ask for.
 */
#pragma once

#include "inputs/Error.h"
#include "inputs/Graph.h"
#include "inputs/generate/Rmat.h"
#include "inputs/tools/CommandLine.h"
#include "inputs/transform/RandomWeights.h"

#include <llvm/Support/CommandLine.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace galois::inputs::generator {

namespace cll = llvm::cl;

inline cll::OptionCategory category("Generation");
inline constexpr Numbers kProbability{"a number from 0 to 1",
                                      [](double p) { return p >= 0 && p <= 1; }};
inline cll::opt<std::string> kind(cll::Positional, cll::Required, cll::desc("KIND"),
                                  cll::cat(category));
inline cll::opt<std::string> outPath(cll::Positional, cll::Required, WrittenFile(),
                                     cll::desc("OUT"), cll::cat(category));
inline cll::opt<std::string>
    nodesFlag("nodes", cll::desc("Number of nodes: 5000, 24M (all but rmat; of a grid, a square)"),
              cll::value_desc("N"), cll::cat(category));
inline cll::opt<std::string> sizeFlag("size", cll::desc("Width and height (grid)"),
                                      cll::value_desc("WxH"), cll::cat(category));
inline cll::opt<unsigned> scale("scale", WholeNumbers{0, 31}, cll::desc("2^K nodes (rmat)"),
                                cll::value_desc("K"), cll::cat(category));
inline cll::opt<unsigned> edgeFactor("edge-factor", WholeNumbers{0, UINT32_MAX},
                                     cll::desc("Mean arcs per node (rmat, uniform, local; default "
                                               "16)"),
                                     cll::value_desc("N"), cll::init(16), cll::cat(category));
inline cll::opt<double>
    aFlag("a", kProbability,
          cll::desc("Probability of the upper left quarter (rmat; default 0.57)"),
          cll::value_desc("p"), cll::init(0.57), cll::cat(category));
inline cll::opt<double>
    bFlag("b", kProbability,
          cll::desc("Probability of the upper right quarter (rmat; default 0.19)"),
          cll::value_desc("p"), cll::init(0.19), cll::cat(category));
inline cll::opt<double>
    cFlag("c", kProbability,
          cll::desc("Probability of the lower left quarter (rmat; default 0.19)"),
          cll::value_desc("p"), cll::init(0.19), cll::cat(category));
inline cll::opt<unsigned long long> seed("seed", cll::desc("Seed of graph and weights (default 1)"),
                                         cll::value_desc("N"), cll::init(1), cll::cat(category));
inline const std::string kWeightsHelp =
    std::string(kWeightForms) + ", or none; default: lengths (road), uniform:1:10000 (grid, "
                                "torus2d, torus3d), uniform:1:255 (others)";
inline cll::opt<std::string> weights("weights", cll::desc(kWeightsHelp), cll::value_desc("weights"),
                                     cll::cat(category));
inline cll::opt<bool> quiet("quiet", cll::desc("No progress, no summary"), cll::cat(category));

/// What --help says of KIND, but for the kinds that a program lacks.
inline constexpr const char* kKinds =
    "  grid     every node linked to its neighbours right, left, above and below\n"
    "  rmat     power-law degrees, as in the Graph 500\n"
    "  uniform  both ends of every arc uniformly random\n"
    "  local    nodes on a ring, most arcs to near nodes: k places with probability\n"
    "           k^(-4/3)\n"
    "  torus2d  a grid without borders, of the largest side with at most --nodes nodes\n"
    "  torus3d  the same in three dimensions\n";

/// Refuses flags that have no meaning for this kind.
template <typename... Flags>
void refuse(const Flags&... flags) {
  refuseFlags(kind, flags...);
}

/// Reads a count: digits, and k, M or G, or k as K, for thousands, millions, billions. Returns
/// nothing unless it is a number of nodes from 1.
inline std::optional<std::uint64_t> parseCount(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  std::uint64_t unit = 1;
  if (parsed.ec == std::errc() && end - parsed.ptr == 1) {
    const char suffix = *parsed.ptr;
    unit = suffix == 'k' || suffix == 'K' ? 1'000
           : suffix == 'M'                ? 1'000'000
           : suffix == 'G'                ? 1'000'000'000
                                          : 0;
  }
  const bool whole = parsed.ptr == end || (end - parsed.ptr == 1 && unit != 0);
  if (parsed.ec != std::errc() || !whole || number == 0 || number > kMaxNodes / unit) {
    return std::nullopt;
  }
  return number * unit;
}

/// Returns the value of --nodes. @throws UsageError
inline std::uint64_t nodesAsked() {
  if (nodesFlag.empty()) {
    failUsage("{} needs --nodes=N", kind.getValue());
  }
  const auto nodes = parseCount(nodesFlag);
  if (!nodes) {
    failUsage("--nodes={}: a number from 1 to {} is needed, such as 5000, 100k or 24M",
              nodesFlag.getValue(), kMaxNodes);
  }
  return *nodes;
}

/// Returns the value of --weights, or this one without weights or without the flag. @throws
/// UsageError
inline WeightSpec weightsOr(const char* otherwise) {
  return parseWeightSpec(weights.empty() || weights == "none" ? otherwise : weights.getValue(),
                         seed);
}

/// Returns width and height of a grid. @throws UsageError
inline std::pair<std::uint64_t, std::uint64_t> gridSize() {
  if (sizeFlag.empty() == nodesFlag.empty()) {
    failUsage("grid needs either --size=WxH or --nodes=N");
  }
  if (!sizeFlag.empty()) {
    const size_t x = std::min(sizeFlag.find('x'), sizeFlag.size());
    const auto width = parseCount(sizeFlag.substr(0, x));
    const auto height = parseCount(sizeFlag.substr(std::min(x + 1, sizeFlag.size())));
    if (!width || !height) {
      failUsage("--size={}: WxH is needed, two numbers from 1, such as 2048x2048",
                sizeFlag.getValue());
    }
    return {*width, *height};
  }
  const std::uint64_t nodes = nodesAsked();
  const auto side = static_cast<std::uint64_t>(std::lround(std::sqrt(static_cast<double>(nodes))));
  if (side * side != nodes) {
    failUsage("--nodes={} is not a square; give --size=WxH, or --nodes={}", nodesFlag.getValue(),
              side * side);
  }
  return {side, side};
}

/// Returns the parameters of an RMAT graph. @throws UsageError
inline RmatOptions rmatOptions() {
  if (scale.getNumOccurrences() == 0) {
    failUsage("rmat needs --scale=K, for 2^K nodes");
  }
  return {scale, edgeFactor, aFlag, bFlag, cFlag, seed};
}

inline constexpr const char* kLatticeWeights = "uniform:1:10000"; ///< default of grid and torus
inline constexpr const char* kRandomWeights = "uniform:1:255";    ///< of rmat, uniform, local

/// Complains of an unknown kind. @param all  the known ones
[[noreturn]] inline void failForKind(const char* all) {
  failUsage("there is no kind \"{}\": choose one of {}", kind.getValue(), all);
}

} // namespace galois::inputs::generator
