// Shortest paths by delta-stepping of the Parallel Boost Graph Library, for comparison with
// sssp-push-dist: docs/distributed-graphs.md has the commands. Rank 0 prints a line of JSON. There is
// one search per process, because the distances of ghosts outlive a search and make the next one wrong.
//
// Usage: parallel-bgl GRAPH.gr SOURCE DELTA

#include <boost/graph/use_mpi.hpp>

#include <boost/graph/distributed/mpi_process_group.hpp>
// Before the algorithm, which uses them without including them.
#include <boost/graph/distributed/adjacency_list.hpp>
#include <boost/graph/distributed/delta_stepping_shortest_paths.hpp>
#include <boost/property_map/parallel/distributed_property_map.hpp>

#include "adapters/Adapter.h"

#include <boost/mpi.hpp>

#include <cstdio>

namespace {

using Weight = boost::property<boost::edge_weight_t, std::uint64_t>;
using ProcessGroup = boost::graph::distributed::mpi_process_group;
using Graph = boost::adjacency_list<boost::vecS, boost::distributedS<ProcessGroup, boost::vecS>,
                                    boost::directedS, boost::no_property, Weight>;

} // namespace

int main(int argc, char** argv) {
  boost::mpi::environment environment(argc, argv);
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s GRAPH.gr SOURCE DELTA\n", argv[0]);
    return 2;
  }
  const boost::mpi::communicator world;
  const peers::Graph input = peers::readGraph(argv[1]);
  const std::uint64_t size = input.size();
  Graph graph(size);
  for (std::uint64_t node = 0; node < size; ++node) {
    const auto here = boost::vertex(node, graph);
    if (get(boost::vertex_owner, graph, here) == world.rank()) {
      for (std::uint64_t at = input.offsets[node]; at < input.offsets[node + 1]; ++at) {
        boost::add_edge(here, boost::vertex(input.targets[at], graph), Weight(input.weights[at]),
                        graph);
      }
    }
  }
  synchronize(graph.process_group());
  std::vector<std::uint64_t> distances(boost::num_vertices(graph));
  const auto distance =
      boost::make_iterator_property_map(distances.begin(), boost::get(boost::vertex_index, graph));
  const auto weight = boost::get(boost::edge_weight, graph);
  world.barrier();
  const peers::Stopwatch watch;
  boost::graph::distributed::delta_stepping_shortest_paths(
      graph, boost::vertex(std::stoull(argv[2]), graph), boost::dummy_property_map(), distance,
      weight, static_cast<std::uint64_t>(std::stoull(argv[3])));
  world.barrier();
  const double seconds = watch.seconds();
  std::uint64_t sum = 0;
  for (const std::uint64_t value : distances) {
    sum += value == peers::kFar ? 0 : value;
  }
  sum = boost::mpi::all_reduce(world, sum, std::plus<std::uint64_t>());
  if (world.rank() == 0) {
    std::printf("{\"ranks\": %d, \"time_s\": %.6f, \"sum\": %llu}\n", world.size(), seconds,
                static_cast<unsigned long long>(sum));
  }
}
