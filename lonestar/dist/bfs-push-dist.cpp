/**
 * bfs-push-dist: the number of edges on the shortest path from one node to every other, on a graph
 * that is divided among the ranks of MPI.
 */
#include <cstdint>
#include <string>

#include "DistanceProgram.h"
#include "RankProgram.h"
#include "galois/dist/MpiTransport.h"
#include "liblonestar/CommandLine.h"

namespace {

constexpr const char* kDescription =
    "Breadth-first search on several ranks: the number of edges on the shortest path from one node "
    "to every other.";

const lonestar::Examples examples{
    {"mpirun -n 4 bfs-push-dist web.gr --startNode=42", "Levels from node 42, on four ranks"}};

int program(galois::dist::MpiTransport& transport, const dist::Start& start) {
  galois::dist::Endpoint<galois::dist::MpiTransport> endpoint(transport);
  dist::OpenGraph open;
  dist::openGraph(endpoint, start, open);
  return dist::solveDistances<void, std::uint32_t>(endpoint, open, "bfs-push-dist", 0);
}

} // namespace

int main(int argc, char** argv) { return dist::runProgram(argc, argv, kDescription, program); }
