// The length of the shortest path from node 0 to every node, under two schedulers.
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "galois/analytics/Sssp.h"

int main() {
  using namespace galois::analytics;
  // Edges offsets[n] to offsets[n + 1] are those of node n: here 0-1, 0-2, 1-2 and 2-3.
  const std::vector<std::uint64_t> offsets{0, 2, 3, 4, 4};
  const std::vector<std::uint32_t> targets{1, 2, 2, 3};
  const std::vector<std::uint32_t> weights{5, 20, 7, 1};
  const auto graph = Graph<std::uint32_t>::pack(offsets, targets, std::span(weights));
  const Node source = 0;

  for (const char* scheduler : {"smq-bucket", "smq"}) {
    RunOptions options;
    options.scheduler = Scheduler(scheduler);
    const auto result = sssp(graph, source, {}, options);
    std::printf("%s:", scheduler);
    for (const std::uint32_t distance : result.distances) {
      std::printf(" %u", distance);
    }
    const std::string fault = verifySssp(graph, std::span(&source, 1), result.distances);
    std::printf("; %s\n", fault.empty() ? "verified" : fault.c_str());
    if (!fault.empty()) {
      return 1;
    }
  }
}
