// Runs every algorithm under every scheduler of the library, and catches its errors as the types that
// they are. Prints a line for each fault.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "AllHeaders.h" // made by CMakeLists.txt: all of galois/analytics/

namespace {

using namespace galois::analytics;

int faults = 0;

void check(const char* what, const std::string& fault) {
  if (!fault.empty()) {
    std::printf("%s: %s\n", what, fault.c_str());
    ++faults;
  }
}

/// Reports a fault unless `call` throws an error of exactly this type.
template <typename Expected, typename Call>
void expect(const char* what, const Call& call) {
  try {
    call();
    check(what, "nothing was thrown");
  } catch (const Expected&) {
  } catch (const std::exception& error) {
    check(what, std::string("another error was thrown: ") + error.what());
  }
}

} // namespace

int main() {
  const std::vector<std::uint64_t> offsets{0, 2, 4, 6, 8};
  const std::vector<Node> targets{1, 3, 0, 2, 1, 3, 2, 0};
  const std::vector<std::uint32_t> weights{1, 9, 1, 2, 2, 3, 3, 9};
  const auto weighted = Graph<std::uint32_t>::pack(offsets, targets, std::span(weights));
  const auto plain = Graph<void>::borrow(std::span(offsets), std::span(targets));
  const std::vector<std::uint64_t> wideWeights{1, ~0ull, 1, 3, 3, 1ull << 40, 1ull << 40, ~0ull};
  const auto wide = Graph<std::uint64_t>::pack(offsets, targets, std::span(wideWeights));
  const std::vector<double> realWeights{-1, 9, -1, -2, -2, -0.5, -0.5, 9};
  const auto real = Graph<double>::pack(offsets, targets, std::span(realWeights));
  const Node source = 0;
  const std::span<const Node> sources(&source, 1);

  for (const std::string& name : schedulerNames()) {
    RunOptions options;
    options.threads = 2;
    options.scheduler = Scheduler(name);
    const auto paths = sssp(weighted, source, {}, options);
    check("sssp", verifySssp(weighted, sources, std::span(std::as_const(paths.distances)), true));
    check("sssp", paths.distances[3] == 6 ? "" : "the distance of node 3 is not 6");
    const auto tree =
        shortestPathTree(weighted, sources, std::span(std::as_const(paths.distances)), options);
    const bool route = pathTo(tree, 3) == std::vector<Node>{0, 1, 2, 3};
    check("shortestPathTree", route ? "" : "the path to node 3 is not 0, 1, 2, 3");
    const auto search = bfs(plain, source, {.algorithm = BfsPlan::kWorklist}, options);
    check("bfs", verifyBfs(plain, sources, std::span(std::as_const(search.levels)), true));
    const auto levels =
        shortestPathTree(plain, sources, std::span(std::as_const(search.levels)), options);
    check("shortestPathTree", levels[2] == 1 ? "" : "the predecessor of node 2 is not node 1");
    const auto forest = mst(weighted, {.algorithm = MstPlan::kWorklist}, options);
    check("mst", verifyMst(weighted, forest.edges, true));
    const auto wideForest = mst(wide, {.algorithm = MstPlan::kWorklist}, options);
    check("mst", verifyMst(wide, wideForest.edges, true));
    check("mst",
          wideForest.weight() == (std::uint64_t{1} << 40) + 4 ? "" : "the wide sum is wrong");
    const auto realForest = mst(real, {.algorithm = MstPlan::kWorklist}, options);
    check("mst", verifyMst(real, realForest.edges, true));
    check("mst", realForest.weight() == -3.5 ? "" : "the sum of real numbers is wrong");
    const auto plainForest = mst(plain, {.algorithm = MstPlan::kWorklist}, options);
    check("mst", verifyMst(plain, plainForest.edges, true));
    check("mst", plainForest.weight() == 3 ? "" : "not every edge weighs 1");
    const auto ranks = pagerank(plain, {.algorithm = PagerankPlan::kWorklist}, options);
    check("pagerank", verifyPagerank(plain, std::span(std::as_const(ranks.ranks))));
    const auto colors = color(plain, {}, options);
    check("color", verifyColor(plain, std::span(std::as_const(colors.colors))));
    const auto cores = kcore(plain, {.algorithm = KcorePlan::kWorklist}, options);
    check("kcore", verifyKcore(plain, std::span(std::as_const(cores.cores))));
    const auto together = components(plain, {.algorithm = ComponentsPlan::kWorklist}, options);
    check("components",
          verifyComponents(plain, std::span(std::as_const(together.labels).data(), plain.size())));
    const auto threes = triangles(plain, {}, options);
    check("triangles",
          verifyTriangles(plain, std::span(std::as_const(threes.triangles).data(), plain.size())));
    const auto between = betweenness(weighted, {}, {}, options);
    check("betweenness",
          verifyBetweenness(weighted, {},
                            std::span(std::as_const(between.scores).data(), weighted.size())));
    const auto communities = cdlp(plain, {}, options);
    check("cdlp",
          verifyCdlp(plain, std::span(std::as_const(communities.labels).data(), plain.size())));
    const auto set = mis(plain, {.algorithm = MisPlan::kWorklist}, options);
    check("mis", verifyMis(plain, std::span(std::as_const(set.members).data(), plain.size())));
    const auto pairs =
        greedyMatching(weighted, {.algorithm = GreedyMatchingPlan::kWorklist}, options);
    check("greedyMatching",
          verifyGreedyMatching(weighted,
                               std::span(std::as_const(pairs.partners).data(), weighted.size())));
    Astar astar(weighted);
    check("astar", verifyAstar(weighted, 0, 3, astar.query(0, 3, options)));
  }

  expect<InvalidOption>("Scheduler", [] { Scheduler("nonsense"); });
  expect<NodeOutOfRange>("sssp", [&] { sssp(weighted, Node{4}); });
  expect<InvalidGraph>("pack", [&] {
    Graph<std::uint32_t>::pack(offsets, std::span(targets).first(1), std::span(weights));
  });
  expect<InvalidOption>("shortestPathTree", [&] {
    const std::vector<std::uint32_t> wrong{0, 1, 3, 7};
    shortestPathTree(weighted, sources, std::span(wrong));
  });
  expect<NodeOutOfRange>("pathTo", [] { pathTo({}, 0); });
  expect<InvalidGraph>("mst", [&] {
    const std::vector<double> noNumbers(weights.size(), std::nan(""));
    mst(Graph<double>::pack(offsets, targets, std::span(noNumbers)));
  });
  expect<DistanceOverflow>("sssp", [&] {
    const std::vector<std::uint32_t> heavy(weights.size(), 3'000'000'000);
    sssp(Graph<std::uint32_t>::pack(offsets, targets, std::span(heavy)), source);
  });
  expect<Cancelled>("stop", [&] {
    std::stop_source stop;
    stop.request_stop();
    RunOptions options;
    options.stop = stop.get_token();
    sssp(weighted, source, {}, options);
  });
  return faults == 0 ? 0 : 1;
}
