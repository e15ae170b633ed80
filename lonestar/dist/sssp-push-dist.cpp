/**
 * sssp-push-dist: lengths of the shortest paths from one node, on a graph that is divided among the
 * ranks of MPI.
 */
#include <cstdint>
#include <string>

#include "DistanceProgram.h"
#include "RankProgram.h"
#include "WeightsOnRanks.h"
#include "galois/analytics/Sssp.h"
#include "galois/dist/MpiTransport.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/DistanceBitsFlag.h"
#include "liblonestar/flags/WeightTypeFlag.h"

namespace {

using lonestar::WeightKind;

constexpr const char* kDescription =
    "Single-source shortest paths on several ranks: the length of the shortest path from one node "
    "to every other.";

const lonestar::Examples examples{{"mpirun -n 4 sssp-push-dist roads.gr --startNode=42",
                                   "Distances from node 42, on four ranks"}};

int program(galois::dist::MpiTransport& transport, const dist::Start& start) {
  constexpr const char* kApp = "sssp-push-dist";
  constexpr unsigned kShift = galois::analytics::kSsspShift;
  galois::dist::Endpoint<galois::dist::MpiTransport> endpoint(transport);
  dist::OpenGraph open;
  dist::openGraph(endpoint, start, open);
  const WeightKind kind = dist::weightKindOf(endpoint, open);
  const bool floats = kind == WeightKind::kFloat;
  const bool wide = open.file->layout().header.edgeSize == 8;
  const bool wideDistances = lonestar::wideDistances(floats, wide);
  if (floats) {
    return dist::solveDistances<double, double>(endpoint, open, kApp, kShift);
  }
  const auto check = [kind](auto& ranks, const auto& graph) {
    if (kind == WeightKind::kSigned) {
      dist::refuseNegative(ranks, graph);
    }
  };
  if (wide) {
    return dist::solveDistances<std::uint64_t, std::uint64_t>(endpoint, open, kApp, kShift, check);
  }
  return wideDistances ? dist::solveDistances<std::uint32_t, std::uint64_t>(endpoint, open, kApp,
                                                                            kShift, check)
                       : dist::solveDistances<std::uint32_t, std::uint32_t>(endpoint, open, kApp,
                                                                            kShift, check);
}

} // namespace

int main(int argc, char** argv) {
  lonestar::setDefaultShift({.bits = galois::analytics::kSsspShift});
  return dist::runProgram(argc, argv, kDescription, program);
}
